import { conflict, unprocessable } from '../../errors.ts'

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS
/** How far one call may advance the clock. */
export const MAX_ADVANCE_DAYS = 366
/** Times of the API end with the year 2100. */
const END_OF_TIME_MS = Date.UTC(2101, 0)

/** When the week began that a moment is in: Sunday, 00:00 UTC (specification: "Limits"). */
export const startOfWeek = (at: Date): Date =>
  new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate() - at.getUTCDay()))

/** Where the clock is to be put: at a moment, or on by so many seconds. */
export type Move = { now?: Date | undefined; advanceSec?: number | undefined }

/** The clock as the database has it, in milliseconds: real time, how far ahead of that it is, and how far it is to be. */
export type Reading = { realMs: number; aheadMs: number; boundMs: number }

/**
 * How far ahead of real time a move puts the clock. Advances add up: each counts from where the one before will end.
 * @throws {ApiError} 409 backwards, 422 too far
 */
export function boundOf(move: Move, { realMs, aheadMs, boundMs }: Reading): number {
  const fromMs = Math.max(aheadMs, boundMs)
  const byMs = move.advanceSec === undefined ? move.now!.getTime() - realMs - fromMs : move.advanceSec * 1000 // one of the two
  if (byMs < 0) {
    const now = new Date(realMs + fromMs).toISOString()
    throw conflict('The clock only moves forward, until the sandbox is reset.', { now })
  }
  const path = [move.advanceSec === undefined ? 'now' : 'advanceSec']
  if (byMs > MAX_ADVANCE_DAYS * DAY_MS)
    throw unprocessable([{ path, message: `must be at most ${MAX_ADVANCE_DAYS} days ahead` }])
  if (realMs + fromMs + byMs >= END_OF_TIME_MS)
    throw unprocessable([{ path, message: 'must not lead beyond the year 2100' }])
  return Math.round(fromMs + byMs)
}
