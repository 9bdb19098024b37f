import type pg from 'pg'
import { builder } from '../db/kysely.ts'
import { idFloor } from '../lib/ids.ts'
import {
  digestAt,
  digestOf,
  type Head,
  hashOf,
  type Seal,
  type SealedRow,
  type SealKeys,
  sealedColumns,
} from './seal.ts'

/** Faults that the seals and their rows show. */
export type SealFault = 'edited' | 'removed' | 'seal edited' | 'seal removed' | 'sealed again' | 'key missing'

/** A fault of a chain, as the command reports it. */
export type Fault = {
  tenantId: string
  kind: SealFault | 'inserted' | 'not listed' | 'chain cut'
  /** The id of the row, or `seal N`. */
  subject: string
  detail: string
}

export type Report = {
  tenantId: string
  seals: number
  /** Rows compared with their digest. */
  rows: number
  /** Rows not sealed yet, which is not a fault. */
  unsealed: number
  /** Missing rows that are older than the retention period. */
  retired: number
  faults: number
  head: Head | undefined
}

type Expectation = {
  /** Heads recorded earlier. */
  heads: readonly Head[]
  /** Older rows may be missing because their month was dropped. By default no row may be missing. */
  keptSince?: Date | undefined
}

/** Seals in memory at once. */
const SEALS_PER_FETCH = 10
const FAULTS_PER_FETCH = 1000

type StoredSeal = Seal & { hash: Buffer }

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
    await verifyCompleteness(client, report, addFault)
  } finally {
    await client.query('rollback')
  }
  return report
}

type AddFault = (kind: Fault['kind'], subject: string, detail: string) => void

/** Runs a statement, which is prepared under its name. */
export type Run = <R extends pg.QueryResultRow>(statement: {
  name: string
  text: string
  values: unknown[]
}) => Promise<{ rows: R[] }>

/** The end of the verified part of a chain, and the highest transaction sealed in it. */
export type Verified = Pick<StoredSeal, 'n' | 'hash'> & { newest: bigint }

export const beforeFirst: Verified = { n: 0, hash: Buffer.alloc(0), newest: 0n }

type AddSealFault = (kind: SealFault, subject: string, detail: string) => void

type Check = {
  report: Pick<Report, 'tenantId' | 'seals' | 'rows' | 'retired'>
  /** Rows with lower ids may be missing. */
  keptFrom: string
  addFault: AddSealFault
}

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

/** Verifies the next ten seals after the verified ones, and the rows in them. */
export async function verifySeals(
  run: Run,
  keys: SealKeys,
  after: Verified,
  { report, keptFrom, addFault }: Check,
): Promise<{ verified: Verified; isEnd: boolean }> {
  let { newest, ...before }: Verified = after
  const seals = await sealsAfter(run, report.tenantId, before.n)
  for (const seal of seals) {
    verifyLink(before, seal, addFault)
    const key = keys.find(({ kid }) => kid === seal.kid)
    if (!key)
      addFault(
        'key missing',
        `seal ${seal.n}`,
        `made with the master key ${seal.kid}, which MASTER_KEY does not include`,
      )
    else if (!hashOf(seal, key.secret).equals(seal.hash)) addFault('seal edited', `seal ${seal.n}`, 'its hash is wrong')
    if (key) newest = await verifyRows(run, key.secret, seal, { report, keptFrom, newest, addFault })
    report.seals++
    before = { n: seal.n, hash: seal.hash }
  }
  return { verified: { ...before, newest }, isEnd: seals.length < SEALS_PER_FETCH }
}

function verifyLink(before: Pick<StoredSeal, 'n' | 'hash'>, seal: StoredSeal, addFault: AddSealFault): void {
  for (let n = before.n + 1; n < seal.n; n++) addFault('seal removed', `seal ${n}`, 'it is missing from the chain')
  if (seal.n === before.n + 1 && !seal.previous.equals(before.hash))
    addFault('seal edited', `seal ${before.n}`, `its hash differs from the one in seal ${seal.n}`)
}

/** @returns the highest transaction sealed so far */
async function verifyRows(
  run: Run,
  secret: Buffer,
  seal: StoredSeal,
  { report, keptFrom, newest, addFault }: Check & { newest: bigint },
): Promise<bigint> {
  const rows = await rowsOf(run, seal)
  let highest = newest
  let isSealedAgain = false
  for (const [index, id] of seal.rowIds.entries()) {
    const row = rows.get(id)
    if (!row) {
      if (id < keptFrom) report.retired++
      else addFault('removed', id, `listed in seal ${seal.n} but missing`)
      continue
    }
    report.rows++
    if (!digestOf(row, secret).equals(digestAt(seal, index))) {
      addFault('edited', id, `differs from its digest in seal ${seal.n}`)
      continue
    }
    const xid = BigInt(row.xid)
    if (xid < newest) isSealedAgain = true
    if (xid > highest) highest = xid
  }
  if (isSealedAgain)
    addFault(
      'sealed again',
      `seal ${seal.n}`,
      'its rows are older than those of the previous seal: the position was set back',
    )
  return highest
}

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

/** Finds rows that should be sealed but are in no seal, and rows that are missing from the lists of their patients. */
async function verifyCompleteness(client: pg.ClientBase, report: Report, addFault: AddFault): Promise<void> {
  const { tenantId } = report
  const inserted = cursor<{ id: string }>(client, INSERTED, tenantId)
  for await (const { id } of inserted) addFault('inserted', id, 'in no seal, although rows of its time are sealed')
  const unlisted = cursor<{ id: string; patient_id: string }>(client, UNLISTED, tenantId)
  for await (const { id, patient_id } of unlisted) addFault('not listed', id, `missing from the list of ${patient_id}`)
  const { rows } = await client.query<{ n: string }>(
    'select count(*) as n from audit_log where tenant_id = $1 and xid >= (select xid from audit_position)',
    [tenantId],
  )
  report.unsealed = Number(rows[0]!.n)
}

const INSERTED = `
  select l.id
  from audit_log l
  where l.tenant_id = $1
    and l.xid < (select xid from audit_position)
    and not exists (
      select
      from (select unnest(row_ids) collate "C" as id from audit_seals where tenant_id = $1) sealed
      where sealed.id = l.id
    )`

const UNLISTED = `
  select l.id, named.patient_id
  from audit_log l
  cross join lateral unnest(l.patient_ids) as named (patient_id)
  where l.tenant_id = $1
    and l.xid < (select xid from audit_position)
    and not exists (
      select
      from audit_of_patients p
      where p.tenant_id = $1
        and p.patient_id = named.patient_id
        and p.audit_id = l.id
    )`

async function* cursor<R extends pg.QueryResultRow>(
  client: pg.ClientBase,
  select: string,
  tenantId: string,
): AsyncGenerator<R> {
  await client.query(`declare faults no scroll cursor for ${select}`, [tenantId])
  for (;;) {
    const { rows } = await client.query<R>(`fetch ${FAULTS_PER_FETCH} from faults`)
    yield* rows
    if (rows.length < FAULTS_PER_FETCH) break
  }
  await client.query('close faults')
}

type SealRow = Pick<StoredSeal, 'kid' | 'previous' | 'digests' | 'hash'> & {
  n: string
  sealed_at: Date
  row_ids: string[]
}

async function sealsAfter(run: Run, tenantId: string, n: number): Promise<StoredSeal[]> {
  const { rows } = await run<SealRow>({
    name: 'seals-after',
    text: `
      select n, sealed_at, kid, previous, row_ids, digests, hash
      from audit_seals
      where tenant_id = $1 and n > $2
      order by n
      limit ${SEALS_PER_FETCH}`,
    values: [tenantId, n],
  })
  return rows.map((row) => ({
    tenantId,
    n: Number(row.n),
    sealedAt: row.sealed_at,
    kid: row.kid,
    previous: row.previous,
    rowIds: row.row_ids,
    digests: row.digests,
    hash: row.hash,
  }))
}

const columns = sealedColumns.compile(builder).sql

/** A seal's rows as they are now. The bounds on the id prune partitions. */
async function rowsOf(run: Run, { tenantId, rowIds }: Seal): Promise<Map<string, SealedRow>> {
  const sorted = [...rowIds].sort()
  const { rows } = await run<SealedRow>({
    name: 'rows-of-seal',
    text: `select ${columns} from audit_log where tenant_id = $1 and id = any($2) and id between $3 and $4`,
    values: [tenantId, rowIds, sorted[0], sorted.at(-1)],
  })
  return new Map(rows.map((row) => [row.id, row]))
}
