import type { Actor } from '../../actor.ts'
import { conflict, forbidden } from '../../errors.ts'

/** Why there is more of a lot, or less. */
export const reasons = ['RECEIVED', 'SOLD', 'RETURNED', 'LOST', 'CORRECTION'] as const
export type Reason = (typeof reasons)[number]

export const MAX_QUANTITY = 1_000_000

/** Days ahead of the last day of use at which a pharmacy is warned (specification: "Scheduled jobs"). */
export const windows = { wide: 30, narrow: 7 } as const
export type Window = (typeof windows)[keyof typeof windows]

/** Which way a movement goes by its reason: 1 in, -1 out, 0 either. */
const directions: Record<Reason, 1 | -1 | 0> = { RECEIVED: 1, SOLD: -1, RETURNED: 1, LOST: -1, CORRECTION: 0 }

/** What is wrong with a movement by itself, if anything. */
export function deltaFault(reason: Reason, delta: number): string | undefined {
  const direction = directions[reason]
  if (delta === 0) return 'must not be 0'
  if (direction === 0 || Math.sign(delta) === direction) return undefined
  return direction === 1
    ? `must be above 0 where the reason is ${reason}`
    : `must be below 0 where the reason is ${reason}`
}

/** @throws {ApiError} 409 where it would take more than there is, or leave more than a lot can be */
export function assertPossible(quantity: number, delta: number): void {
  const left = quantity + delta
  if (left < 0) throw conflict(`There are ${quantity} left of this lot.`, { stock: { quantity } })
  if (left > MAX_QUANTITY) throw conflict(`A lot is of ${MAX_QUANTITY} at most.`, { stock: { quantity } })
}

/** @throws {ApiError} 403 when a pharmacy writes down what another has */
export function assertOwn(actor: Actor, pharmacyId: string): void {
  if (actor.role === 'PHARMACIST' && pharmacyId !== actor.userId)
    throw forbidden('A pharmacy keeps its own stock and no other.')
}

const DAY_MS = 24 * 3_600_000

/** The day so many days after another, both like 2026-12-01. */
export const daysAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
