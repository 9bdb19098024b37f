import { assertMay } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import type { Actor } from '../../../actor.ts'
import { conflict, type Fault, unprocessable } from '../../../errors.ts'

export const statuses = ['WAITING', 'OFFERED', 'BOOKED', 'LEFT', 'EXPIRED'] as const
export type Status = (typeof statuses)[number]

/** Open entries that patients make for themselves or a dependant. */
export const MAX_OPEN = 5
/** The last day of an entry, from today. */
export const MAX_DAYS = 365
/** Offers, and so messages, that an entry gets in 24 hours. */
export const MAX_OFFERS = 5
/** Entries that one freed time is offered to, at most. */
export const MAX_CANDIDATES = 200

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** A visit that starts sooner is not offered. */
export const LEAST_NOTICE_MS = HOUR_MS

/** How long an offer lasts: two hours if the visit is more than a day away, otherwise half an hour. */
export const offerEnd = (startTime: Date, now: Date): Date =>
  new Date(now.getTime() + (startTime.getTime() - now.getTime() > DAY_MS ? 2 * HOUR_MS : 30 * MINUTE_MS))

type Wish = {
  first_day: string
  last_day: string
  weekdays: readonly number[] | null
  from_min: number | null
  to_min: number | null
}

/** Whether a patient wishes a visit then, by the wall clock of the place. */
export function isWished(wish: Wish, startTime: Date, endTime: Date, timeZone: string): boolean {
  const at = (time: Date) => Temporal.Instant.fromEpochMilliseconds(time.getTime()).toZonedDateTimeISO(timeZone)
  const start = at(startTime)
  const day = start.toPlainDate().toString()
  const startMin = start.hour * 60 + start.minute
  const endMin = startMin + (endTime.getTime() - startTime.getTime()) / MINUTE_MS
  return (
    day >= wish.first_day &&
    day <= wish.last_day &&
    (wish.weekdays === null || wish.weekdays.includes(start.dayOfWeek)) &&
    startMin >= (wish.from_min ?? 0) &&
    endMin <= (wish.to_min ?? Number.POSITIVE_INFINITY)
  )
}

type Range = { firstDay: string; lastDay: string; fromMin: number | null; toMin: number | null }

/** @throws {ApiError} 422 for days or times in the wrong order, or a last day that is over or too far ahead */
export function assertRange({ firstDay, lastDay, fromMin, toMin }: Range, today: string): void {
  const faults: Fault[] = []
  const latest = Temporal.PlainDate.from(today).add({ days: MAX_DAYS }).toString()
  if (lastDay < firstDay) faults.push({ path: ['lastDay'], message: 'must not be before firstDay' })
  else if (lastDay < today) faults.push({ path: ['lastDay'], message: 'must not be in the past' })
  if (lastDay > latest) faults.push({ path: ['lastDay'], message: `must be at most ${MAX_DAYS} days from today` })
  if (fromMin !== null && toMin !== null && toMin <= fromMin)
    faults.push({ path: ['to'], message: 'must be after from' })
  if (faults.length > 0) throw unprocessable(faults)
}

/** Whether the entry still waits for a time or an answer. */
export const isOpen = (status: Status): boolean => status === 'WAITING' || status === 'OFFERED'

/** @throws {ApiError} 409 for a patient with too many open entries */
export function assertMayWait(open: number): void {
  if (open < MAX_OPEN) return
  throw conflict(`You already wait for ${open} visits. This is the limit.`, {
    limit: { kind: 'WAITLIST', max: MAX_OPEN, open },
  })
}

/** @throws {ApiError} 409 for an entry that has ended */
export function assertOpen(status: Status): void {
  if (!isOpen(status)) throw conflict(`The entry is ${status}.`, { state: { from: status, to: 'LEFT', allowed: [] } })
}

/** @throws {ApiError} 409 without a current offer */
export function assertOffered(status: Status): void {
  if (status === 'OFFERED') return
  throw conflict('No time is offered to this entry.', { state: { from: status, to: 'WAITING', allowed: [] } })
}

/** @throws {ApiError} 403 for a patient who marks their own entry as urgent */
export function assertMayMark(actor: Actor, urgent: boolean | undefined): void {
  if (urgent === undefined) return
  assertMay(access.waitlist.markUrgent, actor, { author: true, desk: true }, 'Only the staff marks entries as urgent.')
}
