import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import pg from 'pg'
import { newId } from '../server/src/lib/ids.ts'
import { type Comparison, compare, costRatio, type Sides, shownCost } from './compare.ts'
import {
  currentCommit,
  loadedMachine,
  type Measurement,
  measurements,
  type Run,
  recordedRuns,
  recordRun,
  today,
} from './history.ts'
import { loop, percentile } from './load.ts'
import {
  bookingSides,
  grants,
  lists,
  reads,
  someAppointments,
  startBareServer,
  type Target,
  targetOf,
} from './main-job.ts'
import { makeDoctors, slots } from './slots.ts'
import { makeEndpoints } from './webhooks/endpoints.ts'
import { bodyOf, waitUntilDrained, write } from './webhooks/events.ts'
import { columns } from './webhooks/figures.ts'
import { epochMs } from './webhooks/moments.ts'
import { type TestBed, withTestBed } from './webhooks/test-bed.ts'

/**
 * Measures the main job within two minutes, everything on, and prints its ratios next to the last ones of history.md:
 * `npm run bench:quick`. With `-- --record`, adds them there.
 */
const TURN = { connections: 16, ms: Number(process.env.BENCH_TURN_MS ?? 800) }
const TURNS = 5
/** No measurement begins later, so that a busy machine does not delay the caller. */
const LAST_START_MS = 95_000
const RUNS_SHOWN = 3
const DRAIN_MS = 30_000
/** Deliveries of a turn, due at once. */
const DELIVERIES = 400

const aims: Record<Measurement, string> = {
  bookings: '≥ 0.6',
  'reads by id': '≥ 1',
  'lists of 20': '≥ 0.9',
  'token grants': '≥ 1500/s',
  deliveries: '≥ 1200/s',
}

const machine = loadedMachine() // before the load of the measurement
const results: Partial<Record<Measurement, Comparison>> = {}
await withTestBed({}, measureAll)
const run: Run = {
  date: today(),
  commit: currentCommit(),
  machine,
  ratios: Object.fromEntries(Object.entries(results).map(([name, result]) => [name, cellOf(result)])),
}
await printWithLastRuns(run)
if (process.argv.includes('--record')) await recordRun(run)
console.log(`Took ${(performance.now() / 1000).toFixed(0)} s.`)

async function measureAll(testBed: TestBed): Promise<void> {
  const { owner, ownerUrl, port } = testBed
  const server = await targetOf(testBed)
  const bare = await startBareServer(testBed, port + 1)
  const next = slots(await makeDoctors(owner, 50))
  await owner.query('analyze') // as autovacuum would within a minute

  const bookings = await bookingSides(ownerUrl, server, next, TURN)
  await measure(owner, 'bookings', bookings)
  await bookings.end()
  await owner.query('vacuum analyze')
  const ids = await someAppointments(owner)
  await measure(owner, 'reads by id', {
    server: reads(server, ids, TURN),
    reference: reads(bare, ids, TURN, '/appointments'),
  })
  await measure(owner, 'lists of 20', { server: lists(server, TURN), reference: lists(bare, TURN, '/appointments') })
  await measure(owner, 'token grants', { server: grants(server, TURN), reference: grants(bare, TURN, '/token') })
  const deliveries = await deliverySides(testBed, server)
  await measure(owner, 'deliveries', deliveries)
  await deliveries.end()
  bare.stop()
}

async function measure(owner: pg.ClientBase, name: Measurement, sides: Sides): Promise<void> {
  if (performance.now() > LAST_START_MS) return console.log(`${name}: absent, because the others took too long`)
  results[name] = await compare(owner, name, sides, TURNS)
}

/**
 * Deliveries of due events to one endpoint, against a bare loop that signs the same bodies, posts them to the same receiver
 * and commits a record of each.
 */
async function deliverySides(
  { owner, ownerUrl, receiver }: TestBed,
  { pid }: Target,
): Promise<Sides & { end(): Promise<void> }> {
  const to = await makeEndpoints({ owner, receiver }, { count: 1 })
  const { path, secret } = to[0]!
  const agent = new Agent({ keepAlive: true })
  const pool = new pg.Pool({ connectionString: ownerUrl, max: TURN.connections })
  const deliver = async () => {
    const body = bodyOf(newId('evt'))
    const headers = { 'webhook-signature': createHmac('sha256', secret).update(body).digest('base64') }
    const sent = request(receiver.url + path, { method: 'POST', agent, headers })
    sent.end(body)
    const [answer]: IncomingMessage[] = await once(sent, 'response')
    await once(answer!.resume(), 'end')
    await pool.query(`select pg_logical_emit_message(true, 'bench', $1)`, [body])
  }
  const deliverBacklog = async () => {
    await receiver.forget()
    const writtenMs = epochMs()
    await write(
      owner,
      Array.from({ length: DELIVERIES }, () => ({ eventId: newId('evt'), to })),
    )
    if (!(await waitUntilDrained(owner, to, DRAIN_MS))) throw new Error('The deliveries did not end.')
    const { atMs } = await receiver.seen()
    const ages = atMs.map((at) => at - writtenMs).sort((a, b) => a - b)
    const perSec = (ages.length / (ages.at(-1)! - ages[0]!)) * 1000
    return { count: ages.length, perSec, p50: percentile(ages, 0.5), p99: percentile(ages, 0.99), statuses: {} }
  }
  return {
    reference: { pid: process.pid, turn: () => loop(deliver, TURN.connections, TURN.ms) },
    server: { pid, turn: deliverBacklog },
    async end() {
      agent.destroy()
      await pool.end()
    },
  }
}

/** For example `0.46 (0.41 to 0.52); CPU 0.50, 0.61 + 2.30 ms`. */
function cellOf(comparison: Comparison): string {
  const { ratio, low, high, costs } = comparison
  const cpu = costs ? `; CPU ${costRatio(comparison).toFixed(2)}, ${shownCost(costs.server)}` : ''
  return `${ratio.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)})${cpu}`
}

/** Prints a line for each measurement: this run, and the last recorded ones. */
async function printWithLastRuns({ ratios }: Run): Promise<void> {
  const last = (await recordedRuns()).slice(-RUNS_SHOWN).reverse()
  const rows = measurements.map((name) => {
    const rate = results[name]?.server.perSec.toFixed(0)
    const earlier = last.map((run) => run.ratios[name] ?? 'absent')
    return [name, aims[name], rate ? `${rate}/s` : 'absent', ratios[name] ?? 'absent', ...earlier]
  })
  const headers = ['main job', 'aim', 'rate', 'this run', ...last.map(({ commit }) => commit)]
  console.log(
    `\nSpeed relative to the reference; the reference's CPU time divided by ours, and ours of server + PostgreSQL.`,
  )
  console.log(columns([headers, ...rows]))
  console.log(`This run: ${machine}`)
  for (const { commit, date, machine } of last) console.log(`${commit}: ${date}, ${machine}`)
  if (last.length === 0) console.log('No run is recorded in bench/history.md.')
}
