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

type NewGuardianship = { guardianId: string; dependantId: string; kind: rules.Kind }

/**
 * Lets a patient act for another patient. It takes effect with the guardian's next request.
 * @param verifiedBy the user who verified it; null if only the guardian states it, allowed only for a record that they
 *   registered
 * @throws {ApiError} 422 for an unknown person or a kind that does not fit their age; 409 if it exists already, or beyond the
 *   limit
 */
export async function startGuardianship(
  ctx: UnitOfWork,
  actor: Actor,
  { guardianId, dependantId, kind }: NewGuardianship,
  verifiedBy: string | null,
): Promise<queries.Row> {
  const { tenantId } = actor
  if (guardianId === dependantId)
    throw unprocessable([{ path: ['dependantId'], message: 'must be a person other than the guardian' }])
  const pair = { tenantId, guardianId, dependantId }
  deferUserLock(ctx.db, tenantId, guardianId)
  defer(ctx.db, queries.endMatured(pair))
  const found = await queries.findPair(ctx.db, pair)
  const unknown = (['guardian', 'dependant'] as const).filter((party) => !found[party])
  if (unknown.length > 0)
    throw unprocessable(
      unknown.map((party) => ({ path: [`${party}Id`], message: 'is not an enabled patient of this organisation' })),
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
  const row = await queries.find(ctx.db, tenantId, id)
  notify(ctx, 'GUARDIANSHIP_BEGAN', row)
  return row
}

/** Notifies the guardian, and the dependant if they have an address of their own; or only the given recipients. */
function notify(
  ctx: UnitOfWork,
  template: 'GUARDIANSHIP_BEGAN' | 'GUARDIANSHIP_EXTENDED' | 'GUARDIANSHIP_ENDED',
  row: queries.Row,
  recipients = [row.guardian_id, ...(row.reachable ? [row.dependant_id] : [])],
): void {
  const names = { guardianName: row.guardian_name, patientName: row.dependant_name }
  const until = template === 'GUARDIANSHIP_EXTENDED' && row.until !== null ? { until: row.until } : {}
  const variables = { ...names, ...until }
  for (const userId of recipients) queueMessage(ctx, { to: { userId }, template, variables, about: [row.id] })
}

/** @throws {ApiError} 404 for an unknown guardianship, 409 if it has ended */
export async function verify(ctx: UnitOfWork, actor: Actor, id: string): Promise<queries.Row> {
  const current = await lock(ctx, actor, id, 'verify')
  if (!current.active) throw conflict('The guardianship has ended.')
  defer(ctx.db, queries.verify({ tenantId: actor.tenantId, id, by: actor.userId }))
  if (current.verified_at === null && current.reachable)
    notify(ctx, 'GUARDIANSHIP_BEGAN', current, [current.dependant_id])
  return queries.find(ctx.db, actor.tenantId, id)
}

/**
 * @throws {ApiError} 404 unless it is in force and the caller is its guardian, its dependant, an administrator or the front
 *   desk
 */
export async function end(ctx: Context<'database' | 'video'>, actor: Actor, id: string): Promise<void> {
  const current = await lock(ctx, actor, id, 'end')
  if (!current.active) throw notFound('Guardianship')
  endNow(ctx, current, actor.userId)
  notify(ctx, 'GUARDIANSHIP_ENDED', current)
}

function endNow(ctx: Context<'database' | 'video'>, row: queries.Row, by: string): void {
  const { id, guardian_id: guardianId, dependant_id: dependantId } = row
  const pair = { tenantId: ctx.trail.tenantId, guardianId, dependantId }
  defer(ctx.db, queries.end({ tenantId: pair.tenantId, id, by }))
  removeGuardianFromRooms(ctx, pair)
  withdrawDependant(ctx.db, pair)
}

/** Call it when a person has proved that a record is theirs. Unverified guardians who registered the record lose access to it. */
export async function endUnverified(ctx: Context<'database' | 'video'>, dependantId: string): Promise<void> {
  const rows = await queries.unverifiedOf(ctx.db, ctx.trail.tenantId, dependantId)
  for (const row of rows) endNow(ctx, row, dependantId)
}

/**
 * Call it before the organisation confirms who the person of a locked record is. A stranger may have registered the record under
 * that person's name, as their guardian, to read what others write in it.
 * @throws {ApiError} 409 with unverified guardianships in force
 */
export async function assertVerified(ctx: UnitOfWork, dependantId: string): Promise<void> {
  const rows = await queries.unverifiedOf(ctx.db, ctx.trail.tenantId, dependantId)
  if (rows.length === 0) return
  throw conflict(
    'A guardian of this patient is not verified. The front desk must verify or end the guardianship first.',
    {
      unverifiedGuardianships: rows.map(({ id }) => id),
    },
  )
}

async function lock(ctx: UnitOfWork, actor: Actor, id: string, verb: 'end' | 'verify'): Promise<queries.Row> {
  const current = await queries.lock(ctx.db, actor, id, verb)
  if (!current) throw notFound('Guardianship')
  ctx.setAuditSubject(id, current.dependant_id)
  return current
}

/** Whether the caller may see the guardians of a patient. */
export const isVisible = (ctx: UnitOfWork, actor: Actor, patientId: string): Promise<boolean> =>
  queries.isVisible(ctx.db, actor, patientId)

/**
 * Moves the end of guardianships to the dependant's majority. Sends no messages.
 * @param byStaff if false, the end can only move to an earlier time; otherwise a guardian could extend their own guardianship
 */
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
 * Call it when the birth date of a patient changes. If a guardianship ends, begins or lasts longer because of it, the guardian
 * and the dependant are notified.
 * @param byStaff as in `moveMajority`
 */
export async function adaptToBirthDate(
  ctx: UnitOfWork,
  dependantId: string,
  birthDate: string | null,
  { byStaff }: { byStaff: boolean },
): Promise<void> {
  const { tenantId } = ctx.trail
  const before = await queries.openOf(ctx.db, tenantId, dependantId)
  if (before.length === 0) return
  moveMajority(ctx, dependantId, birthDate, { byStaff })
  const rowsBefore = new Map(before.map((row) => [row.id, row]))
  for (const row of await queries.openOf(ctx.db, tenantId, dependantId)) {
    const rowBefore = rowsBefore.get(row.id)! // the patient is locked
    if (row.active !== rowBefore.active) notify(ctx, row.active ? 'GUARDIANSHIP_BEGAN' : 'GUARDIANSHIP_ENDED', row)
    else if (row.active && endMs(row) > endMs(rowBefore)) notify(ctx, 'GUARDIANSHIP_EXTENDED', row)
  }
}

/** A page of guardianships of all tenants that have ended by age and need a notice, after the given one. */
export const toEnd = ({ database }: Pick<Services, 'database'>, limit: number, after?: queries.Ending) =>
  database.queryWithoutTenant(queries.ending(limit, after))

/** Notifies guardian and dependant that the dependant is an adult. @returns false if they were notified before */
export async function notifyOfEnd(ctx: UnitOfWork, { tenantId }: Actor, id: string): Promise<boolean> {
  if (!(await queries.markNotified(ctx.db, tenantId, id))) return false
  const row = await queries.find(ctx.db, tenantId, id)
  ctx.setAuditSubject(id, row.dependant_id)
  notify(ctx, 'GUARDIANSHIP_ENDED', row)
  return true
}

const endMs = ({ until }: queries.Row): number => until?.getTime() ?? Number.POSITIVE_INFINITY

/**
 * The unverified guardianships in force of one of two patients, whose guardian does not act for the other. After a merge, that
 * guardian could read the other record.
 */
export const findUnverified = (
  { db, trail: { tenantId } }: UnitOfWork,
  one: string,
  other: string,
): Promise<string[]> => queries.findUnverified(db, tenantId, one, other)

/** The guardians who act for only one of two patients, and would have access to both records after a merge. */
export const findGaining = ({ db, trail: { tenantId } }: UnitOfWork, ids: readonly string[]) =>
  queries.findGaining(db, tenantId, ids)
