import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type BookAppointment,
  Conflict,
  type CreateSeries,
  type Person,
  type Slot,
  type VisitMode,
} from '../../../../../clients/javascript/src/medina.ts'
import { medina } from '../../../api.ts'
import { count, fill, words } from '../../../language.ts'
import { ClockField, isoOfTyped, typedOf, typedOfInstant } from '../../../parts/clock-field.tsx'
import { Dialog } from '../../../parts/dialog.tsx'
import { Failed } from '../../../parts/failed.tsx'
import { faultOf } from '../../../parts/fault.tsx'
import { Choice, Form, TextField } from '../../../parts/form.tsx'
import { dayOf, isDay } from '../../../parts/morocco.ts'
import { say } from '../../../parts/toasts.tsx'
import { numberOf } from '../../../parts/typed-number.ts'
import { useMay } from '../../../permissions.ts'
import { refreshAppointments } from '../data.ts'
import { PatientField } from '../patient-field.tsx'
import { text as agendaText } from '../words/index.ts'
import { FreeSlots } from './free-slots.tsx'
import { Held, heldTime } from './held.tsx'
import { useHold } from './hold.ts'
import { isOfferedBy, labelOfType, usePlaces, useVisitTypes } from './offers.ts'
import { RepeatFields, single } from './repeat.tsx'
import { Skipped } from './skipped.tsx'
import { text } from './words/index.ts'

/** The professional and time that were chosen before the form was opened. */
export type ChosenTime = { doctorId: string; day: string; minutes: number; mode?: VisitMode }

const durations = [10, 15, 20, 30, 45, 60, 90, 120]
const USUAL = 30
/** Visits that started earlier are recorded as past visits. */
const PAST_MS = 86_400_000
/** The longest reason that the API accepts. */
const MAX_REASON = 200

type BookDialogProps = { chosen: ChosenTime; doctors: readonly Person[]; onClose: () => void }

/** Books an appointment or a series: at a free time of a visit type, which is held meanwhile, or at any other time. */
export function BookDialog({ chosen, doctors, onClose }: BookDialogProps) {
  const [doctorId, setDoctorId] = useState(chosen.doctorId)
  const [patient, setPatient] = useState<Person>()
  const [start, setStart] = useState(() => typedOf(chosen.day, chosen.minutes))
  const [duration, setDuration] = useState(USUAL)
  const [mode, setMode] = useState<VisitMode>(chosen.mode ?? 'VIDEO')
  const [typeId, setTypeId] = useState('')
  const [placeId, setPlaceId] = useState('')
  const [reason, setReason] = useState('')
  const [repeat, setRepeat] = useState(single)
  const [isIncomplete, setIncomplete] = useState(false)
  const mayRepeat = useMay('createSeries')
  const types = (useVisitTypes().data ?? []).filter((type) => isOfferedBy(type, doctorId))
  const places = (usePlaces().data ?? []).filter(({ active }) => active)
  const type = types.find(({ id }) => id === typeId)
  const holding = useHold()
  const hold = heldTime(holding.hold, { doctorId, typeId: type?.id, start, placeId })
  const t = agendaText()
  const own = text()
  const isSeries = repeat.frequency !== ''

  const book = useMutation({
    mutationFn: async ({ id: patientId }: Person) => {
      const times = timesOf(start, type?.durationMin ?? duration)
      const visit = {
        doctorId,
        patientId,
        ...times,
        ...(type ? { visitTypeId: type.id } : { mode }),
        ...(placeId !== '' && { placeId }),
        ...(reason.trim() !== '' && { visitReason: reason.trim() }),
      }
      if (isSeries) {
        const { frequency, interval, count, skips } = repeat
        const series: CreateSeries = {
          ...visit,
          repeat: { frequency, interval: numberOf(interval), count: numberOf(count) },
          onConflict: skips ? 'SKIP' : 'FAIL',
        }
        const { series: made, skipped } = await medina.series.create(series)
        return { name: made.patient.name, booked: made.appointments.length, skipped }
      }
      const pastVisit = Date.parse(times.startTime) < Date.now() - PAST_MS
      const booking: BookAppointment = { ...visit, ...(hold && { holdId: hold.id }), ...(pastVisit && { pastVisit }) }
      const appointment = await medina.appointments.book(booking)
      if (hold) holding.forget()
      return { name: appointment.patient.name, booked: 1, skipped: [] }
    },
    onSuccess: async ({ name, booked, skipped }) => {
      say(isSeries ? fill(count(own.series.booked, booked), { name }) : fill(t.booked, { name }))
      if (skipped.length === 0) onClose()
      await refreshAppointments()
    },
    onError: (error) => {
      if (error instanceof Conflict && isOfHold(error.details)) holding.forget()
    },
  })

  const choose = (slot: Slot) => {
    setStart(typedOfInstant(Date.parse(slot.startTime)))
    setPlaceId(slot.placeId)
    holding.take.mutate(slot)
  }

  if (book.data && book.data.skipped.length > 0)
    return (
      <Dialog title={fill(own.series.title, { name: book.data.name })} onClose={onClose}>
        <Skipped times={book.data.skipped} button={words().close} onClose={onClose} />
      </Dialog>
    )
  const fault = (field: string) => faultOf(book.error, field)
  const patientFault = isIncomplete && !patient ? t.choosePatient : fault('patientId')
  return (
    <Dialog title={t.book} onClose={onClose}>
      <Form
        onSubmit={() => {
          setIncomplete(!patient)
          if (patient) book.mutate(patient)
        }}
        isBusy={book.isPending || holding.take.isPending}
        error={book.error}
        button={t.bookButton}
      >
        <PatientField
          value={patient}
          onChange={setPatient}
          {...(patientFault !== undefined && { fault: patientFault })}
        />
        <Choice
          label={t.professional}
          value={doctorId}
          options={doctors.map(({ id, name }) => [id, name])}
          onChange={setDoctorId}
          fault={fault('doctorId')}
        />
        {types.length > 0 && (
          <Choice
            label={own.type}
            value={type?.id ?? ''}
            options={[['', own.noType], ...types.map((one) => [one.id, labelOfType(one)] as const)]}
            onChange={setTypeId}
            fault={fault('visitTypeId')}
          />
        )}
        {type ? (
          <>
            <FreeSlots
              key={`${doctorId} ${type.id}`}
              offered={{ doctorId, visitTypeId: type.id }}
              day={firstDayOf(start)}
              chosen={hold?.startTime}
              isBusy={holding.take.isPending}
              onChoose={choose}
            />
            {holding.take.error && <Failed error={holding.take.error} />}
            <Held hold={hold} holding={holding} />
          </>
        ) : (
          <Choice
            label={t.mode}
            value={mode}
            options={Object.entries(words().visitModes)}
            onChange={(value) => setMode(value as VisitMode)}
            fault={fault('mode')}
          />
        )}
        <ClockField label={t.start} step={300} value={start} onChange={setStart} fault={fault('startTime')} />
        {!type && (
          <Choice
            label={t.duration}
            value={String(duration)}
            options={durations.map((minutes) => [String(minutes), count(t.minutes, minutes)])}
            onChange={(value) => setDuration(Number(value))}
            fault={fault('endTime')}
          />
        )}
        {places.length > 0 && (
          <Choice
            label={own.place}
            value={placeId}
            options={[['', own.noPlace], ...places.map(({ id, name }) => [id, name] as const)]}
            onChange={setPlaceId}
            fault={fault('placeId')}
          />
        )}
        <TextField
          label={own.visitReason}
          hint={own.visitReasonHint}
          dir="auto"
          maxLength={MAX_REASON}
          value={reason}
          onChange={setReason}
          fault={fault('visitReason')}
        />
        {mayRepeat && <RepeatFields value={repeat} onChange={setRepeat} error={book.error} />}
      </Form>
    </Dialog>
  )
}

/** Whether a booking was refused because its hold has ended. */
const isOfHold = (details: unknown): boolean => typeof details === 'object' && details !== null && 'hold' in details

/** Free times are shown from the chosen day on, or from today if it is over or not a date. */
function firstDayOf(start: string): string {
  const [day, today] = [start.slice(0, 10), dayOf(Date.now())]
  return isDay(day) && day > today ? day : today
}

/** Invalid input is sent unchanged, so that the server reports the error. */
function timesOf(start: string, minutes: number) {
  const startTime = isoOfTyped(start)
  const startMs = Date.parse(startTime)
  return { startTime, endTime: Number.isNaN(startMs) ? startTime : new Date(startMs + minutes * 60_000).toISOString() }
}
