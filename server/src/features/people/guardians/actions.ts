import type { Actor } from '../../../actor.ts'
import { defer } from '../../../db/transaction.ts'
import { deferUserLock } from '../../../db/users.ts'
import { conflict, notFound, unprocessable } from '../../../errors.ts'
import type { Context, Services } from '../../../http/services.ts'
import { newId } from '../../../lib/ids.ts'
import { queueMessage } from '../../../messages/queue.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import { removeGuardianFromRooms } from '../../care/video/actions.ts'
import { withdrawDependant } from '../../platform/webhooks/actions.ts'
import * as queries from './queries.ts'
import * as rules from './rules.ts'

export { guardianship, kind } from './contract.ts'
export { present } from './presenting.ts'
export type { Kind } from './rules.ts'

type Start = { guardianId: string; dependantId: string; kind: rules.Kind }

/**
 * Lets a patient act for another one, from the guardian's next request on.
 * @param verifiedBy who saw the papers; null if the guardian alone says so, which is possible only for a record that they made
 * @throws {ApiError} 422 for an unknown person and a kind that does not fit their age, 409 if it exists already, or beyond
 *   the limit
 */
export async function start(
  ctx: UnitOfWork,
  actor: Actor,
  { guardianId, dependantId, kind }: Start,
  verifiedBy: string | null,
): Promise<queries.Row> {
  const { tenantId } = actor
  if (guardianId === dependantId)
    throw unprocessable([{ path: ['dependantId'], message: 'must be a person other than the guardian' }])
  const pair = { tenantId, guardianId, dependantId }
  deferUserLock(ctx.db, tenantId, guardianId)
  defer(ctx.db, queries.endMatured(pair))
  const found = await queries.findPair(ctx.db, pair)
  const unknown = (['guardian', 'dependant'] as const).filter((who) => !found[who])
  if (unknown.length > 0)
    throw unprocessable(
      unknown.map((who) => ({ path: [`${who}Id`], message: 'is not an enabled patient of this organisation' })),
    )
  const now = ctx.clock.now()
  rules.assertAdult(found.guardian_born, now)
  const until = rules.endOf(kind, found.dependant_born, now)
  if (found.in_force)
    throw conflict('The guardian already acts for the dependant.', { guardianship: { id: found.in_force } })
  rules.assertBelowLimit(found.dependants)
  if (verifiedBy === null) rules.assertMayRegister(found.registered)
  const id = newId('gua')
  defer(ctx.db, queries.insert({ ...pair, id, kind, until, by: actor.userId, verifiedBy }))
  ctx.setAuditSubject(id, dependantId)
  const begun = await queries.find(ctx.db, tenantId, id)
  announce(ctx, 'GUARDIANSHIP_BEGAN', begun)
  return begun
}

/** Tells guardian and dependant, each at their own address, or one of them. */
function announce(
  ctx: UnitOfWork,
  template: 'GUARDIANSHIP_BEGAN' | 'GUARDIANSHIP_EXTENDED' | 'GUARDIANSHIP_ENDED',
  row: queries.Row,
  readers = [row.guardian_id, ...(row.reachable ? [row.dependant_id] : [])],
): void {
  const names = { guardianName: row.guardian_name, patientName: row.dependant_name }
  const until = template === 'GUARDIANSHIP_EXTENDED' && row.until !== null ? { until: row.until } : {}
  const variables = { ...names, ...until }
  for (const userId of readers) queueMessage(ctx, { to: { userId }, template, variables, about: [row.id] })
}

/** @throws {ApiError} 404 for an unknown guardianship, 409 if it has ended */
export async function verify(ctx: UnitOfWork, actor: Actor, id: string): Promise<queries.Row> {
  const current = await lock(ctx, actor, id, 'verify')
  if (!current.active) throw conflict('The guardianship has ended.')
  defer(ctx.db, queries.verify({ tenantId: actor.tenantId, id, by: actor.userId }))
  if (current.verified_at === null && current.reachable)
    announce(ctx, 'GUARDIANSHIP_BEGAN', current, [current.dependant_id])
  return queries.find(ctx.db, actor.tenantId, id)
}

/** @throws {ApiError} 404 unless the caller is its guardian, its dependant, an administrator or the front desk, and it is in force */
export async function end(ctx: Context<'database' | 'video'>, actor: Actor, id: string): Promise<void> {
  const current = await lock(ctx, actor, id, 'end')
  if (!current.active) throw notFound('Guardianship')
  endNow(ctx, current, actor.userId)
  announce(ctx, 'GUARDIANSHIP_ENDED', current)
}

function endNow(ctx: Context<'database' | 'video'>, row: queries.Row, by: string): void {
  const { id, guardian_id: guardianId, dependant_id: dependantId } = row
  const pair = { tenantId: ctx.trail.tenantId, guardianId, dependantId }
  defer(ctx.db, queries.end({ tenantId: pair.tenantId, id, by }))
  removeGuardianFromRooms(ctx, pair)
  withdrawDependant(ctx.db, pair)
}

/** Call it when a person has proved that a record is theirs: who made it without proof acts for them no longer. */
export async function endUnverified(ctx: Context<'database' | 'video'>, dependantId: string): Promise<void> {
  const rows = await queries.unverifiedOf(ctx.db, ctx.trail.tenantId, dependantId)
  for (const row of rows) endNow(ctx, row, dependantId)
}

/**
 * Call it before the organisation vouches that a locked record is of a certain person: a stranger may have made it under that
 * person's name, to read what others write.
 * @throws {ApiError} 409 with unverified guardianships in force
 */
export async function assertVerified(ctx: UnitOfWork, dependantId: string): Promise<void> {
  const rows = await queries.unverifiedOf(ctx.db, ctx.trail.tenantId, dependantId)
  if (rows.length === 0) return
  throw conflict('A guardian of this record is not verified. The front desk verifies or ends the guardianship first.', {
    unverifiedGuardianships: rows.map(({ id }) => id),
  })
}

async function lock(ctx: UnitOfWork, actor: Actor, id: string, verb: 'end' | 'verify'): Promise<queries.Row> {
  const current = await queries.lock(ctx.db, actor, id, verb)
  if (!current) throw notFound('Guardianship')
  ctx.setAuditSubject(id, current.dependant_id)
  return current
}

/** Whether the caller may see who acts for a patient. */
export const isVisible = (ctx: UnitOfWork, actor: Actor, patientId: string): Promise<boolean> =>
  queries.isVisible(ctx.db, actor, patientId)

/** Moves the end of guardianships to the majority; without messages, because a merge has its own. */
export function moveMajority(
  ctx: UnitOfWork,
  dependantId: string,
  birthDate: string | null,
  { byStaff }: { byStaff: boolean },
): void {
  if (birthDate === null) return
  const { tenantId } = ctx.trail
  const majority = rules.majorityOf(birthDate)
  defer(ctx.db, queries.moveMajority({ tenantId, dependantId, majority, extend: byStaff }))
}

/**
 * Call it when the birth date of a patient changes. Guardians whose access ends, begins or lasts longer by it are notified, and
 * the dependant.
 * @param byStaff else the end may only move to an earlier time, or a guardian could prolong their guardianship
 */
export async function followBirthDate(
  ctx: UnitOfWork,
  dependantId: string,
  birthDate: string | null,
  { byStaff }: { byStaff: boolean },
): Promise<void> {
  if (birthDate === null) return
  const { tenantId } = ctx.trail
  const before = await queries.openOf(ctx.db, tenantId, dependantId)
  if (before.length === 0) return
  moveMajority(ctx, dependantId, birthDate, { byStaff })
  const earlier = new Map(before.map((row) => [row.id, row]))
  for (const row of await queries.openOf(ctx.db, tenantId, dependantId)) {
    const was = earlier.get(row.id)! // the patient is locked
    if (row.active !== was.active) announce(ctx, row.active ? 'GUARDIANSHIP_BEGAN' : 'GUARDIANSHIP_ENDED', row)
    else if (row.active && endMs(row) > endMs(was)) announce(ctx, 'GUARDIANSHIP_EXTENDED', row)
  }
}

/** A page of guardianships of all tenants that have ended by age, after the given one. */
export const toEnd = ({ database }: Pick<Services, 'database'>, limit: number, after?: queries.Ending) =>
  database.queryWithoutTenant(queries.ending(limit, after))

/** Notifies guardian and dependant that the dependant is an adult. @returns false if they were notified before */
export async function notifyOfEnd(ctx: UnitOfWork, { tenantId }: Actor, id: string): Promise<boolean> {
  if (!(await queries.markNotified(ctx.db, tenantId, id))) return false
  const row = await queries.find(ctx.db, tenantId, id)
  ctx.setAuditSubject(id, row.dependant_id)
  announce(ctx, 'GUARDIANSHIP_ENDED', row)
  return true
}

const endMs = ({ until }: queries.Row): number => until?.getTime() ?? Number.POSITIVE_INFINITY

/**
 * The unverified guardianships of either patient in force whose guardian does not act for the other patient. The guardian made
 * the record, and would read what others wrote in the other one after a merge.
 */
export const findUnverified = (
  { db, trail: { tenantId } }: UnitOfWork,
  one: string,
  other: string,
): Promise<string[]> => queries.findUnverified(db, tenantId, one, other)

/** The guardians who would reach both patients after a merge, and reach only one now. */
export const findGaining = ({ db, trail: { tenantId } }: UnitOfWork, ids: readonly string[]) =>
  queries.findGaining(db, tenantId, ids)
