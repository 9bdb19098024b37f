import { assertMay } from '../../../../access/check.ts'
import { access } from '../../../../access/table.ts'
import type { Actor } from '../../../../actor.ts'
import { conflict, forbidden } from '../../../../errors.ts'

export const frequencies = ['WEEKLY', 'MONTHLY'] as const
export type Frequency = (typeof frequencies)[number]
export const MAX_OCCURRENCES = 52
/** Changes of the times of a series on one day. Each sends a message. */
export const MAX_CHANGES = 10

export type Repeat = { frequency: Frequency; interval: number; count: number }

/** @throws {ApiError} 403 for the series of another professional */
export function assertMayChange(actor: Actor, { doctor_id: author }: { doctor_id: string }): void {
  assertMay(access.series.write, actor, { author, desk: true }, 'Professionals change their own series.')
}

/** @throws {ApiError} 403 for a professional who does not treat the patient, or for an unknown patient */
export function assertTreats(treats: boolean): void {
  if (!treats) throw forbidden('Doctors and dentists book series for patients whom they treat.')
}

/** @throws {ApiError} 409 for a series that was changed too often on one day */
export function assertMayMoveAgain(changes: number): void {
  if (changes < MAX_CHANGES) return
  throw conflict(`The series was changed ${changes} times today. This is the limit.`, {
    limit: { kind: 'SERIES_CHANGES', max: MAX_CHANGES, open: changes },
  })
}

const onWallClock = (at: Date, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone)

const toDate = (at: Temporal.ZonedDateTime) => new Date(at.epochMilliseconds)

/** The starts of a series: the same time of the wall clock, at the same weekday. */
export function startsOf(first: Date, { frequency, interval, count }: Repeat, timeZone: string): Date[] {
  const start = onWallClock(first, timeZone)
  return Array.from({ length: count }, (_, n) =>
    toDate(frequency === 'WEEKLY' ? start.add({ weeks: n * interval }) : sameWeekdayOfMonth(start, n * interval)),
  )
}

/** The second Tuesday of a later month, for a start on the second Tuesday. The fifth becomes the last. */
function sameWeekdayOfMonth(start: Temporal.ZonedDateTime, months: number): Temporal.ZonedDateTime {
  const month = start.with({ day: 1 }).add({ months })
  const firstDay = 1 + ((start.dayOfWeek - month.dayOfWeek + 7) % 7)
  const day = firstDay + 7 * (Math.ceil(start.day / 7) - 1)
  return month.with({ day: day > month.daysInMonth ? day - 7 : day })
}

type Times = { startTime: Date; endTime: Date }

/** The parts of a time outside another one. */
export function without({ startTime, endTime }: Times, other: Times): Times[] {
  const before = { startTime, endTime: other.startTime < endTime ? other.startTime : endTime }
  const after = { startTime: other.endTime > startTime ? other.endTime : startTime, endTime }
  return [before, after].filter((part) => part.startTime < part.endTime)
}

type Change = { time?: string | undefined; weekday?: number | undefined; durationMin?: number | undefined }

/** The times of an appointment after a change of its series. */
export function changedTimes(
  { startTime, endTime }: Times,
  { time, weekday, durationMin }: Change,
  timeZone: string,
): Times {
  let start = onWallClock(startTime, timeZone)
  if (time !== undefined) start = start.withPlainTime(Temporal.PlainTime.from(time))
  if (weekday !== undefined) start = start.add({ days: weekday - start.dayOfWeek })
  const durationMs = durationMin === undefined ? endTime.getTime() - startTime.getTime() : durationMin * 60_000
  return { startTime: toDate(start), endTime: new Date(start.epochMilliseconds + durationMs) }
}
