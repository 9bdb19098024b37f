import { assertMay } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import type { Actor } from '../../../actor.ts'
import { conflict } from '../../../errors.ts'
import { type Transitions, transitionDetails } from '../../../lib/transitions.ts'

export const statuses = ['OPEN', 'PARTIALLY_PAID', 'PAID', 'PARTIALLY_REFUNDED', 'REFUNDED', 'CANCELLED'] as const
type Status = (typeof statuses)[number]

export const methods = ['CARD', 'CASH'] as const
export const paymentStatuses = ['PENDING', 'SUCCEEDED', 'DECLINED', 'FAILED'] as const
export const refundStatuses = ['PENDING', 'SUCCEEDED', 'PARTIAL', 'FAILED'] as const

/** A million dirhams in centimes. Larger amounts are typing errors. */
export const MAX_AMOUNT = 100_000_000

/** Status changes that a request can make. The other statuses are derived from payments and refunds. */
const transitions: Transitions<Status> = {
  OPEN: ['CANCELLED'],
  PARTIALLY_PAID: [],
  PAID: [],
  PARTIALLY_REFUNDED: [],
  REFUNDED: [],
  CANCELLED: [],
}

/** The amounts of an invoice, in centimes. */
type Sums = {
  amount: number
  paid: number
  awaited: number
  refunded: number
  going_back: number
  status: Status
}

/** The amount that can still be paid. Nothing is due after a full refund. */
export const dueOf = ({ amount, paid, awaited, status }: Sums): number =>
  status === 'CANCELLED' || status === 'REFUNDED' ? 0 : amount - paid - awaited

/** The amount that can still be refunded. */
const refundableOf = ({ paid, refunded, going_back }: Pick<Sums, 'paid' | 'refunded' | 'going_back'>): number =>
  paid - refunded - going_back

/** @throws {ApiError} 409 if the amount exceeds the amount due */
export function assertDue(sums: Sums, amount: number): void {
  const due = dueOf(sums)
  if (amount <= due) return
  const pending = sums.awaited > 0 ? `; card payments of ${sums.awaited} are pending` : ''
  throw conflict(`The amount exceeds the ${due} centimes due on this invoice, which is ${sums.status}${pending}.`, {
    due,
  })
}

/** @throws {ApiError} 409 if the amount exceeds the refundable amount */
export function assertRefundable(sums: Sums, amount: number): void {
  const refundable = refundableOf(sums)
  if (amount <= refundable) return
  throw conflict(`The amount exceeds the ${refundable} centimes that can be refunded.`, { refundable })
}

/** @throws {ApiError} 409 if anything was paid or a card payment is pending */
export function assertCancellable({ status, awaited }: Sums): void {
  if (status !== 'OPEN')
    throw conflict(
      `An invoice that is ${status} cannot become CANCELLED. Refund it instead.`,
      transitionDetails(transitions, status, 'CANCELLED'),
    )
  if (awaited > 0) throw conflict('A card payment on this invoice is pending. Try again when it is settled.')
}

/** @throws {ApiError} 403 for cash by a patient */
export function assertMayRecord(actor: Actor, method: (typeof methods)[number]): void {
  const message = 'Patients cannot record cash. The doctor, the dentist, the front desk or an administrator records it.'
  if (method === 'CASH') assertMay(access.invoices.recordCash, actor, { author: true, desk: true }, message) // `lock` has checked that the invoice is visible
}

export const numberOf = ({ year, serial }: { year: number; serial: number }): string =>
  `${year}-${String(serial).padStart(6, '0')}`

/** A payment and its refunded amount. */
export type Paid = {
  id: string
  method: (typeof methods)[number]
  amount: number
  refunded: number
  going_back: number
}

/** A part of a refund: the amount returned to one payment. */
export type Part = { paymentId: string; method: (typeof methods)[number]; amount: number }

/**
 * Divides a refund among payments: first the card payments, newest first, because they must return to their card; then cash.
 * @param payments whose refundable amounts sum up to at least `amount`
 */
export function divideRefund(payments: readonly Paid[], amount: number): Part[] {
  const ordered = payments.toSorted((a, b) =>
    a.method === b.method ? (a.id < b.id ? 1 : -1) : a.method === 'CARD' ? -1 : 1,
  )
  const parts: Part[] = []
  let left = amount
  for (const payment of ordered) {
    const part = Math.min(left, payment.amount - payment.refunded - payment.going_back)
    if (part > 0) parts.push({ paymentId: payment.id, method: payment.method, amount: part })
    left -= part
  }
  return parts
}
