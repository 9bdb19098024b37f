import { assertMay, hasRelation, may } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import type { Actor } from '../../../actor.ts'
import type { ConflictDetails } from '../../../conflict-details.ts'
import { conflict, type Fault, unprocessable } from '../../../errors.ts'
import { type Transitions, transitionDetails } from '../../../lib/transitions.ts'
import { fillOf, type Line, type Part } from '../prescriptions/actions.ts'

export const statuses = ['PENDING', 'PREPARING', 'READY', 'DELIVERED', 'CANCELLED', 'REJECTED'] as const
export type Status = (typeof statuses)[number]

/** Allowed transitions (specification: "Order"; decision: "Orders move forward by one"). */
const transitions: Transitions<Status> = {
  PENDING: ['PREPARING', 'CANCELLED', 'REJECTED'],
  PREPARING: ['READY', 'CANCELLED', 'REJECTED'],
  READY: ['DELIVERED'],
  DELIVERED: [],
  CANCELLED: [],
  REJECTED: [],
}

/** Transitions for the patient, who can cancel until the pharmacy starts. */
const patientTransitions: Transitions<Status> = {
  PENDING: ['CANCELLED'],
  PREPARING: [],
  READY: [],
  DELIVERED: [],
  CANCELLED: [],
  REJECTED: [],
}

/**
 * Transitions of open orders that must not be delivered: the prescription of a controlled substance has expired, or nothing is
 * left to dispense (possible with orders of earlier versions).
 */
const undeliverableTransitions: Transitions<Status> = {
  ...transitions,
  PENDING: ['CANCELLED', 'REJECTED'],
  PREPARING: ['CANCELLED', 'REJECTED'],
  READY: ['CANCELLED', 'REJECTED'],
}

/** Transitions of orders on an unsigned prescription, which cannot be prepared. */
const unsignedTransitions: Transitions<Status> = { ...transitions, PENDING: ['CANCELLED', 'REJECTED'] }

/**
 * @throws {ApiError} 403 unless the caller is the order's pharmacy, an administrator, or the patient who cancels;
 *   409 if the current status does not allow it
 */
export function assertTransition(
  actor: Actor,
  order: {
    status: Status
    patient_id: string
    pharmacy_id: string
    signed_at: Date | null
    left: number[]
    items: Line[]
    valid_until: Date
  },
  to: Status,
  now: Date,
): void {
  const message = 'Only the pharmacy of the order or an administrator may update it, and its patient may cancel it.'
  const { patient_id: own, pharmacy_id: addressed } = order
  if (to === 'CANCELLED') assertMay(access.orders.cancel, actor, { own, addressed }, message)
  else assertMay(access.orders.changeStatus, actor, { addressed }, message)
  const from = order.status
  const ofPatient = !may(access.orders.changeStatus, actor, { addressed })
  const isExhausted = !ofPatient && isUsedUp(order.left)
  const isExpired = !ofPatient && order.valid_until <= now && order.items.some(isControlled)
  const staffTransitions =
    isExhausted || isExpired ? undeliverableTransitions : order.signed_at ? transitions : unsignedTransitions
  const table = ofPatient ? patientTransitions : staffTransitions
  if (table[from].includes(to)) return
  if (isExhausted && transitions[from].includes(to)) throw usedUpConflict(transitionDetails(table, from, to))
  if (isExpired && transitions[from].includes(to))
    throw conflict(
      `The prescription of a controlled substance was valid until ${order.valid_until.toISOString()}. Reject or cancel the order.`,
      transitionDetails(table, from, to),
    )
  throw conflict(explanation(ofPatient, from, to), transitionDetails(table, from, to))
}

/** Whether a line has a substance of table A or B. */
const isControlled = ({ substanceTable }: Line): boolean => substanceTable === 'A' || substanceTable === 'B'

function explanation(ofPatient: boolean, from: Status, to: Status): string {
  if (!transitions[from].includes(to)) return `An order that is ${from} cannot become ${to}.`
  if (ofPatient) return `The pharmacy has started: the patient can no longer cancel an order that is ${from}.`
  return 'The prescription is not signed. The prescriber must sign it before the pharmacy prepares it.'
}

/** @throws {ApiError} 403 if a pharmacy orders from another one */
export function assertMayPlace(actor: Actor, pharmacyId: string): void {
  // Only the pharmacy needs a check: the patient and the practitioner, who see the prescription, may choose any pharmacy.
  const order = { own: true, author: true, addressed: pharmacyId }
  assertMay(access.orders.place, actor, order, 'A pharmacy can place orders only with itself.')
}

/** Whether the caller places orders as a pharmacy. */
export const isPharmacy = ({ role }: Actor): boolean => hasRelation(access.orders.place, role, 'addressed')

/** @throws {ApiError} 409 for a prescription that is cancelled, used up or expired, or has an open order */
export function assertOrderable(
  { status, valid_until, left, live_id }: { status: string; valid_until: Date; left: number[]; live_id: string | null },
  now: Date,
): void {
  if (status === 'CANCELLED') throw conflict('The prescription has been cancelled.')
  if (isUsedUp(left)) throw usedUpConflict()
  if (valid_until <= now) throw conflict(`The prescription was valid until ${valid_until.toISOString()}.`)
  if (live_id) throw conflict('The prescription has an open order.', { order: { id: live_id } })
}

/** @throws {ApiError} 403 unless the caller is the patient of the prescription */
export function assertMayCreateCode(actor: Actor, { patient_id }: { patient_id: string }): void {
  const message = 'Only the patient of the prescription may create a pickup code.'
  assertMay(access.orders.createPickupCode, actor, { own: patient_id }, message)
}

/** @throws {ApiError} 403 unless the caller is the order's patient or an administrator, 409 unless the order is PENDING */
export function assertMayTransfer(actor: Actor, { status, patient_id }: { status: Status; patient_id: string }): void {
  const message = 'Only the patient of the order or an administrator may change its pharmacy.'
  assertMay(access.orders.changePharmacy, actor, { own: patient_id }, message)
  if (patientTransitions[status].includes('CANCELLED')) return
  const details = transitionDetails(patientTransitions, status, 'CANCELLED')
  throw conflict(`The pharmacy of an order that is ${status} cannot be changed.`, details)
}

const isUsedUp = (left: number[]): boolean => left.every((quantity) => quantity === 0)

const usedUpConflict = (details: ConflictDetails = {}) =>
  conflict('Nothing is left to dispense. A further delivery needs a new prescription.', {
    dispensing: { left: 0 },
    ...details,
  })

/**
 * The parts of a delivery: the given ones, or by default one fill of each line, or less if less is left.
 * @throws {ApiError} 422 for a line that does not exist, or a quantity above one fill or the amount left
 */
export function dispense(lines: Line[], left: number[], given: Part[] | undefined): Part[] {
  const limits = lines.map((line, at) => Math.min(fillOf(line), left[at]!))
  if (!given) return limits.flatMap((quantity, at) => (quantity > 0 ? [{ line: at + 1, quantity }] : []))
  const faults = given.flatMap(({ line, quantity }, at): Fault[] => {
    const limit = limits[line - 1]
    if (limit === undefined) return [{ path: ['dispensed', at, 'line'], message: `must be at most ${lines.length}` }]
    if (quantity <= limit) return []
    return [
      {
        path: ['dispensed', at, 'quantity'],
        message: `must be at most ${limit}: one fill, or what is left of the line`,
      },
    ]
  })
  if (faults.length > 0) throw unprocessable(faults)
  return given.toSorted((a, b) => a.line - b.line)
}

/** @throws {ApiError} 409 if the order was delivered with other quantities */
export function assertSameDelivery({ dispensed }: { dispensed: Part[] | null }, given: Part[]): void {
  const wanted = given.toSorted((a, b) => a.line - b.line)
  const isSame =
    dispensed?.length === wanted.length &&
    dispensed.every(({ line, quantity }, at) => line === wanted[at]!.line && quantity === wanted[at]!.quantity)
  if (!isSame) throw conflict('The order was delivered with other quantities. They cannot be changed.')
}
