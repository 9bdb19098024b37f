import { sql } from 'kysely'
import type { QueryResult } from 'pg'
import type { Actor, CallerIds } from '../../../actor.ts'
import { formatHead, sealKeys } from '../../../audit/seal.ts'
import { headOf } from '../../../audit/verify.ts'
import { beforeFirst, type Run, type SealFault, type Verified, verifySeals } from '../../../audit/verify-seals.ts'
import { prepared } from '../../../db/prepared.ts'
import type { Input } from '../../../http/operation.ts'
import type { Context } from '../../../http/services.ts'
import { idFloor } from '../../../lib/ids.ts'
import type { faultKinds, verifyAudit } from './contract.ts'

const MAX_FAULTS = 100

const kinds: Record<SealFault, (typeof faultKinds)[number]> = {
  edited: 'EDITED',
  removed: 'REMOVED',
  'seal edited': 'SEAL_EDITED',
  'seal removed': 'SEAL_REMOVED',
  'sealed again': 'SEALED_AGAIN',
  'key missing': 'KEY_MISSING',
}

/** The time of a seal. */
const sealOf = prepared<CallerIds & { n: number }, { sealed_at: Date; patient_id: null }>(
  (v) => sql`
    select sealed_at, null as patient_id
    from audit_seals
    where tenant_id = ${v.tenantId}
      and n = ${v.n}`,
)

/** Verifies the next seals of the caller's organisation. @throws {ApiError} 422 for an invalid cursor */
export async function verifyNext(
  ctx: Context<'database' | 'vault'>,
  { tenantId }: Actor,
  { cursor, keptSince }: Input<typeof verifyAudit>['query'],
) {
  const faults: { kind: (typeof faultKinds)[number]; subject: string; detail: string }[] = []
  const report = { tenantId, seals: 0, rows: 0, retired: 0 }
  const run: Run = async ({ text, values }) => {
    const [result] = await ctx.database.onOwnConnection(tenantId, [{ sql: text, parameters: values }])
    return result as QueryResult // of the statement's columns
  }
  const { verified, isEnd } = await verifySeals(run, sealKeys(ctx.vault), startOf(ctx, cursor), {
    report,
    keptFrom: keptSince ? idFloor('aud', keptSince.getTime()) : '',
    addFault: (kind, subject, detail) => {
      if (faults.length < MAX_FAULTS) faults.push({ kind: kinds[kind], subject, detail })
    },
  })
  const [last] = await ctx.readSome(sealOf, { n: verified.n })
  return {
    seals: report.seals,
    entries: report.rows,
    faults,
    head: verified.n === 0 ? null : formatHead(headOf(tenantId, verified)),
    sealedAt: last?.sealed_at.toISOString() ?? null,
    nextCursor: isEnd
      ? null
      : ctx.cursors.write([String(verified.n), verified.hash.toString('hex'), String(verified.newest)]),
  }
}

/** The state that a cursor carries: a call verifies that the chain continues from the last one. */
function startOf({ cursors }: Pick<Context<never>, 'cursors'>, cursor: string | undefined): Verified {
  if (cursor === undefined) return beforeFirst
  const [n, hash, newest] = cursors.read(cursor, 3)
  return { n: Number(n), hash: Buffer.from(hash!, 'hex'), newest: BigInt(newest!) }
}
