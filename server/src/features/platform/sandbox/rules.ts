import { conflict, unprocessable } from '../../../errors.ts'

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS
/** The maximum number of days that the clock may be ahead of real time: ten years. */
export const MAX_AHEAD_DAYS = 3653

/** The start of a moment's week: Sunday, 00:00 UTC (specification: "Limits"). */
export const startOfWeek = (at: Date): Date =>
  new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate() - at.getUTCDay()))

/** A move of the clock: to a time, or by a number of seconds. */
export type Move = { now?: Date | undefined; advanceSec?: number | undefined }

/**
 * The stored clock, in milliseconds: real time, the current offset, and the offset that the last call is to reach. `boundBy` is
 * the id of that call; null after a reset.
 */
export type Reading = { realMs: number; aheadMs: number; boundMs: number; boundBy: string | null }

/** @throws {ApiError} 409 for a move backwards, 422 for a move that is too far */
export function assertMovable(move: Move, { realMs, aheadMs }: Reading): void {
  const byMs = move.advanceSec === undefined ? move.now!.getTime() - realMs - aheadMs : move.advanceSec * 1000 // exactly one is given
  if (byMs < 0) {
    const now = new Date(realMs + aheadMs).toISOString()
    throw conflict('The clock can only move forward. Reset the sandbox to return it to real time.', { now })
  }
  if (aheadMs + byMs <= MAX_AHEAD_DAYS * DAY_MS) return
  const path = [move.advanceSec === undefined ? 'now' : 'advanceSec']
  throw unprocessable([{ path, message: 'must be at most ten years from now' }])
}
