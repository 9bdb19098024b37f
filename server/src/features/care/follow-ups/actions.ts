import type { Actor } from '../../../actor.ts'
import { defer } from '../../../db/transaction.ts'
import { conflict, type Fault, notFound, unprocessable } from '../../../errors.ts'
import type { Input } from '../../../http/operation.ts'
import type { Context } from '../../../http/services.ts'
import { newId } from '../../../lib/ids.ts'
import { queueMessage } from '../../../messages/queue.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import { isTreating, untreated } from '../../people/relationships/actions.ts'
import { book, lookUpParties } from '../appointments/actions.ts'
import type { acceptFollowUp, proposeFollowUp } from './contract.ts'
import * as queries from './queries.ts'
import * as rules from './rules.ts'

type Locked = NonNullable<Awaited<ReturnType<typeof queries.lock>>>
type Settled = Pick<Locked, 'id' | 'status' | 'appointment_id'>

/**
 * Proposes a consultation without reserving its time.
 * @throws {ApiError} 422 for an unknown doctor or patient, a patient whom the practitioner does not treat, or a time in the
 *   past; 403 for a consultation with another doctor
 */
export async function propose(
  ctx: UnitOfWork,
  actor: Actor,
  { doctorId, patientId, reason, ...times }: Input<typeof proposeFollowUp>['body'],
): Promise<Settled> {
  const slot = rules.slotOf(times)
  rules.assertMayPropose(actor, doctorId)
  const { faults: unknown, doctor_name } = await lookUpParties(ctx, actor, { doctorId, patientId })
  const isTreated = !rules.isAuthor(actor) || (await isTreating(ctx, doctorId, patientId))
  const faults = isTreated ? unknown : [untreated]
  if (slot && rules.isPast(slot, ctx.clock.now())) faults.push(pastFault)
  if (faults.length > 0) throw unprocessable(faults)

  const { tenantId } = actor
  const id = newId('fu')
  const { startTime, endTime } = slot ?? { startTime: null, endTime: null }
  defer(ctx.db, queries.insert({ tenantId, id, doctorId, patientId, startTime, endTime, reason: reason ?? null }))
  ctx.setAuditSubject(id, patientId)
  queueMessage(ctx, {
    to: { userId: patientId },
    template: 'FOLLOW_UP_PROPOSED',
    variables: { doctorName: doctor_name!, ...(startTime && { startTime }) },
    about: [id],
  })
  return { id, status: 'PROPOSED', appointment_id: null }
}

/**
 * Accepts a follow-up and books its time, or the given one, in the same transaction. Accepting again books nothing.
 * @throws {ApiError} 404 unless visible; 422 for a given time in the past, or a disabled doctor; 403 for its doctor; 409 if it
 *   was declined or cancelled, or its time is past or taken
 */
export async function accept(
  ctx: Context<'config'>,
  actor: Actor,
  id: string,
  times: Input<typeof acceptFollowUp>['body'],
): Promise<Settled> {
  const given = rules.slotOf(times)
  const current = await queries.lock(ctx.db, actor, id)
  if (!current) throw notFound('Follow-up')
  if (given && rules.isPast(given, ctx.clock.now())) throw unprocessable([pastFault])
  rules.assertMaySettle(actor, current, 'ACCEPTED')
  if (current.status === 'ACCEPTED') return withAuditSubject(ctx, current)

  const slot = given ?? proposedSlot(current, ctx.clock.now())
  const proposed = given === undefined
  return settle(ctx, current, 'ACCEPTED', slot ? await bookSlot(ctx, actor, current, slot, proposed) : null)
}

/** @throws {ApiError} 404 unless visible, 403 for its doctor, 409 if it was accepted or cancelled */
export const decline = (ctx: UnitOfWork, actor: Actor, id: string): Promise<Settled> =>
  close(ctx, actor, id, 'DECLINED')

/** @throws {ApiError} 404 unless visible, 403 for its patient, 409 if it was accepted or declined */
export const cancel = (ctx: UnitOfWork, actor: Actor, id: string): Promise<Settled> =>
  close(ctx, actor, id, 'CANCELLED')

async function close(ctx: UnitOfWork, actor: Actor, id: string, to: 'DECLINED' | 'CANCELLED'): Promise<Settled> {
  const current = await queries.lock(ctx.db, actor, id)
  if (!current) throw notFound('Follow-up')
  rules.assertMaySettle(actor, current, to)
  return current.status === to ? withAuditSubject(ctx, current) : settle(ctx, current, to, null)
}

function settle(ctx: UnitOfWork, current: Locked, status: rules.Status, appointmentId: string | null): Settled {
  defer(ctx.db, queries.settle(ctx.db, ctx.trail.tenantId, current.id, status, appointmentId))
  return withAuditSubject(ctx, { ...current, status, appointment_id: appointmentId })
}

/** Call it last: booking sets the appointment as the subject of the audit row, and this sets the follow-up. */
function withAuditSubject(ctx: UnitOfWork, current: Locked): Settled {
  ctx.setAuditSubject(current.id, current.patient_id)
  return current
}

/**
 * The time that the doctor proposed, if any.
 * @throws {ApiError} 409 if it is in the past
 */
function proposedSlot({ start_time, end_time }: Locked, now: Date): rules.Slot | undefined {
  const slot = rules.slotOf({ startTime: start_time ?? undefined, endTime: end_time ?? undefined })
  if (slot && rules.isPast(slot, now)) throw conflict('The proposed time is in the past. Accept with another time.')
  return slot
}

async function bookSlot(
  ctx: Context<'config'>,
  actor: Actor,
  current: Locked,
  slot: rules.Slot,
  proposed: boolean,
): Promise<string> {
  const { doctor_id: doctorId, patient_id: patientId, reason } = current
  const booking = { doctorId, patientId, ...slot, notes: reason ?? undefined, pastVisit: false }
  return (await book(ctx, actor, booking, { followUp: true, proposed })).id
}

const pastFault: Fault = { path: ['startTime'], message: 'must be in the future', code: 'not_future' }
