import type { Actor } from '../../../../actor.ts'
import type { ConflictDetails } from '../../../../conflict-details.ts'
import { lockCalendar } from '../../../../db/calendars.ts'
import { defer } from '../../../../db/transaction.ts'
import { ApiError, conflict, notFound, unprocessable } from '../../../../errors.ts'
import type { Input } from '../../../../http/operation.ts'
import type { Context } from '../../../../http/services.ts'
import { newId } from '../../../../lib/ids.ts'
import { localDay, MOROCCAN_TIME_ZONE } from '../../../../lib/moroccan-time.ts'
import type { UnitOfWork } from '../../../../unit-of-work.ts'
import { isTreatingRegularly, notifyOfOpening } from '../../../people/relationships/actions.ts'
import * as places from '../../../scheduling/places/actions.ts'
import * as appointments from '../actions.ts'
import type { createSeries, updateSeries } from './contract.ts'
import * as messages from './messages.ts'
import * as queries from './queries.ts'
import * as rules from './rules.ts'

type Times = { startTime: Date; endTime: Date }
export type Skipped = Times & { overlapId: string | null }

/**
 * Books a series.
 * @returns its id, and the times that were skipped
 * @throws {ApiError} 409 for a time that is taken, with its number; with SKIP only if all are taken. Otherwise as a booking.
 */
export async function create(
  ctx: Context<'config'>,
  actor: Actor,
  { repeat, onConflict, ...booking }: Input<typeof createSeries>['body'],
): Promise<{ id: string; skipped: Skipped[] }> {
  const { doctorId, patientId, startTime, endTime, placeId } = booking
  await appointments.assertMayBook(ctx, actor, booking)
  // A series of proposals would reveal which ids are patients: a refusal by a limit notifies no patient.
  if (appointments.booksOwnSlot(actor)) rules.assertTreats(await isTreatingRegularly(ctx, doctorId, patientId))
  if (startTime <= ctx.clock.now())
    throw unprocessable([{ path: ['startTime'], message: 'must be in the future', code: 'not_future' }])
  const durationMs = endTime.getTime() - startTime.getTime()
  const timeZone = await timeZoneOf(ctx, actor, placeId)
  const id = newId('ser')
  const { tenantId } = actor
  defer(ctx.db, lockCalendar({ tenantId, doctorId }))
  const parties = await appointments.lookUpParties(ctx, actor, booking)
  if (parties.faults.length > 0) throw unprocessable(parties.faults)
  defer(ctx.db, queries.insert({ tenantId, id, doctorId, patientId, timeZone, repeat }))
  const skipped: Skipped[] = []
  const made: Awaited<ReturnType<typeof appointments.bookWithoutMessages>>[] = []
  for (const [n, start] of rules.startsOf(startTime, repeat, timeZone).entries()) {
    const times = { startTime: start, endTime: new Date(start.getTime() + durationMs) }
    const taken = await findTaken(ctx, actor, doctorId, times)
    if (taken) {
      if (onConflict !== 'SKIP') throw occurrenceConflict(taken.overlapId, n, start)
      skipped.push({ ...times, ...taken })
      continue
    }
    const one = { ...booking, ...times, pastVisit: false }
    made.push(await withOccurrence(n, start, appointments.bookWithoutMessages(ctx, actor, one, { seriesId: id })))
  }
  if (made.length === 0) throw occurrenceConflict(skipped[0]!.overlapId, 0, skipped[0]!.startTime)
  const booked = made.map((one) => one.booked)
  const opening = made.filter(({ opensFile }) => opensFile).map((one) => one.booked)
  // One notice, from the first to the last visit that opens the file.
  if (opening.length > 0) notifyOfOpening(ctx, { ...opening[0]!, end_time: opening.at(-1)!.end_time })
  messages.notifyOfSeries(ctx, actor, 'APPOINTMENT_SERIES_CREATED', booked)
  ctx.setAuditSubject(id, patientId)
  return { id, skipped }
}

/**
 * Changes the appointments that are still to come. One whose new time would be in the past stays unchanged.
 * @returns the times that were skipped
 * @throws {ApiError} 404; 403 for the series of another professional; 409 for a time that is taken, with its number among those
 *   still to come
 */
export async function update(
  ctx: Context<'rooms' | 'config'>,
  actor: Actor,
  id: string,
  { onConflict, time, weekday, durationMin, ...fields }: Input<typeof updateSeries>['body'],
): Promise<Skipped[]> {
  const series = await find(ctx, actor, id)
  const { doctor_id: doctorId } = series
  const coming = await queries.lockUpcoming(ctx.db, actor.tenantId, id)
  defer(ctx.db, lockCalendar({ tenantId: actor.tenantId, doctorId }))
  const skipped: Skipped[] = []
  const moved: appointments.Changed[] = []
  for (const [n, one] of coming.entries()) {
    const before = { startTime: one.start_time, endTime: one.end_time }
    const times = rules.changedTimes(before, { time, weekday, durationMin }, series.time_zone)
    const moves = !isSame(before, times) && times.startTime > ctx.clock.now()
    const taken = moves ? await findTaken(ctx, actor, doctorId, times, { id: one.id, ...before }) : undefined
    if (taken) {
      if (onConflict !== 'SKIP') throw occurrenceConflict(taken.overlapId, n, times.startTime)
      skipped.push({ ...times, ...taken })
    }
    const change = { ...fields, ...(moves && !taken && times) }
    const changed = await withOccurrence(
      n,
      times.startTime,
      appointments.updateWithoutMessages(ctx, actor, one.id, change),
    )
    if (moves && !taken) moved.push(changed)
  }
  if (moved.length > 0) {
    rules.assertMayMoveAgain(series.changes)
    defer(ctx.db, queries.countChange(actor.tenantId, id, series.changes + 1, localDay(ctx.clock.now())))
  }
  messages.notifyOfSeries(
    ctx,
    actor,
    'APPOINTMENT_SERIES_MOVED',
    moved.map(({ next }) => next),
  )
  ctx.setAuditSubject(id, series.patient_id)
  return skipped
}

/**
 * Cancels the appointments that are still to come.
 * @throws {ApiError} 404; 403 for the series of another professional
 */
export async function cancel(
  ctx: Context<'rooms' | 'config'>,
  actor: Actor,
  id: string,
  { reason }: { reason?: string | undefined },
): Promise<void> {
  const series = await find(ctx, actor, id)
  const cancelled: appointments.Changed[] = []
  for (const one of await queries.lockUpcoming(ctx.db, actor.tenantId, id))
    cancelled.push(await appointments.updateWithoutMessages(ctx, actor, one.id, { status: 'CANCELLED', reason }))
  messages.notifyOfSeries(
    ctx,
    actor,
    'APPOINTMENT_SERIES_CANCELLED',
    cancelled.map(({ current }) => current),
  )
  ctx.setAuditSubject(id, series.patient_id)
}

/** @throws {ApiError} 404 unless visible, 403 for the series of another professional */
async function find(ctx: UnitOfWork, actor: Actor, id: string) {
  const series = await queries.lock(ctx.db, actor, id, localDay(ctx.clock.now()))
  if (!series) throw notFound('Series')
  rules.assertMayChange(actor, series)
  return series
}

const isSame = (a: Times, b: Times) =>
  a.startTime.getTime() === b.startTime.getTime() && a.endTime.getTime() === b.endTime.getTime()

/** @throws {ApiError} 422 for an unknown place */
async function timeZoneOf(ctx: UnitOfWork, actor: Actor, placeId: string | undefined): Promise<string> {
  if (placeId === undefined) return MOROCCAN_TIME_ZONE
  const { place, faults } = await places.find(ctx, actor, placeId)
  if (!place) throw unprocessable(faults)
  return place.time_zone
}

/**
 * What takes a time: an appointment or a hold; `overlapId` is null for an appointment in another organisation. The caller holds
 * the lock of the calendar.
 * @param moved the appointment that moves there; its present time is its own
 */
async function findTaken(
  ctx: UnitOfWork,
  { tenantId, userId }: Actor,
  doctorId: string,
  times: Times,
  moved?: Times & { id: string },
): Promise<{ overlapId: string | null } | undefined> {
  const slot = { tenantId, doctorId, ...times }
  const exceptId = moved?.id ?? ''
  const { overlap_id: overlapId } = await appointments.findOverlap(ctx.db, { ...slot, callerId: userId, exceptId })
  if (overlapId !== null) return { overlapId }
  for (const part of moved ? rules.without(times, moved) : [times])
    if (await appointments.isTakenElsewhere(ctx.db, { ...slot, ...part })) return { overlapId: null }
  return undefined
}

const occurrenceConflict = (id: string | null, n: number, start: Date) =>
  conflict(`The time of appointment ${n + 1} of the series is taken.`, {
    overlap: { id },
    occurrence: { number: n + 1, startTime: start.toISOString() },
  })

/** Adds to a conflict which appointment of the series it is about. */
async function withOccurrence<T>(n: number, start: Date, attempt: Promise<T>): Promise<T> {
  try {
    return await attempt
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 409) throw error
    throw conflict(error.message, {
      ...(error.details as ConflictDetails),
      occurrence: { number: n + 1, startTime: start.toISOString() },
    })
  }
}
