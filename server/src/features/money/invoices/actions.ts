import { assertMay, hasRelation } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import type { Actor } from '../../../actor.ts'
import { defer, rowsOf } from '../../../db/transaction.ts'
import { type Fault, unprocessable } from '../../../errors.ts'
import type { Input } from '../../../http/operation.ts'
import { newId } from '../../../lib/ids.ts'
import { localYear } from '../../../lib/moroccan-time.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import { assertAccepted } from '../../care/appointments/actions.ts'
import type { cancelInvoice, createInvoice } from './contract.ts'
import { lock } from './lock.ts'
import * as queries from './queries.ts'
import * as rules from './rules.ts'

export { prepare as takePayment } from './payments.ts'
export { prepare as refund } from './refunds.ts'

/**
 * Creates an invoice with the next number of its year.
 * @throws {ApiError} 403 for a practitioner without a relationship with the patient, 422 for an unknown patient or an
 *   appointment that the caller may not see
 */
export async function create(ctx: UnitOfWork, actor: Actor, body: Input<typeof createInvoice>['body']) {
  const { tenantId, userId, role } = actor
  const { patientId, appointmentId = null } = body
  const found = await queries.findPrerequisites(ctx.db, { tenantId, userId, patientId, appointmentId })
  const ownOnly = hasRelation(access.invoices.create, role, 'treats')
  const faults: Fault[] = []
  // Practitioners get the same 403 for unknown ids as for other patients, so that the answer does not reveal which ids exist.
  if (!found.patient_known && !ownOnly)
    faults.push({ path: ['patientId'], message: 'is not a patient of this organisation', code: 'unknown_record' })
  if (
    appointmentId !== null &&
    (found.appointment_doctor_id === null || (ownOnly && found.appointment_doctor_id !== userId))
  )
    faults.push({
      path: ['appointmentId'],
      message: 'is not an appointment of this patient that the caller may see',
      code: 'unknown_record',
    })
  if (faults.length > 0) throw unprocessable(faults)
  const message = 'Doctors and dentists can invoice only patients whom they treat.'
  assertMay(access.invoices.create, actor, { treats: found.patient_of_caller, desk: true }, message)
  assertAccepted(found)

  const id = newId('inv')
  const at = ctx.clock.now()
  const year = localYear(at)
  const invoice = {
    tenantId,
    id,
    year,
    serial: await queries.takeSerial(ctx.db, tenantId, year),
    patientId,
    doctorId: ownOnly ? userId : found.appointment_doctor_id,
    appointmentId,
    amount: body.amountMAD,
    description: body.description ?? null,
    createdBy: userId,
    at,
  }
  defer(ctx.db, queries.insert(invoice))
  ctx.setAuditSubject(id, patientId)
  return { id, amountMAD: body.amountMAD, paidMAD: 0, refundedMAD: 0, status: 'OPEN' as const }
}

/** Finds the invoice that a document is about, if it is visible to the caller. */
export async function forDocument(ctx: UnitOfWork, actor: Actor, id: string) {
  const [found] = await rowsOf<queries.WithMoney>(ctx.db, queries.one(actor.role)({ ...actor, id }))
  return found && { ...found, number: rules.numberOf(found) }
}

/**
 * Cancels an invoice. Cancelling again changes nothing.
 * @throws {ApiError} 404 unless visible, 409 if anything was paid or a card payment is pending
 */
export async function cancel(ctx: UnitOfWork, actor: Actor, id: string, body: Input<typeof cancelInvoice>['body']) {
  const invoice = await lock(ctx, actor, id)
  ctx.setAuditSubject(id, invoice.patient_id)
  if (invoice.status === 'CANCELLED') return { id, status: invoice.status, cancelReason: invoice.cancel_reason }
  rules.assertCancellable(invoice)
  const reason = body.reason ?? null
  defer(ctx.db, queries.markCancelled(ctx.db, actor.tenantId, id, reason))
  return { id, status: 'CANCELLED' as const, cancelReason: reason }
}
