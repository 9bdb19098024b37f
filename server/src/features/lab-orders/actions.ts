import { type Actor, assertVerified, isPractitioner } from '../../actor.ts'
import { later } from '../../db/transaction.ts'
import { type Fault, notFound, unprocessable } from '../../errors.ts'
import { recordEvent } from '../../events/record.ts'
import type { Input } from '../../http/operation.ts'
import type { Context } from '../../http/services.ts'
import { newId } from '../../lib/ids.ts'
import { queueMessage } from '../../messages/queue.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import type { enterLabResults, submitLabOrder } from './contract.ts'
import * as queries from './queries.ts'
import * as rules from './rules.ts'

export type { Status, Value } from './rules.ts'

type Submission = Input<typeof submitLabOrder>['body']
type Entry = Input<typeof enterLabResults>['body']
type Held = NonNullable<Awaited<ReturnType<typeof queries.hold>>>
type Result = NonNullable<Awaited<ReturnType<typeof queries.findNewestResult>>>

/**
 * Orders lab tests. The order belongs to the caller, or for administrators to the given doctor, else to the doctor of the
 * appointment.
 * @throws {ApiError} 422 for an unknown patient, doctor or appointment, 403 for an unverified caller or an order in another
 *   doctor's name
 */
export async function submit(ctx: UnitOfWork, actor: Actor, body: Submission) {
  assertVerified(actor)
  const { tenantId } = actor
  const { patientId, appointmentId = null, tests } = body
  const named = body.doctorId ?? (isPractitioner(actor.role) ? actor.userId : null)
  const found = await queries.findGrounds(ctx.db, { tenantId, patientId, appointmentId, doctorId: named })
  assertSound(actor, { appointmentId, doctorId: named }, found)
  rules.assertMayOrderFor(actor, named)

  const id = newId('lab')
  const doctorId = named ?? found.appointment_doctor_id
  later(ctx.db, queries.insert({ tenantId, id, patientId, doctorId, appointmentId, tests }))
  ctx.concerns(id, patientId)
  recordEvent(ctx, {
    kind: 'lab_order.created',
    subjectId: id,
    audience: [doctorId, patientId],
    data: { labOrderId: id, tests },
  })
  return { id, tests, status: 'ORDERED' as const }
}

/**
 * Changes the status of a lab order. The current status changes nothing.
 * @throws {ApiError} 404 unless visible, 409 if the current status does not allow it or there are no results to release
 */
export async function move(ctx: Context<'config'>, actor: Actor, id: string, to: rules.Status) {
  const held = await hold(ctx, actor, id)
  if (to !== held.status) {
    const result =
      held.status === 'RESULTS_READY' ? await queries.findNewestResult(ctx.db, actor.tenantId, id) : undefined
    rules.assertMove(held.status, to, result !== undefined)
    recordStatus(ctx, held, to)
    if (to === 'RELEASED') {
      publish(ctx, held, result!)
      notify(ctx, held, result!)
    }
  }
  return { id, status: to }
}

/**
 * Releases results to the patient on behalf of the laboratory's application. Releasing again changes nothing.
 * @throws {ApiError} as `move`
 */
export async function release(ctx: Context<'config'>, actor: Actor, id: string): Promise<void> {
  await move(ctx, actor, id, 'RELEASED')
}

/**
 * Enters results, which sets the status RESULTS_READY. Earlier results are kept as versions.
 * @throws {ApiError} 404 unless visible, 409 if the order is RELEASED or CANCELLED
 */
export async function enter(ctx: UnitOfWork, actor: Actor, labOrderId: string, { results }: Entry) {
  const held = await hold(ctx, actor, labOrderId)
  rules.assertOpenForResults(held.status)
  const id = newId('res')
  later(ctx.db, queries.insertResults(actor.tenantId, id, labOrderId, results.map(rules.stored)))
  if (held.status !== 'RESULTS_READY') recordStatus(ctx, held, 'RESULTS_READY')
  return { id, labOrderId }
}

async function hold(ctx: UnitOfWork, actor: Actor, id: string): Promise<Held> {
  assertVerified(actor)
  const held = await queries.hold(ctx.db, actor, id)
  if (!held) throw notFound('Lab order')
  ctx.concerns(id, held.patient_id)
  return held
}

function recordStatus(ctx: UnitOfWork, held: Held, status: rules.Status): void {
  later(ctx.db, queries.move(ctx.db, ctx.trail.tenantId, held.id, status))
  recordEvent(ctx, {
    kind: 'lab_order.status_changed',
    subjectId: held.id,
    audience: [held.doctor_id, held.patient_id],
    data: { labOrderId: held.id, status },
  })
}

/** Records the event for doctor and patient, and one for the doctor about each critical value. */
function publish(
  ctx: Context<'config'>,
  { id, doctor_id, patient_id }: Held,
  { id: labResultId, results }: Result,
): void {
  recordEvent(ctx, {
    kind: 'lab_result.published',
    subjectId: labResultId,
    audience: [doctor_id, patient_id],
    data: { labResultId, url: `${ctx.config.publicUrl}/api/lab-orders/${id}/results` },
  })
  for (const { param, value } of rules.criticalOf(results))
    recordEvent(ctx, {
      kind: 'lab_result.critical_alert',
      subjectId: labResultId,
      audience: [doctor_id],
      data: { labResultId, param, value },
    })
}

/** Messages the patient, and doctor and administrators about critical values regardless of their preferences. */
function notify(ctx: UnitOfWork, held: Held, { id: labResultId, results }: Result): void {
  const about = [held.id, labResultId]
  queueMessage(ctx, {
    to: { userId: held.patient_id },
    template: 'LAB_RESULT_PUBLISHED',
    variables: { doctorName: held.ordered_by },
    about,
  })
  if (rules.criticalOf(results).length === 0) return
  const variables = { patientName: held.patient_name, labOrderId: held.id }
  const alert = { template: 'LAB_CRITICAL_ALERT', variables, about } as const
  if (held.doctor_id) queueMessage(ctx, { to: { userId: held.doctor_id }, ...alert })
  queueMessage(ctx, { to: { everyAdministrator: true }, ...alert })
}

function assertSound(
  actor: Actor,
  { appointmentId, doctorId }: Pick<queries.Named, 'appointmentId' | 'doctorId'>,
  { patient_known, doctor_known, appointment_doctor_id }: queries.Grounds,
): void {
  const own = !isPractitioner(actor.role) || appointment_doctor_id === actor.userId
  const faults: Fault[] = []
  if (!patient_known) faults.push({ path: ['patientId'], message: 'is not a patient of this organisation' })
  if (doctorId && !doctor_known)
    faults.push({ path: ['doctorId'], message: 'is not a verified doctor or dentist of this organisation' })
  if (appointmentId && !(appointment_doctor_id && own))
    faults.push({ path: ['appointmentId'], message: 'is not an appointment of this patient that the caller may see' })
  if (faults.length > 0) throw unprocessable(faults)
}
