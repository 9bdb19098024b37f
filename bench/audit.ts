import pg from 'pg'
import { sealKeys } from '../server/src/audit/seal.ts'
import { sealBatch } from '../server/src/audit/sealer.ts'
import { verifyTenant } from '../server/src/audit/verify.ts'
import { Database } from '../server/src/db/database.ts'
import { rolePasswords, urlFor, WORKER_ROLE } from '../server/src/db/roles.ts'
import { Vault } from '../server/src/lib/secrets.ts'
import { startChild, tokenAt } from '../server/testing/child.ts'
import { TENANT } from './bare-queries.ts'
import { httpRequest, type LoadResult, load } from './load.ts'
import { writeResults } from './results.ts'
import { type Stage, settings, startStage } from './stage.ts'

/**
 * Measures the cost of the audit log: reads with and without preparation of the chain, the speed of sealing and
 * verification, and the response time of audit queries.
 */
const TURN_MS = Number(process.env.BENCH_TURN_MS ?? 3000)
const TURNS = Number(process.env.BENCH_TURNS ?? 7)
const ROWS = Number(process.env.BENCH_AUDIT_ROWS ?? 1_000_000)
const PATIENTS = 500

const vault = new Vault([Buffer.from(settings.MASTER_KEY, 'base64')])
const stage = await startStage(31_830, { durable: true })
const reads = await readsComparedWithUnchained(stage)
const sealed = await sealing(stage)
const verified = await verifying(stage)
const lists = await listing(stage)
await stage.stop()

await writeResults('audit-', { turnMs: TURN_MS, turns: TURNS, rows: ROWS, reads, sealed, verified, lists })

/** Reads by id on two databases of one cluster: unchanged, and without the writing transaction's id and its index. */
async function readsComparedWithUnchained({ ownerUrl, port }: Stage) {
  const url = new URL(ownerUrl)
  const admin = new pg.Client({ connectionString: ownerUrl })
  await admin.connect()
  await admin.query('create database unchained')
  await admin.end()
  url.pathname = 'unchained'
  const referenceServer = startChild({ ...settings, DATABASE_URL: url.href, DATA_DIR: '/nowhere', PORT: '31831' })
  await referenceServer.ready()
  const other = new pg.Client({ connectionString: url.href })
  await other.connect()
  await other.query(`
    drop index audit_log_xid;
    alter table audit_log alter column xid set default 0;
    update audit_position set xid = 1`) // rows with 0 count as sealed
  const sides = [
    await startSide(port, await idsOf(new URL(ownerUrl).href)),
    await startSide(31_831, await idsOf(url.href)),
  ] as const
  const ratios: {
    connections: number
    ratio: number
    low: number
    high: number
    with: LoadResult
    without: LoadResult
  }[] = []
  for (const connections of [16, 64]) {
    await Promise.resolve(sides[0](connections)).then(() => sides[1](connections)) // warm-up
    const turns: { ratio: number; with: LoadResult; without: LoadResult }[] = []
    for (let turn = 0; turn < TURNS; turn++) {
      // The first side alternates as well.
      const order = turn % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)
      const measured: LoadResult[] = []
      for (const which of order) measured[which] = await sides[which](connections)
      turns.push({ ratio: measured[0]!.perSec / measured[1]!.perSec, with: measured[0]!, without: measured[1]! })
    }
    turns.sort((a, b) => a.ratio - b.ratio)
    const median = turns[Math.floor(turns.length / 2)]!
    const [low, high] = [turns[0]!.ratio, turns.at(-1)!.ratio]
    ratios.push({ connections, low, high, ...median })
    console.log(
      `reads by id, ${connections} at once, relative to reads without xid and its index: ${median.ratio.toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)}; ${median.with.perSec.toFixed(0)}/s, p50 ${median.with.p50.toFixed(2)} ms)`,
    )
  }
  await other.end()
  await referenceServer.end('SIGTERM')
  return ratios
}

async function idsOf(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('vacuum analyze')
  const { rows } = await client.query<{ id: string }>(
    'select id from appointments where tenant_id = $1 and deleted_at is null',
    [TENANT],
  )
  await client.end()
  return rows.map(({ id }) => id)
}

async function startSide(port: number, ids: string[]) {
  const authorization = `Bearer ${await tokenAt(`http://127.0.0.1:${port}`, 'sandbox-admin')}`
  const randomId = () => ids[Math.floor(Math.random() * ids.length)]!
  return (connections: number) =>
    load(port, () => httpRequest('GET', `/api/appointments/${randomId()}`, { authorization }), connections, TURN_MS)
}

function workerUrl(ownerUrl: string): string {
  return urlFor(WORKER_ROLE, rolePasswords(vault).worker, ownerUrl)
}

/** Inserts rows of reads in small transactions, and seals them in this process only. */
async function sealing({ owner, ownerUrl }: Stage) {
  const database = new Database({
    url: workerUrl(ownerUrl),
    poolSize: 2,
    laneCount: 1,
    testClock: false,
    applicationName: 'bench sealer',
  })
  const keys = sealKeys(vault)
  while (!(await sealBatch(database, keys))?.complete);
  await owner.query('begin; select from audit_position for update') // blocks the server's sealer
  const writer = new pg.Client({ connectionString: ownerUrl })
  await writer.connect()
  await writer.query(`do $$ begin
    for n in 1..${Math.ceil(ROWS / 1000)} loop
      insert into audit_log (tenant_id, id, user_id, client_id, operation, outcome, subject_id, patient_ids, address, request_id)
      select '${TENANT}', new_id('aud'), 'usr_sandbox_doctor', 'sandbox-doctor', 'readAppointment',
        case when random() < 0.01 then 'FORBIDDEN' else 'OK' end, 'apt_' || md5(i::text),
        array['usr_patient_' || floor(random() * ${PATIENTS})], '192.0.2.1', 'req_' || md5(i::text)
      from generate_series(1, 1000) i;
      commit;
    end loop; end $$`)
  await writer.query('vacuum analyze audit_log')
  await writer.end()
  await owner.query('rollback')
  const from = performance.now()
  let rows = 0
  for (let complete = false; !complete; ) {
    const batch = await sealBatch(database, keys)
    rows += batch?.rows ?? 0
    complete = batch?.complete ?? false
  }
  const perSec = (rows / (performance.now() - from)) * 1000
  await database.close()
  const { rows: sizes } = await owner.query<{ seals: string; patients: string; log: string }>(`
    select pg_total_relation_size('audit_seals') as seals,
      (select sum(pg_total_relation_size(inhrelid)) from pg_inherits where inhparent = 'audit_of_patients'::regclass) as patients,
      (select sum(pg_total_relation_size(inhrelid)) from pg_inherits where inhparent = 'audit_log'::regclass) as log`)
  const bytes = Object.fromEntries(
    Object.entries(sizes[0]!).map(([name, size]) => [name, Math.round(Number(size) / rows)]),
  )
  console.log(`sealed ${rows} rows, ${perSec.toFixed(0)}/s; bytes a row: ${JSON.stringify(bytes)}`)
  return { rows, perSec, bytesPerRow: bytes }
}

async function verifying({ ownerUrl }: Stage) {
  const client = new pg.Client({ connectionString: workerUrl(ownerUrl) })
  await client.connect()
  const from = performance.now()
  const report = await verifyTenant(client, sealKeys(vault), TENANT, { heads: [] }, (fault) => console.log(fault))
  const perSec = (report.rows / (performance.now() - from)) * 1000
  await client.end()
  console.log(`verified ${report.rows} rows, ${perSec.toFixed(0)}/s, ${report.faults} faults`)
  return { rows: report.rows, perSec, faults: report.faults }
}

/** The median response time of a page in ms, of 20 requests. */
async function listing(stage: Stage) {
  await stage.owner.query('analyze')
  const authorization = `Bearer ${await stage.token('sandbox-admin')}`
  const took: Record<string, number> = {}
  const day = new Date(Date.now() - 86_400_000).toISOString()
  const queries = {
    all: '',
    'of a patient': 'patientId=usr_patient_7',
    'of a patient, refused': 'patientId=usr_patient_7&outcome=FORBIDDEN',
    'refused (1 %)': 'outcome=FORBIDDEN',
    'of a user, since yesterday': `userId=usr_sandbox_doctor&from=${day}`,
    'of an unused outcome': 'outcome=NEVER',
  }
  for (const [name, query] of Object.entries(queries)) {
    const times: number[] = []
    for (let n = 0; n < 21; n++) {
      const from = performance.now()
      const answer = await fetch(`http://127.0.0.1:${stage.port}/api/audit?${query}`, { headers: { authorization } })
      const body = await answer.text()
      if (answer.status !== 200) throw new Error(`${name}: ${body}`)
      times.push(performance.now() - from)
    }
    took[name] = times.sort((a, b) => a - b)[10]!
    console.log(`a page, ${name}: ${took[name].toFixed(1)} ms`)
  }
  return took
}
