import { fork } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startChild } from '../server/testing/child.ts'
import { grow } from '../server/testing/grown-tables.ts'
import { assertSucceeded } from './compare.ts'
import { httpRequest, type LoadResult, percentile, type Steady, steadily } from './load.ts'
import type { Turn, Work } from './neighbour-load.ts'
import { makeOrganisation, type Organisation } from './organisation.ts'
import { writeResults } from './results.ts'
import { slots } from './slots.ts'
import { settings, startStage } from './stage.ts'

/**
 * Measures what one organisation's load costs another. Calls at a steady rate alternate between turns without and with a
 * neighbour that keeps sixteen connections busy, on two servers: one gives each organisation its share of the pool, the
 * other the whole pool. `NEIGHBOUR=lists` selects the neighbour's work,
 * and `DATABASE_POOL_SHARE` the share.
 */
const TURN_MS = Number(process.env.BENCH_TURN_MS ?? 2000)
const TURNS = Number(process.env.BENCH_TURNS ?? 6)
const WORK = (process.env.NEIGHBOUR ?? 'lists,bookings,documents').split(',') as Work[]
/** Appointments of each organisation. */
const ROWS = Number(process.env.ROWS ?? 100_000)
const PAGE_SIZE = 100
/** Documents that a neighbour may make in all turns. */
const PAST = 20_000
/** The target for p99 beside the neighbour, relative to p99 without. */
const AIM = 1.5
const PORT = 31_850

/** Calls a second of the measured organisation. `no database` shows what the processors and the event loop add. */
const rates = { 'reads by id': 60, 'lists of 20': 10, bookings: 5, 'no database': 40 }
type Call = keyof typeof rates
const calls = Object.keys(rates) as Call[]

type Latencies = { p50: number; p90: number; p99: number }
type Clinic = Organisation & { doctors: string[] }
type Server = { name: string; port: number }
type Result = { work: Work; server: string; neighbourPerSec: number; calls: Compared[] }
type Compared = { call: Call; baseline: Latencies; contended: Latencies; ratio: number }

const { DATABASE_POOL_SHARE: share } = process.env
const shared = { PUBLIC_URL: `http://127.0.0.1:${PORT}` } // of both servers, which accept each other's tokens
const stage = await startStage(PORT, {
  durable: true,
  env: { ...shared, ...(share && { DATABASE_POOL_SHARE: share }) },
})
const wholePool = startChild({
  ...{ ...settings, ...shared, DATABASE_URL: stage.ownerUrl, DATA_DIR: join(tmpdir(), 'medina-bench-whole-pool') },
  ...{ PORT: String(PORT + 1), DATABASE_POOL_SHARE: '500' },
  VIDEO_URL: 'livekit+http://key:secret@127.0.0.1:9', // embedded rooms belong to one server
})
const servers: Server[] = [
  { name: 'share', port: PORT },
  { name: 'whole pool', port: PORT + 1 },
]
const neighbour = fork(join(import.meta.dirname, 'neighbour-load.ts'))
try {
  await wholePool.ready()
  const [measured, other] = [await newClinic('measured'), await newClinic('neighbour')]
  await stage.owner.query(
    'insert into video_rooms (tenant_id, id) select tenant_id, video_room_id from appointments where tenant_id = $1',
    [other.busy.tenantId],
  )
  await stage.owner.query('vacuum analyze') // as autovacuum does within minutes
  const requests = await requestsOf(measured)
  const pastIds = await idsOf(other.busy.tenantId, `and status = 'COMPLETED'`, PAST)
  const results: Result[] = []
  for (const work of WORK) results.push(...(await compare(work, other, pastIds, requests)))
  await report(results)
} finally {
  neighbour.kill()
  await wholePool.end('SIGTERM')
  await stage.stop()
}

async function compare(
  work: Work,
  { tokens, doctors, busy }: Clinic,
  pastIds: string[],
  requests: Record<Call, () => string>,
): Promise<Result[]> {
  const turnOf = (port: number, forMs: number): Turn => ({
    ...{ port, work, forMs, authorization: `Bearer ${tokens.ADMIN}`, doctors, patientId: busy.patientId, pastIds },
    deepestPage: ROWS / PAGE_SIZE,
  })
  const measured = servers.map((server) => ({
    ...server,
    baseline: noCalls(),
    contended: noCalls(),
    loads: [] as number[],
  }))
  for (let n = -1; n < TURNS; n++) {
    for (const { port, baseline, contended, loads } of measured) {
      const without = await measure(port, requests, TURN_MS)
      const { result, load } = await withNeighbour(turnOf(port, TURN_MS), async () => {
        await pause(TURN_MS / 10) // until the neighbour has all its connections
        return measure(port, requests, TURN_MS * 0.8)
      })
      await pause(TURN_MS / 10) // until what is queued has been answered
      if (n < 0) continue // warm-up
      add(baseline, without)
      add(contended, result)
      loads.push(load.perSec)
    }
  }
  return measured.map(({ name, baseline, contended, loads }) => {
    const compared = calls.map((call): Compared => {
      const [a, b] = [latenciesOf(baseline[call]), latenciesOf(contended[call])]
      return { call, baseline: a, contended: b, ratio: b.p99 / a.p99 }
    })
    const neighbourPerSec = loads.sort((a, b) => a - b)[Math.floor(loads.length / 2)]!
    print(work, name, neighbourPerSec, compared)
    return { work, server: name, neighbourPerSec, calls: compared }
  })
}

/** Runs `work` while the neighbour is busy. */
async function withNeighbour<T>(turn: Turn, work: () => Promise<T>): Promise<{ result: T; load: LoadResult }> {
  neighbour.send(turn)
  const done = once(neighbour, 'message')
  const result = await work()
  const [load] = (await done) as [LoadResult] // its answer to a turn
  assertSucceeded(`the neighbour's ${turn.work}`, load)
  return { result, load }
}

async function measure(port: number, requests: Record<Call, () => string>, forMs: number): Promise<Steady[]> {
  const turns = await Promise.all(calls.map((call) => steadily(port, requests[call], rates[call], forMs)))
  for (const [at, turn] of turns.entries()) assertSucceeded(calls[at]!, turn)
  return turns
}

function noCalls(): Record<Call, number[]> {
  return {
    'reads by id': [],
    'lists of 20': [],
    bookings: [],
    'no database': [],
  }
}

function add(all: Record<Call, number[]>, turns: Steady[]): void {
  for (const [at, { latencies }] of turns.entries()) all[calls[at]!].push(...latencies)
}

function latenciesOf(latencies: number[]): Latencies {
  const sorted = latencies.sort((a, b) => a - b)
  return { p50: percentile(sorted, 0.5), p90: percentile(sorted, 0.9), p99: percentile(sorted, 0.99) }
}

/** An organisation with rows, and with doctors whose slots are free. */
async function newClinic(name: string): Promise<Clinic> {
  const made = await makeOrganisation(stage, name, ['ADMIN', 'DOCTOR', 'PATIENT'])
  const { tenantId } = made.busy
  for (const kind of ['people', 'appointments'] as const) await grow(stage.owner, kind, ROWS, made.busy)
  const { rows } = await stage.owner.query<{ id: string }>(
    `insert into users (tenant_id, id, email, name, role, verified_at)
     select $1, 'usr_bench_' || n, n || '@' || $1 || '.example', 'Doctor ' || n, 'DOCTOR', now() from generate_series(1, 50) n
     returning id`,
    [tenantId],
  )
  return { ...made, doctors: rows.map(({ id }) => id) }
}

async function requestsOf({ tokens, busy, doctors }: Clinic): Promise<Record<Call, () => string>> {
  const authorization = `Bearer ${tokens.ADMIN}`
  const ids = await idsOf(busy.tenantId, '', 1000)
  const next = slots(doctors)
  return {
    'reads by id': () =>
      httpRequest('GET', `/api/appointments/${ids[Math.floor(Math.random() * ids.length)]}`, { authorization }),
    'lists of 20': () => httpRequest('GET', '/api/appointments?pageSize=20', { authorization }),
    bookings: () => {
      const { doctorId, start, end } = next()
      const body = { doctorId, patientId: busy.patientId, startTime: start, endTime: end }
      const headers = { authorization, 'content-type': 'application/json' }
      return httpRequest('POST', '/api/appointments', headers, JSON.stringify(body))
    },
    'no database': () => httpRequest('GET', '/api/health', {}),
  }
}

async function idsOf(tenantId: string, condition: string, limit: number): Promise<string[]> {
  const { rows } = await stage.owner.query<{ id: string }>(
    `select id from appointments where tenant_id = $1 and deleted_at is null ${condition} limit $2`,
    [tenantId, limit],
  )
  return rows.map(({ id }) => id)
}

function print(work: Work, server: string, perSec: number, compared: Compared[]): void {
  const shown = ({ p50, p90, p99 }: Latencies) => [p50, p90, p99].map((ms) => ms.toFixed(1)).join(' / ')
  console.log(`${server}, beside a neighbour's ${work} (${perSec.toFixed(0)}/s); p50 / p90 / p99 in ms:`)
  for (const { call, baseline, contended, ratio } of compared)
    console.log(
      `  ${call.padEnd(12)} baseline ${shown(baseline)}, contended ${shown(contended)}: p99 ratio ${ratio.toFixed(2)}`,
    )
}

async function report(results: Result[]): Promise<void> {
  await writeResults('neighbour-', { turnMs: TURN_MS, turns: TURNS, results })
  const withShare = results.filter(({ server }) => server === 'share').flatMap(({ calls }) => calls)
  const above = withShare.filter(({ ratio }) => ratio > AIM).length
  console.log(`with shares, ${above} of ${withShare.length} p99 ratios are above ${AIM}`)
}
