import type { Actor } from '../../../actor.ts'
import { defer } from '../../../db/transaction.ts'
import { conflict, notFound } from '../../../errors.ts'
import { recordEvent } from '../../../events/record.ts'
import type { Input } from '../../../http/operation.ts'
import { newId } from '../../../lib/ids.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import { assertCompleted, lock as lockAppointment } from '../../care/appointments/actions.ts'
import type { reviewAppointment } from './contract.ts'
import * as queries from './queries.ts'
import * as rules from './rules.ts'

/**
 * Reviews an appointment. A trigger updates the doctor's rating in the same transaction.
 * @throws {ApiError} 404 unless the appointment is visible, 403 unless the caller is its patient, 409 unless it is COMPLETED
 *   and not reviewed
 */
export async function review(
  ctx: UnitOfWork,
  actor: Actor,
  appointmentId: string,
  { rating, comment }: Input<typeof reviewAppointment>['body'],
) {
  const { tenantId } = actor
  // The lock on the appointment serializes its reviews.
  const appointment = await lockAppointment(ctx, actor, appointmentId)
  if (!appointment) throw notFound('Appointment')
  rules.assertMayReview(actor, appointment)
  assertCompleted(appointment.status)
  const existing = await queries.findByAppointment(ctx.db, tenantId, appointmentId)
  if (existing) throw conflict('This appointment already has a review.', { review: { id: existing.id } })

  const id = newId('rev')
  const { doctor_id: doctorId, patient_id: patientId } = appointment
  defer(ctx.db, queries.insert({ tenantId, id, appointmentId, doctorId, patientId, rating, comment: comment ?? null }))
  ctx.setAuditSubject(id, patientId)
  recordEvent(ctx, {
    kind: 'review.created',
    subjectId: id,
    audience: [doctorId, patientId],
    data: { reviewId: id, rating },
  })
  return { id, rating }
}
