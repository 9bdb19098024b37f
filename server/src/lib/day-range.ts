import { unprocessable } from '../errors.ts'
import { day } from './fields.ts'
import { localDay, midnight } from './moroccan-time.ts'

/** The most days of a report: three months. */
export const MAX_DAYS = 92
/** The days of a report that names no first day. */
const DEFAULT_DAYS = 7

/** The days of a report, for a query. */
export const dayRange = {
  from: day.optional().meta({
    description: `The first day, in Moroccan time. By default, the report has ${DEFAULT_DAYS} days.`,
    example: '2026-12-01',
  }),
  to: day.optional().meta({ description: 'The last day. By default today.', example: '2026-12-28' }),
}

type Range = { from?: string | undefined; to?: string | undefined }

const DAY_MS = 86_400_000

const shifted = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

/**
 * The days of a range, which includes both ends.
 * @throws {ApiError} 422 if it ends before it begins, or has more than `max` days
 */
export function daysOf({ to: last, from: first }: Range, now: Date, max = MAX_DAYS): string[] {
  const to = last ?? localDay(now)
  const from = first ?? shifted(to, 1 - DEFAULT_DAYS)
  if (to < from) throw unprocessable([{ path: ['to'], message: 'must not be before from', code: 'not_after' }])
  if (to > shifted(from, max - 1))
    throw unprocessable([{ path: ['to'], message: `must be at most ${max - 1} days after from` }])
  const days = [from]
  while (days.at(-1)! < to) days.push(shifted(days.at(-1)!, 1))
  return days
}

/** The first moments of days in Morocco, and the end of the last day. */
export const boundsOf = (days: readonly string[]): Date[] => [...days, shifted(days.at(-1)!, 1)].map(midnight)
