import type { Actor } from '../../../actor.ts'
import { defer } from '../../../db/transaction.ts'
import { conflict, type Fault, notFound, unprocessable } from '../../../errors.ts'
import type { Input } from '../../../http/operation.ts'
import { newId } from '../../../lib/ids.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import { lock as lockPrescription } from '../prescriptions/actions.ts'
import type { placeOrder } from './contract.ts'
import * as messages from './messages.ts'
import * as queries from './queries.ts'
import * as rules from './rules.ts'

export { customersOf } from './queries.ts'

type Placement = Input<typeof placeOrder>['body']

/**
 * Orders a prescription from a pharmacy.
 * @throws {ApiError} 422 for an unknown prescription or pharmacy, 403 for another's pharmacy, 409 if the prescription cannot
 *   be ordered, has an open order or has been delivered
 */
export async function place(
  ctx: UnitOfWork,
  actor: Actor,
  { prescriptionId, pharmacyId, deliveryRequested }: Placement,
) {
  const { tenantId } = actor
  // Placing and updating orders and cancelling the prescription all take this lock first.
  const prescription = await lockPrescription(ctx, actor, prescriptionId)
  const { pharmacy_known, live_id, delivered, patient_name } = await queries.findPrerequisites(ctx.db, {
    tenantId,
    prescriptionId,
    pharmacyId,
  })
  const faults: Fault[] = []
  if (!prescription) faults.push({ path: ['prescriptionId'], message: 'is not a prescription that the caller may see' })
  if (!pharmacy_known) faults.push({ path: ['pharmacyId'], message: 'is not a verified pharmacy of this organisation' })
  if (!prescription || faults.length > 0) throw unprocessable(faults)
  rules.assertMayPlace(actor, pharmacyId)
  rules.assertOrderable({ ...prescription, delivered }, ctx.clock.now())
  if (live_id) throw conflict('The prescription has an open order.', { order: { id: live_id } })

  const id = newId('ord')
  defer(ctx.db, queries.insert({ tenantId, id, prescriptionId, pharmacyId, deliveryRequested }))
  ctx.concerns(id, prescription.patient_id)
  messages.notifyOfOrder(ctx, actor, { id, pharmacy_id: pharmacyId, patient_name: patient_name! })
  return { id, status: 'PENDING' as const }
}

/**
 * Routes a prescription to a pharmacy, if one is given. A repeat returns the order of the first call in any status.
 * @returns the order's id, null without a pharmacy
 * @throws {ApiError} as `place`, and 404 for an unknown prescription
 */
export async function route(
  ctx: UnitOfWork,
  actor: Actor,
  { pharmacyId, ...placement }: Omit<Placement, 'pharmacyId'> & { pharmacyId?: string | undefined },
): Promise<string | null> {
  const prescription = await lockPrescription(ctx, actor, placement.prescriptionId)
  if (!prescription) throw notFound('Prescription')
  ctx.concerns(prescription.id, prescription.patient_id)
  if (pharmacyId === undefined) return null
  const known = await queries.findNewestAt(ctx.db, actor.tenantId, prescription.id, pharmacyId)
  return (known ?? (await place(ctx, actor, { ...placement, pharmacyId }))).id
}

/**
 * Changes the status of an order. The current status changes nothing.
 * @throws {ApiError} 404 unless visible, 403 and 409 by the transition rules
 */
export async function move(ctx: UnitOfWork, actor: Actor, id: string, to: rules.Status) {
  const current = await queries.lock(ctx.db, actor, id)
  if (!current) throw notFound('Order')
  ctx.concerns(id, current.patient_id)
  if (to !== current.status) {
    rules.assertMove(actor, current, to)
    defer(ctx.db, queries.move(ctx.db, actor.tenantId, [id], to))
    messages.notifyOfStatus(ctx, actor, current, to)
  }
  return { id, status: to }
}

/**
 * Cancels the open orders of a prescription that the caller has locked to cancel it. READY orders are cancelled too: the
 * prescriber decides until the delivery.
 */
export async function withdraw(ctx: UnitOfWork, actor: Actor, prescriptionId: string): Promise<void> {
  const { tenantId } = actor
  const open = await queries.lockOpenOn(ctx.db, tenantId, prescriptionId)
  if (open.length === 0) return
  const ids = open.map(({ id }) => id)
  defer(ctx.db, queries.move(ctx.db, tenantId, ids, 'CANCELLED'))
  for (const order of open) messages.notifyOfStatus(ctx, actor, order, 'CANCELLED')
}
