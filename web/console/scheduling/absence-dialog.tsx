import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { medina } from '../api.ts'
import { count } from '../language.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { faultOf } from '../parts/fault.tsx'
import { Choice, MutationForm, TextField } from '../parts/form.tsx'
import { dayOf } from '../parts/morocco.ts'
import { Loaded } from '../parts/table.tsx'
import { textOfTime } from '../parts/text.tsx'
import { say } from '../parts/toasts.tsx'
import { useSetting } from '../settings.ts'
import { AgendaLink } from './absences.tsx'
import { inDays } from './data.ts'
import { text } from './words/index.ts'

type AbsenceDialogProps = {
  professionalId: string
  places: readonly { id: string; name: string }[]
  onAdded: () => void
  onClose: () => void
}

/** Records an absence, and then lists the booked visits that fall into it. */
export function AbsenceDialog({ professionalId, places, onAdded, onClose }: AbsenceDialogProps) {
  const [firstDay, setFirstDay] = useState(() => inDays(1))
  const [lastDay, setLastDay] = useState(() => inDays(1))
  const [isAllDay, setAllDay] = useState(true)
  const [from, setFrom] = useState('09:00')
  const [to, setTo] = useState('12:00')
  const [placeId, setPlaceId] = useState('')
  const [reason, setReason] = useState('')
  const t = text().absences
  const add = useMutation({
    mutationFn: async () =>
      medina.doctors.exceptions.add(professionalId, {
        kind: 'CLOSED',
        firstDay,
        lastDay,
        ...(!isAllDay && { from, to }),
        ...(placeId && { placeId }),
        ...(reason.trim() && { reason: reason.trim() }),
      }),
    onSuccess: () => {
      say(t.added)
      onAdded()
    },
  })
  if (add.data) return <Affected ids={add.data.affected} professionalId={professionalId} onClose={onClose} />
  const fault = (field: string) => faultOf(add.error, field)
  return (
    <Dialog title={t.add} onClose={onClose}>
      <MutationForm mutation={add} button={t.add}>
        <div className="side-by-side">
          <TextField
            label={t.firstDay}
            type="date"
            value={firstDay}
            onChange={(day) => {
              setFirstDay(day)
              if (day > lastDay) setLastDay(day)
            }}
            fault={fault('firstDay')}
          />
          <TextField label={t.lastDay} type="date" value={lastDay} onChange={setLastDay} fault={fault('lastDay')} />
        </div>
        <label className="switch">
          <input type="checkbox" checked={isAllDay} onChange={({ target }) => setAllDay(target.checked)} />
          {t.allDay}
        </label>
        {!isAllDay && (
          <div className="side-by-side">
            <TextField label={t.from} dir="ltr" value={from} onChange={setFrom} fault={fault('from')} />
            <TextField label={t.to} dir="ltr" value={to} onChange={setTo} fault={fault('to')} />
          </div>
        )}
        {places.length > 1 && (
          <Choice
            label={text().place}
            value={placeId}
            options={[['', t.allPlaces], ...places.map(({ id, name }): [string, string] => [id, name])]}
            onChange={setPlaceId}
          />
        )}
        <TextField label={t.reason} value={reason} onChange={setReason} fault={fault('reason')} />
      </MutationForm>
    </Dialog>
  )
}

const moment = { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const

/** The visits that fall into a new absence. They stay booked. */
function Affected({ ids, professionalId, onClose }: { ids: string[]; professionalId: string; onClose: () => void }) {
  const t = text().absences
  const utc = useSetting('utc')
  const query = useQuery({
    queryKey: ['affected', ids],
    queryFn: async () => Promise.all(ids.map((id) => medina.appointments.get(id))),
  })
  return (
    <Dialog title={ids.length === 0 ? t.added : count(t.affected, ids.length)} onClose={onClose}>
      {ids.length === 0 ? (
        <p>{t.noneAffected}</p>
      ) : (
        <>
          <p>{t.affectedText}</p>
          <Loaded query={query}>
            {(visits) => (
              <ul className="times">
                {visits.map(({ id, startTime, patient }) => (
                  <li key={id}>
                    <time dateTime={startTime}>{textOfTime(startTime, utc, moment)}</time> <bdi>{patient.name}</bdi>{' '}
                    <AgendaLink day={dayOf(Date.parse(startTime))} professionalId={professionalId} />
                  </li>
                ))}
              </ul>
            )}
          </Loaded>
        </>
      )}
      <div className="form-foot">
        <Button look="main" onClick={onClose}>
          {t.close}
        </Button>
      </div>
    </Dialog>
  )
}
