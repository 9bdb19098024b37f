import { type CSSProperties, memo, useEffect, useState } from 'react'
import { minutesOf } from '../../parts/morocco.ts'
import { Block } from './block.tsx'
import type { Column } from './columns.ts'
import type { Rooms } from './data.ts'
import type { Hours } from './layout.ts'
import { textOfDay } from './texts.ts'

/** The days and the professionals above the columns. */
export function Heads({ columns, today }: { columns: readonly Column[]; today: string }) {
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

/** The appointments of one professional on one day. */
export const ColumnView = memo(function ColumnView({
  at,
  column,
  hours,
  rooms,
  isToday,
  active,
  moved,
}: ColumnViewProps) {
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

/** Short appointments have one line. */
const sizeOf = (minutes: number): string => (minutes < 25 ? 'short' : '')

const heightOf = (minutes: number): string => `calc(var(--hour) * ${minutes / 60})`

export const placeOf = (
  column: number,
  columns: number,
  start: number,
  length: number,
  hours: Hours,
): CSSProperties => ({
  insetBlockStart: heightOf(start - hours.from),
  blockSize: heightOf(length),
  insetInlineStart: `${(column / columns) * 100}%`,
  inlineSize: `${100 / columns}%`,
})
