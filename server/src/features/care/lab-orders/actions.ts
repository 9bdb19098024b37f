import { hasRelation } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import { type Actor, assertAllowedToSign } from '../../../actor.ts'
import { defer } from '../../../db/transaction.ts'
import { findNameOf } from '../../../db/users.ts'
import { type Fault, notFound, unprocessable } from '../../../errors.ts'
import { recordEvent } from '../../../events/record.ts'
import type { Input } from '../../../http/operation.ts'
import type { Context } from '../../../http/services.ts'
import { newId } from '../../../lib/ids.ts'
import { queueOnceADay } from '../../../messages/once.ts'
import { queueMessage } from '../../../messages/queue.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import { untreated } from '../../people/relationships/actions.ts'
import type { enterLabResults, submitLabOrder } from './contract.ts'
import * as queries from './queries.ts'
import * as rules from './rules.ts'

export type { Status, Value } from './rules.ts'

type Submission = Input<typeof submitLabOrder>['body']
type Entry = Input<typeof enterLabResults>['body']
type Locked = NonNullable<Awaited<ReturnType<typeof queries.lock>>>
type Result = NonNullable<Awaited<ReturnType<typeof queries.findNewestResult>>>

/**
 * Orders lab tests. A doctor's order is in their own name. An administrator's order is in the name of the given doctor, or else
 * of the doctor of the appointment.
 * @throws {ApiError} 422 for an unknown patient, doctor or appointment, 403 for an order in another doctor's name
 */
export async function submit(ctx: UnitOfWork, actor: Actor, body: Submission) {
  assertAllowedToSign(actor)
  const { tenantId } = actor
  const { patientId, appointmentId = null, laboratoryId = null, tests } = body
  const named = body.doctorId ?? (isAuthor(actor) ? actor.userId : null)
  const found = await queries.findPrerequisites(ctx.db, {
    tenantId,
    userId: actor.userId,
    patientId,
    appointmentId,
    laboratoryId,
    doctorId: named,
  })
  assertValidReferences(actor, { appointmentId, laboratoryId, doctorId: named }, found)
  rules.assertMayOrderFor(actor, named)

  const id = newId('lab')
  const doctorId = named ?? found.appointment_doctor_id
  defer(ctx.db, queries.insert({ tenantId, id, patientId, doctorId, appointmentId, laboratoryId, tests }))
  ctx.setAuditSubject(id, patientId)
  recordEvent(ctx, {
    kind: 'lab_order.created',
    subjectId: id,
    audience: [doctorId, patientId, laboratoryId],
    data: { labOrderId: id, tests },
  })
  if (laboratoryId) {
    notifyLaboratory(ctx, id, laboratoryId, found.patient_name!) // a known patient has a name
    const order = { id, doctor_id: doctorId, patient_id: patientId, patient_name: found.patient_name! }
    if (!isAuthor(actor)) await notifyOfLaboratory(ctx, actor, order, laboratoryId)
  }
  return { id, tests, status: 'ORDERED' as const }
}

/**
 * Addresses a lab order to a laboratory, or to none. The previous laboratory no longer sees it. Choosing the current laboratory
 * changes nothing. Patient and doctor are notified if another user chose.
 * @throws {ApiError} 404 unless visible, 422 for an unknown laboratory, 403 and 409 by the rules
 */
export async function chooseLaboratory(ctx: UnitOfWork, actor: Actor, id: string, laboratoryId: string | null) {
  const current = await lock(ctx, actor, id)
  const { tenantId } = actor
  if (laboratoryId !== null && !(await queries.isKnownLaboratory(ctx.db, { tenantId, laboratoryId })))
    throw unprocessable([UNKNOWN_LABORATORY])
  rules.assertMayChoose(actor, current)
  const { doctor_id, patient_id, laboratory_id, status } = current
  if (laboratoryId === laboratory_id) return { id, status, laboratoryId }
  defer(ctx.db, queries.setLaboratory(ctx.db, tenantId, id, laboratoryId))
  // The event makes both laboratories read the order again; the previous one no longer finds it.
  recordEvent(ctx, {
    kind: 'lab_order.status_changed',
    subjectId: id,
    audience: [doctor_id, patient_id, laboratory_id, laboratoryId],
    data: { labOrderId: id, status },
  })
  if (laboratoryId) {
    notifyLaboratory(ctx, id, laboratoryId, current.patient_name)
    await notifyOfLaboratory(ctx, actor, current, laboratoryId)
  }
  return { id, status, laboratoryId }
}

const UNKNOWN_LABORATORY: Fault = {
  path: ['laboratoryId'],
  message: 'is not a verified laboratory of this organisation',
  code: 'unknown_record',
}

/**
 * Changes the status of a lab order. Setting the current status changes nothing.
 * @throws {ApiError} 404 unless visible, 409 if the current status does not allow it or there are no results to release
 */
export async function changeStatus(ctx: Context<'config'>, actor: Actor, id: string, to: rules.Status) {
  const current = await lock(ctx, actor, id)
  if (to !== current.status) {
    const result =
      current.status === 'RESULTS_READY' ? await queries.findNewestResult(ctx.db, actor.tenantId, id) : undefined
    rules.assertTransition(current.status, to, result !== undefined)
    recordStatus(ctx, current, to)
    if (to === 'RELEASED') {
      recordResultEvents(ctx, current, result!)
      notifyOfRelease(ctx, current, result!)
    }
  }
  return { id, status: to }
}

/**
 * Releases results to the patient on behalf of the laboratory's application. Releasing again changes nothing.
 * @throws {ApiError} as `changeStatus`
 */
export async function release(ctx: Context<'config'>, actor: Actor, id: string): Promise<void> {
  await changeStatus(ctx, actor, id, 'RELEASED')
}

/**
 * Enters results, which sets the status RESULTS_READY. Earlier results are kept as versions.
 * @throws {ApiError} 404 unless visible, 409 if the order is RELEASED or CANCELLED
 */
export async function enterResults(ctx: UnitOfWork, actor: Actor, labOrderId: string, { results }: Entry) {
  const current = await lock(ctx, actor, labOrderId)
  rules.assertOpenForResults(current.status)
  const id = newId('res')
  defer(ctx.db, queries.insertResults(actor.tenantId, id, labOrderId, results.map(rules.toStoredValue)))
  if (current.status !== 'RESULTS_READY') recordStatus(ctx, current, 'RESULTS_READY')
  return { id, labOrderId }
}

async function lock(ctx: UnitOfWork, actor: Actor, id: string): Promise<Locked> {
  const current = await queries.lock(ctx.db, actor, id)
  if (!current) throw notFound('Lab order')
  ctx.setAuditSubject(id, current.patient_id)
  return current
}

function recordStatus(ctx: UnitOfWork, current: Locked, status: rules.Status): void {
  defer(ctx.db, queries.setStatus(ctx.db, ctx.trail.tenantId, current.id, status))
  recordEvent(ctx, {
    kind: 'lab_order.status_changed',
    subjectId: current.id,
    audience: [current.doctor_id, current.patient_id, current.laboratory_id],
    data: { labOrderId: current.id, status },
  })
}

/** Records the event for doctor and patient, and one for the doctor about each critical value. */
function recordResultEvents(
  ctx: Context<'config'>,
  { id, doctor_id, patient_id, laboratory_id }: Locked,
  { id: labResultId, results }: Result,
): void {
  recordEvent(ctx, {
    kind: 'lab_result.published',
    subjectId: labResultId,
    audience: [doctor_id, patient_id, laboratory_id],
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

function notifyLaboratory(ctx: UnitOfWork, id: string, laboratoryId: string, patientName: string): void {
  queueOnceADay(ctx, { userId: laboratoryId, template: 'LAB_ORDER_ADDRESSED', variables: { patientName }, about: id })
}

type Addressed = Pick<Locked, 'id' | 'doctor_id' | 'patient_id' | 'patient_name'>

/** Notifies patient and doctor, unless they chose it themselves, of the laboratory that now reads tests and results. */
async function notifyOfLaboratory(
  ctx: UnitOfWork,
  actor: Actor,
  order: Addressed,
  laboratoryId: string,
): Promise<void> {
  const laboratoryName = await findNameOf(ctx.db, actor.tenantId, laboratoryId)
  for (const userId of [order.patient_id, order.doctor_id])
    if (userId !== null && userId !== actor.userId)
      queueMessage(ctx, {
        to: { userId },
        template: 'LABORATORY_CHOSEN',
        variables: { laboratoryName, patientName: order.patient_name },
        about: [order.id],
      })
}

/** Notifies the patient of the results. Critical values also alert doctor and administrators, regardless of their preferences. */
function notifyOfRelease(ctx: UnitOfWork, current: Locked, { id: labResultId, results }: Result): void {
  const about = [current.id, labResultId]
  queueMessage(ctx, {
    to: { userId: current.patient_id },
    template: 'LAB_RESULT_PUBLISHED',
    variables: { doctorName: current.ordered_by },
    about,
  })
  if (rules.criticalOf(results).length === 0) return
  const variables = { patientName: current.patient_name, labOrderId: current.id }
  const alert = { template: 'LAB_CRITICAL_ALERT', variables, about } as const
  if (current.doctor_id) queueMessage(ctx, { to: { userId: current.doctor_id }, ...alert })
  queueMessage(ctx, { to: { allAdministrators: true }, ...alert })
}

/** Whether the caller orders in their own name. */
const isAuthor = ({ role }: Actor) => hasRelation(access.labOrders.submit, role, 'author')

function assertValidReferences(
  actor: Actor,
  { appointmentId, doctorId, laboratoryId }: Pick<queries.References, 'appointmentId' | 'doctorId' | 'laboratoryId'>,
  { patient_known, patient_treated, doctor_known, laboratory_known, appointment_doctor_id }: queries.Prerequisites,
): void {
  const own = !isAuthor(actor) || appointment_doctor_id === actor.userId
  const faults: Fault[] = []
  if (isAuthor(actor) && !(patient_known && patient_treated)) faults.push(untreated)
  else if (!patient_known)
    faults.push({ path: ['patientId'], message: 'is not a patient of this organisation', code: 'unknown_record' })
  if (doctorId && !doctor_known)
    faults.push({
      path: ['doctorId'],
      message: 'is not a verified doctor or dentist of this organisation',
      code: 'unknown_record',
    })
  if (laboratoryId && !laboratory_known) faults.push(UNKNOWN_LABORATORY)
  if (appointmentId && !(appointment_doctor_id && own))
    faults.push({ path: ['appointmentId'], message: 'is not an appointment of this patient that the caller may see' })
  if (faults.length > 0) throw unprocessable(faults)
}

/** The number of open lab orders of a laboratory. */
export const countOpen = ({ db, trail: { tenantId } }: UnitOfWork, laboratoryId: string): Promise<number> =>
  queries.countOpen(db, tenantId, laboratoryId)
