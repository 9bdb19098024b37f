import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Actor } from '../../actor.ts'
import type { Context } from '../../context.ts'
import { later, lockLater } from '../../db/transaction.ts'
import { conflict, notFound, unprocessable } from '../../errors.ts'
import type { Input } from '../../http/operation.ts'
import { newId } from '../../lib/ids.ts'
import { webhookSecret } from '../../lib/signature.ts'
import type { registerWebhook } from './contract.ts'
import { AddressGuard } from './engine/address-guard.ts'
import * as queries from './queries.ts'
import * as rules from './rules.ts'
import { sealSecret } from './secret.ts'

type Registration = Input<typeof registerWebhook>['body']

/** @throws {ApiError} 422 for an address that we may not send to, 409 when the tenant has as many as it may */
export async function register(ctx: Context, actor: Actor, { url, events, description }: Registration) {
  const { mode, webhookAllowCidrs } = ctx.config
  const fault = rules.reachFault(url, { guard: new AddressGuard(webhookAllowCidrs), allowHttp: mode === 'sandbox' })
  if (fault) throw unprocessable([{ path: ['url'], message: fault }])

  const { tenantId, clientId } = actor
  const id = newId('whk')
  lockLater(ctx.db, 'webhooks', tenantId) // they are counted one registration after the other
  const endpoint = { tenantId, id, clientId, url, kinds: events, description: description ?? null }
  const row = await queries.insertWithinLimit(ctx.db, endpoint)
  if (!row) throw conflict(`An organisation has at most ${rules.MAX_ENDPOINTS} webhooks. Delete one first.`)

  const secret = webhookSecret(randomBytes(32))
  const secretId = newId('sec')
  later(ctx.db, queries.insertSecret(tenantId, id, secretId, sealSecret(ctx.vault, id, secretId, secret)))
  ctx.concerns(id)
  return { row, secret }
}

/** @throws {ApiError} 404 unless the caller manages it */
export async function remove(ctx: Context, actor: Actor, id: string): Promise<void> {
  if (!(await queries.markDeleted(ctx.db, actor, id))) throw notFound('Webhook')
  ctx.concerns(id)
  // An endpoint that was disabled for long may have very many.
  later(ctx.db, sql`select set_config('statement_timeout', '30s', true)`)
  later(ctx.db, queries.cancelWaiting(actor.tenantId, id, 'PENDING'))
  later(ctx.db, queries.cancelWaiting(actor.tenantId, id, 'HELD'))
}
