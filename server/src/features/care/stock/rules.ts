import { assertMay } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import type { Actor } from '../../../actor.ts'
import { conflict } from '../../../errors.ts'

/** Reasons of a movement. */
export const reasons = ['RECEIVED', 'SOLD', 'RETURNED', 'LOST', 'CORRECTION'] as const
export type Reason = (typeof reasons)[number]

export const MAX_QUANTITY = 1_000_000

/** Days before the last day of use at which a pharmacy is warned (specification: "Scheduled jobs"). */
export const windows = { wide: 30, narrow: 7 } as const
export type Window = (typeof windows)[keyof typeof windows]

/** The sign that each reason requires of a movement; 0 for any. */
const directions: Record<Reason, 1 | -1 | 0> = { RECEIVED: 1, SOLD: -1, RETURNED: 1, LOST: -1, CORRECTION: 0 }

/** The validation fault of a movement, if any. */
export function deltaFault(reason: Reason, delta: number): string | undefined {
  const direction = directions[reason]
  if (delta === 0) return 'must not be 0'
  if (direction === 0 || Math.sign(delta) === direction) return undefined
  return direction === 1 ? `must be above 0 for the reason ${reason}` : `must be below 0 for the reason ${reason}`
}

/** @throws {ApiError} 409 if the resulting quantity is negative or too large */
export function assertWithinLimits(quantity: number, delta: number): void {
  const left = quantity + delta
  if (left < 0) throw conflict(`The stock is too low: this lot has ${quantity} left.`, { stock: { quantity } })
  if (left > MAX_QUANTITY) throw conflict(`A lot can have at most ${MAX_QUANTITY} items.`, { stock: { quantity } })
}

/** @throws {ApiError} 403 if a pharmacy changes another's stock */
export function assertOwnStock(actor: Actor, pharmacyId: string): void {
  assertMay(access.stock.write, actor, { addressed: pharmacyId }, 'A pharmacy can change only its own stock.')
}

const DAY_MS = 24 * 3_600_000

/** Adds days to a day, both in the form 2026-12-01. */
export const daysAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
