import { assertMay, may } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import type { Actor } from '../../../actor.ts'
import { conflict } from '../../../errors.ts'
import { type Transitions, transitionDetails } from '../../../lib/transitions.ts'

export const statuses = ['PENDING', 'PREPARING', 'READY', 'DELIVERED', 'CANCELLED', 'REJECTED'] as const
export type Status = (typeof statuses)[number]

/** Allowed transitions (specification: "Order"; decision: "Orders move forward by one"). */
export const transitions: Transitions<Status> = {
  PENDING: ['PREPARING', 'CANCELLED', 'REJECTED'],
  PREPARING: ['READY', 'CANCELLED', 'REJECTED'],
  READY: ['DELIVERED'],
  DELIVERED: [],
  CANCELLED: [],
  REJECTED: [],
}

/** Transitions by the patient, who can cancel until the pharmacy starts. */
const forPatients: Transitions<Status> = {
  PENDING: ['CANCELLED'],
  PREPARING: [],
  READY: [],
  DELIVERED: [],
  CANCELLED: [],
  REJECTED: [],
}

/** Unsigned prescriptions are not prepared. */
const unsigned: Transitions<Status> = { ...transitions, PENDING: ['CANCELLED', 'REJECTED'] }

/**
 * @throws {ApiError} 403 unless the caller is the order's pharmacy, an administrator, or the patient who cancels;
 *   409 if the current status does not allow it
 */
export function assertMove(
  actor: Actor,
  order: { status: Status; patient_id: string; pharmacy_id: string; signed_at: Date | null },
  to: Status,
): void {
  const message = 'Only the pharmacy of the order or an administrator may update it, and its patient may cancel it.'
  const { patient_id: own, pharmacy_id: addressed } = order
  if (to === 'CANCELLED') assertMay(access.orders.cancel, actor, { own, addressed }, message)
  else assertMay(access.orders.changeStatus, actor, { addressed }, message)
  const from = order.status
  const ofPatient = !may(access.orders.changeStatus, actor, { addressed })
  const table = ofPatient ? forPatients : order.signed_at ? transitions : unsigned
  if (table[from].includes(to)) return
  throw conflict(explanation(ofPatient, from, to), transitionDetails(table, from, to))
}

function explanation(ofPatient: boolean, from: Status, to: Status): string {
  if (!transitions[from].includes(to)) return `An order that is ${from} cannot become ${to}.`
  if (ofPatient) return `The pharmacy has started: the patient can no longer cancel an order that is ${from}.`
  return 'The prescription is not signed. Its prescriber must sign it before it is prepared.'
}

/** @throws {ApiError} 403 if a pharmacy orders from another one */
export function assertMayPlace(actor: Actor, pharmacyId: string): void {
  // Patient and practitioner see the prescription, and may choose any pharmacy.
  const order = { own: true, author: true, addressed: pharmacyId }
  assertMay(access.orders.place, actor, order, 'A pharmacy can place orders only with itself.')
}

/** @throws {ApiError} 409 for a prescription that is cancelled, has been delivered or has expired */
export function assertOrderable(
  { status, valid_until, delivered }: { status: string; valid_until: Date | null; delivered: boolean },
  now: Date,
): void {
  if (status === 'CANCELLED') throw conflict('The prescription has been cancelled.')
  if (delivered)
    throw conflict('The prescription has been delivered. A further delivery needs a new prescription.', {
      dispensing: { left: 0 },
    })
  if (valid_until && valid_until <= now)
    throw conflict(`The prescription was valid until ${valid_until.toISOString()}.`)
}
