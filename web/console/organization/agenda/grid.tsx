import {
  type CSSProperties,
  type KeyboardEvent,
  memo,
  type PointerEvent,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { Appointment } from '../../../../clients/javascript/src/medina.ts'
import { fill } from '../../language.ts'
import { clockOf, dayOf, minutesOf, snap } from '../../parts/morocco.ts'
import { text } from '../words/index.ts'
import { Block } from './block.tsx'
import type { Column, Item } from './columns.ts'
import type { Rooms } from './data.ts'
import { hoursOf } from './layout.ts'
import { canMove } from './statuses.ts'
import { textOfDay } from './texts.ts'

/** A change of time that is not confirmed yet. */
export type Moving = { appointment: Appointment; day: string; minutes: number; how: 'keys' | 'pointer' }

type GridProps = {
  columns: readonly Column[]
  rooms: Rooms
  moving: Moving | undefined
  mayBook: boolean
  mayMove: boolean
  onOpen: (appointment: Appointment) => void
  onBook: (doctorId: string, day: string, minutes: number) => void
  onMoveStart: (appointment: Appointment, how: Moving['how']) => void
  onMoveTo: (day: string, minutes: number) => void
  onMoveEnd: (isConfirmed: boolean) => void
  /** Announces to screen readers. */
  onSay: (text: string) => void
}

type Hours = { from: number; to: number }

const FREE_STEP = 15
const MOVE_STEP = 5
/** Pixels that a pointer moves before a press becomes a drag. */
const DRAG_PX = 5
/** Pixels from the edge at which a drag scrolls, and how far. */
const EDGE_PX = 32
const SCROLL_PX = 12

const lengthOf = ({ startTime, endTime }: Appointment): number => (Date.parse(endTime) - Date.parse(startTime)) / 60_000

/** A grid with a column for each day and professional, and the time from top to bottom. */
export function Grid(props: GridProps) {
  const { columns, rooms, moving, mayBook, mayMove, onOpen, onBook, onMoveStart, onMoveTo, onMoveEnd, onSay } = props
  const spans = useMemo(() => columns.flatMap(({ items }) => items), [columns])
  const moved = moving && { start: moving.minutes, end: moving.minutes + lengthOf(moving.appointment) }
  const { from, to } = hoursOf(moved ? [...spans, moved] : spans)
  const hours = useMemo(() => ({ from, to }), [from, to])
  const [active, setActive] = useState<string>()
  const [free, setFree] = useState({ column: 0, minutes: 9 * 60 })
  const scroller = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const pressed = useRef<{ x: number; y: number; grabbed: number; appointment: Appointment; isDrag: boolean }>(
    undefined,
  )
  const isAfterDrag = useRef(false)
  const byId = useMemo(
    () => new Map(columns.flatMap(({ items }, column) => items.map((item, at) => [item.id, { item, column, at }]))),
    [columns],
  )
  const current = active !== undefined && byId.has(active) ? active : spans[0]?.id
  const today = dayOf(Date.now())

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the agenda is opened
  useEffect(() => {
    const shown = scroller.current!
    const perMinute = body.current!.clientHeight / (hours.to - hours.from)
    const isToday = columns.some(({ day }) => day === today)
    const first = isToday ? minutesOf(Date.now()) - 60 : Math.min(...spans.map(({ start }) => start)) - 30
    shown.scrollTop = Math.max(0, (Math.min(first, hours.to) - hours.from) * perMinute)
  }, [])

  // A week scrolls to the current day, if it contains it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when other days are shown
  useEffect(() => {
    const shownToday = body.current!.querySelector('.agenda-column.today')
    if (!shownToday) return
    const [day, hoursBeside] = [shownToday, body.current!.firstElementChild!].map((one) => one.getBoundingClientRect())
    const isRtl = getComputedStyle(body.current!).direction === 'rtl'
    scroller.current!.scrollLeft += isRtl ? day!.right - hoursBeside!.left : day!.left - hoursBeside!.right
  }, [columns[0]?.day, columns.length])

  const minutesAt = (clientY: number): number => {
    const { top, height } = body.current!.getBoundingClientRect()
    return hours.from + ((clientY - top) / height) * (hours.to - hours.from)
  }
  const columnAt = (clientX: number): number | undefined => {
    const found = [...body.current!.querySelectorAll('.agenda-column')].findIndex((element) => {
      const { left, right } = element.getBoundingClientRect()
      return clientX >= left && clientX < right
    })
    return found < 0 ? undefined : found
  }
  const itemOf = (target: EventTarget): Item | undefined => {
    const id = target instanceof Element && target.closest<HTMLElement>('[data-id]')?.dataset.id
    return id ? byId.get(id)?.item : undefined
  }
  const freeAt = (clientX: number, clientY: number) => {
    const column = columnAt(clientX)
    const minutes = Math.floor(minutesAt(clientY) / FREE_STEP) * FREE_STEP
    return column === undefined ? undefined : { column, minutes }
  }

  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0 || event.pointerType === 'touch' || moving) return
    const item = itemOf(event.target)
    if (!item || !mayMove || !canMove(item.appointment)) return
    const grabbed = minutesAt(event.clientY) - item.start
    pressed.current = { x: event.clientX, y: event.clientY, grabbed, appointment: item.appointment, isDrag: false }
  }
  const onPointerMove = (event: PointerEvent) => {
    const press = pressed.current
    if (!press) {
      const at = event.pointerType !== 'touch' && !itemOf(event.target) && freeAt(event.clientX, event.clientY)
      if (at && (at.column !== free.column || at.minutes !== free.minutes)) setFree(at)
      return
    }
    if (!press.isDrag) {
      if (Math.hypot(event.clientX - press.x, event.clientY - press.y) < DRAG_PX) return
      press.isDrag = true
      body.current!.setPointerCapture(event.pointerId)
      onMoveStart(press.appointment, 'pointer')
    }
    const { top, bottom } = scroller.current!.getBoundingClientRect()
    if (event.clientY < top + EDGE_PX) scroller.current!.scrollBy(0, -SCROLL_PX)
    if (event.clientY > bottom - EDGE_PX) scroller.current!.scrollBy(0, SCROLL_PX)
    const { appointment } = press
    const wanted = snap(minutesAt(event.clientY) - press.grabbed, MOVE_STEP)
    const minutes = Math.max(hours.from, Math.min(hours.to - lengthOf(appointment), wanted))
    // The server does not change the professional of an appointment.
    const under = columns[columnAt(event.clientX) ?? -1]
    const own = under?.doctor.id === appointment.doctorId ? under : undefined
    const sameDay = columns.find(({ day, doctor }) => day === under?.day && doctor.id === appointment.doctorId)
    const day = own?.day ?? sameDay?.day ?? moving?.day
    if (day !== undefined && (day !== moving?.day || minutes !== moving?.minutes)) onMoveTo(day, minutes)
  }
  const onPointerEnd = (isConfirmed: boolean) => {
    const press = pressed.current
    pressed.current = undefined
    if (!press?.isDrag) return
    isAfterDrag.current = true
    setTimeout(() => {
      isAfterDrag.current = false
    })
    onMoveEnd(isConfirmed)
  }
  const isDragged = moving?.how === 'pointer'
  useEffect(() => {
    if (!isDragged) return
    const onKey = ({ key }: globalThis.KeyboardEvent) => {
      if (key !== 'Escape') return
      pressed.current = undefined
      onMoveEnd(false)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [isDragged, onMoveEnd])

  const focusBlock = (id: string) => {
    setActive(id)
    const block = body.current!.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"]`)
    block?.focus()
    block?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }
  const onBlockKey = (event: KeyboardEvent) => {
    const item = itemOf(event.target)
    if (!item || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key.toLowerCase() === 'm') {
      if (!mayMove || !canMove(item.appointment)) return
      event.preventDefault()
      onMoveStart(item.appointment, 'keys')
      return
    }
    const [down, across] = arrowOf(event)
    if (down === 0 && across === 0) return
    event.preventDefault()
    const { column, at } = byId.get(item.id)!
    const next = down === 0 ? nearestIn(columns, column, across, item.start) : columns[column]!.items[at + down]
    if (next) focusBlock(next.id)
  }

  const onFreeKey = (event: KeyboardEvent) => {
    const [down, across] = arrowOf(event)
    if (down === 0 && across === 0) return
    event.preventDefault()
    const column = Math.max(0, Math.min(columns.length - 1, free.column + across))
    const minutes = Math.max(hours.from, Math.min(hours.to - FREE_STEP, free.minutes + down * FREE_STEP))
    setFree({ column, minutes })
    onSay(textOfFree(columns[column]!, minutes))
    ;(event.target as HTMLElement).scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }
  const freeColumn = columns[Math.min(free.column, columns.length - 1)]
  const freeMinutes = Math.max(hours.from, Math.min(hours.to - FREE_STEP, free.minutes))
  const movingColumn = moving
    ? columns.findIndex(({ day, doctor }) => day === moving.day && doctor.id === moving.appointment.doctorId)
    : -1
  const size = { '--columns': columns.length, '--hours': (hours.to - hours.from) / 60 } as CSSProperties

  return (
    <div className="agenda-scroll" ref={scroller}>
      <div className="agenda-grid" style={size}>
        <Heads columns={columns} today={today} />
        {/* biome-ignore lint/a11y/noStaticElementInteractions: what is pressed are its buttons; the free time has one for the keyboard */}
        <div
          className="agenda-body"
          ref={body}
          onPointerDown={onPointerDown}
          onPointerMove={onPointerMove}
          onPointerUp={() => onPointerEnd(true)}
          onPointerCancel={() => onPointerEnd(false)}
          onKeyDown={onBlockKey}
          onFocus={({ target }) => {
            const item = itemOf(target)
            if (item) setActive(item.id)
          }}
          onClick={({ target, clientX, clientY }) => {
            if (isAfterDrag.current || moving) return
            const item = itemOf(target)
            if (item) return onOpen(item.appointment)
            const at = target instanceof Element && target.closest('.agenda-column') && freeAt(clientX, clientY)
            if (at && mayBook) onBook(columns[at.column]!.doctor.id, columns[at.column]!.day, at.minutes)
          }}
        >
          <div className="agenda-hours" aria-hidden="true">
            {Array.from({ length: (hours.to - hours.from) / 60 }, (_, n) => (
              <span key={clockOf(hours.from + n * 60)}>{clockOf(hours.from + n * 60)}</span>
            ))}
          </div>
          {columns.map((column, at) => (
            <ColumnView
              key={column.key}
              at={at}
              column={column}
              hours={hours}
              rooms={rooms}
              isToday={column.day === today}
              active={column.items.some(({ id }) => id === current) ? current : undefined}
              moved={
                moving && column.items.some(({ id }) => id === moving.appointment.id)
                  ? moving.appointment.id
                  : undefined
              }
            />
          ))}
          <div className="agenda-layer">
            {mayBook && freeColumn && (
              <button
                type="button"
                className="agenda-free"
                aria-label={textOfFree(freeColumn, freeMinutes)}
                aria-describedby="agenda-free-hint"
                style={placeOf(columns.indexOf(freeColumn), columns.length, freeMinutes, FREE_STEP, hours)}
                onKeyDown={onFreeKey}
                onClick={(event) => {
                  event.stopPropagation()
                  onBook(freeColumn.doctor.id, freeColumn.day, freeMinutes)
                }}
              >
                {clockOf(freeMinutes)}
              </button>
            )}
            {moving && movingColumn >= 0 && (
              <Ghost
                moving={moving}
                style={placeOf(movingColumn, columns.length, moving.minutes, lengthOf(moving.appointment), hours)}
                onKey={(event) => moveByKey(event, props)}
              />
            )}
          </div>
        </div>
      </div>
      <p id="agenda-free-hint" hidden>
        {text().agenda.freeHint}
      </p>
      <p id="agenda-move-hint" hidden>
        {text().agenda.moveHint}
      </p>
    </div>
  )
}

function Heads({ columns, today }: { columns: readonly Column[]; today: string }) {
  const days = [...Map.groupBy(columns, ({ day }) => day)]
  const isWeek = days.length > 1
  const hasNames = !isWeek || columns.length > days.length
  return (
    <div className="agenda-heads" aria-hidden="true">
      {isWeek &&
        days.map(([day, { length }]) => (
          <span
            key={day}
            className={`agenda-day ${day === today ? 'today' : ''}`}
            style={{ gridColumn: `span ${length}` }}
          >
            {textOfDay(day, { weekday: 'short', day: 'numeric', month: 'short' })}
          </span>
        ))}
      {hasNames &&
        columns.map(({ key, doctor, items }) => (
          <span key={key} className="agenda-doctor" title={doctor.name}>
            <bdi>{doctor.name}</bdi> <span className="soft">{items.length || ''}</span>
          </span>
        ))}
    </div>
  )
}

type ColumnViewProps = {
  at: number
  column: Column
  hours: Hours
  rooms: Rooms
  isToday: boolean
  /** The appointment that gets the focus by the Tab key. */
  active: string | undefined
  moved: string | undefined
}

const ColumnView = memo(function ColumnView({ at, column, hours, rooms, isToday, active, moved }: ColumnViewProps) {
  const label = `${column.doctor.name}, ${textOfDay(column.day)}`
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls of a form
    <div
      className={`agenda-column ${isToday ? 'today' : ''}`}
      role="group"
      aria-label={label}
      style={{ gridColumnStart: at + 2 }}
    >
      {isToday && <NowLine hours={hours} />}
      {column.items.map(({ id, appointment, start, end, place }) => (
        <div
          key={id}
          className={`agenda-place ${id === moved ? 'moved' : ''} ${sizeOf(end - start)}`}
          style={{
            insetBlockStart: heightOf(start - hours.from),
            blockSize: heightOf(end - start),
            insetInlineStart: `${(place.lane / place.lanes) * 100}%`,
            inlineSize: `${(place.width / place.lanes) * 100}%`,
          }}
        >
          <Block appointment={appointment} room={rooms.get(id)} tabIndex={id === active ? 0 : -1} isCompact />
        </div>
      ))}
    </div>
  )
})

const NOW_EVERY_MS = 20_000

function NowLine({ hours }: { hours: Hours }) {
  const [now, setNow] = useState(() => minutesOf(Date.now()))
  useEffect(() => {
    const timer = setInterval(() => setNow(minutesOf(Date.now())), NOW_EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  if (now < hours.from || now > hours.to) return null
  return <div className="agenda-now" style={{ insetBlockStart: heightOf(now - hours.from) }} />
}

/** The new place of an appointment that is being moved. It has the focus when moved by keyboard. */
function Ghost({
  moving,
  style,
  onKey,
}: {
  moving: Moving
  style: CSSProperties
  onKey: (event: KeyboardEvent) => void
}) {
  const element = useRef<HTMLDivElement>(null)
  const isByKeys = moving.how === 'keys'
  useEffect(() => {
    if (isByKeys) element.current!.focus({ preventScroll: true })
  }, [isByKeys])
  // biome-ignore lint/correctness/useExhaustiveDependencies: it was moved
  useEffect(() => {
    if (isByKeys) element.current!.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [isByKeys, moving.day, moving.minutes])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: by the keyboard its role is application, which takes all keys
    <div
      ref={element}
      className="agenda-ghost"
      {...(isByKeys
        ? {
            role: 'application',
            tabIndex: 0,
            'aria-label': `${moving.appointment.patient.name}. ${textOfMoving(moving)}`,
            'aria-describedby': 'agenda-move-hint',
          }
        : { 'aria-hidden': true })}
      style={style}
      onKeyDown={onKey}
    >
      {clockOf(moving.minutes)}–{clockOf(moving.minutes + lengthOf(moving.appointment))}
    </div>
  )
}

export const textOfMoving = ({ appointment, day, minutes }: Moving): string =>
  fill(text().agenda.moving, {
    day: textOfDay(day),
    times: `${clockOf(minutes)}–${clockOf(minutes + lengthOf(appointment))}`,
  })

/** The latest start of an appointment, in minutes of the day. */
const LAST_START = 1435

function moveByKey(event: KeyboardEvent, { moving, onMoveTo, onMoveEnd }: GridProps): void {
  if (!moving) return
  if (event.key === 'Enter' || event.key === 'Escape') {
    event.preventDefault()
    event.stopPropagation()
    onMoveEnd(event.key === 'Enter')
    return
  }
  const [down, across] = arrowOf(event)
  if (down === 0 && across === 0) return
  event.preventDefault()
  event.stopPropagation()
  const step = event.shiftKey ? FREE_STEP : MOVE_STEP
  const minutes = Math.max(0, Math.min(LAST_START, moving.minutes + down * step))
  const day = new Date(Date.parse(moving.day) + across * 86_400_000).toISOString().slice(0, 10)
  onMoveTo(day, minutes)
}

/** Steps down and in the direction of the text. */
function arrowOf({ key }: KeyboardEvent): [down: number, across: number] {
  const forward = document.documentElement.dir === 'rtl' ? -1 : 1
  if (key === 'ArrowDown') return [1, 0]
  if (key === 'ArrowUp') return [-1, 0]
  if (key === 'ArrowRight') return [0, forward]
  if (key === 'ArrowLeft') return [0, -forward]
  return [0, 0]
}

/** The appointment with the nearest start in the next column that has appointments. */
function nearestIn(columns: readonly Column[], from: number, step: number, start: number): Item | undefined {
  for (let at = from + step; columns[at]; at += step) {
    const [nearest] = columns[at]!.items.toSorted((a, b) => Math.abs(a.start - start) - Math.abs(b.start - start))
    if (nearest) return nearest
  }
  return undefined
}

const textOfFree = ({ day, doctor }: Column, minutes: number): string =>
  fill(text().agenda.bookAt, { time: clockOf(minutes), day: textOfDay(day), name: doctor.name })

/** Short appointments have one line. */
const sizeOf = (minutes: number): string => (minutes < 25 ? 'short' : '')

const heightOf = (minutes: number): string => `calc(var(--hour) * ${minutes / 60})`

const placeOf = (column: number, columns: number, start: number, length: number, hours: Hours): CSSProperties => ({
  insetBlockStart: heightOf(start - hours.from),
  blockSize: heightOf(length),
  insetInlineStart: `${(column / columns) * 100}%`,
  inlineSize: `${100 / columns}%`,
})
