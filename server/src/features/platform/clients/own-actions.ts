import { sql } from 'kysely'
import { assertMay } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import { type Actor, assertOwnSession } from '../../../actor.ts'
import { defer } from '../../../db/transaction.ts'
import { conflict, notFound } from '../../../errors.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import { revokeWithoutSecret } from '../tokens/actions.ts'
import { endLocked, lockClient } from './actions.ts'
import * as queries from './queries.ts'

/**
 * Allows a client to act as its user, with its current secrets. Tokens of replaced secrets are revoked.
 * @throws {ApiError} 404 unless the client acts as the caller, 403 outside the caller's own session, 409 if it is disabled
 */
export async function allowActing(ctx: UnitOfWork, actor: Actor, id: string): Promise<queries.Row> {
  const current = await lockOwn(ctx, actor, id)
  assertMay(access.clients.allowActing, actor, { own: true }, 'You may not allow this client.')
  assertOwnSession(actor)
  if (current.disabled_at) throw conflict('The client is disabled.')
  revokeWithoutSecret(ctx.db, { tenantId: actor.tenantId, clientId: id })
  return update(ctx, actor, id, { acting_allowed_at: sql<Date>`app_now()` })
}

/** Also ends the client's permission to sign. @throws {ApiError} 404 unless the client acts as the caller */
export async function withdrawActing(ctx: UnitOfWork, actor: Actor, id: string): Promise<queries.Row> {
  await lockOwn(ctx, actor, id)
  return update(ctx, actor, id, { acting_allowed_at: null, signing_allowed_at: null })
}

/**
 * Allows a client to sign in the name of its user, and to act as them.
 * @throws {ApiError} 404 unless the client acts as the caller, 403 for other roles and outside the caller's own session, 409 if
 *   it is disabled
 */
export async function allowSigning(ctx: UnitOfWork, actor: Actor, id: string): Promise<queries.Row> {
  const current = await lockOwn(ctx, actor, id)
  assertMay(access.clients.allowSigning, actor, { own: actor.userId }, 'Only doctors and dentists sign.')
  assertOwnSession(actor)
  if (current.disabled_at) throw conflict('The client is disabled.')
  if (current.signing_allowed_at) return current
  revokeWithoutSecret(ctx.db, { tenantId: actor.tenantId, clientId: id })
  const now = sql<Date>`app_now()`
  return update(ctx, actor, id, { acting_allowed_at: now, signing_allowed_at: now })
}

/** @throws {ApiError} 404 unless it acts as the caller */
export async function withdrawSigning(ctx: UnitOfWork, actor: Actor, id: string): Promise<queries.Row> {
  await lockOwn(ctx, actor, id)
  return update(ctx, actor, id, { signing_allowed_at: null })
}

/** @throws {ApiError} 404 unless it acts as the caller, 403 outside their own session */
export async function end(ctx: UnitOfWork, actor: Actor, id: string): Promise<void> {
  await lockOwn(ctx, actor, id)
  assertMay(access.clients.endOwn, actor, { own: true }, 'You may not end this client.')
  assertOwnSession(actor)
  endLocked(ctx, actor.tenantId, id)
}

async function lockOwn(ctx: UnitOfWork, actor: Actor, id: string): Promise<queries.Row> {
  lockClient(ctx.db, { tenantId: actor.tenantId, clientId: id })
  const current = await queries.findOwn(ctx.db, actor, id)
  if (!current) throw notFound('Client')
  ctx.setAuditSubject(id)
  return current
}

async function update(ctx: UnitOfWork, actor: Actor, id: string, changes: queries.Changes): Promise<queries.Row> {
  defer(ctx.db, queries.update(actor.tenantId, id, changes))
  return (await queries.findOwn(ctx.db, actor, id))!
}
