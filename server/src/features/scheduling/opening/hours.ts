import type { Mode } from '../../../lib/visit-modes.ts'

/** Instants in milliseconds since 1970: from `from`, before `to`. */
export type Span = { from: number; to: number }

/** Weekly hours at one place. Minutes count from midnight of the day; times after 1440 are on the next day. */
export type Rule = {
  weekday: number
  fromMin: number
  toMin: number
  modes: readonly Mode[]
  validFrom: string | null
  validUntil: string | null
  season: 'RAMADAN' | null
}

/** A change of the hours of each day in a range. CLOSED without times closes the whole day. */
export type Exception = { firstDay: string; lastDay: string } & (
  | { kind: 'CLOSED'; fromMin: number | null; toMin: number | null }
  | { kind: 'OPEN'; fromMin: number; toMin: number; modes: readonly Mode[] }
)

export type Hours = {
  timeZone: string
  rules: readonly Rule[]
  exceptions: readonly Exception[]
  /** Holidays. Only an exception opens them. */
  closedDays: ReadonlySet<string>
  /** Days on which rules of the season RAMADAN replace the others. */
  ramadan: ReadonlySet<string>
}

type OpenTime = { modes: readonly Mode[]; fromMin: number; toMin: number }

/** The open time of a day for a set of modes. */
export type OpenDay = { day: string; modes: readonly Mode[]; open: Span[] }

const DAY_MIN = 1440

/**
 * The open time of each day between two days of the place's calendar: (rules − closed days + OPEN) − CLOSED. A longer absence
 * therefore also ends hours that were added before.
 */
export function openDays(hours: Hours, first: string, last: string): OpenDay[] {
  const { rules, exceptions, closedDays, ramadan } = hours
  const days = daysBetween(first, last)
  const closed = closedSpans(hours, first, last)
  const holidays = union(
    [...closedDays]
      .filter((day) => day >= dayAfter(first, -1) && day <= dayAfter(last, 2))
      .map((day) => wholeDay(hours, day)),
  )
  return days.flatMap((day) => {
    const { dayOfWeek } = Temporal.PlainDate.from(day)
    const valid = rules.filter((rule) => isWithin(day, rule.validFrom, rule.validUntil))
    const season = ramadan.has(day) && valid.some((rule) => rule.season === 'RAMADAN') ? 'RAMADAN' : null
    const weekly = valid.filter((rule) => rule.weekday === dayOfWeek && rule.season === season)
    const added = exceptions
      .filter((one) => one.kind === 'OPEN')
      .filter((one) => isWithin(day, one.firstDay, one.lastDay))
    return modeSets([...weekly, ...added]).flatMap((modes) => {
      const spansOf = (list: readonly OpenTime[]) =>
        list.filter((one) => keyOf(one.modes) === keyOf(modes)).map((one) => spanOf(hours, day, one.fromMin, one.toMin))
      const open = subtract(union([...subtract(union(spansOf(weekly)), holidays), ...spansOf(added)]), closed)
      return open.length === 0 ? [] : [{ day, modes, open }]
    })
  })
}

/** The time that CLOSED exceptions close on the days of a range, and on the next ones, into which hours may reach. */
export function closedSpans(hours: Pick<Hours, 'timeZone' | 'exceptions'>, first: string, last: string): Span[] {
  const closing = hours.exceptions.filter(({ kind }) => kind === 'CLOSED')
  return union(
    closing.flatMap(({ firstDay, lastDay, fromMin, toMin }) =>
      daysBetween(later(firstDay, dayAfter(first, -1)), earlier(lastDay, dayAfter(last, 2))).map((day) =>
        fromMin === null ? wholeDay(hours, day) : spanOf(hours, day, fromMin, toMin!),
      ),
    ),
  )
}

const isWithin = (day: string, first: string | null, last: string | null): boolean =>
  (first === null || day >= first) && (last === null || day <= last)

const later = (a: string, b: string): string => (a > b ? a : b)
const earlier = (a: string, b: string): string => (a < b ? a : b)

/** The day `count` days after another. */
export const dayAfter = (day: string, count: number): string =>
  Temporal.PlainDate.from(day).add({ days: count }).toString()

export function daysBetween(first: string, last: string): string[] {
  const days: string[] = []
  for (let day = Temporal.PlainDate.from(first); day.toString() <= last; day = day.add({ days: 1 }))
    days.push(day.toString())
  return days
}

type Zone = Pick<Hours, 'timeZone'>

/** The instant at which a wall clock shows a minute of a day. In a gap of the clock, as much later as the gap is long. */
const instantOf = ({ timeZone }: Zone, day: string, minute: number): number =>
  Temporal.PlainDate.from(day).toPlainDateTime().add({ minutes: minute }).toZonedDateTime(timeZone).epochMilliseconds

const spanOf = (zone: Zone, day: string, fromMin: number, toMin: number): Span => ({
  from: instantOf(zone, day, fromMin),
  to: instantOf(zone, day, toMin),
})

const wholeDay = (zone: Zone, day: string): Span => spanOf(zone, day, 0, DAY_MIN)

const keyOf = (modes: readonly Mode[]): string => [...modes].sort().join()

/** The different sets of modes, each in one order. */
function modeSets(list: readonly OpenTime[]): (readonly Mode[])[] {
  return [...new Map(list.map(({ modes }) => [keyOf(modes), [...modes].sort()])).values()]
}

/** The same time as disjoint spans in order. */
export function union(spans: readonly Span[]): Span[] {
  const joined: Span[] = []
  for (const { from, to } of spans.filter((span) => span.from < span.to).sort((a, b) => a.from - b.from)) {
    const last = joined.at(-1)
    if (last && from <= last.to) last.to = Math.max(last.to, to)
    else joined.push({ from, to })
  }
  return joined
}

/** The time of disjoint spans without that of others. */
export function subtract(spans: readonly Span[], others: readonly Span[]): Span[] {
  return others.reduce<Span[]>(
    (left, other) =>
      left.flatMap(({ from, to }) =>
        [
          { from, to: Math.min(to, other.from) },
          { from: Math.max(from, other.to), to },
        ].filter((span) => span.from < span.to),
      ),
    [...spans],
  )
}
