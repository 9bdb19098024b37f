import { type CSSProperties, type KeyboardEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from 'react'
import type { Appointment } from '../../../../clients/javascript/src/medina.ts'
import { fill } from '../../language.ts'
import { arrowOf } from '../../parts/arrows.ts'
import { clockOf, dayOf, minutesOf } from '../../parts/morocco.ts'
import type { Column, Item } from './columns.ts'
import type { Rooms } from './data.ts'
import { useDrag } from './drag.ts'
import { ColumnView, Heads, placeOf } from './grid-columns.tsx'
import { hoursOf } from './layout.ts'
import { FREE_STEP, Ghost, lengthOf, type Moving, moveByKey } from './moving.tsx'
import { canMove } from './statuses.ts'
import { textOfDay } from './texts.ts'
import { text } from './words/index.ts'

export type GridProps = {
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

/** A grid with a column for each day and professional, and the time from top to bottom. */
export function Grid(props: GridProps) {
  const { columns, rooms, moving, mayBook, mayMove, onOpen, onBook, onMoveStart, onSay } = props
  const spans = useMemo(() => columns.flatMap(({ items }) => items), [columns])
  const moved = moving && { start: moving.minutes, end: moving.minutes + lengthOf(moving.appointment) }
  const { from, to } = hoursOf(moved ? [...spans, moved] : spans)
  const hours = useMemo(() => ({ from, to }), [from, to])
  const [active, setActive] = useState<string>()
  const [free, setFree] = useState({ column: 0, minutes: 9 * 60 })
  const scroller = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLDivElement>(null)
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
    const earliest = spans.length > 0 ? Math.min(...spans.map(({ start }) => start)) - 30 : hours.from
    const first = isToday ? minutesOf(Date.now()) - 60 : earliest
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

  const drag = useDrag({ ...props, hours, scroller, body, minutesAt, columnAt, itemOf })
  const hover = (event: PointerEvent) => {
    const at = event.pointerType !== 'touch' && !itemOf(event.target) && freeAt(event.clientX, event.clientY)
    if (at && (at.column !== free.column || at.minutes !== free.minutes)) setFree(at)
  }

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
          onPointerDown={drag.start}
          onPointerMove={(event) => {
            if (!drag.move(event)) hover(event)
          }}
          onPointerUp={() => drag.end(true)}
          onPointerCancel={() => drag.end(false)}
          onKeyDown={onBlockKey}
          onFocus={({ target }) => {
            const item = itemOf(target)
            if (item) setActive(item.id)
          }}
          onClick={({ target, clientX, clientY }) => {
            if (drag.hasJustEnded() || moving) return
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
                onKey={(event) => moveByKey(event, moving, props)}
              />
            )}
          </div>
        </div>
      </div>
      <p id="agenda-free-hint" hidden>
        {text().freeHint}
      </p>
      <p id="agenda-move-hint" hidden>
        {text().moveHint}
      </p>
    </div>
  )
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
  fill(text().bookAt, { time: clockOf(minutes), day: textOfDay(day), name: doctor.name })
