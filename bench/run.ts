import { mkdir, writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { tokenAt } from '../server/testing/child.ts'
import { authenticationCost } from './authentication.ts'
import { bareBooking, makeDoctors, slots } from './bare-booking.ts'
import { TENANT } from './bare-queries.ts'
import { contest } from './contest.ts'
import { documents } from './documents.ts'
import { jobRuns } from './jobs.ts'
import { httpRequest, type LoadResult, load, loop } from './load.ts'
import { type Stage, startSecondServer, startStage } from './stage.ts'

/** The duration of a turn in ms, and the turns of each side. Sides alternate, so that noise affects both. */
const TURN_MS = Number(process.env.BENCH_TURN_MS ?? 3000)
const TURNS = Number(process.env.BENCH_TURNS ?? 5)
/** Slots for which twenty bookings compete. */
const CONTESTED = Number(process.env.BENCH_CONTESTED ?? 1000)
/** Due items of the jobs. */
const DUE = {
  cancelled: Number(process.env.BENCH_CANCELLED ?? 10_000),
  reminded: Number(process.env.BENCH_REMINDED ?? 5000),
}

type Side = () => Promise<LoadResult>
type Comparison = { name: string; aim: string; ratio: number; server: LoadResult; reference: LoadResult }
const comparisons: Comparison[] = []

const durable = await bookings('bookings with durable commits', { durable: true })
await durable.stop()
const stage = await bookings('bookings with asynchronous commits', { durable: false })
await reads(stage)
const grants = await tokenGrants(stage)
const authentication = await authenticationCost(stage)
const contested = await contest(stage, CONTESTED)
await stage.stop()
const jobs = await jobRuns(31_810, DUE)
const made = await documents()
await report()
if ([contested, ...jobs].some(({ faults }) => faults.length > 0)) process.exitCode = 1

async function bookings(name: string, { durable }: { durable: boolean }): Promise<Stage> {
  const stage = await startStage(31_800, { durable })
  const authorization = `Bearer ${await stage.token('sandbox-admin')}`
  const doctors = await makeDoctors(stage.owner, 50)
  await stage.owner.query('analyze') // as autovacuum would within a minute
  const next = slots(doctors)
  const make = () => {
    const { doctorId, start, end } = next()
    const body = JSON.stringify({ doctorId, patientId: 'usr_sandbox_patient', startTime: start, endTime: end })
    return httpRequest('POST', '/api/appointments', { authorization, 'content-type': 'application/json' }, body)
  }
  for (const [how, inOneWrite] of [
    ['statement by statement', false],
    ['in one write', true],
  ] as const) {
    const bare = await bareBooking(stage.ownerUrl, 16, inOneWrite)
    const server = () => load(stage.port, make, 16, TURN_MS)
    const reference = () => loop((worker) => bare.book(worker, next()), 16, TURN_MS)
    await compare(`${name}, against ${how}`, inOneWrite ? 'none' : 'at least 0.6', server, reference)
    await bare.end()
  }
  return stage
}

async function reads(stage: Stage): Promise<void> {
  const bare = await startSecondServer('bare-server.ts', stage.ownerUrl, 31_801)
  const unaudited = await startSecondServer('unaudited-server.ts', stage.ownerUrl, 31_802)
  const authorization = `Bearer ${await stage.token('sandbox-admin')}`
  const unauditedAuthorization = `Bearer ${await tokenAt('http://127.0.0.1:31802', 'sandbox-admin')}`
  await stage.owner.query('vacuum analyze')
  const { rows } = await stage.owner.query<{ id: string }>(
    'select id from appointments where tenant_id = $1 and deleted_at is null limit 1000',
    [TENANT],
  )
  const some = () => rows[Math.floor(Math.random() * rows.length)]!.id
  for (const connections of [16, 64]) {
    const get = (port: number, path: () => string, headers: Record<string, string>) => () =>
      load(port, () => httpRequest('GET', path(), headers), connections, TURN_MS)
    await compare(
      `reads by id with audit row, ${connections} at once`,
      'at least 1',
      get(stage.port, () => `/api/appointments/${some()}`, { authorization }),
      get(31_801, () => `/appointments/${some()}`, {}),
    )
    await compare(
      `reads by id without audit row, ${connections} at once`,
      'at least 1.2',
      get(31_802, () => `/api/appointments/${some()}`, { authorization: unauditedAuthorization }),
      get(31_801, () => `/appointments/${some()}`, {}),
    )
    await compare(
      `lists of 20 with audit row, ${connections} at once`,
      'at least 1',
      get(stage.port, () => '/api/appointments?pageSize=20', { authorization }),
      get(31_801, () => '/appointments', {}),
    )
  }
  bare.kill()
  unaudited.kill()
}

async function tokenGrants(stage: Stage): Promise<LoadResult> {
  const body = JSON.stringify({
    grant_type: 'client_credentials',
    client_id: 'sandbox-admin',
    client_secret: 'sandbox-admin-secret',
  })
  const measured = await load(
    stage.port,
    () => httpRequest('POST', '/api/auth/token', { 'content-type': 'application/json' }, body),
    16,
    TURN_MS,
  )
  console.log(`token grants: ${shown(measured)}`)
  return measured
}

async function compare(name: string, aim: string, server: Side, reference: Side): Promise<void> {
  await server() // warm-up
  await reference()
  const turns: { server: LoadResult; reference: LoadResult; ratio: number }[] = []
  for (let turn = 0; turn < TURNS; turn++) {
    const [a, b] = [await server(), await reference()]
    turns.push({ server: a, reference: b, ratio: a.perSec / b.perSec })
  }
  turns.sort((a, b) => a.ratio - b.ratio)
  const median = turns[Math.floor(turns.length / 2)]!
  comparisons.push({ name, aim, ...median })
  const range = `${turns[0]!.ratio.toFixed(2)} to ${turns.at(-1)!.ratio.toFixed(2)}`
  console.log(`${name}: ${median.ratio.toFixed(2)} of the reference (${range}; aim: ${aim})`)
  console.log(`  server    ${shown(median.server)}\n  reference ${shown(median.reference)}`)
  assertSucceeded(name, median.server)
  assertSucceeded(name, median.reference)
}

/** Fails on refused requests: they are fast, and would look like an improvement. */
function assertSucceeded(name: string, { statuses }: LoadResult): void {
  const failed = Object.keys(statuses).filter((status) => !status.startsWith('2'))
  if (failed.length > 0) throw new Error(`${name}: answered ${failed.join(', ')}`)
}

function shown({ perSec, p50, p99, statuses }: LoadResult): string {
  const answers = Object.entries(statuses).map(([status, times]) => `${times} × ${status}`)
  return `${perSec.toFixed(0)}/s, p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms${answers.length > 0 ? ` (${answers.join(', ')})` : ''}`
}

async function report(): Promise<void> {
  const folder = join(import.meta.dirname, 'results')
  await mkdir(folder, { recursive: true })
  const at = new Date().toISOString()
  const machine = { node: process.version, cpus: cpus().map(({ model }) => model) }
  const all = { at, machine, turnMs: TURN_MS, turns: TURNS, comparisons, grants, authentication, contested, jobs, made }
  const file = join(folder, `${at.replaceAll(':', '-')}.json`)
  await writeFile(file, `${JSON.stringify(all, null, 2)}\n`)
  console.log(`Written to ${file}`)
}
