import { sql } from 'kysely'
import type { Actor } from '../../actor.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/kysely.ts'
import { later, lockLater } from '../../db/transaction.ts'
import { conflict, notFound, unprocessable } from '../../errors.ts'
import type { Input } from '../../http/operation.ts'
import { newId } from '../../lib/ids.ts'
import { randomSecret, sha256 } from '../../lib/secrets.ts'
import { revokeAll } from '../tokens/actions.ts'
import type { createClient, rotateClientSecret, updateClient } from './contract.ts'
import * as queries from './queries.ts'
import * as rules from './rules.ts'

/** Which client, and of whom. */
export type ClientOf = { tenantId: string; clientId: string }

/** @throws {ApiError} 422 for scopes that the caller does not hold, and for a user that is unknown or disabled */
export async function create(ctx: Context, actor: Actor, { name, actsAs, scopes }: Input<typeof createClient>['body']) {
  const { tenantId } = actor
  const faults = rules.scopeFaults(actor, scopes)
  if (!(await queries.mayActAs(ctx.db, tenantId, actsAs)))
    faults.unshift({ path: ['actsAs'], message: 'is not an enabled user of this organisation' })
  if (faults.length > 0) throw unprocessable(faults)

  const clientId = newId('cli')
  ctx.concerns(clientId)
  later(ctx.db, queries.insert({ tenantId, id: clientId, actsAs, name, scopes }))
  const { secret } = await renewSecret(ctx.db, { tenantId, clientId }, 0)
  return { row: (await queries.find(ctx.db, tenantId, clientId))!, secret }
}

/** A client without a secret yet, for an organisation that is being founded. */
export function add(tx: Db, client: queries.NewClient): void {
  later(tx, queries.insert(client))
}

/**
 * @throws {ApiError} 404 unless it is the organisation's, 422 for scopes that the caller does not hold, 409 when callers
 * would lock themselves out
 */
export async function change(ctx: Context, actor: Actor, id: string, body: Input<typeof updateClient>['body']) {
  const { tenantId } = actor
  const held = await hold(ctx, { tenantId, clientId: id })
  const faults = rules.scopeFaults(actor, body.scopes ?? [], held.scopes)
  if (faults.length > 0) throw unprocessable(faults)
  rules.assertNotLockedOut(actor, id, body)

  const disabling = body.status === 'DISABLED' && held.disabled_at === null
  const changes: queries.Changes = {
    ...(body.name === undefined ? {} : { name: body.name }),
    ...(body.scopes === undefined ? {} : { scopes: body.scopes }),
    ...(disabling ? { disabled_at: sql<Date>`app_now()` } : {}),
    ...(body.status === 'ENABLED' ? { disabled_at: null } : {}),
  }
  if (Object.keys(changes).length === 0) return held
  later(ctx.db, queries.update(tenantId, id, changes))
  if (disabling) revokeAll(ctx.db, tenantId, id) // enabled again, it begins anew
  return (await queries.find(ctx.db, tenantId, id))!
}

/** @throws {ApiError} 404, 403 for a client that may do more than the caller, 409 while an earlier rotation is under way */
export async function rotate(
  ctx: Context,
  actor: Actor,
  id: string,
  { graceHours, revokeTokens }: Input<typeof rotateClientSecret>['body'],
) {
  const { tenantId } = actor
  await holdForSecret(ctx, actor, id)
  const { secret, previousValidUntil } = await renewSecret(ctx.db, { tenantId, clientId: id }, graceHours)
  // Whoever wants all other secrets ended does not want one made of a link that is still about.
  if (graceHours === 0) endLinks(ctx.db, { tenantId, clientId: id })
  if (revokeTokens) revokeAll(ctx.db, tenantId, id)
  return { id, secret, previousValidUntil: previousValidUntil?.toISOString() ?? null }
}

/** Ends the hand-over links of a client that nobody has used. */
export function endLinks(tx: Db, of: ClientOf): void {
  later(tx, queries.endLinks(of))
}

/**
 * Holds a client whose secret the caller is about to get or to pass on.
 * @throws {ApiError} 404 unless it is the organisation's, 403 when it may do more than the caller
 */
export async function holdForSecret(ctx: Context, actor: Actor, id: string) {
  const held = await hold(ctx, { tenantId: actor.tenantId, clientId: id })
  rules.assertMayHoldSecret(actor, held.scopes)
  return held
}

/** Takes a client's turn: all that changes it or its secrets happens one after the other, to the end of the transaction. */
export function takeTurn(tx: Db, { tenantId, clientId }: ClientOf): void {
  lockLater(tx, 'client', tenantId, clientId)
}

async function hold(ctx: Context, of: ClientOf): Promise<queries.Shown> {
  takeTurn(ctx.db, of)
  const held = await queries.find(ctx.db, of.tenantId, of.clientId)
  if (!held) throw notFound('Client')
  ctx.concerns(of.clientId)
  return held
}

/**
 * Makes a new secret; of a client that already has one, the present one works for some hours more. The caller has the
 * client's turn.
 * @returns the secret, which is stored nowhere, and when the one before it ends
 * @throws {ApiError} 409 while two secrets work: ending the older one early might stop what still uses it
 */
export async function renewSecret(
  tx: Db,
  of: ClientOf,
  graceHours: number,
): Promise<{ secret: string; previousValidUntil: Date | undefined }> {
  let previousValidUntil: Date | undefined
  if (graceHours === 0) later(tx, queries.endSecrets(of))
  else {
    const until = await queries.rotatingUntil(tx, of)
    if (until) {
      throw conflict(
        `Two secrets work already, the older one until ${until.toISOString()}. Wait until then, or end both with graceHours 0.`,
      )
    }
    previousValidUntil = await queries.endSecretIn(tx, of, graceHours)
  }
  const secret = randomSecret()
  later(tx, queries.insertSecret(of, sha256(secret)))
  return { secret, previousValidUntil }
}
