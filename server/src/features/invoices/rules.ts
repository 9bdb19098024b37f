import type { Actor } from '../../actor.ts'
import { conflict, forbidden } from '../../errors.ts'
import { type Transitions, wrongState } from '../../lib/transitions.ts'

export const statuses = ['OPEN', 'PARTIALLY_PAID', 'PAID', 'PARTIALLY_REFUNDED', 'REFUNDED', 'CANCELLED'] as const
export type Status = (typeof statuses)[number]

export const methods = ['CARD', 'CASH'] as const
export const paymentStatuses = ['PENDING', 'SUCCEEDED', 'DECLINED', 'FAILED'] as const
export const refundStatuses = ['PENDING', 'SUCCEEDED', 'PARTIAL', 'FAILED'] as const

/** A million dirhams, in centimes: more is a slip of the finger. */
export const MAX_AMOUNT = 100_000_000

/** What somebody may make of an invoice by hand; the other states follow from its payments. */
const byHand: Transitions<Status> = {
  OPEN: ['CANCELLED'],
  PARTIALLY_PAID: [],
  PAID: [],
  PARTIALLY_REFUNDED: [],
  REFUNDED: [],
  CANCELLED: [],
}

/** An invoice's amounts, in centimes, as its row has them. */
type Sums = {
  amount: number
  paid: number
  awaited: number
  refunded: number
  going_back: number
  status: Status
}

/** What may still be paid. Of an invoice whose money went back nothing is owed any more. */
export const dueOf = ({ amount, paid, awaited, status }: Sums): number =>
  status === 'CANCELLED' || status === 'REFUNDED' ? 0 : amount - paid - awaited

/** What may still go back. */
const refundableOf = ({ paid, refunded, going_back }: Pick<Sums, 'paid' | 'refunded' | 'going_back'>): number =>
  paid - refunded - going_back

/** @throws {ApiError} 409 when less than the amount is due */
export function assertDue(sums: Sums, amount: number): void {
  const due = dueOf(sums)
  if (amount <= due) return
  const under = sums.awaited > 0 ? `; card payments of ${sums.awaited} are under way` : ''
  throw conflict(`This invoice is ${sums.status}, and ${due} centimes of it are due${under}.`, { due })
}

/** @throws {ApiError} 409 when less than the amount can go back */
export function assertRefundable(sums: Sums, amount: number): void {
  const refundable = refundableOf(sums)
  if (amount <= refundable) return
  throw conflict(`Of what was paid on this invoice, ${refundable} centimes can go back.`, { refundable })
}

/** @throws {ApiError} 409 once something has been paid, or may be at any moment */
export function assertCancellable({ status, awaited }: Sums): void {
  if (status !== 'OPEN')
    throw conflict(
      `An invoice that is ${status} cannot become CANCELLED: send back what was paid.`,
      wrongState(byHand, status, 'CANCELLED'),
    )
  if (awaited > 0) throw conflict('A card payment on this invoice is under way. Try again when it has ended.')
}

/** @throws {ApiError} 403 when a patient says that they paid in cash */
export function assertMayTake(actor: Actor, method: (typeof methods)[number]): void {
  if (method === 'CASH' && actor.role === 'PATIENT')
    throw forbidden('Cash is recorded by whoever receives it: the doctor, the dentist or an administrator.')
}

export const numberOf = ({ year, serial }: { year: number; serial: number }): string =>
  `${year}-${String(serial).padStart(6, '0')}`

/** What went into an invoice, and what may come back out of it. */
export type Paid = {
  id: string
  method: (typeof methods)[number]
  amount: number
  refunded: number
  going_back: number
}

/** A part of a refund: what goes back of one payment. */
export type Part = { paymentId: string; method: (typeof methods)[number]; amount: number }

/**
 * Divides a refund among the payments that it returns: cards first, because money that came from a card is to go back
 * there, and of those the newest first.
 * @param payments of at least the amount, together
 */
export function divide(payments: readonly Paid[], amount: number): Part[] {
  const inTurn = payments.toSorted((a, b) =>
    a.method === b.method ? (a.id < b.id ? 1 : -1) : a.method === 'CARD' ? -1 : 1,
  )
  const parts: Part[] = []
  let left = amount
  for (const payment of inTurn) {
    const part = Math.min(left, payment.amount - payment.refunded - payment.going_back)
    if (part > 0) parts.push({ paymentId: payment.id, method: payment.method, amount: part })
    left -= part
  }
  return parts
}
