import type { Actor } from '../../../actor.ts'
import { defer } from '../../../db/transaction.ts'
import { type Fault, forbidden, notFound, unprocessable } from '../../../errors.ts'
import type { Input } from '../../../http/operation.ts'
import type { Context } from '../../../http/services.ts'
import { newId } from '../../../lib/ids.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import { leftOf, lock as lockPrescription, lockUnseen, validUntilOf } from '../prescriptions/actions.ts'
import type * as contract from './contract.ts'
import * as messages from './messages.ts'
import { isPickupCode, newPickupCode } from './pickup-code.ts'
import * as queries from './queries.ts'
import * as rules from './rules.ts'

export { customersOf } from './queries.ts'

/** Whether a pharmacy has an open order on a prescription. */
export const hasOpenOrder = (ctx: UnitOfWork, pharmacyId: string, prescriptionId: string): Promise<boolean> =>
  queries.findOpenAt(ctx.db, { tenantId: ctx.trail.tenantId, pharmacyId, prescriptionId })

/** The number of open orders of a pharmacy. */
export const countOpen = ({ db, trail: { tenantId } }: UnitOfWork, pharmacyId: string): Promise<number> =>
  queries.countOpen(db, tenantId, pharmacyId)

type Placement = Input<typeof contract.placeOrder>['body']

/**
 * Orders a prescription from a pharmacy.
 * @throws {ApiError} 422 for an unknown prescription or pharmacy; 403 if a pharmacy orders from another one, or without the
 *   patient's code; 409 if the prescription cannot be ordered, is used up or has an open order
 */
export async function place(
  ctx: Context<'vault'>,
  actor: Actor,
  { prescriptionId, pharmacyId, deliveryRequested, pickupCode }: Placement,
) {
  const { tenantId } = actor
  // Placing orders, updating orders and cancelling the prescription take this lock first.
  const visiblePrescription = await lockPrescription(ctx, actor, prescriptionId)
  const found = await queries.findPrerequisites(ctx.db, { tenantId, prescriptionId, pharmacyId })
  const now = ctx.clock.now()
  // After a cancelled order the pharmacy cannot order with a code, until the patient orders there again.
  const isPresent =
    pickupCode !== undefined &&
    found.newest_status !== 'CANCELLED' &&
    isPickupCode(ctx.vault, { tenantId, prescriptionId, orders: found.orders }, pickupCode, now)
  const byPharmacy = rules.isPharmacy(actor)
  const hasValidCode = byPharmacy && isPresent && actor.userId === pharmacyId
  const prescription = visiblePrescription ?? (hasValidCode ? await lockUnseen(ctx, actor, prescriptionId) : undefined)
  const faults: Fault[] = []
  if (!prescription) faults.push({ path: ['prescriptionId'], message: 'is not a prescription that the caller may see' })
  if (found.pharmacy_name === null) faults.push({ path: ['pharmacyId'], message: UNKNOWN_PHARMACY })
  if (!prescription || found.pharmacy_name === null) throw unprocessable(faults)
  rules.assertMayPlace(actor, pharmacyId)
  rules.assertOrderable(orderableState(prescription, found), now)
  if (byPharmacy && !isPresent)
    throw forbidden(
      'The pickup code is missing, wrong or expired, or the last order at this pharmacy was cancelled. Ask the patient to order.',
    )

  const id = newId('ord')
  defer(ctx.db, queries.insert({ tenantId, id, prescriptionId, pharmacyId, deliveryRequested }))
  ctx.setAuditSubject(id, prescription.patient_id)
  const order = { id, pharmacy_id: pharmacyId, pharmacy_name: found.pharmacy_name, patient_id: prescription.patient_id }
  messages.notifyOfOrder(ctx, actor, { ...order, patient_name: found.patient_name! })
  return { id, status: 'PENDING' as const }
}

const UNKNOWN_PHARMACY = 'is not a verified pharmacy of this organisation'

type Prescribed = Pick<
  NonNullable<Awaited<ReturnType<typeof lockPrescription>>>,
  'status' | 'items' | 'issued_at' | 'valid_until'
>

const orderableState = (prescription: Prescribed, { deliveries, live_id }: queries.Found) => ({
  status: prescription.status,
  valid_until: validUntilOf(prescription),
  left: leftOf(prescription.items, deliveries ?? []),
  live_id,
})

/**
 * Creates a pickup code. The patient shows it to a pharmacy, which can then place the order.
 * @throws {ApiError} 404 unless visible, 403 unless the caller is its patient, 409 if the prescription cannot be ordered
 */
export async function createPickupCode(ctx: Context<'vault'>, actor: Actor, prescriptionId: string) {
  const { tenantId } = actor
  const prescription = await lockPrescription(ctx, actor, prescriptionId)
  if (!prescription) throw notFound('Prescription')
  ctx.setAuditSubject(prescriptionId, prescription.patient_id)
  rules.assertMayCreateCode(actor, prescription)
  const found = await queries.findPrerequisites(ctx.db, { tenantId, prescriptionId, pharmacyId: '' })
  const now = ctx.clock.now()
  rules.assertOrderable(orderableState(prescription, found), now)
  return { prescriptionId, ...newPickupCode(ctx.vault, { tenantId, prescriptionId, orders: found.orders }, now) }
}

/**
 * Routes a prescription to a pharmacy, if one is given. A repeated call returns the order of the first call, in any status.
 * @returns the order's id, null without a pharmacy
 * @throws {ApiError} as `place`, and 404 for an unknown prescription
 */
export async function route(
  ctx: Context<'vault'>,
  actor: Actor,
  { pharmacyId, ...placement }: Omit<Placement, 'pharmacyId'> & { pharmacyId?: string | undefined },
): Promise<string | null> {
  const prescription = await lockPrescription(ctx, actor, placement.prescriptionId)
  if (!prescription) throw notFound('Prescription')
  ctx.setAuditSubject(prescription.id, prescription.patient_id)
  if (pharmacyId === undefined) return null
  const known = await queries.findNewestAt(ctx.db, actor.tenantId, prescription.id, pharmacyId)
  return (known ?? (await place(ctx, actor, { ...placement, pharmacyId }))).id
}

/**
 * Changes the status of an order. Setting the current status changes nothing.
 * @throws {ApiError} 404 unless visible, 403 and 409 by the transition rules, 422 if `dispensed` exceeds the amount left
 */
export async function changeStatus(
  ctx: UnitOfWork,
  actor: Actor,
  id: string,
  { status: to, dispensed }: Input<typeof contract.updateOrder>['body'],
) {
  const current = await queries.lock(ctx.db, actor, id)
  if (!current) throw notFound('Order')
  ctx.setAuditSubject(id, current.patient_id)
  if (to !== current.status) {
    const left = leftOf(current.items, current.deliveries)
    rules.assertTransition(actor, { ...current, left, valid_until: validUntilOf(current) }, to, ctx.clock.now())
    const parts = to === 'DELIVERED' ? rules.dispense(current.items, left, dispensed) : undefined
    defer(ctx.db, queries.setStatus(ctx.db, actor.tenantId, [id], to, parts))
    messages.notifyOfStatus(ctx, actor, current, to)
  } else if (dispensed) rules.assertSameDelivery(current, dispensed)
  return { id, status: to }
}

/**
 * Replaces an order by one at another pharmacy.
 * @throws {ApiError} 404 unless visible, 403 unless the caller is its patient or an administrator, 422 for an unknown pharmacy,
 *   409 unless the order is PENDING and the prescription can be ordered
 */
export async function changePharmacy(
  ctx: UnitOfWork,
  actor: Actor,
  id: string,
  { pharmacyId, deliveryRequested }: Input<typeof contract.changePharmacy>['body'],
) {
  const { tenantId } = actor
  const current = await queries.lock(ctx.db, actor, id)
  if (!current) throw notFound('Order')
  ctx.setAuditSubject(id, current.patient_id)
  const { prescription_id: prescriptionId } = current
  const found = await queries.findPrerequisites(ctx.db, { tenantId, prescriptionId, pharmacyId })
  rules.assertMayTransfer(actor, current)
  if (found.pharmacy_name === null) throw unprocessable([{ path: ['pharmacyId'], message: UNKNOWN_PHARMACY }])
  if (pharmacyId === current.pharmacy_id)
    throw unprocessable([{ path: ['pharmacyId'], message: 'is already the pharmacy of the order' }])
  const state = orderableState({ ...current, status: current.prescription_status }, { ...found, live_id: null })
  rules.assertOrderable(state, ctx.clock.now())

  defer(ctx.db, queries.setStatus(ctx.db, tenantId, [id], 'CANCELLED'))
  const next = { id: newId('ord'), pharmacy_id: pharmacyId, pharmacy_name: found.pharmacy_name }
  const delivery = deliveryRequested ?? current.delivery_requested
  defer(ctx.db, queries.insert({ tenantId, id: next.id, prescriptionId, pharmacyId, deliveryRequested: delivery }))
  messages.notifyOfTransfer(ctx, actor, current, next)
  return { id: next.id, status: 'PENDING' as const }
}

/**
 * Cancels the open orders of a prescription that is being cancelled, and that the caller has locked. READY orders are cancelled
 * too: the prescriber can cancel until the delivery.
 */
export async function withdraw(ctx: UnitOfWork, actor: Actor, prescriptionId: string): Promise<void> {
  const { tenantId } = actor
  const open = await queries.lockOpenOn(ctx.db, tenantId, prescriptionId)
  if (open.length === 0) return
  const ids = open.map(({ id }) => id)
  defer(ctx.db, queries.setStatus(ctx.db, tenantId, ids, 'CANCELLED'))
  for (const order of open) messages.notifyOfStatus(ctx, actor, order, 'CANCELLED')
}
