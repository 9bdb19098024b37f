import type { Actor } from '../../../actor.ts'
import { lockCalendar } from '../../../db/calendars.ts'
import type { Db } from '../../../db/kysely.ts'
import { defer } from '../../../db/transaction.ts'
import { conflict, type Fault, notFound, unprocessable } from '../../../errors.ts'
import type { Input } from '../../../http/operation.ts'
import type { Services } from '../../../http/services.ts'
import { newId } from '../../../lib/ids.ts'
import { MOROCCAN_TIME_ZONE } from '../../../lib/moroccan-time.ts'
import { minuteOf } from '../../../lib/time-of-day.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import { lockedSpecialDays } from '../../care/holidays/actions.ts'
import { queueFreedTime } from '../waitlist/actions.ts'
import type { addException, replaceOpening } from './contract.ts'
import { closedSpans, dayAfter, type Hours, openDays, type Span, union } from './hours.ts'
import * as queries from './queries.ts'
import * as rules from './rules.ts'

type Doctor = queries.Doctor

/** @throws {ApiError} 404 unless the user is a doctor or dentist of the organisation */
export async function assertDoctor(ctx: UnitOfWork, { tenantId }: Actor, doctorId: string): Promise<void> {
  if (!(await queries.isDoctor(ctx.db, { tenantId, doctorId }))) throw notFound('Doctor')
  ctx.setAuditSubject(doctorId)
}

/**
 * Replaces the weekly hours of a professional, and the days that are kept from them.
 * @throws {ApiError} 404; 403 for another professional's hours; 422 for an unknown place, or hours that end before they begin
 */
export async function replace(
  ctx: UnitOfWork,
  actor: Actor,
  doctorId: string,
  given: Input<typeof replaceOpening>['body']['rules'],
): Promise<void> {
  await assertDoctor(ctx, actor, doctorId)
  rules.assertMayWrite(actor, doctorId)
  const doctor = { tenantId: actor.tenantId, doctorId }
  const placeIds = [...new Set(given.map(({ placeId }) => placeId))]
  const unknown = await queries.unknownPlaces(ctx.db, actor.tenantId, placeIds)
  const faults = [
    ...rules.faultsOfRules(given),
    ...given.flatMap(({ placeId }, n) => (unknown.includes(placeId) ? [unknownPlace(['rules', n, 'placeId'])] : [])),
  ]
  if (faults.length > 0) throw unprocessable(faults)
  defer(ctx.db, lockCalendar(doctor))
  defer(ctx.db, queries.insertSchedule({ ...doctor, placeIds, keptUntil: dayOf(ctx.clock.now()) }))
  queries.replaceRules(
    ctx.db,
    doctor,
    given.map(({ placeId, from, to, validFrom, validUntil, ...rule }, n) => ({
      ...{ tenant_id: actor.tenantId, doctor_id: doctorId, n, place_id: placeId, ...rule },
      ...{ from_min: minuteOf(from), to_min: minuteOf(to), valid_from: validFrom, valid_until: validUntil },
    })),
  )
  await rewriteDays(ctx.db, doctor, ctx.clock.now())
}

const unknownPlace = (path: Fault['path']): Fault => ({ path, message: 'is not a place of this organisation' })

const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

/** The first day that is written: places may be behind UTC. */
const firstKeptDay = (now: Date): string => dayAfter(dayOf(now), -1)
const lastKeptDay = (now: Date): string => dayAfter(dayOf(now), rules.KEPT_DAYS)

/** Replaces the kept days of a professional. The caller holds the lock of the calendar. */
export async function rewriteDays(db: Db, doctor: Doctor, now: Date): Promise<void> {
  const first = firstKeptDay(now)
  const schedules = await queries.readSchedules(db, { ...doctor, from: first })
  await keepDays(
    db,
    doctor,
    schedules.map((schedule) => ({ ...schedule, first })),
    lastKeptDay(now),
  )
}

/**
 * Writes the kept days of a professional again, and compares them with those from before.
 * @returns the days that were wrong or missing: place, day and modes
 */
export async function recomputeDays(db: Db, doctor: Doctor, now: Date): Promise<string[]> {
  const first = firstKeptDay(now)
  defer(db, lockCalendar(doctor))
  const before = await queries.readKeptDays(db, { ...doctor, first })
  const schedules = await queries.readSchedules(db, { ...doctor, from: first })
  const keptUntil = new Map(schedules.map((schedule) => [schedule.place_id, schedule.kept_until]))
  await rewriteDays(db, doctor, now)
  const after = await queries.readKeptDays(db, { ...doctor, first })
  const [known, right] = [new Set(before), new Set(after)]
  const differing = [...before.filter((day) => !right.has(day)), ...after.filter((day) => !known.has(day))]
  // The days after `kept_until` are those that the job appends next.
  const wrong = differing.map((line) => line.split(' ')).filter(([place, day]) => day! <= keptUntil.get(place!)!)
  return [...new Set(wrong.map(([place, day, modes]) => `${place} ${day} ${modes}`))]
}

/** Writes the days of schedules, each from its first day on. */
async function keepDays(
  db: Db,
  doctor: Doctor,
  schedules: readonly (queries.Schedule & { first: string })[],
  last: string,
): Promise<void> {
  const [earliest] = schedules.map(({ first }) => first).sort()
  if (earliest === undefined) return
  const { tenantId } = doctor
  const special = await lockedSpecialDays(db, tenantId, dayAfter(earliest, -1), dayAfter(last, 2))
  for (const { first, ...schedule } of schedules) {
    const hours: Hours = {
      timeZone: schedule.time_zone,
      rules: schedule.rules,
      exceptions: schedule.exceptions as Hours['exceptions'], // the checks of the table
      closedDays: special.closed,
      ramadan: special.ramadan,
    }
    queries.writeDays(db, { ...doctor, placeId: schedule.place_id, first, last }, openDays(hours, first, last))
  }
}

/** Writes the days of all professionals of an organisation again at the next run of the job, after its holidays changed. */
export const rewriteDaysSoon = (ctx: UnitOfWork, { tenantId }: Actor): void =>
  defer(ctx.db, queries.endKeptDays({ tenantId, until: dayAfter(firstKeptDay(ctx.clock.now()), -1) }))

/** A page of professionals of all organisations whose kept days must be extended, after the given one. */
export const toExtend = (
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  limit: number,
  after?: { tenant_id: string; id: string },
) => database.queryWithoutTenant(queries.schedulesToExtend(lastKeptDay(clock.now()), limit, after))

/** All professionals with opening hours, of all organisations, after the given one. */
export const withOpening = (
  { database }: Pick<Services, 'database'>,
  limit: number,
  after?: { tenant_id: string; id: string },
) => database.queryWithoutTenant(queries.schedulesToExtend('9999-12-31', limit, after))

/** Appends the days of a professional that have come within the kept time. @returns whether there were any */
export async function extend(ctx: UnitOfWork, { tenantId }: Actor, doctorId: string): Promise<boolean> {
  const doctor = { tenantId, doctorId }
  const last = lastKeptDay(ctx.clock.now())
  defer(ctx.db, lockCalendar(doctor))
  const schedules = await queries.readSchedules(ctx.db, { ...doctor, from: dayOf(ctx.clock.now()) })
  const due = schedules.filter((schedule) => schedule.kept_until < last)
  await keepDays(
    ctx.db,
    doctor,
    due.map((schedule) => ({ ...schedule, first: dayAfter(schedule.kept_until, 1) })),
    last,
  )
  if (due.length > 0) ctx.setAuditSubject(doctorId)
  return due.length > 0
}

/**
 * Adds an absence or extra hours.
 * @returns it, and the ids of the open visits that an absence meets
 * @throws {ApiError} 404; 403 for another professional; 422 for an unknown place or fields that do not fit together; 409 if the
 *   professional has the maximum number of exceptions
 */
export async function addTo(
  ctx: UnitOfWork,
  actor: Actor,
  doctorId: string,
  given: Input<typeof addException>['body'],
): Promise<{ row: queries.Exception; affected: string[] }> {
  await assertDoctor(ctx, actor, doctorId)
  rules.assertMayWrite(actor, doctorId)
  const { placeId = null, from, to, modes = null, reason = null } = given
  const { tenantId } = actor
  const doctor = { tenantId, doctorId }
  const unknown = await queries.unknownPlaces(ctx.db, tenantId, placeId === null ? [] : [placeId])
  const faults = [...rules.faultsOfException(given), ...unknown.map(() => unknownPlace(['placeId']))]
  if (faults.length > 0) throw unprocessable(faults)
  defer(ctx.db, lockCalendar(doctor))
  if ((await queries.countExceptions(ctx.db, doctor, firstKeptDay(ctx.clock.now()))) >= rules.MAX_EXCEPTIONS)
    throw conflict(
      `A professional has at most ${rules.MAX_EXCEPTIONS} absences and extra hours to come. Remove one first.`,
    )
  if (given.kind === 'OPEN')
    defer(ctx.db, queries.insertSchedule({ ...doctor, placeIds: [placeId!], keptUntil: dayOf(ctx.clock.now()) }))
  const row = {
    ...{ id: newId('oxc'), doctor_id: doctorId, place_id: placeId, kind: given.kind },
    ...{ first_day: given.firstDay, last_day: given.lastDay, modes, reason },
    from_min: from === undefined ? null : minuteOf(from),
    to_min: to === undefined ? null : minuteOf(to),
  }
  const created_at = await queries.insertException(ctx.db, { tenant_id: tenantId, ...row })
  const met = given.kind === 'CLOSED' ? await visitsMetBy(ctx, doctor, row) : []
  await rewriteDays(ctx.db, doctor, ctx.clock.now())
  ctx.setAuditSubject(doctorId, [...new Set(met.map(({ patient_id }) => patient_id))])
  return { row: { ...row, created_at, patient_id: null }, affected: met.map(({ id }) => id) }
}

type Closing = Pick<queries.Exception, 'place_id' | 'first_day' | 'last_day' | 'from_min' | 'to_min'>

const visitsMetBy = async (ctx: UnitOfWork, doctor: Doctor, closing: Closing) =>
  queries.findAffected(ctx.db, doctor, await closedBy(ctx, doctor, closing), closing.place_id)

/** The time that an absence closes. */
async function closedBy(ctx: UnitOfWork, doctor: Doctor, closing: Closing): Promise<Span[]> {
  const { place_id: placeId, first_day: firstDay, last_day: lastDay, from_min: fromMin, to_min: toMin } = closing
  const schedules = await queries.readSchedules(ctx.db, { ...doctor, from: firstDay })
  const zones = schedules.filter((one) => (placeId ?? one.place_id) === one.place_id).map((one) => one.time_zone)
  // A professional without opening hours is absent by Moroccan time.
  const spans = (zones.length > 0 ? zones : [MOROCCAN_TIME_ZONE]).flatMap((timeZone): Span[] => {
    const exceptions = [{ kind: 'CLOSED' as const, firstDay, lastDay, fromMin, toMin }]
    return closedSpans({ timeZone, exceptions }, firstDay, lastDay)
  })
  return union(spans)
}

/** Removes an absence or extra hours. The time of an absence is offered to the waitlist. @throws {ApiError} 404; 403 for another professional */
export async function removeFrom(ctx: UnitOfWork, actor: Actor, doctorId: string, id: string): Promise<void> {
  const doctor = { tenantId: actor.tenantId, doctorId }
  if (!(await queries.isDoctor(ctx.db, doctor))) throw notFound('Exception')
  rules.assertMayWrite(actor, doctorId)
  ctx.setAuditSubject(doctorId)
  defer(ctx.db, lockCalendar(doctor))
  const removed = await queries.removeException(ctx.db, doctor, id)
  if (!removed) throw notFound('Exception')
  if (removed.kind === 'CLOSED')
    for (const { from, to } of await closedBy(ctx, doctor, removed))
      queueFreedTime(ctx, { ...doctor, startTime: new Date(from), endTime: new Date(to) })
  await rewriteDays(ctx.db, doctor, ctx.clock.now())
}
