import type pg from 'pg'
import { builder } from '../db/kysely.ts'
import { digestAt, digestOf, hashOf, type Seal, type SealedRow, type SealKeys, sealedColumns } from './seal.ts'

/** Faults that the seals and their rows show. */
export type SealFault = 'edited' | 'removed' | 'seal edited' | 'seal removed' | 'sealed again' | 'key missing'

/** Seals in memory at once. */
const SEALS_PER_FETCH = 10

type StoredSeal = Seal & { hash: Buffer }

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

/** Counts of a verification. */
export type SealReport = {
  tenantId: string
  seals: number
  /** Rows compared with their digest. */
  rows: number
  /** Missing rows that are older than the retention period. */
  retired: number
}

type Check = {
  report: SealReport
  /** Rows with lower ids may be missing. */
  keptFrom: string
  addFault: AddSealFault
}

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
