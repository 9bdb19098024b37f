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
 * What a merge would do. Changes nothing.
 * @throws {ApiError} 404 unless both are patients, 409 for two ids of one record
 */
export async function preview(ctx: UnitOfWork, actor: Actor, stays: string, gone: string) {
  const { tenantId } = actor
  for (const id of [stays, gone]) if (!(await isVisible(ctx, actor, id))) throw notFound('Patient')
  rules.assertDifferent(stays, gone)
  ctx.setAuditSubject(stays)
  const open = await findOpen(ctx, stays, gone)
  const [row] = await ctx.readSome(queries.preview, { tenantId, stays, gone })
  const { survivor, other } = rules.pairOf(row!.sides, stays, gone)
  return {
    survivor: { id: stays, name: survivor.name },
    other: { id: gone, name: other.name },
    records: row!.records,
    conflictingIdentity: rules.conflictingIdentity(survivor, other),
    bothSignIn: rules.bothSignIn(survivor, other),
    logins: rules.loginsOf([survivor, other], actor.userId),
    inCall: (survivor.call_id ?? other.call_id) !== null,
    gaining: await findGaining(ctx, [stays, gone]),
    ...open,
  }
}

/** Who reaches one of the records, and both after a merge. */
const findGaining = async (ctx: UnitOfWork, ids: readonly string[]) => ({
  guardians: await gainingGuardians(ctx, ids),
  professionals: await gainingProfessionals(ctx, ids),
  clients: await findActing(ctx, ids),
})

const findOpen = async (ctx: UnitOfWork, stays: string, gone: string): Promise<rules.Open> => ({
  unverifiedGuardianships: await findUnverified(ctx, stays, gone),
  openDisputes: await openDisputes(ctx, [stays, gone]),
})

type Given = Input<typeof mergePatients>['body']

/**
 * Merges another record of a patient into this one: its rows move here, and its id means this one from then on.
 * The patient and the other administrators are notified.
 * @throws {ApiError} 404 and 422 for unknown patients, 409 for a missing choice, a login that is not proved to be of both records, a
 *   consultation, or a merge meanwhile
 */
export async function merge(
  ctx: Context<'database' | 'merged' | 'video'>,
  { tenantId, userId }: Actor,
  stays: string,
  { otherId: gone, reason, ...choice }: Given,
): Promise<queries.Merge> {
  rules.assertDifferent(stays, gone)
  ctx.setAuditSubject(stays, [stays, gone])
  const pair = { tenantId, stays, gone }
  const locked = await rowsOf<{ id: string }>(ctx.db, queries.lockBoth(pair))
  // A merge that this one waited for has deleted a record.
  if (locked.length < 2) {
    await ctx.merged.reload(tenantId)
    const known = ctx.merged.get(tenantId)
    if (known?.has(stays) || known?.has(gone))
      throw conflict('One of the records was merged meanwhile. Read both again.')
  }
  const { survivor, other } = rules.pairOf(await queries.findSides(ctx.db, pair), stays, gone)
  rules.assertMergeable(survivor, other, choice)
  rules.assertSettled(await findOpen(ctx, stays, gone))
  rules.assertLoginChosen(survivor, other, choice)
  const loginOf = rules.loginOf(survivor, other, choice.loginOf)
  rules.assertProved([survivor, other], loginOf, userId)
  removeFromRooms(ctx, tenantId, gone)
  // Before the merge, which keeps of two guardianships the one in force.
  const birthDate = rules.birthDateOf(survivor, other, choice)
  for (const id of [stays, gone]) moveMajority(ctx, id, birthDate, { byStaff: true })
  const { identityOf = null } = choice
  defer(ctx.db, queries.mergeInto({ ...pair, by: userId, reason, identityOf, loginOf }))
  for (const ended of rules.endedOf([survivor, other], loginOf)) announceEnd(ctx, ended)
  await ctx.merged.refreshAfterCommit(ctx.db, tenantId)
  const merge = await queries.findMerge(ctx.db, pair)
  announceMerge(ctx, [survivor, other], merge)
  return merge
}

/** Tells the patient, at the addresses that both records had, and the other administrators. */
function announceMerge(ctx: UnitOfWork, sides: readonly [queries.Side, queries.Side], merge: queries.Merge): void {
  const { patient_id: userId, merged_by: by, merged_by_name: administratorName } = merge
  const message = { template: 'RECORDS_MERGED' as const, variables: {}, about: [userId] }
  for (const at of rules.addressesOf(sides)) queueMessage(ctx, { ...message, to: { userId, at } })
  // To guardians, if there are any.
  if (!rules.isReachable(sides)) queueMessage(ctx, { ...message, to: { userId } })
  const [survivor, other] = sides
  queueMessage(ctx, {
    to: { allAdministrators: true, except: by },
    template: 'RECORDS_MERGED_REPORT',
    variables: { administratorName, patientName: survivor.name, otherName: other.name },
    about: [userId],
  })
}

/** Tells the address of a login that it has ended: if two people were taken for one, its owner learns of it. */
function announceEnd(ctx: UnitOfWork, { name, email, language }: queries.Side): void {
  if (email === null) return
  queueMessage(ctx, { to: { stranger: { name, email, language } }, template: 'LOGIN_ENDED', variables: {}, about: [] })
}
