import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { assertMay } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import type { Actor } from '../../../actor.ts'
import type { Db } from '../../../db/kysely.ts'
import { defer, deferLock } from '../../../db/transaction.ts'
import { conflict, notFound, unprocessable } from '../../../errors.ts'
import type { Input } from '../../../http/operation.ts'
import type { Context } from '../../../http/services.ts'
import { AddressGuard } from '../../../lib/address-guard.ts'
import { newId } from '../../../lib/ids.ts'
import { webhookSecret } from '../../../lib/signature.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import { assertMayHoldSecret, assertMayRedirect } from '../clients/actions.ts'
import type { registerWebhook, rotateWebhookSecret, updateWebhook } from './contract.ts'
import { deliveryId } from './delivery-id.ts'
import * as deliveries from './delivery-queries.ts'
import * as queries from './queries.ts'
import { cancelRecovery } from './recovery-queries.ts'
import * as rules from './rules.ts'
import { sealSecret } from './secret.ts'

export { MAX_ENDPOINTS } from './rules.ts'

/** The number of the organisation's webhooks. */
export const endpointsUsed = queries.countEndpoints

/**
 * @throws {ApiError} 422 for forbidden addresses and for an unknown client, 403 for a client that the caller does not manage,
 *   409 if the tenant has the maximum number of webhooks
 */
export async function register(ctx: Context<'config'>, actor: Actor, body: Input<typeof registerWebhook>['body']) {
  const { url, redundantUrl = null, events, description = null } = body
  assertAddresses(ctx, actor, { url, redundantUrl })
  const clientId = await ownerOf(ctx, actor, body.clientId)
  const { tenantId } = actor
  const scopes = [...actor.scopes]
  const id = newId('whk')
  deferLock(ctx.db, 'webhooks', tenantId) // serialises registrations, so that the limit holds
  const endpoint = { tenantId, id, clientId, scopes, url, redundantUrl, kinds: events, description }
  const row = await queries.insertWithinLimit(ctx.db, endpoint)
  if (!row) throw conflict(`An organisation has at most ${rules.MAX_ENDPOINTS} webhooks. Delete one first.`)

  const { secret, secretId, sealed } = newSecret(ctx, id)
  defer(ctx.db, queries.insertSecret(tenantId, id, secretId, sealed))
  ctx.setAuditSubject(id)
  return { row, secret }
}

/**
 * The client of a new webhook. The webhook receives the events that the client may read, so the caller must hold the client's
 * scopes.
 * @throws {ApiError} 422, 403
 */
async function ownerOf(ctx: UnitOfWork, actor: Actor, named: string | undefined): Promise<string> {
  const own = actor.session ? undefined : actor.clientId
  const owner = named ?? own
  if (owner === undefined)
    throw unprocessable([{ path: ['clientId'], message: 'is required in a browser session', code: 'required' }])
  if (owner === own) return owner
  assertMay(access.webhooks.manage, actor, { client: false }, 'Only an administrator may name another client.')
  const scopes = await queries.findClientScopes(ctx.db, actor.tenantId, owner)
  if (!scopes)
    throw unprocessable([
      { path: ['clientId'], message: 'is not an enabled client of this organisation', code: 'unknown_record' },
    ])
  assertMayHoldSecret(actor, scopes)
  await assertMayRedirect(ctx, actor, owner)
  return owner
}

/**
 * @throws {ApiError} 404 unless the caller manages it, 403 without the scopes of its client, 403 for a new address while its
 *   client waits for the permission of its user, 422 for forbidden addresses
 */
export async function change(
  ctx: Context<'config'>,
  actor: Actor,
  id: string,
  body: Input<typeof updateWebhook>['body'],
) {
  const current = await lockToReceive(ctx, actor, id)
  const { url, redundantUrl, events, description } = body
  const given = { ...(url !== undefined && { url }), ...(redundantUrl !== undefined && { redundantUrl }) }
  if (url !== undefined || redundantUrl !== undefined) await assertMayRedirect(ctx, actor, current.client_id)
  assertAddresses(ctx, actor, given, { url: current.url, redundantUrl: current.redundant_url })
  return update(ctx, actor, current, {
    ...(url !== undefined && { url }),
    ...(redundantUrl !== undefined && { redundant_url: redundantUrl }),
    // The caller chooses the events, so the webhook receives only events that the caller's scopes permit.
    ...(events !== undefined && { kinds: events, scopes: [...actor.scopes] }),
    ...(description !== undefined && { description }),
  })
}

/**
 * Enables a webhook. The deliverer finds and releases its held deliveries.
 * @throws {ApiError} 404 unless the caller manages it, 403 without the scopes of its client
 */
export async function enable(ctx: UnitOfWork, actor: Actor, id: string) {
  const current = await lockToReceive(ctx, actor, id)
  if (current.status === 'ENABLED') return current
  const reset = { consecutive_failures: 0, exhausted: 0, first_failure_at: null }
  return update(ctx, actor, current, { status: 'ENABLED', ...reset })
}

/** @throws {ApiError} 404 unless the caller manages it */
export async function disable(ctx: UnitOfWork, actor: Actor, id: string) {
  const current = await lock(ctx, actor, id)
  if (current.status !== 'ENABLED') return current // keeps the status, which is the reason
  return update(ctx, actor, current, { status: 'DISABLED_USER' })
}

/**
 * @throws {ApiError} 404 unless the caller manages it, 403 without the scopes of its client, 409 during an earlier rotation
 */
export async function rotate(
  ctx: UnitOfWork,
  actor: Actor,
  id: string,
  { graceHours }: Input<typeof rotateWebhookSecret>['body'],
) {
  const { tenantId } = actor
  await lockToReceive(ctx, actor, id) // the row lock serialises rotations
  const { secret, secretId, sealed } = newSecret(ctx, id)
  if (graceHours === 0) {
    defer(ctx.db, queries.deleteSecrets(tenantId, id))
    defer(ctx.db, queries.insertSecret(tenantId, id, secretId, sealed))
    return { id, secret, graceUntil: null }
  }
  const takesOverAt = await queries.nextSecretAt(ctx.db, tenantId, id)
  if (takesOverAt) {
    throw conflict(
      `A new secret takes over at ${takesOverAt.toISOString()}. Wait until then, or replace all secrets with graceHours 0.`,
    )
  }
  const next = { tenantId, endpointId: id, id: secretId }
  const until = await queries.insertNextSecret(ctx.db, next, sealed, graceHours)
  return { id, secret, graceUntil: until.toISOString() }
}

/** @throws {ApiError} 404 unless the caller manages it */
export async function remove(ctx: UnitOfWork, actor: Actor, id: string): Promise<void> {
  const { tenantId } = actor
  if (!(await queries.markDeleted(ctx.db, actor, id))) throw notFound('Webhook')
  ctx.setAuditSubject(id)
  // An endpoint that was disabled for a long time may have many deliveries.
  defer(ctx.db, sql`select set_config('statement_timeout', '30s', true)`)
  defer(ctx.db, cancelRecovery(tenantId, id)) // first, so that the recovery adds no more deliveries
  defer(ctx.db, queries.cancelWaiting(tenantId, id, 'PENDING'))
  defer(ctx.db, queries.cancelWaiting(tenantId, id, 'HELD'))
}

/** Cancels waiting deliveries of a dependant's events to webhooks of the guardian. Call it when the guardianship ends. */
export function withdrawDependant(tx: Db, guardianship: queries.Guardianship): void {
  for (const state of ['PENDING', 'HELD'] as const) defer(tx, queries.cancelOfDependant(guardianship, state))
}

/** The deliveries of an event to webhooks that the caller manages. */
export async function deliveriesOfEvent({ database }: Context<'database'>, actor: Actor, eventId: string) {
  const rows: deliveries.Row[] = (await database.onLane(actor.tenantId, deliveries.findOfEvent(actor, eventId))).rows
  return rows.map((row) => ({ ...row, id: deliveryId({ eventId, endpointId: row.endpoint_id, n: row.n }) }))
}

/**
 * Locks a webhook that the caller manages.
 * @throws {ApiError} 404
 */
async function lock(ctx: UnitOfWork, actor: Actor, id: string) {
  const current = await queries.lock(ctx.db, actor, id)
  if (!current) throw notFound('Webhook')
  ctx.setAuditSubject(id)
  return current
}

/**
 * Locks a webhook for a change of how it receives events. It receives the events that its client may read, so the caller must
 * hold the client's scopes. Disabling and deleting the webhook do not require them.
 * @throws {ApiError} 404, 403
 */
async function lockToReceive(ctx: UnitOfWork, actor: Actor, id: string): Promise<queries.LockedRow> {
  const current = await lock(ctx, actor, id)
  assertMayHoldSecret(actor, current.client_scopes)
  return current
}

async function update(ctx: UnitOfWork, actor: Actor, current: queries.Row, changes: queries.Changes) {
  if (Object.keys(changes).length === 0) return current
  defer(ctx.db, queries.update(actor.tenantId, current.id, changes))
  return (await queries.find(ctx.db, actor, current.id))!
}

function assertAddresses(
  { config }: Context<'config'>,
  { plan }: Actor,
  given: Partial<rules.Addresses>,
  current: Partial<rules.Addresses> = {},
): void {
  const reach = { guard: new AddressGuard(config.webhookAllowCidrs), allowHttp: config.mode === 'sandbox' }
  const faults = rules.addressFaults(given, current, reach, plan)
  if (faults.length > 0) throw unprocessable(faults)
}

function newSecret({ vault }: UnitOfWork, endpointId: string) {
  const secret = webhookSecret(randomBytes(32))
  const secretId = newId('sec')
  return { secret, secretId, sealed: sealSecret(vault, endpointId, secretId, secret) }
}
