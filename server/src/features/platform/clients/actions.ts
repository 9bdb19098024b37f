import { sql } from 'kysely'
import type { Actor } from '../../../actor.ts'
import type { Db } from '../../../db/kysely.ts'
import { defer, deferLock } from '../../../db/transaction.ts'
import { conflict, notFound, unprocessable } from '../../../errors.ts'
import type { Input } from '../../../http/operation.ts'
import { newId } from '../../../lib/ids.ts'
import { randomSecret, sha256 } from '../../../lib/secrets.ts'
import { queueMessage } from '../../../messages/queue.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import { revokeAll, revokeWithoutSecret } from '../tokens/actions.ts'
import type { createClient, rotateClientSecret, updateClient } from './contract.ts'
import * as queries from './queries.ts'
import * as rules from './rules.ts'

export { assertMayHoldSecret, isByUser } from './rules.ts'

/** The key of a client. */
export type ClientKey = { tenantId: string; clientId: string }

/**
 * Creates a client. If its user creates it in their own session, it can act at once. Otherwise it cannot act until its user
 * allows it; the user and the other administrators are notified.
 * @throws {ApiError} 422 for scopes that the caller does not hold, and for an unknown or disabled user
 */
export async function create(
  ctx: UnitOfWork,
  actor: Actor,
  { name, actsAs, scopes }: Input<typeof createClient>['body'],
) {
  const { tenantId } = actor
  const faults = rules.scopeFaults(actor, scopes)
  if (!(await queries.mayActAs(ctx.db, tenantId, actsAs)))
    faults.unshift({ path: ['actsAs'], message: 'is not an enabled user of this organisation', code: 'unknown_record' })
  if (faults.length > 0) throw unprocessable(faults)

  const clientId = newId('cli')
  ctx.setAuditSubject(clientId)
  // A client of the user cannot create clients that act at once, because these would outlive it.
  const mayAct = actsAs === actor.userId && actor.session !== false
  defer(ctx.db, queries.insert({ tenantId, id: clientId, actsAs, name, scopes, mayAct }))
  const { secret } = await renewSecret(ctx.db, { tenantId, clientId }, { graceHours: 0, byUser: mayAct })
  const row = (await queries.find(ctx.db, tenantId, clientId))!
  if (!mayAct) announce(ctx, actor, row)
  return { row, secret }
}

/** Notifies the user of a new client, and all administrators except its creator. */
function announce(ctx: UnitOfWork, actor: Actor, row: queries.Row): void {
  const { id, name: clientName, user_id: userId, user_name: userName } = row
  queueMessage(ctx, { to: { userId }, template: 'CLIENT_CREATED', variables: { clientName }, about: [id] })
  queueMessage(ctx, {
    to: { allAdministrators: true, except: actor.userId },
    template: 'CLIENT_CREATED_REPORT',
    variables: { clientName, userName },
    about: [id],
  })
}

/** Notifies the user of a client that it waits for their permission. */
export function requestPermission(
  ctx: Pick<UnitOfWork, 'db' | 'trail' | 'vault'>,
  { id, name, user_id: userId }: Pick<queries.Row, 'id' | 'name' | 'user_id'>,
): void {
  queueMessage(ctx, { to: { userId }, template: 'CLIENT_WAITS', variables: { clientName: name }, about: [id] })
}

/** Inserts a client without a secret, for a new organisation. */
export function add(tx: Db, client: Omit<queries.NewClient, 'mayAct'>): void {
  defer(tx, queries.insert({ ...client, mayAct: true }))
}

/**
 * @throws {ApiError} 404 unless the client is the organisation's, 422 for scopes that the caller does not hold, 409 if the
 *   caller would lose access to the clients
 */
export async function change(ctx: UnitOfWork, actor: Actor, id: string, body: Input<typeof updateClient>['body']) {
  const { tenantId } = actor
  const current = await lock(ctx, { tenantId, clientId: id })
  const faults = rules.scopeFaults(actor, body.scopes ?? [], current.scopes)
  if (faults.length > 0) throw unprocessable(faults)
  rules.assertNotLockedOut(actor, id, body)
  rules.assertNotEnded(current, body)

  const widened = body.scopes?.some((scope) => !current.scopes.includes(scope)) === true
  const needsPermission = widened && current.acting_allowed_at !== null && actor.userId !== current.user_id
  const disabling = body.status === 'DISABLED' && current.disabled_at === null
  const changes: queries.Changes = {
    ...(body.name === undefined ? {} : { name: body.name }),
    ...(body.scopes === undefined ? {} : { scopes: body.scopes }),
    ...(disabling ? { disabled_at: sql<Date>`app_now()` } : {}),
    ...(body.status === 'ENABLED' ? { disabled_at: null } : {}),
    // The user allowed it with its earlier scopes only.
    ...(widened ? { signing_allowed_at: null } : {}),
    ...(needsPermission ? { acting_allowed_at: null } : {}),
  }
  if (Object.keys(changes).length === 0) return current
  defer(ctx.db, queries.update(tenantId, id, changes))
  if (needsPermission) requestPermission(ctx, current)
  // The creators of the links held the earlier scopes only.
  if (widened) endLinks(ctx.db, { tenantId, clientId: id })
  if (disabling) revokeAll(ctx.db, tenantId, id) // the tokens stay revoked when the client is enabled again
  return (await queries.find(ctx.db, tenantId, id))!
}

/** @throws {ApiError} 404, 403 for a client with more scopes than the caller, 409 during an earlier rotation */
export async function rotate(
  ctx: UnitOfWork,
  actor: Actor,
  id: string,
  { graceHours, revokeTokens }: Input<typeof rotateClientSecret>['body'],
) {
  const { tenantId } = actor
  const current = await lockForSecret(ctx, actor, id)
  const byUser = rules.isByUser(actor, current)
  const { secret, previousValidUntil } = await renewSecret(ctx.db, { tenantId, clientId: id }, { graceHours, byUser })
  if (!byUser) requestPermission(ctx, current)
  // After a leak, a thief of the previous secret may have created a link.
  if (graceHours === 0 || revokeTokens) endLinks(ctx.db, { tenantId, clientId: id })
  if (revokeTokens) revokeAll(ctx.db, tenantId, id)
  const row = (await queries.find(ctx.db, tenantId, id))!
  return { row, secret, previousValidUntil: previousValidUntil?.toISOString() ?? null }
}

/**
 * Checks a change of the address that receives a client's events. Like a new secret, it needs the permission of the client's
 * user.
 * @throws {ApiError} 403 while the client waits for the permission of its user, unless the caller is that user
 */
export async function assertMayRedirect(
  { db }: UnitOfWork,
  { tenantId, userId }: Actor,
  clientId: string,
): Promise<void> {
  if (await queries.findWaiting(db, { tenantId, clientId, userId })) throw rules.waitsForPermission(clientId)
}

/** The clients that can currently act as one of the patients. */
export const findActing = ({ db, trail: { tenantId } }: UnitOfWork, patientIds: readonly string[]) =>
  queries.findActing(db, tenantId, patientIds)

/** Ends all clients that act as the caller, who is leaving the organisation. */
export async function endAll(ctx: UnitOfWork, { tenantId, userId }: Actor): Promise<void> {
  for (const { id } of await queries.findAllOf(ctx.db, tenantId, userId)) {
    lockClient(ctx.db, { tenantId, clientId: id })
    endLocked(ctx, tenantId, id)
  }
}

/** Ends a locked client for good. */
export function endLocked(ctx: UnitOfWork, tenantId: string, id: string): void {
  const now = sql<Date>`app_now()`
  defer(
    ctx.db,
    queries.update(tenantId, id, {
      disabled_at: sql<Date>`coalesce(disabled_at, ${now})`,
      ended_at: sql<Date>`coalesce(ended_at, ${now})`,
      acting_allowed_at: null,
      signing_allowed_at: null,
    }),
  )
  endLinks(ctx.db, { tenantId, clientId: id })
  revokeAll(ctx.db, tenantId, id)
}

/** Ends the unused credential links of a client. */
export function endLinks(tx: Db, key: ClientKey): void {
  defer(tx, queries.endLinks(key))
}

/**
 * Locks a client whose secret the caller will get or pass on.
 * @throws {ApiError} 404 unless the client is the organisation's, 403 if it has more scopes than the caller
 */
export async function lockForSecret(ctx: UnitOfWork, actor: Actor, id: string) {
  const current = await lock(ctx, { tenantId: actor.tenantId, clientId: id })
  rules.assertMayHoldSecret(actor, current.scopes)
  return current
}

/** Locks a client and its secrets until the transaction ends. */
export function lockClient(tx: Db, { tenantId, clientId }: ClientKey): void {
  deferLock(tx, 'client', tenantId, clientId)
}

async function lock(ctx: UnitOfWork, key: ClientKey): Promise<queries.Row> {
  lockClient(ctx.db, key)
  const current = await queries.find(ctx.db, key.tenantId, key.clientId)
  if (!current) throw notFound('Client')
  ctx.setAuditSubject(key.clientId)
  return current
}

/**
 * Creates a new secret. The current secret stays valid for `graceHours`. The caller holds the client's lock. The client loses
 * its permission to sign, because the holder of the new secret could sign in the user's name. If `byUser` is false, tokens of
 * the new secret also cannot act until the user allows them; tokens of the current secret still can.
 * @param byUser whether the client's user creates the secret, or it is the first secret of a new organisation
 * @returns the secret, of which only a hash is stored, and when the previous secret expires
 * @throws {ApiError} 409 while two secrets are valid: ending the older one early could break programs that use it
 */
export async function renewSecret(
  tx: Db,
  key: ClientKey,
  { graceHours, byUser }: { graceHours: number; byUser: boolean },
): Promise<{ secret: string; previousValidUntil: Date | undefined }> {
  let previousValidUntil: Date | undefined
  // The renewed permission must not cover secrets that wait for it. They never acted, so deleting them breaks nothing.
  if (byUser) defer(tx, queries.endWaitingSecrets(key))
  if (graceHours === 0) defer(tx, queries.endSecrets(key))
  else {
    const until = await queries.rotatingUntil(tx, key)
    if (until) {
      throw conflict(
        `Two secrets are already valid, the older one until ${until.toISOString()}. Wait until then, or end both with graceHours 0.`,
      )
    }
    previousValidUntil = await queries.endSecretIn(tx, key, graceHours)
  }
  const secret = randomSecret()
  defer(tx, queries.insertSecret(key, sha256(secret)))
  // Must precede the renewal of the permission: otherwise tokens of a deleted waiting secret could act.
  if (byUser) revokeWithoutSecret(tx, key, { waited: true })
  const acting = byUser && { acting_allowed_at: queries.renewedPermission }
  defer(tx, queries.update(key.tenantId, key.clientId, { signing_allowed_at: null, ...acting }))
  return { secret, previousValidUntil }
}
