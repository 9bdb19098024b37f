import type { Actor } from '../../../actor.ts'
import { defer, rowsOf } from '../../../db/transaction.ts'
import { conflict, notFound } from '../../../errors.ts'
import type { Input } from '../../../http/operation.ts'
import type { Context } from '../../../http/services.ts'
import { queueMessage } from '../../../messages/queue.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import { removeFromRooms } from '../../care/video/actions.ts'
import { findActing } from '../../platform/clients/actions.ts'
import { findUnverified, findGaining as gainingGuardians, moveMajority } from '../guardians/actions.ts'
import { isVisible, openDisputes } from '../patients/actions.ts'
import { findGaining as gainingProfessionals } from '../relationships/actions.ts'
import type { mergePatients } from './contract.ts'
import * as queries from './queries.ts'
import * as rules from './rules.ts'

/**
 * Describes what a merge would do. Changes nothing.
 * @throws {ApiError} 404 unless both are patients; 409 if both ids belong to the same record
 */
export async function preview(ctx: UnitOfWork, actor: Actor, survivorId: string, otherId: string) {
  const { tenantId } = actor
  for (const id of [survivorId, otherId]) if (!(await isVisible(ctx, actor, id))) throw notFound('Patient')
  rules.assertDifferent(survivorId, otherId)
  ctx.setAuditSubject(survivorId)
  const blockers = await findBlockers(ctx, survivorId, otherId)
  const [row] = await ctx.readSome(queries.preview, { tenantId, survivorId, otherId })
  const { survivor, other } = rules.pairOf(row!.sides, survivorId, otherId)
  return {
    survivor: { id: survivorId, name: survivor.name },
    other: { id: otherId, name: other.name },
    records: row!.records,
    conflictingIdentity: rules.conflictingIdentity(survivor, other),
    bothSignIn: rules.bothSignIn(survivor, other),
    logins: rules.loginsOf([survivor, other], actor.userId),
    inCall: (survivor.call_id ?? other.call_id) !== null,
    gaining: await findGaining(ctx, [survivorId, otherId]),
    ...blockers,
  }
}

/** The people and clients who have access to one of the records, and would have access to both after a merge. */
const findGaining = async (ctx: UnitOfWork, ids: readonly string[]) => ({
  guardians: await gainingGuardians(ctx, ids),
  professionals: await gainingProfessionals(ctx, ids),
  clients: await findActing(ctx, ids),
})

const findBlockers = async (ctx: UnitOfWork, survivorId: string, otherId: string): Promise<rules.Blockers> => ({
  unverifiedGuardianships: await findUnverified(ctx, survivorId, otherId),
  openDisputes: await openDisputes(ctx, [survivorId, otherId]),
})

type Body = Input<typeof mergePatients>['body']

/**
 * Merges the record `otherId` into the record `survivorId`. Its rows move there, and from then on both ids refer to `survivorId`.
 * The patient and the other administrators are notified.
 * @throws {ApiError} 404 and 422 for unknown patients; 409 for a missing choice, a login whose owner has not proved that both
 *   records are theirs, a consultation, or a concurrent merge
 */
export async function merge(
  ctx: Context<'database' | 'merged' | 'video'>,
  { tenantId, userId }: Actor,
  survivorId: string,
  { otherId, reason, ...choice }: Body,
): Promise<queries.Merge> {
  rules.assertDifferent(survivorId, otherId)
  ctx.setAuditSubject(survivorId, [survivorId, otherId])
  const pair = { tenantId, survivorId, otherId }
  const locked = await rowsOf<{ id: string }>(ctx.db, queries.lockBoth(pair))
  // A concurrent merge, for whose lock this one waited, has deleted a record.
  if (locked.length < 2) {
    await ctx.merged.reload(tenantId)
    const known = ctx.merged.get(tenantId)
    if (known?.has(survivorId) || known?.has(otherId))
      throw conflict('One of the records was merged in the meantime. Read both again.')
  }
  const { survivor, other } = rules.pairOf(await queries.findSides(ctx.db, pair), survivorId, otherId)
  rules.assertMergeable(survivor, other, choice)
  rules.assertSettled(await findBlockers(ctx, survivorId, otherId))
  rules.assertLoginChosen(survivor, other, choice)
  const loginOf = rules.loginOf(survivor, other, choice.loginOf)
  rules.assertProved([survivor, other], loginOf, userId)
  removeFromRooms(ctx, tenantId, otherId)
  // Before the merge: if both records have a guardianship with the same person, the merge keeps the one in force.
  const birthDate = rules.birthDateOf(survivor, other, choice)
  for (const id of [survivorId, otherId]) moveMajority(ctx, id, birthDate, { byStaff: true })
  const { identityOf = null } = choice
  defer(ctx.db, queries.mergeInto({ ...pair, by: userId, reason, identityOf, loginOf }))
  for (const ended of rules.endingLogins([survivor, other], loginOf)) notifyOfLoginEnd(ctx, ended)
  await ctx.merged.refreshAfterCommit(ctx.db, tenantId)
  const merge = await queries.findMerge(ctx.db, pair)
  notifyOfMerge(ctx, [survivor, other], merge)
  return merge
}

/** Notifies the patient at every address of both records, and the other administrators. */
function notifyOfMerge(ctx: UnitOfWork, sides: readonly [queries.Side, queries.Side], merge: queries.Merge): void {
  const { patient_id: userId, merged_by: by, merged_by_name: administratorName } = merge
  const message = { template: 'RECORDS_MERGED' as const, variables: {}, about: [userId] }
  for (const at of rules.addressesOf(sides)) queueMessage(ctx, { ...message, to: { userId, at } })
  // Without a confirmed address, the message goes to the guardians, if there are any.
  if (!rules.isReachable(sides)) queueMessage(ctx, { ...message, to: { userId } })
  const [survivor, other] = sides
  queueMessage(ctx, {
    to: { allAdministrators: true, except: by },
    template: 'RECORDS_MERGED_REPORT',
    variables: { administratorName, patientName: survivor.name, otherName: other.name },
    about: [userId],
  })
}

/** Notifies the address of a login that it has ended. If the records belong to two people, the owner learns of the mistake. */
function notifyOfLoginEnd(ctx: UnitOfWork, { name, email, language }: queries.Side): void {
  if (email === null) return
  queueMessage(ctx, { to: { stranger: { name, email, language } }, template: 'LOGIN_ENDED', variables: {}, about: [] })
}
