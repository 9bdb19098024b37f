import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { medina } from '../api.ts'
import { count, words } from '../language.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { faultOf } from '../parts/fault.tsx'
import { Check } from '../parts/fields.tsx'
import { Checks, Choice, MutationForm, TextField } from '../parts/form.tsx'
import { dayOf } from '../parts/morocco.ts'
import { Loaded } from '../parts/table.tsx'
import { textOfTime } from '../parts/text.tsx'
import { say } from '../parts/toasts.tsx'
import { useSetting } from '../settings.ts'
import { AgendaLink } from './absences.tsx'
import { inDays } from './data.ts'
import { text } from './words/index.ts'

type ExceptionDialogProps = {
  professionalId: string
  places: readonly { id: string; name: string }[]
  onAdded: () => void
  onClose: () => void
}

/** Records extra hours, or an absence, and then lists the booked visits that fall into it. */
export function ExceptionDialog({ professionalId, places, onAdded, onClose }: ExceptionDialogProps) {
  const [kind, setKind] = useState<'CLOSED' | 'OPEN'>('CLOSED')
  const [firstDay, setFirstDay] = useState(() => inDays(1))
  const [lastDay, setLastDay] = useState(() => inDays(1))
  const [isAllDay, setAllDay] = useState(true)
  const [from, setFrom] = useState('09:00')
  const [to, setTo] = useState('12:00')
  const [chosenPlace, setPlace] = useState('')
  const [modes, setModes] = useState<string[]>(['IN_PERSON', 'VIDEO'])
  const [reason, setReason] = useState('')
  const t = text().absences
  const isOpen = kind === 'OPEN'
  const placeId = chosenPlace || (isOpen ? places[0]!.id : '')
  const add = useMutation({
    mutationFn: async () =>
      medina.doctors.exceptions.add(professionalId, {
        ...{ kind, firstDay, lastDay },
        ...((isOpen || !isAllDay) && { from, to }),
        ...(isOpen && { modes }),
        ...(placeId && { placeId }),
        ...(reason.trim() && { reason: reason.trim() }),
      }),
    onSuccess: () => {
      say(isOpen ? t.addedHours : t.added)
      onAdded()
      if (isOpen) onClose()
    },
  })
  if (add.data && !isOpen) return <Affected ids={add.data.affected} professionalId={professionalId} onClose={onClose} />
  const fault = (field: string) => faultOf(add.error, field)
  return (
    <Dialog title={t.add} onClose={onClose}>
      <MutationForm mutation={add} button={t.add}>
        <Choice
          label={t.kind}
          value={kind}
          options={[
            ['CLOSED', t.CLOSED],
            ['OPEN', t.OPEN],
          ]}
          onChange={(value) => setKind(value as typeof kind)}
        />
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
        {!isOpen && <Check label={t.allDay} isChecked={isAllDay} onChange={setAllDay} />}
        {(isOpen || !isAllDay) && (
          <div className="side-by-side">
            <TextField label={t.from} dir="ltr" value={from} onChange={setFrom} fault={fault('from')} />
            <TextField label={t.to} dir="ltr" value={to} onChange={setTo} fault={fault('to')} />
          </div>
        )}
        {places.length > 1 && (
          <Choice
            label={text().place}
            value={placeId}
            options={[
              ...(isOpen ? [] : [['', t.allPlaces] as const]),
              ...places.map(({ id, name }) => [id, name] as const),
            ]}
            onChange={setPlace}
            fault={fault('placeId')}
          />
        )}
        {isOpen && (
          <Checks
            label={text().hours.modes}
            values={modes}
            options={Object.entries(words().visitModes)}
            onChange={setModes}
            fault={fault('modes')}
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
