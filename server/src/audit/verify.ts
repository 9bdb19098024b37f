import type pg from 'pg'
import { idFloor } from '../lib/ids.ts'
import type { Head, SealKeys } from './seal.ts'
import { verifyCompleteness } from './verify-completeness.ts'
import { beforeFirst, type SealFault, type SealReport, type Verified, verifySeals } from './verify-seals.ts'

/** A fault of a chain, as the command reports it. */
export type Fault = {
  tenantId: string
  kind: SealFault | 'inserted' | 'not listed' | 'chain cut'
  /** The id of the row, or `seal N`. */
  subject: string
  detail: string
}

export type Report = SealReport & {
  /** Rows not sealed yet, which is not a fault. */
  unsealed: number
  faults: number
  head: Head | undefined
}

type Expectation = {
  /** Heads recorded earlier. */
  heads: readonly Head[]
  /** Older rows may be missing because their month was dropped. By default no row may be missing. */
  keptSince?: Date | undefined
}

/** Every tenant with rows or seals, found by a loose index scan. */
export async function tenantsWithAudit(client: pg.ClientBase): Promise<string[]> {
  const steps = (table: string) => `
    (
      with recursive step as (
        (select tenant_id from ${table} order by tenant_id limit 1)
        union all
        select (select t.tenant_id from ${table} t where t.tenant_id > step.tenant_id order by t.tenant_id limit 1)
        from step
        where step.tenant_id is not null
      )
      select tenant_id from step where tenant_id is not null
    )`
  const { rows } = await client.query<{ tenant_id: string }>(
    `${steps('audit_log')} union ${steps('audit_seals')} order by tenant_id`,
  )
  return rows.map((row) => row.tenant_id)
}

/**
 * Compares a tenant's log with its chain, in one snapshot and bounded memory.
 * @param client with the worker's role, outside a transaction, without a statement timeout
 */
export async function verifyTenant(
  client: pg.ClientBase,
  keys: SealKeys,
  tenantId: string,
  expected: Expectation,
  onFault: (fault: Fault) => void,
): Promise<Report> {
  const report: Report = { tenantId, seals: 0, rows: 0, unsealed: 0, retired: 0, faults: 0, head: undefined }
  const addFault = (kind: Fault['kind'], subject: string, detail: string) => {
    report.faults++
    onFault({ tenantId, kind, subject, detail })
  }
  await client.query('begin isolation level repeatable read read only')
  // Without statistics on a new table the planner would choose a nested loop over all rows; a hash join can spill to
  // disk. A generic plan avoids planning a thousand ids for each seal.
  await client.query('set local enable_nestloop = off; set local plan_cache_mode = force_generic_plan')
  try {
    await verifyChain(client, keys, report, expected, addFault)
    for (const head of expected.heads) await verifyHead(client, head, addFault)
    report.unsealed = await verifyCompleteness(client, tenantId, addFault)
  } finally {
    await client.query('rollback')
  }
  return report
}

type AddFault = (kind: Fault['kind'], subject: string, detail: string) => void

async function verifyChain(
  client: pg.ClientBase,
  keys: SealKeys,
  report: Report,
  { keptSince }: Expectation,
  addFault: AddFault,
): Promise<void> {
  const keptFrom = keptSince ? idFloor('aud', keptSince.getTime()) : ''
  let verified = beforeFirst
  for (let isEnd = false; !isEnd; ) {
    const step = await verifySeals((statement) => client.query(statement), keys, verified, {
      report,
      keptFrom,
      addFault,
    })
    ;({ verified, isEnd } = step)
  }
  if (verified.n > 0) report.head = headOf(report.tenantId, verified)
}

/** The head of a chain that ends with a seal. */
export const headOf = (tenantId: string, { n, hash }: Pick<Verified, 'n' | 'hash'>): Head => ({
  tenantId,
  n,
  hash: hash.toString('hex'),
})

/** A recorded head must still be the hash of its seal. */
async function verifyHead(client: pg.ClientBase, { tenantId, n, hash }: Head, addFault: AddFault): Promise<void> {
  const { rows } = await client.query<{ hash: Buffer }>(
    'select hash from audit_seals where tenant_id = $1 and n = $2',
    [tenantId, n],
  )
  if (!rows[0]) addFault('chain cut', `seal ${n}`, 'it was recorded as a head and is missing')
  else if (rows[0].hash.toString('hex') !== hash)
    addFault('seal edited', `seal ${n}`, 'its hash differs from the recorded head')
}
