import { assertMay } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import type { Actor } from '../../../actor.ts'
import { defer } from '../../../db/transaction.ts'
import { conflict, notFound, unprocessable } from '../../../errors.ts'
import type { Input } from '../../../http/operation.ts'
import { newId } from '../../../lib/ids.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import type { disputeIdentity, resolveIdentityDispute } from './dispute-contract.ts'
import * as queries from './dispute-queries.ts'
import { attest, identityFrom, mayAttest } from './identity-actions.ts'
import * as identities from './identity-queries.ts'
import { assertMayCorrect, paperFields, unknownIdentity } from './identity-rules.ts'
import { assertPast } from './rules.ts'

/**
 * Opens a dispute: the patient states other values than the staff attested. Both sets of values are kept.
 * @throws {ApiError} 404 unless the patient is visible; 422 if no value differs; 409 if a dispute is open or the identity is not
 *   attested
 */
export async function dispute(
  ctx: UnitOfWork,
  actor: Actor,
  patientId: string,
  { reason, ...given }: Input<typeof disputeIdentity>['body'],
): Promise<queries.Row> {
  const current = await lock(ctx, actor, patientId)
  assertMay(access.patients.disputeIdentity, actor, { own: patientId }, 'Only the patient may dispute their identity.')
  assertPast(ctx.clock.now(), 'birthDate', given.birthDate)
  const recorded = pick(identityFrom(current), paperFields)
  const differing = paperFields.filter((name) => given[name] !== undefined && given[name] !== recorded[name])
  if (differing.length === 0)
    throw unprocessable(paperFields.map((name) => ({ path: [name], message: 'must differ from the recorded value' })))
  if (current.attested_by === null)
    throw conflict('The staff has not attested the identity. Change it with PUT /api/patients/{id}/identity.')
  const { tenantId } = actor
  if (await queries.find(ctx.db, tenantId, patientId)) throw conflict('A dispute is already open. Withdraw it first.')
  const stated = { ...pick(unknownIdentity, paperFields), ...pick(given, differing) }
  const id = newId('dsp')
  const values = { recorded: JSON.stringify(recorded), stated: JSON.stringify(stated), reason }
  defer(ctx.db, queries.insert({ tenantId, id, patientId, ...values }))
  return (await queries.find(ctx.db, tenantId, patientId, id))!
}

/**
 * Closes a dispute: the staff attests the recorded or the stated values.
 * @throws {ApiError} 404 unless the patient is visible; 409 if no dispute is open; 403 for a professional who changes the birth
 *   date
 */
export async function resolve(
  ctx: UnitOfWork,
  actor: Actor,
  patientId: string,
  { attested, document }: Input<typeof resolveIdentityDispute>['body'],
): Promise<queries.Row> {
  const current = await lock(ctx, actor, patientId)
  const treats = await mayAttest(ctx, actor, patientId)
  assertMay(access.patients.resolveIdentity, actor, { treats }, 'You may not attest the identity of this patient.')
  const open = await openDispute(ctx, actor, patientId)
  const stated = paperFields.filter((name) => attested === 'STATED' && open.stated[name] !== null)
  const identity = { ...identityFrom(current), ...pick(open.stated, stated) }
  assertMayCorrect(actor, identityFrom(current), identity)
  await attest(ctx, actor, current, identity)
  return settle(ctx, actor, open, { status: 'RESOLVED', attested, document })
}

/** @throws {ApiError} 404 unless the patient is visible, 409 if no dispute is open */
export async function withdraw(ctx: UnitOfWork, actor: Actor, patientId: string): Promise<queries.Row> {
  await lock(ctx, actor, patientId)
  const open = await openDispute(ctx, actor, patientId)
  return settle(ctx, actor, open, { status: 'WITHDRAWN', attested: null, document: null })
}

/** The ids of the open disputes of patients. */
export const openDisputes = (
  { db, trail: { tenantId } }: UnitOfWork,
  patientIds: readonly string[],
): Promise<string[]> => queries.findOpen(db, tenantId, patientIds)

async function lock(ctx: UnitOfWork, actor: Actor, patientId: string): Promise<identities.Row> {
  const current = await identities.lock(ctx.db, actor, patientId)
  if (!current) throw notFound('Patient')
  ctx.setAuditSubject(patientId, patientId)
  return current
}

async function openDispute(ctx: UnitOfWork, { tenantId }: Actor, patientId: string): Promise<queries.Row> {
  const open = await queries.find(ctx.db, tenantId, patientId)
  if (!open) throw conflict('This patient has no open identity dispute.')
  return open
}

type Outcome = Pick<Parameters<typeof queries.settle>[0], 'status' | 'attested' | 'document'>

async function settle(ctx: UnitOfWork, { tenantId, userId: by }: Actor, open: queries.Row, outcome: Outcome) {
  defer(ctx.db, queries.settle({ tenantId, id: open.id, by, ...outcome }))
  return (await queries.find(ctx.db, tenantId, open.patient_id, open.id))!
}

const pick = <T extends object, K extends keyof T>(values: T, names: readonly K[]) =>
  Object.fromEntries(names.map((name) => [name, values[name]])) as Pick<T, K> // one entry for each name
