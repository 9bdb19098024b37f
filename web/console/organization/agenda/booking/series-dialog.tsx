import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Series, SeriesAppointment, UpdateSeries } from '../../../../../clients/javascript/src/medina.ts'
import { medina, queries } from '../../../api.ts'
import { count, fill } from '../../../language.ts'
import { Button } from '../../../parts/button.tsx'
import { Dialog } from '../../../parts/dialog.tsx'
import { faultOf } from '../../../parts/fault.tsx'
import { Check } from '../../../parts/fields.tsx'
import { Choice, MutationForm, TextField } from '../../../parts/form.tsx'
import { clockOf, dayOf, minutesOf } from '../../../parts/morocco.ts'
import { State } from '../../../parts/state.tsx'
import { Loaded } from '../../../parts/table.tsx'
import { say } from '../../../parts/toasts.tsx'
import { numberOf } from '../../../parts/typed-number.ts'
import { weekdays } from '../../../parts/weekdays.ts'
import { useMay } from '../../../permissions.ts'
import { refreshAppointments } from '../data.ts'
import { canMove } from '../statuses.ts'
import { dayOfStart, textOfDay, textOfTimes, tones } from '../texts.ts'
import { text as agendaText } from '../words/index.ts'
import { Skipped } from './skipped.tsx'
import { text } from './words/index.ts'

type SeriesDialogProps = { id: string; name: string; onClose: () => void }

const refresh = async (id: string) => {
  await Promise.all([queries.invalidateQueries({ queryKey: ['series', id] }), refreshAppointments()])
}

/** The appointments of a series; those still to come can be changed or cancelled together. */
export function SeriesDialog({ id, name, onClose }: SeriesDialogProps) {
  const query = useQuery({ queryKey: ['series', id], queryFn: async () => medina.series.get(id), staleTime: 0 })
  const [opened, setOpened] = useState<'change' | 'cancel'>()
  const mayChange = useMay('updateSeries')
  const mayCancel = useMay('cancelSeries')
  const { series: t } = text()
  const back = () => setOpened(undefined)
  return (
    <Dialog title={fill(t.title, { name })} onClose={onClose}>
      <Loaded query={query} rows={5}>
        {(series) => {
          const coming = series.appointments.filter(isToCome)
          if (opened === 'change' && coming.length > 0)
            return <ChangeForm series={series} coming={coming} onBack={back} />
          if (opened === 'cancel' && coming.length > 0)
            return <CancelForm series={series} coming={coming} onBack={back} />
          return (
            <>
              <p>{textOfRepeat(series)}</p>
              <ol className="times">
                {series.appointments.map((one) => (
                  <li key={one.id}>
                    {textOfDay(dayOfStart(one))}, <bdi>{textOfTimes(one)}</bdi>{' '}
                    <State tone={tones[one.status] ?? 'off'}>{agendaText().statuses[one.status] ?? one.status}</State>
                  </li>
                ))}
              </ol>
              <div className="form-foot">
                {mayChange && coming.length > 0 && (
                  <Button look="main" onClick={() => setOpened('change')}>
                    {t.change}
                  </Button>
                )}
                {mayCancel && coming.length > 0 && <Button onClick={() => setOpened('cancel')}>{t.cancel}</Button>}
              </div>
            </>
          )
        }}
      </Loaded>
    </Dialog>
  )
}

const isToCome = (one: SeriesAppointment): boolean => canMove(one) && Date.parse(one.startTime) > Date.now()

function textOfRepeat({ repeat: { frequency, interval } }: Series): string {
  const { every } = text().series
  const forms = every[frequency]
  return forms ? count(forms, interval) : frequency
}

type FormProps = { series: Series; coming: readonly SeriesAppointment[]; onBack: () => void }

const minutesBetween = ({ startTime, endTime }: SeriesAppointment): number =>
  (Date.parse(endTime) - Date.parse(startTime)) / 60_000

const MOROCCO = 'Africa/Casablanca'

/** The weekday and time of a start in the time zone of the series, in which the API takes them. */
function wallClockOf(startTime: string, timeZone: string): { weekday: string; time: string } {
  const ms = Date.parse(startTime)
  if (timeZone === MOROCCO) {
    const weekday = new Date(dayOf(ms)).getUTCDay() || 7
    return { weekday: String(weekday), time: clockOf(minutesOf(ms)) }
  }
  const [day, time] = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'short' })
    .format(ms)
    .split(' ')
  return { weekday: String(new Date(day!).getUTCDay() || 7), time: time! }
}

/** Sets another weekday, time or duration for the appointments that are still to come. */
function ChangeForm({ series: { id, timeZone }, coming, onBack }: FormProps) {
  const [next] = useState(coming[0]!)
  const [before] = useState(() => ({
    ...wallClockOf(next.startTime, timeZone),
    durationMin: String(minutesBetween(next)),
  }))
  const [typed, setTyped] = useState(before)
  const [skips, setSkips] = useState(false)
  const agenda = agendaText()
  const { series: t } = text()
  const change = useMutation({
    mutationFn: async () => {
      const body: UpdateSeries = {
        ...(typed.weekday !== before.weekday && { weekday: Number(typed.weekday) }),
        ...(typed.time !== before.time && { time: typed.time }),
        ...(typed.durationMin !== before.durationMin && { durationMin: numberOf(typed.durationMin) }),
        onConflict: skips ? 'SKIP' : 'FAIL',
      }
      return medina.series.update(id, body)
    },
    onSuccess: async ({ skipped }) => {
      say(t.changed)
      if (skipped.length === 0) onBack()
      await refresh(id)
    },
  })
  if (change.data && change.data.skipped.length > 0)
    return <Skipped times={change.data.skipped} button={t.back} onClose={onBack} />
  const fault = (field: string) => faultOf(change.error, field)
  const set = (field: keyof typeof typed) => (value: string) => setTyped({ ...typed, [field]: value })
  return (
    <MutationForm mutation={change} button={t.save} beside={<Button onClick={onBack}>{t.back}</Button>}>
      <p>{count(t.affected, coming.length)}</p>
      <Choice
        label={t.weekday}
        value={typed.weekday}
        options={weekdays().map(({ weekday, name }) => [String(weekday), name])}
        onChange={set('weekday')}
        fault={fault('weekday')}
      />
      <div className="side-by-side">
        <TextField
          label={timeZone === MOROCCO ? agenda.start : fill(t.startIn, { zone: timeZone })}
          type="time"
          value={typed.time}
          onChange={set('time')}
          fault={fault('time')}
        />
        <TextField
          label={t.durationMin}
          type="number"
          min={5}
          max={480}
          value={typed.durationMin}
          onChange={set('durationMin')}
          fault={fault('durationMin')}
        />
      </div>
      <Check label={t.skipChanges} isChecked={skips} onChange={setSkips} />
    </MutationForm>
  )
}

function CancelForm({ series: { id }, coming, onBack }: FormProps) {
  const [reason, setReason] = useState('')
  const agenda = agendaText()
  const { series: t } = text()
  const cancel = useMutation({
    mutationFn: async () => medina.series.cancel(id, reason.trim() ? { reason: reason.trim() } : {}),
    onSuccess: async () => {
      say(t.cancelled)
      onBack()
      await refresh(id)
    },
  })
  return (
    <MutationForm
      mutation={cancel}
      button={t.cancelButton}
      look="danger"
      beside={<Button onClick={onBack}>{t.back}</Button>}
    >
      <p>{count(t.cancelText, coming.length)}</p>
      <TextField
        label={agenda.reason}
        hint={agenda.reasonHint}
        dir="auto"
        maxLength={500}
        value={reason}
        onChange={setReason}
        fault={faultOf(cancel.error, 'reason')}
      />
    </MutationForm>
  )
}
