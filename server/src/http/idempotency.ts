import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { isTimeout } from '../db/failures.ts'
import { builder, type Composed, type Db } from '../db/kysely.ts'
import { later, lockLater } from '../db/transaction.ts'
import { conflict, unprocessable } from '../errors.ts'
import type { Vault } from '../lib/secrets.ts'

/** An answer as it leaves: status and exact body. */
export type Sent = { status: number; body: string; replayed?: boolean }

/** What a call began outside the database, whose answer is not known yet. */
export type Begun = { begunId: string }

/** Whose key it is: a client's, or on public routes an address's. */
type Holder = { tenantId: string; clientId: string }

/** A call that carries an Idempotency-Key (decision: kept 24 h, scoped to client and route). */
export type RepeatableCall = { key: string; route: string; body: unknown }

const WELL_FORMED = /^[\x21-\x7e]{1,255}$/

/** @throws {ApiError} 422 when the header is malformed */
export function repeatableCall(header: unknown, route: string, body: unknown): RepeatableCall | undefined {
  if (header === undefined) return undefined
  if (typeof header !== 'string' || !WELL_FORMED.test(header)) {
    throw unprocessable([{ path: ['Idempotency-Key'], message: 'must be 1 to 255 visible ASCII characters' }])
  }
  return { key: header, route, body }
}

/**
 * Holds the key until the transaction ends, waiting for another call that holds it.
 * @returns the answer of the call that came first or, where that is not known yet, what it began; if there was one
 * @throws {ApiError} 409 when that call is still running after 10 s, 422 when it had another body
 */
export async function claimKey(
  tx: Db,
  vault: Vault,
  holder: Holder,
  call: RepeatableCall,
): Promise<Sent | Begun | undefined> {
  later(tx, sql`select set_config('lock_timeout', '10s', true), set_config('statement_timeout', '11s', true)`)
  lockLater(tx, 'idempotency', holder.tenantId, holder.clientId, call.route, call.key)
  later(tx, sql`set local lock_timeout to default`)
  later(tx, sql`set local statement_timeout to default`)
  try {
    const earlier = await tx
      .selectFrom('idempotency_keys')
      .select(['request_sha256', 'status', 'body_encrypted', 'begun_id'])
      .where('tenant_id', '=', holder.tenantId)
      .where('client_id', '=', holder.clientId)
      .where('route', '=', call.route)
      .where('key', '=', call.key)
      .where(sql<boolean>`created_at > app_now() - interval '24 hours'`)
      .executeTakeFirst()
    if (!earlier) return undefined
    if (!fingerprints(vault, call).some((one) => one.equals(earlier.request_sha256))) {
      throw unprocessable([{ path: ['Idempotency-Key'], message: 'was used before with another body' }])
    }
    const { status, body_encrypted, begun_id } = earlier
    if (status === null || body_encrypted === null) return { begunId: begun_id! } // one of the two, by a check
    return { status, body: vault.open(body_encrypted, placeOf(holder, call)), replayed: true }
  } catch (error) {
    if (isTimeout(error)) throw conflict('A call with this Idempotency-Key is still running.')
    throw error
  }
}

/** The answer, to be stored in the transaction of its effect. An expired one of the same key makes way. */
export const keepAnswer = (vault: Vault, holder: Holder, call: RepeatableCall, sent: Sent): Composed =>
  keep(vault, holder, call, {
    status: sent.status,
    body_encrypted: vault.seal(sent.body, placeOf(holder, call)),
    begun_id: null,
  })

/** What was begun, to be stored in the transaction that wrote it down. The answer takes its place. */
export const keepBegun = (vault: Vault, holder: Holder, call: RepeatableCall, { begunId }: Begun): Composed =>
  keep(vault, holder, call, { status: null, body_encrypted: null, begun_id: begunId })

function keep(
  vault: Vault,
  holder: Holder,
  call: RepeatableCall,
  what: { status: number | null; body_encrypted: Buffer | null; begun_id: string | null },
): Composed {
  const kept = { request_sha256: fingerprints(vault, call)[0]!, ...what }
  return builder
    .insertInto('idempotency_keys')
    .values({ tenant_id: holder.tenantId, client_id: holder.clientId, route: call.route, key: call.key, ...kept })
    .onConflict((oc) =>
      oc.columns(['tenant_id', 'client_id', 'route', 'key']).doUpdateSet({ ...kept, created_at: sql`app_now()` }),
    )
}

/**
 * The body's, under each master key, the newest first. Keyed, for a body may hold a password, and whoever reads the
 * table must not be able to try guesses on it.
 */
const fingerprints = (vault: Vault, { body }: RepeatableCall): Buffer[] =>
  vault.deriveRing('idempotency fingerprints').map(({ secret }) =>
    createHmac('sha256', secret)
      .update(JSON.stringify(body ?? null))
      .digest(),
  )

const placeOf = (holder: Holder, call: RepeatableCall) =>
  `${holder.tenantId}/${holder.clientId}/${call.route}/${call.key}`
