import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { flush, type Statement } from '../server/src/db/flush.ts'
import { byIndex } from '../server/src/db/plans.ts'
import { rolePasswords, urlFor, WORKER_ROLE } from '../server/src/db/roles.ts'
import { type Claimed, claim } from '../server/src/features/messaging/notifications/engine/claim.ts'
import { record } from '../server/src/features/messaging/notifications/engine/record.ts'
import { type Step, sent, started } from '../server/src/features/messaging/notifications/engine/steps.ts'
import { type Channel, channels } from '../server/src/lib/channels.ts'
import { Vault } from '../server/src/lib/secrets.ts'
import { shownCost } from './compare.ts'
import { percentile } from './load.ts'
import { settings, startStage } from './stage.ts'
import { serverCpuSec } from './webhooks/cpu.ts'

const NO_ROOM = Object.fromEntries(channels.map((channel) => [channel, 0])) as Record<Channel, number>

/**
 * Measures messages on tables that are never analysed: `npm run bench:messages`. First a server sends a backlog to the sandbox's
 * provider. Then, without the server, claims and records with few and many due messages.
 */
const BACKLOGS = [15_000, 100_000]
const SENDING_MS = 20_000
const WARM_UP_MS = 2000
const BATCH = 55
const BATCHES = Number(process.env.BENCH_BATCHES ?? 60)
const PORT = 31_850

const stage = await startStage(PORT, { durable: true, postgres: { autovacuum: 'off' } })
await measureSending(BACKLOGS[1]!)
await stage.server.end('SIGTERM')
const passwords = rolePasswords(new Vault([Buffer.from(settings.MASTER_KEY, 'base64')]))
const worker = new pg.Client({
  connectionString: urlFor(WORKER_ROLE, passwords.worker, stage.ownerUrl),
  options: '-c plan_cache_mode=force_generic_plan',
})
await worker.connect()

type Times = { claim: number[]; begin: number[]; settle: number[] }

await makeDue(BATCH)
await measure(1) // warm-up: plans are made on the small table
const found: { backlog: number; times: Times }[] = []
for (const backlog of BACKLOGS) {
  await makeDue(backlog)
  found.push({ backlog, times: await measure(BATCHES) })
}
await worker.end()
await stage.stop()

for (const { backlog, times } of found) {
  for (const [step, ms] of Object.entries(times)) {
    const sorted = ms.toSorted((a: number, b: number) => a - b)
    const [p50, p99] = [percentile(sorted, 0.5), percentile(sorted, 0.99)].map((figure) => figure.toFixed(1))
    console.log(`${step} ${BATCH} of ${backlog}: p50 ${p50} ms, p99 ${p99} ms`)
  }
  const sec =
    Object.values(times)
      .flat()
      .reduce((sum, ms) => sum + ms, 0) / 1000
  console.log(`total, of ${backlog}: ${((BATCH * times.claim.length) / sec).toFixed(0)} messages a second`)
}
const median = ({ times }: { times: Times }) =>
  percentile(
    times.claim.toSorted((a, b) => a - b),
    0.5,
  )
console.log(
  `a claim of ${BACKLOGS[1]}, relative to one of ${BACKLOGS[0]}: ${(median(found[1]!) / median(found[0]!)).toFixed(2)}`,
)

/** Makes exactly this number of messages due. */
async function makeDue(count: number): Promise<void> {
  await stage.owner.query(`update messages set next_at = null where next_at is not null`)
  await stage.owner.query(
    `insert into messages (tenant_id, id, recipient_user_id, template_code, variables, purpose, next_at)
     select 'ten_sandbox', new_id('msg'), 'usr_sandbox_patient', 'APPOINTMENT_CREATED',
       '{"withName": "Dr Benali", "startTime": "2030-01-01T09:00:00.000Z"}', 'SERVICE', now() - n * interval '1 ms'
     from generate_series(1, $1::int) n`,
    [count],
  )
}

/** Prints how many messages a second the server claims, sends and settles, and the CPU time of one. */
async function measureSending(backlog: number): Promise<void> {
  await makeDue(backlog)
  await pause(WARM_UP_MS)
  const before = { settled: await countSettled(), cpu: await serverCpuSec(stage), at: performance.now() }
  await pause(SENDING_MS)
  const after = { settled: await countSettled(), cpu: await serverCpuSec(stage), at: performance.now() }
  const count = after.settled - before.settled
  if (after.settled >= backlog) throw new Error('The backlog is too small.')
  const each = (sec: number) => (sec * 1000) / count
  const { cpu } = before
  const cost = cpu &&
    after.cpu && { program: each(after.cpu.server - cpu.server), postgres: each(after.cpu.postgres - cpu.postgres) }
  const rate = (count * 1000) / (after.at - before.at)
  console.log(`sent of ${backlog}: ${rate.toFixed(0)} messages a second${cost ? `; CPU ${shownCost(cost)}` : ''}`)
}

async function countSettled(): Promise<number> {
  const { rows } = await stage.owner.query(
    `select count(*)::int as n from messages where status in ('SENT', 'DELIVERED')`,
  )
  return rows[0].n
}

async function measure(batches: number): Promise<Times> {
  const times: Times = { claim: [], begin: [], settle: [] }
  for (let n = 0; n < batches; n++) {
    const lease = randomUUID()
    const room = { ...NO_ROOM, unrouted: BATCH, critical: BATCH }
    const claimed: Claimed[] = await timed(times.claim, [claim({ ...room, lease, leaseSec: 30 })])
    if (claimed.length !== BATCH) throw new Error(`Claimed ${claimed.length}.`)
    const steps = (step: (message: Claimed) => Step) =>
      [
        record(
          claimed.map((message) => ({ ...step(message), lease })),
          30,
        ),
      ].flat()
    await timed(
      times.begin,
      steps((message) => started(message, 'EMAIL', 'fr', 'bench')),
    )
    const attempted = (message: Claimed): Claimed => ({
      ...message,
      channel: 'EMAIL',
      language: 'fr',
      provider: 'bench',
    })
    const settled = await timed(
      times.settle,
      steps((message) => sent(attempted(message), `taken_${message.id}`)),
    )
    if (settled.length !== BATCH) throw new Error(`Settled ${settled.length}.`)
  }
  return times
}

/** @returns the rows of the last statement */
async function timed<T>(ms: number[], statements: Statement[]): Promise<T[]> {
  const setTenant = { sql: `select set_config('app.tenant', '', true)`, parameters: [] }
  const from = performance.now()
  const results = await flush(worker, [setTenant, byIndex({}), ...statements])
  ms.push(performance.now() - from)
  return results.at(-1)!.rows
}
