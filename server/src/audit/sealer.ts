import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import type { Db } from '../db/kysely.ts'
import { defer } from '../db/transaction.ts'
import {
  digestOf,
  formatHead,
  type Head,
  hashOf,
  ROWS_PER_SEAL,
  type Seal,
  type SealedRow,
  type SealKeys,
  sealedColumns,
} from './seal.ts'

/** Rows per sealing transaction, unless a single transaction wrote more. */
const ROWS_PER_BATCH = 20_000
/** Rows in memory at once. */
const ROWS_PER_FETCH = 2000
/** Maximum duration of one run: well within its minute, because a stopping server waits for it. */
const RUN_MS = 15_000

/** Seals all finished rows, and logs the new heads of the chains. */
export async function sealFinished(database: Database, keys: SealKeys, log: FastifyBaseLogger): Promise<void> {
  const until = performance.now() + RUN_MS
  for (;;) {
    const batch = await sealBatch(database, keys)
    // Logs are beyond the reach of an attacker with database access: logged heads reveal a truncated chain.
    for (const head of batch?.heads ?? []) log.info({ head: formatHead(head) }, 'audit rows sealed')
    if (!batch || batch.complete || performance.now() > until) return
  }
}

type Batch = {
  rows: number
  /** The heads of the extended chains. */
  heads: Head[]
  /** Whether all finished rows are sealed. */
  complete: boolean
}

/** The database's transaction counter is behind the audit log's: it was restored and no server has started since then. */
export class CounterBehind extends Error {
  override name = 'CounterBehind'
  constructor() {
    super('The audit log comes from another database cluster and cannot be sealed. Restart a server.')
  }
}

/**
 * Seals one batch of rows whose transactions have finished, in one transaction; after a crash any server continues.
 * Progress is tracked by transaction (xid) and not by id: a row that commits late may have a lower id than sealed rows.
 * @param database with the worker's role
 * @returns undefined while another server is sealing
 * @throws {CounterBehind}
 */
export async function sealBatch(database: Database, keys: SealKeys): Promise<Batch | undefined> {
  if (await isIdle(database)) return { rows: 0, heads: [], complete: true }
  return database.inTransaction('', async (tx) => {
    defer(tx, sql`select set_config('statement_timeout', '60s', true)`) // sorting the rows of one large transaction may take long
    const range = await lockRange(tx)
    if (!range) return undefined
    const { from, below, complete } = range
    const chains = await headsBefore(tx, from, below)
    const rows = await sealRange(tx, keys, chains, from, below)
    defer(tx, insertPatientEntries(from, below))
    defer(tx, sql`update audit_position set xid = ${below}`)
    const heads = [...chains.values()].map(({ tenantId, n, hash }) => ({ tenantId, n, hash: hash.toString('hex') }))
    return { rows, heads, complete }
  })
}

/** All transactions below this number have finished. `ahead_by`: the constant offset of the log's numbers to the cluster's. */
const finished = sql`pg_snapshot_xmin(pg_current_snapshot())::text::bigint + p.ahead_by`

/** Checks for work before it writes anything. */
async function isIdle(database: Database): Promise<boolean> {
  const { rows } = await sql<{ behind: boolean; idle: boolean }>`
    select ${finished} < p.xid as behind,
      not exists (select from audit_log l where l.xid >= p.xid and l.xid < ${finished}) as idle
    from audit_position p`.execute(database.reader(''))
  if (rows[0]!.behind) throw new CounterBehind()
  return rows[0]!.idle
}

type Range = { from: string; below: string; complete: boolean }

/** The transactions of this batch, locked against other sealers. A transaction larger than a batch forms its own batch. */
async function lockRange(tx: Db): Promise<Range | undefined> {
  const held = await sql<{ xid: string }>`select xid from audit_position for update skip locked`.execute(tx)
  if (held.rows.length === 0) return undefined
  const { rows } = await sql<Range>`
    with span as (select p.xid as start, ${finished} as horizon from audit_position p),
    waiting as not materialized (
      select xid
      from audit_log
      where xid >= (select start from span)
        and xid < (select horizon from span)
    ),
    next_batch as (select xid from waiting order by xid limit 1 offset ${ROWS_PER_BATCH})
    select start as "from",
      case
        when exists (select from next_batch) then greatest((select xid from next_batch), (select min(xid) + 1 from waiting))
        else horizon
      end as below,
      not exists (select from next_batch) as complete
    from span`.execute(tx)
  return rows[0]!
}

/** The end of a chain. Before the first seal, n is 0 and the hash is empty. */
type Chain = { tenantId: string; n: number; hash: Buffer }

/** The current ends of the chains to extend. */
async function headsBefore(tx: Db, from: string, below: string): Promise<Map<string, Chain>> {
  const { rows } = await sql<{ tenant_id: string; n: string | null; hash: Buffer | null }>`
    select t.tenant_id, head.n, head.hash
    from (
      select distinct tenant_id
      from audit_log
      where xid >= ${from} and xid < ${below}
    ) t
    left join lateral (
      select s.n, s.hash
      from audit_seals s
      where s.tenant_id = t.tenant_id
      order by s.n desc
      limit 1
    ) head on true`.execute(tx)
  return new Map(
    rows.map(({ tenant_id, n, hash }) => [
      tenant_id,
      { tenantId: tenant_id, n: Number(n ?? 0), hash: hash ?? Buffer.alloc(0) },
    ]),
  )
}

/** @returns the number of sealed rows */
async function sealRange(
  tx: Db,
  keys: SealKeys,
  chains: Map<string, Chain>,
  from: string,
  below: string,
): Promise<number> {
  await sql`
    declare finished_rows no scroll cursor for
    select ${sealedColumns}
    from audit_log
    where xid >= ${from} and xid < ${below}
    order by tenant_id, audit_log.xid, id`.execute(tx)
  let waiting: SealedRow[] = []
  let sealed = 0
  const seal = () => {
    if (waiting.length === 0) return
    defer(tx, insertSeal(nextSeal(chains.get(waiting[0]!.tenant_id)!, waiting, keys[0]!)))
    sealed += waiting.length
    waiting = []
  }
  for (;;) {
    const { rows } = await sql<SealedRow>`fetch ${sql.lit(ROWS_PER_FETCH)} from finished_rows`.execute(tx)
    for (const row of rows) {
      if (waiting.length === ROWS_PER_SEAL || row.tenant_id !== waiting[0]?.tenant_id) seal()
      waiting.push(row)
    }
    if (rows.length < ROWS_PER_FETCH) break
  }
  seal()
  return sealed
}

/** Extends a chain by one seal. */
function nextSeal(chain: Chain, rows: SealedRow[], { kid, secret }: SealKeys[number]): Seal & { hash: Buffer } {
  const seal: Seal = {
    tenantId: chain.tenantId,
    n: chain.n + 1,
    sealedAt: new Date(),
    kid,
    previous: chain.hash,
    rowIds: rows.map(({ id }) => id),
    digests: Buffer.concat(rows.map((row) => digestOf(row, secret))),
  }
  const hash = hashOf(seal, secret)
  chain.n = seal.n
  chain.hash = hash
  return { ...seal, hash }
}

const insertSeal = (seal: Seal & { hash: Buffer }) => sql`
  insert into audit_seals (tenant_id, n, sealed_at, kid, previous, row_ids, digests, hash)
  values (${seal.tenantId}, ${seal.n}, ${seal.sealedAt}, ${seal.kid}, ${seal.previous}, ${seal.rowIds}, ${seal.digests},
    ${seal.hash})`

const insertPatientEntries = (from: string, below: string) => sql`
  insert into audit_of_patients (tenant_id, patient_id, audit_id)
  select tenant_id, patient_id, id
  from audit_log
  cross join lateral unnest(patient_ids) as patient_id
  where xid >= ${from} and xid < ${below}
  on conflict do nothing`
