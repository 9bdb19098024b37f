import { createHmac } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Vault } from '../lib/secrets.ts'

/** Maximum rows of a seal. It bounds the memory of a check, and the work of locating a wrong row. */
export const ROWS_PER_SEAL = 1000
/** Bytes of a row's digest. A keyed 128-bit tag cannot be guessed (NIST SP 800-107, section 5.3.3). */
const DIGEST_BYTES = 16

/**
 * A row of the audit log as sealed: every column as text. `at` is Unix time with six decimals, `patient_ids` PostgreSQL's
 * array literal; both are exact and canonical.
 */
export type SealedRow = {
  tenant_id: string
  id: string
  at: string
  user_id: string
  client_id: string
  operation: string
  outcome: string
  subject_id: string | null
  patient_ids: string
  address: string | null
  request_id: string
  xid: string
}

/** The columns of a `SealedRow`, for a select. */
export const sealedColumns: RawBuilder<SealedRow> = sql`
  tenant_id, id, extract(epoch from at)::text as at, user_id, client_id, operation, outcome, subject_id,
  patient_ids::text as patient_ids, address, request_id, xid::text as xid`

export type Seal = {
  tenantId: string
  /** The position in the tenant's chain, from 1. */
  n: number
  sealedAt: Date
  /** Id of the master key behind all hashes of the seal. */
  kid: string
  /** The previous seal's hash; empty for the first. */
  previous: Buffer
  rowIds: string[]
  /** 16 bytes for each row. */
  digests: Buffer
}

/** Keys of the chain, one for each master key, newest first. */
export type SealKeys = { kid: string; secret: Buffer }[]

export const sealKeys = (vault: Vault): SealKeys => vault.deriveRing('audit seals')

/**
 * HMAC-SHA-256 of a JSON array that begins with its type, truncated to 16 bytes. The order of columns must never change;
 * adding a column requires a new type.
 */
export function digestOf(row: SealedRow, secret: Buffer): Buffer {
  const canonical = JSON.stringify([
    'audit row 1',
    row.tenant_id,
    row.id,
    row.at,
    row.user_id,
    row.client_id,
    row.operation,
    row.outcome,
    row.subject_id,
    row.patient_ids,
    row.address,
    row.request_id,
    row.xid,
  ])
  return createHmac('sha256', secret).update(canonical).digest().subarray(0, DIGEST_BYTES)
}

/** The digest of one of a seal's rows. */
export const digestAt = ({ digests }: Seal, index: number): Buffer =>
  digests.subarray(index * DIGEST_BYTES, (index + 1) * DIGEST_BYTES)

/** HMAC-SHA-256 of a JSON array of the seal's fields; binary fields in hexadecimal. */
export function hashOf({ tenantId, n, sealedAt, kid, previous, rowIds, digests }: Seal, secret: Buffer): Buffer {
  const at = sealedAt.toISOString()
  const parts = ['audit seal 1', tenantId, n, at, kid, previous.toString('hex'), rowIds, digests.toString('hex')]
  return createHmac('sha256', secret).update(JSON.stringify(parts)).digest()
}

/** The newest seal of a tenant's chain. A copy kept elsewhere reveals a later truncation of the chain. */
export type Head = { tenantId: string; n: number; hash: string }

export const formatHead = ({ tenantId, n, hash }: Head): string => `${tenantId}:${n}:${hash}`

/** Matches heads within a text. */
export const HEADS = /\bten_[0-9a-z_]+:\d{1,15}:[0-9a-f]{64}\b/g

/** @returns undefined when the text is not a head */
export function parseHead(text: string): Head | undefined {
  if (text.match(HEADS)?.[0] !== text) return undefined
  const [tenantId, n, hash] = text.split(':')
  return { tenantId: tenantId!, n: Number(n), hash: hash! }
}
