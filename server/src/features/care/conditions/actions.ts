import { may } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import type { Actor } from '../../../actor.ts'
import { toColumns } from '../../../db/fields.ts'
import { defer } from '../../../db/transaction.ts'
import { notFound } from '../../../errors.ts'
import type { Input } from '../../../http/operation.ts'
import { newId } from '../../../lib/ids.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import { assertPast, isVisible } from '../../people/patients/actions.ts'
import { hasOpened, needsReason } from '../../people/relationships/actions.ts'
import type { recordCondition, updateCondition } from './contract.ts'
import * as queries from './queries.ts'
import * as rules from './rules.ts'

type Recording = Input<typeof recordCondition>['body']
type Change = Input<typeof updateCondition>['body']

/** Whether the caller, who sees the patient, may act without opening the patient's file. */
type WithoutReason = (actor: Actor) => boolean

const readsWithoutReason: WithoutReason = (actor) =>
  may(access.conditions.read, actor, { own: true, treats: true, reason: false })
const recordsWithoutReason: WithoutReason = (actor) =>
  may(access.conditions.record, actor, { treats: true, reason: false })
const strikesWithoutReason: WithoutReason = (actor) => may(access.conditions.strike, actor, { reason: false })

/** @throws {ApiError} 404 unless the patient is visible, 403 for an administrator without a reason */
export async function assertOpen(
  ctx: UnitOfWork,
  actor: Actor,
  patientId: string,
  withoutReason = readsWithoutReason,
): Promise<void> {
  if (!(await isVisible(ctx, actor, patientId))) throw notFound('Patient')
  await assertReasonGiven(ctx, actor, patientId, withoutReason)
}

async function assertReasonGiven(
  ctx: UnitOfWork,
  actor: Actor,
  id: string,
  withoutReason: WithoutReason,
): Promise<void> {
  if (!withoutReason(actor) && !(await hasOpened(ctx, actor, id))) throw needsReason(id)
}

/** @throws {ApiError} 404 unless the patient is visible, 422 for a date in the future */
export async function record(
  ctx: UnitOfWork,
  actor: Actor,
  patientId: string,
  { name, since, longTerm, status }: Recording,
): Promise<queries.Row> {
  await assertOpen(ctx, actor, patientId, recordsWithoutReason)
  assertPast(ctx.clock.now(), 'since', since)
  const id = newId('cnd')
  const { tenantId, userId: recordedBy } = actor
  defer(ctx.db, queries.insert({ tenantId, id, patientId, name, since: since ?? null, longTerm, status, recordedBy }))
  ctx.setAuditSubject(id, patientId)
  return (await queries.lock(ctx.db, tenantId, id))!
}

/**
 * Updates the fields of the body.
 * @throws {ApiError} 404 unless the patient is visible, 403 unless the caller recorded the condition, 422 for a date in the
 *   future, 409 if the condition was struck
 */
export async function update(ctx: UnitOfWork, actor: Actor, id: string, change: Change): Promise<queries.Row> {
  rules.assertMayChange(actor, await lock(ctx, actor, id))
  assertPast(ctx.clock.now(), 'since', change.since)
  const changes = toColumns(queries.columns, change)
  if (Object.keys(changes).length > 0) defer(ctx.db, queries.update(ctx.db, actor.tenantId, id, changes))
  return (await queries.lock(ctx.db, actor.tenantId, id))!
}

/** @throws {ApiError} 404 unless the patient is visible, 403 unless the caller recorded the condition, 409 if it was struck */
export async function remove(ctx: UnitOfWork, actor: Actor, id: string): Promise<void> {
  rules.assertMayChange(actor, await lock(ctx, actor, id))
  defer(ctx.db, queries.markDeleted(ctx.db, actor.tenantId, id))
}

/**
 * Marks a condition as wrong, and keeps it. Striking again changes nothing.
 * @throws {ApiError} 404 for an unknown condition
 */
export async function strike(ctx: UnitOfWork, actor: Actor, id: string, reason: string): Promise<queries.Row> {
  const current = await lock(ctx, actor, id, strikesWithoutReason)
  if (current.struck_at) return current
  const { tenantId, userId: by } = actor
  defer(ctx.db, queries.strike({ tenantId, id, by, reason }))
  return (await queries.lock(ctx.db, tenantId, id))!
}

async function lock(
  ctx: UnitOfWork,
  actor: Actor,
  id: string,
  withoutReason = readsWithoutReason,
): Promise<queries.Row> {
  const current = await queries.lock(ctx.db, actor.tenantId, id)
  if (!current || !(await isVisible(ctx, actor, current.patient_id))) throw notFound('Condition')
  await assertReasonGiven(ctx, actor, current.patient_id, withoutReason)
  ctx.setAuditSubject(id, current.patient_id)
  return current
}
