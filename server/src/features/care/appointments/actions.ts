import { hasRelation } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import type { Actor } from '../../../actor.ts'
import { lockCalendar } from '../../../db/calendars.ts'
import { changedColumns, toColumns } from '../../../db/fields.ts'
import { defer } from '../../../db/transaction.ts'
import { notFound, unprocessable } from '../../../errors.ts'
import type { Input } from '../../../http/operation.ts'
import type { Context, Services } from '../../../http/services.ts'
import { spanFault } from '../../../lib/span.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import { recordVisit, withdrawAppointment } from '../../people/relationships/actions.ts'
import { isLateCancel } from '../../scheduling/policy/actions.ts'
import { assertFree, limitsOf, lockPatients, overlapConflict, translateOverlap } from './booking-checks.ts'
import * as bookings from './booking-queries.ts'
import { assertMayChangePlace, assertOffered, takeForMove } from './booking-slots.ts'
import type { updateAppointment } from './contract.ts'
import { columns, fields } from './fields.ts'
import * as messages from './messages.ts'
import { insertMove } from './move-queries.ts'
import { assertMayNote, assertMayWriteNotes } from './note-rules.ts'
import { emit, publishStatusChange, recordContact } from './publishing.ts'
import * as queries from './queries.ts'
import * as rules from './rules.ts'

export { assertMayBook, book, bookWithoutMessages } from './booking.ts'
export { lookUpParties } from './booking-checks.ts'
export { findFreeTime, findOverlap, isTakenElsewhere } from './booking-queries.ts'
export { addHeldFields } from './booking-slots.ts'
export { doctorOfVisit, isPatient, isProposed } from './queries.ts'
export { assertAccepted, assertCompleted, booksOwnSlot } from './rules.ts'

type Change = Input<typeof updateAppointment>['body']
type Locked = queries.Locked

/** The number of a professional's open appointments that end in the future. */
export const countUpcoming = ({ db, trail: { tenantId } }: UnitOfWork, doctorId: string): Promise<number> =>
  queries.countUpcoming(db, tenantId, doctorId)

/** Finds an appointment that is visible to the caller, and locks it until the transaction ends. */
export const lock = (ctx: UnitOfWork, actor: Actor, id: string) => queries.lock(ctx.db, actor, id)

/** Finds an appointment that is visible to the caller. */
export const find = (ctx: UnitOfWork, actor: Actor, id: string) => queries.find(ctx.db, actor, id)

/** Finds the appointment that a document is about, if it is visible to the caller. */
export const forDocument = (ctx: UnitOfWork, actor: Actor, id: string) => queries.findWithRoom(ctx.db, actor, id)

/**
 * Applies the fields of the body, and publishes only real changes.
 * @throws {ApiError} 404 unless visible, 422 for an invalid time span, 403 and 409 by the transition rules
 */
export async function update(ctx: Context<'rooms' | 'config'>, actor: Actor, id: string, change: Change) {
  const current = await queries.lock(ctx.db, actor, id)
  if (!current) throw notFound('Appointment')
  rules.assertMayUpdate(actor, current)
  const next = await changeLocked(ctx, actor, current, change)
  messages.notifyOfChange(ctx, actor, current, next)
}

/** An appointment before and after a change. */
export type Changed = { current: Locked; next: Locked }

/** The same for a series, whose changes are announced together. */
export async function updateWithoutMessages(
  ctx: Context<'rooms' | 'config'>,
  actor: Actor,
  id: string,
  change: Change,
): Promise<Changed> {
  const current = await queries.lock(ctx.db, actor, id)
  if (!current) throw notFound('Appointment')
  rules.assertMayUpdate(actor, current)
  const next = await changeLocked(ctx, actor, current, change)
  messages.discardReplaced(ctx, current, next)
  return { current, next }
}

async function changeLocked(
  ctx: Context<'rooms' | 'config'>,
  actor: Actor,
  current: Locked,
  { reason, holdId, ...change }: Change,
  { bothPresent = false } = {},
): Promise<Locked> {
  const { id } = current
  const held = holdId === undefined ? undefined : await takeForMove(ctx, actor, current, holdId)
  const given = rules.keepDuration(current, { ...change, ...held?.fields })
  ctx.setAuditSubject(id, current.patient_id)

  // Unchanged notes are refused too: otherwise the answer would reveal whether a guess is right.
  if (given.notes !== undefined)
    assertMayWriteNotes(actor, { doctorId: current.doctor_id, patientId: current.patient_id }, current)
  const next: Locked = { ...current, ...toColumns(columns, given) }
  const { start_time: startTime, end_time: endTime } = next
  const moved = startTime.getTime() !== current.start_time.getTime() || endTime.getTime() !== current.end_time.getTime()
  if (moved) {
    const fault = spanFault(startTime, endTime)
    if (fault) throw unprocessable([{ path: ['endTime'], message: fault }])
  }
  // The doctor confirmed the old time, not the one that the patient chooses now.
  const returnsToScheduled =
    moved && hasRelation(access.appointments.update, actor.role, 'own') && current.status === 'CONFIRMED'
  const from = returnsToScheduled ? 'SCHEDULED' : current.status
  next.status = given.status ?? from
  const { proposed } = current
  if (next.status !== from)
    rules.assertTransition(
      actor,
      from,
      next.status,
      { start: startTime, proposed: proposed && !bothPresent },
      ctx.clock.now(),
    )
  if (moved) {
    rules.assertMovable(current.status)
    if (proposed) rules.assertMovedToFuture(next, ctx.clock.now())
    await assertMayMove(ctx, actor, current, { startTime, endTime }, { held: held !== undefined })
  }
  if (!held && given.placeId !== undefined) await assertMayChangePlace(ctx, actor, given.placeId)
  if (next.notes !== current.notes) assertMayNote(actor, current.status)
  if (proposed && given.status === 'CONFIRMED') {
    if (moved) rules.assertMayConfirmMoved(actor)
    else rules.assertNamesCurrentTime(actor, current, given.startTime)
  }
  const confirmed = next.status === 'CONFIRMED' && (next.status !== from || (proposed && given.status === 'CONFIRMED'))
  const accepted = rules.acceptsForPatient(actor) && (moved || confirmed)
  next.proposed = proposed && !accepted && !bothPresent

  const cancels = next.status === 'CANCELLED' && from !== 'CANCELLED'
  const cancelReason = cancels ? (reason ?? rules.defaultReason(actor.role)) : undefined
  rules.assertMayMarkLate(actor, given.lateCancel, { cancels })
  if (cancels && !proposed && rules.isLimited(actor))
    next.late_cancel = await isLateCancel(ctx, actor, current.start_time)
  const changed = changedColumns(current, next)
  const changes = fields.filter((field) => columns[field] in changed)
  if (changes.length > 0) {
    const values = {
      ...changed,
      ...held?.buffers,
      ...(cancelReason && { cancel_reason: cancelReason }),
      ...('notes' in changed && { notes_by: actor.userId }),
    }
    const update = queries.update(ctx.db, actor.tenantId, id, values, returnsToScheduled)
    if (moved) {
      await translateOverlap(update.execute())
      defer(ctx.db, insertMove(actor, current, { startTime, endTime }))
    } else defer(ctx.db, update)
    emit(ctx, current, 'appointment.updated', { appointmentId: id, changes })
  }
  await recordContact(ctx, actor, next, { accepted })
  if (next.status !== current.status) await publishStatusChange(ctx, actor, current, next.status, cancelReason)
  return next
}

/**
 * @throws {ApiError} 422 for a time that the caller may not choose; 409 if the slot is taken, a patient has too many bookings,
 *   or the doctor is disabled or unverified
 */
async function assertMayMove(
  ctx: Context<'config'>,
  actor: Actor,
  { id, doctor_id: doctorId, patient_id: patientId, ...current }: Locked,
  times: { startTime: Date; endTime: Date },
  { held }: { held: boolean },
): Promise<void> {
  const before = { startTime: current.start_time, endTime: current.end_time }
  const now = ctx.clock.now()
  const faults = rules.timeFaults(actor, { ...times, pastVisit: current.past_visit }, now, { moved: before })
  if (faults.length > 0) throw unprocessable(faults)
  defer(ctx.db, lockCalendar({ tenantId: actor.tenantId, doctorId }))
  const slot = { tenantId: actor.tenantId, doctorId, ...times, callerId: actor.userId }
  if (!rules.isLimited(actor)) {
    const { overlap_id: overlapId, bookable } = await bookings.findOverlap(ctx.db, { ...slot, exceptId: id })
    rules.assertBookable(bookable)
    if (overlapId) throw await overlapConflict(ctx, actor, overlapId)
    return
  }
  if (!held) await assertOffered(ctx, actor, current, slot)
  lockPatients(ctx, actor, patientId)
  const found = await bookings.findPatientOverlap(ctx.db, { ...slot, patientId, exceptId: id })
  rules.assertBookable(found.bookable)
  if (found.overlap_id) throw await overlapConflict(ctx, actor, found.overlap_id)
  // An open appointment counts already. A move of an appointment that is over adds an open booking.
  assertFree(found, limitsOf(ctx, { counted: before.endTime <= now }))
}

/**
 * Confirms on behalf of the doctor's application. Confirming again changes nothing.
 * @throws {ApiError} 404 unless visible, 409 if its status does not allow it
 */
export async function confirm(ctx: Context<'rooms' | 'config'>, actor: Actor, id: string): Promise<void> {
  await update(ctx, actor, id, { status: 'CONFIRMED' })
}

/**
 * Starts an appointment when both participants are in the room. An unconfirmed one is confirmed first, without a message.
 * @param bothPresent whether doctor and patient joined themselves, not another user in their name. The visit is then recorded,
 *   even if the appointment has already started.
 * @returns whether the status changed: false if the appointment had started or ended before
 */
export async function start(
  ctx: Context<'rooms' | 'config'>,
  actor: Actor,
  id: string,
  { bothPresent }: { bothPresent: boolean },
): Promise<boolean> {
  const current = await queries.lock(ctx.db, actor, id)
  if (!current || rules.isFinal(current.status)) return false
  const starts = rules.isUpcoming(current.status)
  if (starts)
    await changeLocked(ctx, actor, { ...current, status: 'CONFIRMED' }, { status: 'IN_PROGRESS' }, { bothPresent })
  if (bothPresent) recordVisit(ctx, current, true)
  return starts
}

/** Ends the consultation. @returns whether the appointment became COMPLETED: false if it had ended before */
export async function complete(ctx: Context<'rooms' | 'config'>, actor: Actor, id: string): Promise<boolean> {
  const current = await queries.lock(ctx.db, actor, id)
  if (!current || rules.isFinal(current.status)) return false
  await changeLocked(ctx, actor, current, { status: 'COMPLETED' })
  return true
}

/** A page of overdue unconfirmed appointments of all tenants after the given one, oldest first. */
export const unconfirmed = ({ database }: Pick<Services, 'database'>, limit: number, after?: queries.Unconfirmed) =>
  database.queryWithoutTenant(queries.unconfirmed(limit, after))

/** Cancels an appointment unless it was confirmed, moved or held meanwhile. @returns whether it was cancelled */
export async function autoCancel(ctx: Context<'rooms' | 'config'>, actor: Actor, id: string): Promise<boolean> {
  const current = await queries.lockUnconfirmed(ctx.db, actor.tenantId, id)
  if (!current) return false
  const next = await changeLocked(ctx, actor, current, { status: 'CANCELLED', reason: rules.AUTO_CANCEL })
  messages.notifyOfChange(ctx, actor, current, next)
  return true
}

/** @throws {ApiError} 404 unless visible */
export async function remove(ctx: Context<'rooms' | 'config'>, actor: Actor, id: string): Promise<void> {
  const current = await queries.lock(ctx.db, actor, id)
  if (!current) throw notFound('Appointment')
  ctx.setAuditSubject(id, current.patient_id)
  if (!rules.isFinal(current.status)) {
    const changes = { status: 'CANCELLED', cancel_reason: rules.DELETED } as const
    defer(ctx.db, queries.update(ctx.db, actor.tenantId, id, changes, false))
    await publishStatusChange(ctx, actor, current, 'CANCELLED', rules.DELETED)
    messages.notifyOfChange(ctx, actor, current, { ...current, status: 'CANCELLED' })
  }
  withdrawAppointment(ctx, actor, id)
  defer(ctx.db, queries.markDeleted(ctx.db, actor.tenantId, id))
}
