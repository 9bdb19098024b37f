import { type Actor, assertVerified, isPractitioner } from '../../actor.ts'
import { conflict, forbidden } from '../../errors.ts'
import { type Transitions, wrongState } from '../../lib/transitions.ts'

export const statuses = ['PENDING', 'PREPARING', 'READY', 'DELIVERED', 'CANCELLED', 'REJECTED'] as const
export type Status = (typeof statuses)[number]

/** What may follow what (specification: "Order"; decision: "Orders move forward by one"). */
export const transitions: Transitions<Status> = {
  PENDING: ['PREPARING', 'CANCELLED', 'REJECTED'],
  PREPARING: ['READY', 'CANCELLED', 'REJECTED'],
  READY: ['DELIVERED'],
  DELIVERED: [],
  CANCELLED: [],
  REJECTED: [],
}

/** What the patient may do: change their mind, until the pharmacy has begun. */
const forPatients: Transitions<Status> = {
  PENDING: ['CANCELLED'],
  PREPARING: [],
  READY: [],
  DELIVERED: [],
  CANCELLED: [],
  REJECTED: [],
}

/** Nobody prepares medicines for which nobody has signed. */
const unsigned: Transitions<Status> = { ...transitions, PENDING: ['CANCELLED', 'REJECTED'] }

/**
 * @throws {ApiError} 403 unless the caller is the order's pharmacy and verified, an administrator, or the patient who
 *   cancels; 409 when the present state does not allow it
 */
export function assertMove(actor: Actor, from: Status, to: Status, signed: boolean): void {
  if (isPractitioner(actor.role)) throw forbidden('An order is moved by its pharmacy or an administrator.')
  if (actor.role === 'PATIENT' && to !== 'CANCELLED')
    throw forbidden('A patient may cancel an order, not change its status otherwise.')
  assertVerified(actor)
  const table = actor.role === 'PATIENT' ? forPatients : signed ? transitions : unsigned
  if (table[from].includes(to)) return
  throw conflict(explained(actor, from, to), wrongState(table, from, to))
}

function explained(actor: Actor, from: Status, to: Status): string {
  if (!transitions[from].includes(to)) return `An order that is ${from} cannot become ${to}.`
  if (actor.role === 'PATIENT')
    return `The pharmacy has begun: an order that is ${from} is no longer the patient's to cancel.`
  return 'The prescription has not been signed. Its prescriber must sign it before a pharmacy prepares it.'
}

/** @throws {ApiError} 403 when a pharmacy orders from another one */
export function assertMayPlace(actor: Actor, pharmacyId: string): void {
  if (actor.role === 'PHARMACIST' && pharmacyId !== actor.userId)
    throw forbidden('A pharmacy places orders with itself alone.')
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
