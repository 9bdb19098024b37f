import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Person, VisitMode } from '../../../../clients/javascript/src/medina.ts'
import { medina } from '../../api.ts'
import { count, fill } from '../../language.ts'
import { ClockField, isoOfTyped, typedOf } from '../../parts/clock-field.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { faultOf } from '../../parts/fault.tsx'
import { Choice, Form } from '../../parts/form.tsx'
import { say } from '../../parts/toasts.tsx'
import { text } from '../words/index.ts'
import { refreshAppointments } from './data.ts'
import { PatientField } from './patient-field.tsx'

/** The professional and time that were chosen before the form was opened. */
export type Slot = { doctorId: string; day: string; minutes: number; mode?: VisitMode }

const durations = [10, 15, 20, 30, 45, 60, 90, 120]
const USUAL = 30
/** Visits that started earlier are recorded as past visits. */
const PAST_MS = 86_400_000

export function BookDialog({
  slot,
  doctors,
  onClose,
}: {
  slot: Slot
  doctors: readonly Person[]
  onClose: () => void
}) {
  const [doctorId, setDoctorId] = useState(slot.doctorId)
  const [patient, setPatient] = useState<Person>()
  const [start, setStart] = useState(() => typedOf(slot.day, slot.minutes))
  const [duration, setDuration] = useState(USUAL)
  const [mode, setMode] = useState<VisitMode>(slot.mode ?? 'VIDEO')
  const [isIncomplete, setIncomplete] = useState(false)
  const t = text().agenda
  const book = useMutation({
    mutationFn: async ({ id }: Person) => {
      const startTime = isoOfTyped(start)
      const startMs = Date.parse(startTime)
      const endTime = Number.isNaN(startMs) ? startTime : new Date(startMs + duration * 60_000).toISOString()
      const pastVisit = startMs < Date.now() - PAST_MS
      return medina.appointments.book({
        doctorId,
        patientId: id,
        startTime,
        endTime,
        mode,
        ...(pastVisit && { pastVisit }),
      })
    },
    onSuccess: async (appointment) => {
      say(fill(t.booked, { name: appointment.patient.name }))
      onClose()
      await refreshAppointments()
    },
  })
  const fault = isIncomplete && !patient ? t.choosePatient : faultOf(book.error, 'patientId')
  return (
    <Dialog title={t.book} onClose={onClose}>
      <Form
        onSubmit={() => {
          setIncomplete(!patient)
          if (patient) book.mutate(patient)
        }}
        isBusy={book.isPending}
        error={book.error}
        button={t.bookButton}
      >
        <PatientField value={patient} onChange={setPatient} {...(fault !== undefined && { fault })} />
        <Choice
          label={t.professional}
          value={doctorId}
          options={doctors.map(({ id, name }) => [id, name])}
          onChange={setDoctorId}
          fault={faultOf(book.error, 'doctorId')}
        />
        <Choice
          label={t.mode}
          value={mode}
          options={Object.entries(t.modes)}
          onChange={(value) => setMode(value as VisitMode)}
          fault={faultOf(book.error, 'mode')}
        />
        <ClockField
          label={t.start}
          step={300}
          value={start}
          onChange={setStart}
          fault={faultOf(book.error, 'startTime')}
        />
        <Choice
          label={t.duration}
          value={String(duration)}
          options={durations.map((minutes) => [String(minutes), count(t.minutes, minutes)])}
          onChange={(value) => setDuration(Number(value))}
          fault={faultOf(book.error, 'endTime')}
        />
      </Form>
    </Dialog>
  )
}
