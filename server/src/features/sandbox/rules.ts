import { conflict, unprocessable } from '../../errors.ts'

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS
/** How far ahead of real time the clock may be put: ten years. */
export const MAX_AHEAD_DAYS = 3653

/** When the week began that a moment is in: Sunday, 00:00 UTC (specification: "Limits"). */
export const startOfWeek = (at: Date): Date =>
  new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate() - at.getUTCDay()))

/** Where the clock is to be put: at a moment, or on by so many seconds. */
export type Move = { now?: Date | undefined; advanceSec?: number | undefined }

/**
 * The clock as the database has it, in milliseconds: real time, how far ahead of that it is, and how far the call that
 * moved it last is to take it; of none since the last reset, null.
 */
export type Reading = { realMs: number; aheadMs: number; boundMs: number; boundBy: string | null }

/** @throws {ApiError} 409 backwards, 422 too far */
export function assertMovable(move: Move, { realMs, aheadMs }: Reading): void {
  const byMs = move.advanceSec === undefined ? move.now!.getTime() - realMs - aheadMs : move.advanceSec * 1000 // one of the two
  if (byMs < 0) {
    const now = new Date(realMs + aheadMs).toISOString()
    throw conflict('The clock only moves forward, until the sandbox is reset.', { now })
  }
  if (aheadMs + byMs <= MAX_AHEAD_DAYS * DAY_MS) return
  const path = [move.advanceSec === undefined ? 'now' : 'advanceSec']
  throw unprocessable([{ path, message: 'must not lead beyond ten years from now' }])
}
