import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Appointment, Person } from '../../../../clients/javascript/src/medina.ts'
import { count, fill, words } from '../../language.ts'
import { Button } from '../../parts/button.tsx'
import { Failed } from '../../parts/failed.tsx'
import { Checks, Choice, Field } from '../../parts/form.tsx'
import { addDays, dayOf, instantOf, isDay, minutesOf } from '../../parts/morocco.ts'
import { Page } from '../../parts/page.tsx'
import { Empty, Skeleton } from '../../parts/table.tsx'
import { useMay } from '../../permissions.ts'
import { text } from '../words/index.ts'
import { useAgendaAddress } from './address.ts'
import { BookDialog, type Slot } from './book-dialog.tsx'
import { columnsOf } from './columns.ts'
import { type Move, type Rooms, read, useAppointments, useDoctors, useMove, useRooms } from './data.ts'
import { DayLists } from './day-list.tsx'
import { DetailsDialog } from './details-dialog.tsx'
import { Grid, type Moving, textOfMoving } from './grid.tsx'
import { useMedia } from './media.ts'
import { MoveDialog, quietly } from './move-dialog.tsx'
import { textOfDay } from './texts.ts'
import { Weeks } from './weeks.tsx'

/** The number of professionals shown by default. */
const USUAL_DOCTORS = 5
const none: readonly Appointment[] = []

type Opened =
  | { what: 'details'; appointment: Appointment }
  | { what: 'move'; appointment: Appointment }
  | { what: 'book'; slot: Slot }

/** The appointments by day and week, professionals side by side. */
export function Agenda() {
  const address = useAgendaAddress()
  const isNarrow = useMedia('(max-width: 45rem)')
  const isPrinted = useMedia('print')
  const days = useDays(isNarrow ? [address.day] : address.days)
  const query = useAppointments(days)
  const appointments = query.data ?? none
  const doctors = useDoctors(appointments)
  const rooms = useRooms()
  const shown = useShownDoctors(doctors, address.doctors, appointments, isNarrow)
  const columns = useMemo(
    () => columnsOf(days, shown, appointments, { showsCancelled: address.showsCancelled }),
    [days, shown, appointments, address.showsCancelled],
  )
  const [opened, setOpened] = useState<Opened>()
  const [announced, setAnnounced] = useState('')
  const mayBook = useMay('bookAppointment')
  const mayMove = useMay('updateAppointment')
  const mover = useMover({ days, setDay: (date) => address.set({ date }), onSay: setAnnounced })
  const t = text().agenda
  const close = () => setOpened(undefined)
  const isGrid = !isNarrow && !isPrinted

  const bookNow = () => {
    const isToday = address.day === dayOf(Date.now())
    const minutes = isToday ? Math.ceil(minutesOf(Date.now()) / 15) * 15 : 9 * 60
    setOpened({ what: 'book', slot: { doctorId: shown[0]!.id, day: address.day, minutes: Math.min(minutes, 23 * 60) } })
  }

  return (
    <Page
      title={words().screens.today}
      actions={
        <>
          <Button onClick={() => print()}>{t.print}</Button>
          {mayBook && shown.length > 0 && (
            <Button look="main" icon="plus" onClick={bookNow}>
              {t.book}
            </Button>
          )}
        </>
      }
    >
      <div className="agenda">
        <Tools address={address} isNarrow={isNarrow} days={days} doctors={doctors ?? []} shown={shown} />
        <Waiting
          rooms={rooms}
          appointments={appointments}
          onOpen={(appointment) => setOpened({ what: 'details', appointment })}
        />
        {query.error && <Failed error={query.error} onRetry={() => query.refetch()} />}
        {mover.failed && (
          <div className="agenda-failed">
            <p>{fill(t.notMoved, { name: mover.failed.name })}</p>
            <Failed error={mover.failed.error} />
            <Button onClick={mover.dismiss}>{t.dismiss}</Button>
          </div>
        )}
        <p className="sr" role="status">
          {announced}
        </p>
        {mover.moving?.how === 'keys' && isGrid && (
          <div className="agenda-moving">
            <strong>{textOfMoving(mover.moving)}</strong>
            <span>{t.moveHint}</span>
            <Button look="main" onClick={() => mover.end(true)}>
              {t.confirmMove}
            </Button>
            <Button onClick={() => mover.end(false)}>{t.giveUp}</Button>
          </div>
        )}
        {!doctors || (query.isPending && !query.error) ? (
          <Skeleton rows={10} />
        ) : shown.length === 0 ? (
          <Empty title={t.noProfessionals}>
            <p>{t.noProfessionalsText}</p>
          </Empty>
        ) : isGrid ? (
          <div className={query.isPlaceholderData ? 'agenda-loading' : ''}>
            <Grid
              columns={columns}
              rooms={rooms}
              moving={mover.moving}
              mayBook={mayBook}
              mayMove={mayMove}
              onOpen={(appointment) => setOpened({ what: 'details', appointment })}
              onBook={(doctorId, day, minutes) => setOpened({ what: 'book', slot: { doctorId, day, minutes } })}
              onMoveStart={mover.start}
              onMoveTo={mover.to}
              onMoveEnd={mover.end}
              onSay={setAnnounced}
            />
            <p className="hint agenda-hint">{t.hint}</p>
          </div>
        ) : (
          <DayLists
            columns={columns}
            rooms={rooms}
            onOpen={(appointment) => setOpened({ what: 'details', appointment })}
          />
        )}
      </div>
      {!isPrinted && <Weeks />}
      {opened?.what === 'details' && (
        <DetailsDialog
          key={opened.appointment.id}
          id={opened.appointment.id}
          name={opened.appointment.patient.name}
          room={rooms.get(opened.appointment.id)}
          onClose={close}
          onMove={(appointment) => {
            if (!isGrid) return setOpened({ what: 'move', appointment })
            close()
            // After the dialog has restored the focus.
            setTimeout(() => mover.start(appointment, 'keys'))
          }}
        />
      )}
      {opened?.what === 'move' && <MoveDialog appointment={opened.appointment} move={mover.mutation} onClose={close} />}
      {opened?.what === 'book' && <BookDialog slot={opened.slot} doctors={doctors ?? []} onClose={close} />}
    </Page>
  )
}

/** The same array for the same days, so that columns are not rendered again. */
function useDays(days: readonly string[]): readonly string[] {
  const key = days.join()
  return useMemo(() => key.split(','), [key])
}

/** The professionals of the columns: the chosen ones, or the first ones with appointments. */
function useShownDoctors(
  doctors: readonly Person[] | undefined,
  chosen: readonly string[] | undefined,
  appointments: readonly Appointment[],
  isNarrow: boolean,
): readonly Person[] {
  const key = chosen?.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the ids of `chosen`
  return useMemo(() => {
    const all = doctors ?? []
    const found = chosen ? all.filter(({ id }) => chosen.includes(id)) : usualOf(all, appointments)
    const shown = found.length > 0 ? found : all.slice(0, 1)
    return isNarrow ? shown.slice(0, 1) : shown
  }, [doctors, key, appointments, isNarrow])
}

function usualOf(doctors: readonly Person[], appointments: readonly Appointment[]): readonly Person[] {
  if (doctors.length <= USUAL_DOCTORS) return doctors
  const busy = new Set(appointments.map(({ doctorId }) => doctorId))
  const first = [...doctors.filter(({ id }) => busy.has(id)), ...doctors.filter(({ id }) => !busy.has(id))]
  const usual = new Set(first.slice(0, USUAL_DOCTORS))
  return doctors.filter((doctor) => usual.has(doctor))
}

type Failure = { name: string; error: unknown }

/** Moves an appointment by pointer or keyboard, until it is confirmed or cancelled. */
function useMover({
  days,
  setDay,
  onSay,
}: {
  days: readonly string[]
  setDay: (day: string) => void
  onSay: (text: string) => void
}) {
  const [moving, setMoving] = useState<Moving>()
  const [failed, setFailed] = useState<Failure>()
  const base = useRef<Move['read']>(undefined)
  /** The appointment that gets the focus back until a time, because it may be rendered again in its new place. */
  const focused = useRef<{ id: string; until: number }>(undefined)
  const mutation = useMove()
  const { mutate } = mutation

  useEffect(() => {
    if (!focused.current || moving) return
    const { id, until } = focused.current
    if (performance.now() > until) {
      focused.current = undefined
      return
    }
    const { activeElement } = document
    if (activeElement && activeElement !== document.body && activeElement instanceof HTMLElement) {
      if (activeElement.dataset.id === id) return
      if (!activeElement.closest('.agenda-moving')) return
    }
    document.querySelector<HTMLElement>(`.agenda-grid [data-id="${CSS.escape(id)}"]`)?.focus()
  })

  const start = useCallback(
    (appointment: Appointment, how: Moving['how']) => {
      base.current = quietly(read(appointment.id))
      setFailed(undefined)
      const at = Date.parse(appointment.startTime)
      const next = { appointment, day: dayOf(at), minutes: minutesOf(at), how }
      setMoving(next)
      onSay(`${textOfMoving(next)}. ${text().agenda.moveHint}`)
    },
    [onSay],
  )
  const to = (day: string, minutes: number) => {
    if (!moving) return
    const next = { ...moving, day, minutes }
    setMoving(next)
    onSay(textOfMoving(next))
    if (!days.includes(day)) setDay(day)
  }
  const end = useCallback(
    (isConfirmed: boolean) => {
      if (!moving) return
      const { appointment, day, minutes, how } = moving
      setMoving(undefined)
      if (how === 'keys') focused.current = { id: appointment.id, until: performance.now() + FOCUS_MS }
      const startTime = new Date(instantOf(day, minutes)).toISOString()
      if (!isConfirmed || startTime === new Date(appointment.startTime).toISOString())
        return onSay(text().agenda.gaveUp)
      onSay('')
      mutate(
        { appointment, startTime, read: base.current! },
        { onError: (error) => setFailed({ name: appointment.patient.name, error }) },
      )
    },
    [moving, mutate, onSay],
  )
  return { moving, failed, mutation, start, to, end, dismiss: () => setFailed(undefined) }
}

const FOCUS_MS = 3000

type ToolsProps = {
  address: ReturnType<typeof useAgendaAddress>
  isNarrow: boolean
  days: readonly string[]
  doctors: readonly Person[]
  shown: readonly Person[]
}

function Tools({ address, isNarrow, days, doctors, shown }: ToolsProps) {
  const { day, set } = address
  const view = isNarrow ? 'day' : address.view
  const t = text().agenda
  const step = view === 'week' ? 7 : 1
  const today = dayOf(Date.now())
  const title =
    view === 'day'
      ? textOfDay(day)
      : `${textOfDay(days[0]!, { day: 'numeric', month: 'long' })} – ${textOfDay(days.at(-1)!, { day: 'numeric', month: 'long', year: 'numeric' })}`
  return (
    <>
      <div className="agenda-tools">
        <div className="agenda-steps">
          <Button icon="previous" aria-label={t.previous[view]} onClick={() => set({ date: addDays(day, -step) })} />
          <Button onClick={() => set({ date: today })} aria-disabled={days.includes(today)}>
            {t.today}
          </Button>
          <Button icon="next" aria-label={t.next[view]} onClick={() => set({ date: addDays(day, step) })} />
        </div>
        <Field label={t.date}>
          {(props) => (
            <input
              {...props}
              type="date"
              value={day}
              onChange={({ target }) => {
                if (isDay(target.value)) set({ date: target.value })
              }}
            />
          )}
        </Field>
        {!isNarrow && (
          <fieldset className="agenda-views">
            <legend className="sr">{t.view}</legend>
            {(['day', 'week'] as const).map((one) => (
              <Button key={one} aria-pressed={one === view} onClick={() => set({ view: one })}>
                {t[one]}
              </Button>
            ))}
          </fieldset>
        )}
        {isNarrow && doctors.length > 1 && (
          <Choice
            label={t.professional}
            value={shown[0]?.id ?? ''}
            options={doctors.map(({ id, name }) => [id, name])}
            onChange={(id) => set({ doctors: id })}
          />
        )}
        {!isNarrow && doctors.length > 1 && (
          <details className="agenda-doctors">
            <summary className="button">
              {t.professionals} ({shown.length})
            </summary>
            <div>
              <Checks
                label={t.professionals}
                values={shown.map(({ id }) => id)}
                options={doctors.map(({ id, name }) => [id, name])}
                onChange={(ids) => set({ doctors: ids.join() })}
              />
            </div>
          </details>
        )}
        <label className="switch">
          <input
            type="checkbox"
            checked={address.showsCancelled}
            onChange={({ target }) => set({ cancelled: target.checked ? undefined : 'no' })}
          />
          {t.showCancelled}
        </label>
      </div>
      <h2 className="agenda-title" aria-live="polite">
        {title}
      </h2>
    </>
  )
}

/** The patients in the waiting rooms. */
function Waiting({
  rooms,
  appointments,
  onOpen,
}: {
  rooms: Rooms
  appointments: readonly Appointment[]
  onOpen: (appointment: Appointment) => void
}) {
  const waiting = [...rooms.values()]
    .filter(({ patient }) => patient === 'WAITING')
    .flatMap(({ appointmentId }) => appointments.find(({ id }) => id === appointmentId) ?? [])
  return (
    <div className="agenda-waiting" role="status">
      {waiting.length > 0 && (
        <>
          <strong>{count(text().agenda.waiting, waiting.length)}</strong>
          {waiting.map((appointment) => (
            <Button key={appointment.id} icon="clock" onClick={() => onOpen(appointment)}>
              <bdi>{appointment.patient.name}</bdi>
            </Button>
          ))}
        </>
      )}
    </div>
  )
}
