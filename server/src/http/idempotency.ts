import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Touched } from '../audit/trail.ts'
import { isTimeout } from '../db/failures.ts'
import { builder, type Composed, type Db } from '../db/kysely.ts'
import { defer, deferLock } from '../db/transaction.ts'
import { treatedBy } from '../db/users.ts'
import { forbidden, unavailable, unprocessable } from '../errors.ts'
import type { Vault } from '../lib/secrets.ts'

/** An answer as sent: status, exact body, and the body to keep for replays if it differs. */
export type Sent = { status: number; body: string; kept?: string; replayed?: boolean }

/** An external-effect operation that was prepared and has no answer yet. */
export type Intent = { intentId: string }

/** The key's owner: a client, or on public routes an address. */
type Holder = { tenantId: string; clientId: string; userId: string; actsFor?: readonly string[] }

/** A call with an Idempotency-Key (decision: kept 24 h, scoped to client and route). */
export type RepeatableCall = { key: string; route: string; body: unknown }

/** A 503, because clients retry it; they do not retry a 409. */
export const stillRunning = () => unavailable('A call with this Idempotency-Key is still running. Try again.', 2)

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
 * Locks the key until the transaction ends; waits while another call holds it.
 * @returns the first call's answer, or the operation that it prepared; undefined if this call is the first
 * @throws {ApiError} 503 when the first call is still running after 10 s, 422 when its body was different, 403 when the caller
 *   has lost access to a patient or order of the first call
 */
export async function claimKey(
  tx: Db,
  vault: Vault,
  holder: Holder,
  call: RepeatableCall,
): Promise<Sent | Intent | undefined> {
  defer(tx, sql`select set_config('lock_timeout', '10s', true), set_config('statement_timeout', '11s', true)`)
  deferLock(tx, 'idempotency', holder.tenantId, holder.clientId, call.route, call.key)
  defer(tx, sql`set local lock_timeout to default`)
  defer(tx, sql`set local statement_timeout to default`)
  try {
    const earlier = await tx
      .selectFrom('idempotency_keys')
      .select(['request_sha256', 'status', 'body_encrypted', 'begun_id'])
      .select(
        sql<boolean>`not exists (select from unnest(patient_ids) unnested (id) where not ${hasAccess(holder)})`.as(
          'still_reached',
        ),
      )
      .where('tenant_id', '=', holder.tenantId)
      .where('client_id', '=', holder.clientId)
      .where('route', '=', call.route)
      .where('key', '=', call.key)
      .where(sql<boolean>`created_at > app_now() - interval '24 hours'`)
      .executeTakeFirst()
    if (!earlier) return undefined
    if (!fingerprints(vault, call).some((one) => one.equals(earlier.request_sha256))) {
      throw unprocessable([{ path: ['Idempotency-Key'], message: 'was used with a different body' }])
    }
    const { status, body_encrypted, begun_id, still_reached } = earlier
    if (!still_reached)
      throw forbidden(
        'You no longer have access to the patient or order of this call, so its stored answer cannot be replayed.',
      )
    if (status === null || body_encrypted === null) return { intentId: begun_id! } // guaranteed by a check constraint
    return { status, body: vault.open(body_encrypted, placeOf(holder, call)), replayed: true }
  } catch (error) {
    if (isTimeout(error)) throw stillRunning()
    throw error
  }
}

/** The patients whose data the call read or changed, and its subject. */
type About = Pick<Touched, 'patientIds' | 'subjectId'>

/**
 * Whether the caller has access to the record with this id. Access to a patient comes from being the patient's guardian, from
 * a care relationship, or from an order or lab order addressed to the caller. Other records are such an order, a file of a
 * lab order, and a document that a pharmacy sees. A replay requires access only to the records that the caller had access to
 * when the answer was stored, because the call itself may have ended or proposed a relationship.
 */
const hasAccess = ({ tenantId, userId, actsFor = [] }: Holder) => sql<boolean>`(
  unnested.id = any(${actsFor.filter((id) => id !== userId)}::text[])
  or unnested.id = any(${treatedBy(tenantId, userId)})
  or exists (select ${ordersOf(tenantId, userId)} and o.id = unnested.id)
  or exists (select ${ordersOf(tenantId, userId)} and o.patient_id = unnested.id)
  or exists (select ${labOrdersOf(tenantId, userId)} and o.id = unnested.id)
  or exists (select ${labOrdersOf(tenantId, userId)} and o.patient_id = unnested.id)
  or exists (select ${labOrdersOf(tenantId, userId)} and o.id = (
    select f.lab_order_id from lab_order_files f where f.tenant_id = ${tenantId} and f.id = unnested.id))
  or exists (
    select from documents_of_pharmacies d
    where d.tenant_id = ${tenantId} and d.document_id = unnested.id and d.pharmacy_id = ${userId}))`

const ordersOf = (tenantId: string, pharmacyId: string) => sql`
  from orders o
  where o.tenant_id = ${tenantId}
    and o.pharmacy_id = ${pharmacyId}
    and o.status not in ('CANCELLED', 'REJECTED')`
const labOrdersOf = (tenantId: string, laboratoryId: string) => sql`
  from lab_orders o
  where o.tenant_id = ${tenantId}
    and o.laboratory_id = ${laboratoryId}
    and o.status <> 'CANCELLED'`

/** Stores the answer, in the transaction of its effect. Replaces an expired answer with the same key. */
export const storeAnswer = (vault: Vault, holder: Holder, call: RepeatableCall, sent: Sent, about: About): Composed =>
  keep(vault, holder, call, about, {
    status: sent.status,
    body_encrypted: vault.seal(sent.kept ?? sent.body, placeOf(holder, call)),
    begun_id: null,
  })

/** Stores the id of a prepared operation, in the transaction that prepares it. The answer replaces it later. */
export const storeIntent = (
  vault: Vault,
  holder: Holder,
  call: RepeatableCall,
  { intentId }: Intent,
  about: About,
): Composed => keep(vault, holder, call, about, { status: null, body_encrypted: null, begun_id: intentId })

const idsOf = ({ patientIds = [], subjectId }: About): string[] => [
  ...new Set([...patientIds, ...(subjectId === undefined ? [] : [subjectId])]),
]

function keep(
  vault: Vault,
  holder: Holder,
  call: RepeatableCall,
  about: About,
  result: { status: number | null; body_encrypted: Buffer | null; begun_id: string | null },
): Composed {
  const patient_ids = sql<string[]>`array(
    select unnested.id from unnest(${idsOf(about)}::text[]) unnested (id) where ${hasAccess(holder)})`
  const kept = { request_sha256: fingerprints(vault, call)[0]!, patient_ids, ...result }
  return builder
    .insertInto('idempotency_keys')
    .values({ tenant_id: holder.tenantId, client_id: holder.clientId, route: call.route, key: call.key, ...kept })
    .onConflict((oc) =>
      oc.columns(['tenant_id', 'client_id', 'route', 'key']).doUpdateSet({ ...kept, created_at: sql`app_now()` }),
    )
}

/**
 * The body's fingerprint under each master key, newest first. A body may contain a password, so a plain hash would let a
 * reader of the table guess it; an HMAC does not.
 */
const fingerprints = (vault: Vault, { body }: RepeatableCall): Buffer[] =>
  vault.deriveRing('idempotency fingerprints').map(({ secret }) =>
    createHmac('sha256', secret)
      .update(JSON.stringify(body ?? null))
      .digest(),
  )

const placeOf = (holder: Holder, call: RepeatableCall) =>
  `${holder.tenantId}/${holder.clientId}/${call.route}/${call.key}`
