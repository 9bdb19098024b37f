import { after } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { type Head, type SealKeys, sealKeys } from '../src/audit/seal.ts'
import { sealBatch } from '../src/audit/sealer.ts'
import { type Fault, type Report, verifyTenant } from '../src/audit/verify.ts'
import { Database } from '../src/db/database.ts'
import { newId } from '../src/lib/ids.ts'
import { Vault } from '../src/lib/secrets.ts'
import type { Platform } from './harness.ts'
import { testMasterKeys, testWorkerUrl } from './roles.ts'

export const testSealKeys: SealKeys = sealKeys(new Vault(testMasterKeys))

/** Connects as the worker role, as another server does, to seal on demand. */
export function workerDatabase(platform: Pick<Platform, 'ownerUrl'>): Database {
  const database = new Database({
    url: testWorkerUrl(platform.ownerUrl),
    poolSize: 2,
    laneCount: 1,
    testClock: true,
    applicationName: 'sealer of a test',
  })
  after(() => database.close())
  return database
}

/** Seals every row. Transactions of other databases in the cluster can delay it. */
export async function sealAll(database: Database, keys = testSealKeys): Promise<number> {
  for (let sealed = 0, tries = 0; tries < 1000; tries++) {
    sealed += (await sealBatch(database, keys))?.rows ?? 0
    if (await allSealed(database)) return sealed
    await new Promise((next) => setTimeout(next, 20))
  }
  throw new Error('The audit log could not be sealed: a transaction in the cluster stays open.')
}

async function allSealed(database: Database): Promise<boolean> {
  const { rows } = await sql<{ all: boolean }>`
    select not exists (select from audit_log where xid >= (select xid from audit_position)) as all`.execute(
    database.reader(''),
  )
  return rows[0]!.all
}

/** The report of the command verify-audit for one tenant. */
export async function verify(
  platform: Pick<Platform, 'ownerUrl'>,
  tenantId: string,
  { heads = [], keptSince, keys = testSealKeys }: { heads?: Head[]; keptSince?: Date; keys?: SealKeys } = {},
): Promise<{ report: Report; faults: string[] }> {
  const client = new pg.Client({ connectionString: testWorkerUrl(platform.ownerUrl) })
  await client.connect()
  const faults: Fault[] = []
  try {
    const report = await verifyTenant(client, keys, tenantId, { heads, keptSince }, (fault) => faults.push(fault))
    return { report, faults: faults.map(({ kind, subject }) => `${subject} ${kind}`) }
  } finally {
    await client.end()
  }
}

/** Inserts audit rows as the application does, in the order in which they are sealed. */
export async function writeRows(
  { owner }: Pick<Platform, 'owner'>,
  tenantId: string,
  count: number,
  patients: string[] = ['usr_patient'],
): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId('aud')).sort()
  await owner.query(
    `insert into audit_log (tenant_id, id, user_id, client_id, operation, outcome, subject_id, patient_ids, address, request_id)
     select $1, id, 'usr_reader', 'client-reader', 'readAppointment', 'OK', 'apt_1', $3, '192.0.2.1', 'req-1'
     from unnest($2::text[]) as id`,
    [tenantId, ids, patients],
  )
  return ids
}
