import type { Actor } from '../../../actor.ts'
import { type CalendarSpan, lockCalendar } from '../../../db/calendars.ts'
import { defer, deferLock } from '../../../db/transaction.ts'
import { conflict, notFound, unprocessable } from '../../../errors.ts'
import type { Input } from '../../../http/operation.ts'
import { newId } from '../../../lib/ids.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import * as places from '../places/actions.ts'
import * as slots from '../slots/actions.ts'
import type { VisitType } from '../visit-types/actions.ts'
import type { createHold } from './contract.ts'
import * as queries from './queries.ts'
import * as rules from './rules.ts'

export { heldTimes, overlappingHold } from './queries.ts'
export type Hold = queries.Hold

/**
 * Holds a time for the caller.
 * @throws {ApiError} 403 for another professional's time; 422 for an unknown professional, type or place; 409 if the time is
 *   taken or, for a patient, not offered
 */
export async function hold(ctx: UnitOfWork, actor: Actor, given: Input<typeof createHold>['body']): Promise<Hold> {
  const { doctorId, visitTypeId, startTime, placeId = null } = given
  const { tenantId, userId } = actor
  rules.assertMayHold(actor, doctorId)
  const type = await slots.typeOf(ctx, actor, { visitTypeId, doctorId })
  if (placeId !== null) {
    const { faults } = await places.find(ctx, actor, placeId)
    if (faults.length > 0) throw unprocessable(faults)
  }
  await slots.assertForPatient(ctx, actor, type, { doctorId, patientId: userId })
  const endTime = new Date(startTime.getTime() + type.duration_min * 60_000)
  const span = { tenantId, doctorId, startTime, endTime }
  const isPatient = slots.isPatient(actor)
  defer(ctx.db, lockCalendar(span))
  defer(ctx.db, queries.dropExpired(span))
  if (isPatient) {
    deferLock(ctx.db, 'holds', tenantId, userId)
    defer(ctx.db, queries.dropReplaced({ tenantId, userId, doctorId }))
  }
  await assertFree(ctx, actor, span)
  const slot = { ...span, visitTypeId, placeId }
  const heldAt = isPatient
    ? await slots.placeOfSlot(ctx, actor, slot)
    : (placeId ?? (await slots.findPlace(ctx, actor, slot)) ?? null)
  const buffers = { bufferBeforeMin: type.buffer_before_min, bufferAfterMin: type.buffer_after_min }
  const id = newId('hld')
  const held = await queries.insert(ctx.db, {
    ...{ ...span, ...buffers, id, userId, visitTypeId, placeId: heldAt },
    ...{ expiresAt: rules.holdEnd(ctx.clock.now()), purpose: 'BOOKING' },
  })
  if (!held) throw overlapConflict(null)
  ctx.setAuditSubject(id, isPatient ? userId : undefined)
  return held
}

type Offer = {
  slot: CalendarSpan & { placeId: string }
  type: Pick<VisitType, 'id' | 'buffer_before_min' | 'buffer_after_min'>
  patientId: string
  expiresAt: Date
}

/**
 * Holds an offered time for a patient who waits for one. The caller holds the lock of the professional's calendar.
 * @returns the id of the hold; undefined if the time is taken, also in another organisation
 */
export async function holdForWaiting(
  ctx: UnitOfWork,
  { slot, type, patientId, expiresAt }: Offer,
): Promise<string | undefined> {
  const { placeId, ...span } = slot
  defer(ctx.db, queries.dropExpired(span))
  const { known, appointment_id, hold_id, elsewhere } = await queries.findTaken(ctx.db, span)
  if (!known || appointment_id !== null || hold_id !== null || elsewhere) return undefined
  const id = newId('hld')
  const buffers = { bufferBeforeMin: type.buffer_before_min, bufferAfterMin: type.buffer_after_min }
  const held = await queries.insert(ctx.db, {
    ...{ ...span, ...buffers, id, userId: patientId, visitTypeId: type.id, placeId },
    ...{ expiresAt, purpose: 'WAITLIST' },
  })
  return held?.id
}

/** Ends the hold of an offer that was declined or has expired. */
export const end = ({ db, trail }: UnitOfWork, id: string): void => defer(db, queries.remove(db, trail.tenantId, id))

/** @throws {ApiError} 422 unless the user is a verified doctor or dentist; 409 if a visit or hold overlaps the time */
async function assertFree(ctx: UnitOfWork, actor: Actor, span: CalendarSpan): Promise<void> {
  const { known, appointment_id, hold_id, elsewhere } = await queries.findTaken(ctx.db, span)
  if (!known)
    throw unprocessable([{ path: ['doctorId'], message: 'is not a verified doctor or dentist of this organisation' }])
  const id = appointment_id ?? hold_id
  if (id !== null) throw overlapConflict(slots.isPatient(actor) ? null : id)
  if (elsewhere) throw overlapConflict(null)
}

const overlapConflict = (id: string | null) =>
  conflict('The doctor has another appointment or a hold at that time.', { overlap: { id } })

/** @throws {ApiError} 404 unless the caller may manage the hold */
async function find(ctx: UnitOfWork, actor: Actor, id: string): Promise<Hold> {
  const found = await queries.find(ctx.db, actor.tenantId, id)
  if (!found || !rules.mayManage(actor, found)) throw notFound('Hold')
  ctx.setAuditSubject(id, slots.isPatient(actor) ? found.held_by : undefined)
  return found
}

const holdConflict = (id: string, expired: boolean) =>
  conflict(expired ? 'The hold has expired.' : 'The hold was extended before.', { hold: { id, expired } })

/** @throws {ApiError} 404; 409 for a hold that has expired, was extended before, or belongs to an offer of the waitlist */
export async function extend(ctx: UnitOfWork, actor: Actor, id: string): Promise<Hold> {
  const { extended, purpose, expires_at } = await find(ctx, actor, id)
  if (purpose === 'WAITLIST' && expires_at > ctx.clock.now())
    throw conflict('The hold of an offer ends with the offer.', { hold: { id, expired: false } })
  const held = await queries.extend(ctx.db, actor.tenantId, id, rules.holdEnd(ctx.clock.now()))
  if (!held) throw holdConflict(id, !extended)
  return held
}

/** @throws {ApiError} 404 */
export async function release(ctx: UnitOfWork, actor: Actor, id: string): Promise<void> {
  await find(ctx, actor, id)
  defer(ctx.db, queries.remove(ctx.db, actor.tenantId, id))
}

/**
 * A hold that the caller is about to book. It may have expired: `take` decides under the lock of the calendar.
 * @throws {ApiError} 409 for a hold that does not exist any more; 422 for one that the user may not book
 */
export async function findToBook(ctx: UnitOfWork, actor: Actor, id: string): Promise<Hold> {
  const found = await queries.find(ctx.db, actor.tenantId, id)
  if (!found) throw holdConflict(id, true)
  if (!rules.mayManage(actor, found)) throw notOwnHold()
  return found
}

const notOwnHold = () =>
  unprocessable([{ path: ['holdId'], message: 'is not a hold of the caller with this professional' }])

/**
 * Ends a hold whose time the transaction books. The caller of this function holds the lock of the professional's calendar.
 * @throws {ApiError} 409 for a hold that has expired; 422 for one that the user may not book
 */
export async function take(ctx: UnitOfWork, actor: Actor, id: string, doctorId: string): Promise<Hold> {
  const taken = await queries.take(ctx.db, actor.tenantId, id)
  if (!taken) throw holdConflict(id, true)
  if (taken.doctor_id !== doctorId || !rules.mayManage(actor, taken)) throw notOwnHold()
  return taken
}
