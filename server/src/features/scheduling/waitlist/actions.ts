import { assertMay, hasRelation } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import type { Actor } from '../../../actor.ts'
import type { CalendarSpan } from '../../../db/calendars.ts'
import { defer, deferLock } from '../../../db/transaction.ts'
import { type Fault, forbidden, notFound, unprocessable } from '../../../errors.ts'
import type { Input } from '../../../http/operation.ts'
import { newId } from '../../../lib/ids.ts'
import { localDay } from '../../../lib/moroccan-time.ts'
import { minuteOf } from '../../../lib/time-of-day.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import { isTreatingRegularly } from '../../people/relationships/actions.ts'
import * as holds from '../holds/actions.ts'
import * as slots from '../slots/actions.ts'
import type { joinWaitlist, updateWaitlistEntry } from './contract.ts'
import * as queries from './queries.ts'
import * as rules from './rules.ts'

/**
 * Adds a patient to the waitlist.
 * @returns the id of the entry
 * @throws {ApiError} 403 for another patient, or a patient whom the professional does not treat; 422 for an unknown patient,
 *   professional or type; 409 for a patient who has too many open entries
 */
export async function join(ctx: UnitOfWork, actor: Actor, given: Input<typeof joinWaitlist>['body']): Promise<string> {
  const { patientId, doctorId, visitTypeId, urgent, city, specialty, weekdays } = given
  const { tenantId } = actor
  await assertMayJoin(ctx, actor, given)
  rules.assertMayMark(actor, urgent)
  const [fromMin, toMin] = [minute(given.from), minute(given.to)]
  const today = localDay(ctx.clock.now())
  const [firstDay, lastDay] = [given.firstDay ?? today, given.lastDay]
  rules.assertRange({ firstDay, lastDay, fromMin, toMin }, today)
  const type = await slots.typeOf(ctx, actor, { visitTypeId, doctorId })
  if (type.bookable_by !== 'PATIENT')
    throw unprocessable([{ path: ['visitTypeId'], message: 'is a type that only the staff books' }])
  if (doctorId !== undefined) await slots.assertForPatient(ctx, actor, type, { doctorId, patientId })
  deferLock(ctx.db, 'waitlist', tenantId, patientId) // so that concurrent requests respect the limit
  const { is_patient: isPatient, open } = await queries.findFacts(ctx.db, { tenantId, patientId })
  const faults: Fault[] = []
  if (!isPatient)
    faults.push({ path: ['patientId'], message: 'is not a patient of this organisation', code: 'unknown_record' })
  if (doctorId !== undefined && !(await queries.isDoctor(ctx.db, { tenantId, doctorId })))
    faults.push({
      path: ['doctorId'],
      message: 'is not a verified doctor or dentist of this organisation',
      code: 'unknown_record',
    })
  if (faults.length > 0) throw unprocessable(faults)
  const byPatient = slots.isPatient(actor)
  if (byPatient) rules.assertMayWait(open)
  const id = newId('wle')
  const entry = {
    ...{ tenant_id: tenantId, id, patient_id: patientId, visit_type_id: visitTypeId, doctor_id: doctorId ?? null },
    ...{ city: city ?? null, specialty: specialty ?? null, first_day: firstDay, last_day: lastDay },
    ...{ weekdays: weekdays ?? null, from_min: fromMin, to_min: toMin, urgent: urgent ?? false },
    by_patient: byPatient,
  }
  defer(ctx.db, queries.insert(entry))
  ctx.setAuditSubject(id, patientId)
  return id
}

const minute = (time: string | null | undefined): number | null => (time == null ? null : minuteOf(time))

/** @throws {ApiError} 403 */
async function assertMayJoin(
  ctx: UnitOfWork,
  actor: Actor,
  { patientId, doctorId }: { patientId: string; doctorId?: string | undefined },
): Promise<void> {
  const message = 'Patients wait for themselves; professionals add patients whom they treat, for their own visits.'
  assertMay(access.waitlist.join, actor, { own: patientId, author: doctorId ?? null, desk: true }, message)
  if (!hasRelation(access.waitlist.join, actor.role, 'author')) return
  if (!(await isTreatingRegularly(ctx, actor.userId, patientId))) throw forbidden(message)
}

/** @throws {ApiError} 404 unless visible; 403 if the caller may not change it; 409 for an entry that has ended */
async function lockOpen(ctx: UnitOfWork, actor: Actor, id: string) {
  const entry = await queries.lock(ctx.db, actor, id)
  if (!entry) throw notFound('Waitlist entry')
  const people = { own: entry.patient_id, author: entry.doctor_id, desk: true }
  assertMay(access.waitlist.change, actor, people, 'The entry is of another professional.')
  rules.assertOpen(entry.status)
  ctx.setAuditSubject(id, entry.patient_id)
  return entry
}

/** Changes the given fields. A time that is offered stays offered. @throws {ApiError} 404, 403, 409, 422 */
export async function update(
  ctx: UnitOfWork,
  actor: Actor,
  id: string,
  { firstDay, lastDay, from, to, weekdays, urgent }: Input<typeof updateWaitlistEntry>['body'],
): Promise<void> {
  const entry = await lockOpen(ctx, actor, id)
  rules.assertMayMark(actor, urgent)
  const next = {
    firstDay: firstDay ?? entry.first_day,
    lastDay: lastDay ?? entry.last_day,
    fromMin: from === undefined ? entry.from_min : minute(from),
    toMin: to === undefined ? entry.to_min : minute(to),
  }
  rules.assertRange(next, localDay(ctx.clock.now()))
  const changes = {
    ...{ first_day: next.firstDay, last_day: next.lastDay, from_min: next.fromMin, to_min: next.toMin },
    ...(weekdays !== undefined && { weekdays }),
    ...(urgent !== undefined && { urgent }),
  }
  defer(ctx.db, queries.update(actor.tenantId, id, changes))
}

/** Declines the offered time. The entry waits for another one. @throws {ApiError} 404, 403; 409 without an offer */
export async function decline(ctx: UnitOfWork, actor: Actor, id: string): Promise<void> {
  const { status } = await lockOpen(ctx, actor, id)
  rules.assertOffered(status)
  await endOffer(ctx, actor, id)
  defer(ctx.db, queries.update(actor.tenantId, id, { status: 'WAITING' }))
}

/** Ends an entry and its offer. Leaving again changes nothing. @throws {ApiError} 404, 403; 409 for a booked or expired entry */
export async function leave(ctx: UnitOfWork, actor: Actor, id: string): Promise<void> {
  const left = await queries.lock(ctx.db, actor, id)
  if (left?.status === 'LEFT') return ctx.setAuditSubject(id, left.patient_id)
  await lockOpen(ctx, actor, id)
  await endOffer(ctx, actor, id)
  defer(ctx.db, queries.update(actor.tenantId, id, { status: 'LEFT' }))
}

/** Ends the open offer of an entry, if any, and frees its time for others. */
async function endOffer(ctx: UnitOfWork, { tenantId }: Actor, entryId: string): Promise<void> {
  const offer = await queries.lockOffer(ctx.db, tenantId, { entryId })
  if (offer) freeOffered(ctx, tenantId, offer, 'DECLINED')
}

/** Ends an offer that was not accepted: its hold ends, and its time is offered to others. */
export function freeOffered(
  ctx: UnitOfWork,
  tenantId: string,
  offer: queries.OpenOffer,
  outcome: 'DECLINED' | 'EXPIRED',
): void {
  const { doctor_id: doctorId, start_time: startTime, end_time: endTime } = offer
  defer(ctx.db, queries.endOffer(tenantId, offer.id, outcome))
  holds.end(ctx, offer.hold_id)
  queueFreedTime(ctx, { tenantId, doctorId, startTime, endTime })
}

/** Queues a time that has become free, if a patient waits for it. Visits that end early queue theirs by a trigger. */
export const queueFreedTime = ({ db }: UnitOfWork, freed: CalendarSpan): void => defer(db, queries.insertFreed(freed))

/** Ends an entry whose offered time is booked in this transaction. @param holdId of an offer */
export async function recordBooking(ctx: UnitOfWork, { tenantId }: Actor, holdId: string): Promise<void> {
  const offer = await queries.lockOffer(ctx.db, tenantId, { holdId })
  if (!offer) return
  defer(ctx.db, queries.endOffer(tenantId, offer.id, 'ACCEPTED'))
  defer(ctx.db, queries.update(tenantId, offer.entry_id, { status: 'BOOKED' }))
}
