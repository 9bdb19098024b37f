import type pg from 'pg'
import { sealKeys } from '../audit/seal.ts'
import { sealBatch } from '../audit/sealer.ts'
import type { Cell } from './cell.ts'
import { until } from './until.ts'

/** Seals the audit log of a cell up to a number, by default that of its newest row. */
export async function sealAll({ admin, worker, vault }: Cell, upTo?: string): Promise<void> {
  const goal = upTo ?? (await newestAuditXid(admin))
  await until('transactions that began before have not ended, so the audit log cannot be sealed', async () => {
    await sealBatch(worker, sealKeys(vault))
    const { rows } = await admin.query<{ sealed: boolean }>('select xid > $1 as sealed from public.audit_position', [
      goal,
    ])
    return rows[0]!.sealed
  })
}

async function newestAuditXid(admin: pg.Client): Promise<string> {
  const { rows } = await admin.query<{ xid: string }>('select coalesce(max(xid), 0) as xid from public.audit_log')
  return rows[0]!.xid
}
