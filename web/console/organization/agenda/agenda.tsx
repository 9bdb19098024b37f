import { Suspense, useMemo, useState } from 'react'
import type { Appointment } from '../../../../clients/javascript/src/medina.ts'
import { count, fill, words } from '../../language.ts'
import { Button } from '../../parts/button.tsx'
import { Failed } from '../../parts/failed.tsx'
import { lazyView } from '../../parts/lazy-view.ts'
import { dayOf, minutesOf } from '../../parts/morocco.ts'
import { Page } from '../../parts/page.tsx'
import { Empty, Skeleton } from '../../parts/table.tsx'
import { useMay } from '../../permissions.ts'
import { useAgendaAddress } from './address.ts'
import type { ChosenTime } from './booking/book-dialog.tsx'
import { columnsOf } from './columns.ts'
import { type Rooms, useAppointments, useDoctors, useRooms } from './data.ts'
import { DayLists } from './day-list.tsx'
import { Grid } from './grid.tsx'
import { useMedia } from './media.ts'
import { useMover } from './mover.ts'
import { textOfMoving } from './moving.tsx'
import { useShownDoctors } from './shown-doctors.ts'
import { Tools } from './tools.tsx'
import { Weeks } from './weeks.tsx'
import { text } from './words/index.ts'

const booking = [() => import('./booking/words/index.ts')]
const BookDialog = lazyView(booking, async () => (await import('./booking/book-dialog.tsx')).BookDialog)
const DetailsDialog = lazyView(booking, async () => (await import('./details-dialog.tsx')).DetailsDialog)
const MoveDialog = lazyView(booking, async () => (await import('./move-dialog.tsx')).MoveDialog)
const SeriesDialog = lazyView(booking, async () => (await import('./booking/series-dialog.tsx')).SeriesDialog)

const none: readonly Appointment[] = []

type Opened =
  | { what: 'details'; appointment: Appointment }
  | { what: 'move'; appointment: Appointment }
  | { what: 'series'; id: string; name: string }
  | { what: 'book'; chosen: ChosenTime }

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
  const t = text()
  const close = () => setOpened(undefined)
  const isGrid = !isNarrow && !isPrinted

  const bookNow = () => {
    const isToday = address.day === dayOf(Date.now())
    const minutes = isToday ? Math.ceil(minutesOf(Date.now()) / 15) * 15 : 9 * 60
    const chosen = { doctorId: shown[0]!.id, day: address.day, minutes: Math.min(minutes, 23 * 60) }
    setOpened({ what: 'book', chosen })
  }

  /** A patient who has come without an appointment is seen now. */
  const bookWalkIn = () => {
    const minutes = Math.floor(minutesOf(Date.now()) / 5) * 5
    const chosen = { doctorId: shown[0]!.id, day: dayOf(Date.now()), minutes, mode: 'IN_PERSON' as const }
    setOpened({ what: 'book', chosen })
  }

  return (
    <Page
      title={words().screens.today}
      actions={
        <>
          <Button onClick={() => print()}>{t.print}</Button>
          {mayBook && shown.length > 0 && (
            <>
              <Button onClick={bookWalkIn}>{t.walkIn}</Button>
              <Button look="main" icon="plus" onClick={bookNow}>
                {t.book}
              </Button>
            </>
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
            <Button onClick={() => mover.end(false)}>{t.cancelMove}</Button>
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
              onBook={(doctorId, day, minutes) => setOpened({ what: 'book', chosen: { doctorId, day, minutes } })}
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
      <Suspense>
        {opened?.what === 'details' && (
          <DetailsDialog
            key={opened.appointment.id}
            id={opened.appointment.id}
            name={opened.appointment.patient.name}
            room={rooms.get(opened.appointment.id)}
            onClose={close}
            onFindTime={(appointment) => setOpened({ what: 'move', appointment })}
            onSeries={(id) => setOpened({ what: 'series', id, name: opened.appointment.patient.name })}
            onMove={(appointment) => {
              if (!isGrid) return setOpened({ what: 'move', appointment })
              close()
              // After the dialog has restored the focus.
              setTimeout(() => mover.start(appointment, 'keys'))
            }}
          />
        )}
        {opened?.what === 'move' && (
          <MoveDialog appointment={opened.appointment} move={mover.mutation} onClose={close} />
        )}
        {opened?.what === 'series' && <SeriesDialog id={opened.id} name={opened.name} onClose={close} />}
        {opened?.what === 'book' && <BookDialog chosen={opened.chosen} doctors={doctors ?? []} onClose={close} />}
      </Suspense>
    </Page>
  )
}

/** The same array for the same days, so that columns are not rendered again. */
function useDays(days: readonly string[]): readonly string[] {
  const key = days.join()
  return useMemo(() => key.split(','), [key])
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
          <strong>{count(text().waiting, waiting.length)}</strong>
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
