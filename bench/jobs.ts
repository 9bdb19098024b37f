import { readFile } from 'node:fs/promises'
import type pg from 'pg'
import { type Stage, startStage } from './stage.ts'
import { type ServerCpuSec, serverCpuSec } from './webhooks/cpu.ts'

/**
 * The duration of a job for all due items, the CPU time of server and database, and the largest growth of the server's
 * memory.
 */
type JobRun = {
  name: string
  items: number
  seconds: number
  cpuSec: ServerCpuSec
  grownMb: number
  answer: object
  faults: string[]
}

const TENANT = 'ten_bench_jobs'
/** Appointments in the table. */
const APPOINTMENTS = 100_000

/** Measures jobs with many items: each run is one call, durable before the response. */
export async function jobRuns(port: number, due: { cancelled: number; reminded: number }): Promise<JobRun[]> {
  const stage = await startStage(port, { durable: true })
  await makePeople(stage.owner)
  const runs = [
    await measure(stage, 'auto-cancel', due.cancelled, () => makeUnconfirmed(stage.owner, due.cancelled)),
    await measure(stage, 'reminders', due.reminded, () => makeDue(stage.owner, due.reminded)),
  ]
  await stage.stop()
  return runs
}

async function measure(stage: Stage, name: string, items: number, prepare: () => Promise<void>): Promise<JobRun> {
  await run(stage, name) // handles the sandbox's due items, and warms up
  await prepare()
  await stage.owner.query('vacuum analyze')
  const before = await counts(stage.owner)
  const memory = watchMemory(stage.server.process.pid!)
  const cpuBefore = (await serverCpuSec(stage))!
  const from = performance.now()
  const answer = await run(stage, name)
  const seconds = (performance.now() - from) / 1000
  const { server, postgres } = (await serverCpuSec(stage))!
  const cpuSec = { server: server - cpuBefore.server, postgres: postgres - cpuBefore.postgres }
  const grownMb = await memory.stop()
  const faults = faultsOf(name, items, before, await counts(stage.owner))
  console.log(
    `${name} of ${items}: ${seconds.toFixed(1)} s (aim: under 10 s), CPU ${cpuSec.server.toFixed(1)} s server and ${cpuSec.postgres.toFixed(1)} s PostgreSQL; memory grew by ${grownMb.toFixed(0)} MB`,
  )
  for (const fault of faults) console.log(`  ${fault}`)
  return { name, items, seconds, cpuSec, grownMb, answer, faults }
}

async function run({ server }: Stage, name: string): Promise<object> {
  const headers = { 'x-cron-secret': 'sandbox-cron-secret' }
  const answer = await fetch(`${server.url}/api/cron/${name}`, { method: 'POST', headers })
  if (answer.status !== 200) throw new Error(`${name} returned ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as object
}

type Counts = { events: number; messages: number; effects: number; rows: number }

async function counts(owner: pg.ClientBase): Promise<Counts> {
  const { rows } = await owner.query<Counts>(
    `select (select count(*)::int from events where tenant_id = $1) as events,
       (select count(*)::int from messages where tenant_id = $1) as messages,
       (select count(*)::int from effects where tenant_id = $1) as effects,
       (select count(*)::int from audit_log where tenant_id = $1) as rows`,
    [TENANT],
  )
  return rows[0]!
}

/** Checks that each item has its rows exactly once. */
function faultsOf(name: string, items: number, before: Counts, after: Counts): string[] {
  const expected =
    name === 'auto-cancel' ? { events: 2 * items, rows: items } : { messages: items, effects: items, rows: items }
  return Object.entries(expected).flatMap(([kind, n]) => {
    const added = after[kind as keyof Counts] - before[kind as keyof Counts]
    return added === n ? [] : [`${added} ${kind} instead of ${n}`]
  })
}

/** Watches the resident memory of a process. */
function watchMemory(pid: number): { stop(): Promise<number> } {
  const resident = async () => Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
  const first = resident()
  let peak = 0
  const sample = async () => {
    peak = Math.max(peak, (await resident()) - (await first))
  }
  const timer = setInterval(sample, 100)
  return {
    async stop() {
      clearInterval(timer)
      await sample()
      return peak
    },
  }
}

async function makePeople(owner: pg.ClientBase): Promise<void> {
  await owner.query(`insert into tenants (tenant_id, name, plan) values ($1, 'Bench', 'ENTERPRISE')`, [TENANT])
  await owner.query(
    `insert into users (tenant_id, id, email, name, role)
     select $1, id, id || '@bench.example', id, role
     from (
       select 'usr_bench_doctor_' || n, 'DOCTOR' from generate_series(0, 99) n
       union all
       select 'usr_bench_patient_' || n, 'PATIENT' from generate_series(0, 19999) n
     ) person (id, role)`,
    [TENANT],
  )
}

/** Inserts appointments of a quarter of an hour, in parallel for 100 doctors. */
const makeAppointments = (
  owner: pg.ClientBase,
  appointments: { count: number; from: string; bookedAt: string; status: string },
) =>
  owner.query(
    `with booked as (
       insert into appointments (tenant_id, id, doctor_id, patient_id, start_time, end_time, video_room_id, status,
         created_at, unconfirmed_since)
       select $1, new_id('apt'), 'usr_bench_doctor_' || n % 100, 'usr_bench_patient_' || n % 20000, at,
         at + interval '15 minutes', new_id('room'), $5, now() + $4::interval, now() + $4::interval
       from generate_series(0, $2 - 1) n
       cross join lateral (
         select date_trunc('hour', now()) + $3::interval + n / 100 * interval '15 minutes' as at
       ) slot
       returning tenant_id, video_room_id
     )
     insert into video_rooms (tenant_id, id) select tenant_id, video_room_id from booked`,
    [TENANT, appointments.count, appointments.from, appointments.bookedAt, appointments.status],
  )

async function makeUnconfirmed(owner: pg.ClientBase, count: number): Promise<void> {
  await makeAppointments(owner, { count, from: '400 days', bookedAt: '-2 days', status: 'SCHEDULED' })
}

/** Inserts that many appointments within the next day, each of another patient, and the rest before and after. */
async function makeDue(owner: pg.ClientBase, count: number): Promise<void> {
  const bookedAt = '-10 days'
  const others = (APPOINTMENTS - count) / 2
  const confirmed = { bookedAt, status: 'CONFIRMED' }
  await makeAppointments(owner, { ...confirmed, count: others, from: '-390 days' })
  await makeAppointments(owner, { ...confirmed, count: others, from: '2 days' })
  await makeAppointments(owner, { ...confirmed, count, from: '3 hours' })
}
