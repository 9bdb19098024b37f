import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Person } from '../../../clients/javascript/src/medina.ts'
import { medina } from '../api.ts'
import { fill } from '../language.ts'
import { isOfferedBy, labelOfType, useVisitTypes } from '../organization/agenda/booking/offers.ts'
import { PatientField } from '../organization/agenda/patient-field.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { faultOf } from '../parts/fault.tsx'
import { Checks, Choice, Form, TextField } from '../parts/form.tsx'
import { say } from '../parts/toasts.tsx'
import { weekdays } from '../parts/weekdays.ts'
import { inDays, useProfessionals } from './data.ts'
import { text } from './words/index.ts'

const USUAL_DAYS = 30
/** The option of any professional of a city or specialty. */
const ANY = 'any'

/** The fields that were filled in. */
const given = <Name extends string>(fields: Record<Name, string>): { [name in Name]?: string } =>
  Object.fromEntries(
    Object.entries<string>(fields)
      .map(([name, typed]) => [name, typed.trim()])
      .filter(([, typed]) => typed !== ''),
  ) as { [name in Name]?: string }

/** Adds a patient to the waitlist. */
export function JoinDialog({ onJoined, onClose }: { onJoined: () => void; onClose: () => void }) {
  const professionals = useProfessionals().data ?? []
  const types = (useVisitTypes().data ?? []).filter(({ bookableBy }) => bookableBy === 'PATIENT')
  const [patient, setPatient] = useState<Person>()
  const [chosen, setChosen] = useState<{ doctorId?: string; visitTypeId?: string }>({})
  const [city, setCity] = useState('')
  const [specialty, setSpecialty] = useState('')
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const [firstDay, setFirstDay] = useState(() => inDays(0))
  const [lastDay, setLastDay] = useState(() => inDays(USUAL_DAYS))
  const [days, setDays] = useState<string[]>([])
  const [urgent, setUrgent] = useState(false)
  const [isIncomplete, setIncomplete] = useState(false)
  const t = text().waitlist
  const doctorId = chosen.doctorId ?? professionals[0]?.id ?? ''
  const isAny = doctorId === ANY
  const offered = types.filter((type) => (isAny ? type.active : isOfferedBy(type, doctorId)))
  const visitTypeId = offered.some(({ id }) => id === chosen.visitTypeId) ? chosen.visitTypeId! : (offered[0]?.id ?? '')
  const join = useMutation({
    mutationFn: async ({ id }: Person) =>
      medina.waitlist.join({
        ...{ patientId: id, visitTypeId, firstDay, lastDay },
        ...(isAny ? given({ city, specialty }) : { doctorId }),
        ...given({ from, to }),
        ...(days.length > 0 && { weekdays: days.map(Number) }),
        ...(urgent && { urgent }),
      }),
    onSuccess: ({ patient: { name } }) => {
      say(fill(t.added, { name }))
      onJoined()
      onClose()
    },
  })
  const fault = isIncomplete && !patient ? t.choosePatient : faultOf(join.error, 'patientId')
  return (
    <Dialog title={t.add} onClose={onClose}>
      <Form
        onSubmit={() => {
          setIncomplete(!patient)
          if (patient) join.mutate(patient)
        }}
        isBusy={join.isPending}
        error={join.error}
        button={t.add}
      >
        <PatientField value={patient} onChange={setPatient} {...(fault !== undefined && { fault })} />
        <Choice
          label={text().professional}
          value={doctorId}
          options={[...professionals.map(({ id, name }) => [id, name] as const), [ANY, t.any]]}
          onChange={(id) => setChosen({ ...chosen, doctorId: id })}
          hint={isAny ? t.where : undefined}
          fault={isAny ? undefined : faultOf(join.error, 'doctorId')}
        />
        {isAny && (
          <div className="side-by-side">
            <TextField
              label={t.city}
              value={city}
              onChange={setCity}
              fault={faultOf(join.error, 'city') ?? faultOf(join.error, 'doctorId')}
            />
            <TextField
              label={t.specialty}
              value={specialty}
              onChange={setSpecialty}
              fault={faultOf(join.error, 'specialty')}
            />
          </div>
        )}
        <Choice
          label={t.type}
          value={visitTypeId}
          options={offered.map((type) => [type.id, labelOfType(type)])}
          onChange={(id) => setChosen({ ...chosen, visitTypeId: id })}
          fault={offered.length === 0 ? t.noTypes : faultOf(join.error, 'visitTypeId')}
        />
        <div className="side-by-side">
          <TextField
            label={t.firstDay}
            type="date"
            value={firstDay}
            onChange={setFirstDay}
            fault={faultOf(join.error, 'firstDay')}
          />
          <TextField
            label={t.lastDay}
            type="date"
            value={lastDay}
            onChange={setLastDay}
            fault={faultOf(join.error, 'lastDay')}
          />
        </div>
        <div className="side-by-side">
          <TextField label={t.from} type="time" value={from} onChange={setFrom} fault={faultOf(join.error, 'from')} />
          <TextField label={t.to} type="time" value={to} onChange={setTo} fault={faultOf(join.error, 'to')} />
        </div>
        <Checks
          label={text().hours.weekday}
          values={days}
          options={weekdays().map(({ weekday, name }) => [String(weekday), name])}
          onChange={setDays}
        />
        <label className="switch">
          <input type="checkbox" checked={urgent} onChange={({ target }) => setUrgent(target.checked)} />
          {t.urgent}
        </label>
      </Form>
    </Dialog>
  )
}
