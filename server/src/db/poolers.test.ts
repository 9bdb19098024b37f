import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { after, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { bookInSandbox, type Child, startChild, tokenAt } from '../../testing/child.ts'
import { eventually } from '../../testing/eventually.ts'
import { asOwner, newDatabase, newFolder } from '../../testing/harness.ts'
import { startPgBouncer, withoutPgBouncer } from '../../testing/pgbouncer.ts'
import { testMasterKeys } from '../../testing/roles.ts'
import { jobs } from '../cron.ts'

/** Starts a server, which is killed after the tests. */
async function newServer(env: Record<string, string>): Promise<Child> {
  const child = startChild({
    MASTER_KEY: testMasterKeys[0]!.toString('base64'),
    DATA_DIR: await newFolder(),
    PORT: String(randomInt(20_000, 32_000)),
    PATIENT_BOOKINGS: 'off',
    ...env,
  })
  after(() => child.end('SIGKILL'))
  return child
}

let slots = 0

/** Books the next half-hour. @returns the status */
const book = async (child: Child, token: string): Promise<number> =>
  (await bookInSandbox(child, token, Date.UTC(2034, 0, 1) + slots++ * 1_800_000)).status

async function runJob({ url }: Child, name: string): Promise<Record<string, unknown>> {
  const headers = { 'x-cron-secret': 'sandbox-cron-secret' }
  const answer = await fetch(`${url}/api/cron/${name}`, { method: 'POST', headers })
  assert.equal(answer.status, 200, name)
  return (await answer.json()) as Record<string, unknown>
}

test('a server works through a pooler in session mode', { skip: withoutPgBouncer }, async () => {
  const direct = await newDatabase()
  const child = await newServer({ DATABASE_URL: await startPgBouncer(direct, 'default_pool_size = 30') })
  await child.ready()
  const token = await tokenAt(child.url, 'sandbox-admin')
  const statuses = await Promise.all(Array.from({ length: 40 }, () => book(child, token)))
  assert.deepEqual(new Set(statuses), new Set([201]))
  const sent = () =>
    asOwner(direct, (owner) =>
      owner.query(`select from messages where template_code = 'APPOINTMENT_CREATED' and sent_at is not null`),
    )
  await eventually(async () => (await sent()).rowCount! >= 40, 'the messages about the bookings')

  assert.equal((await fetch(`${child.url}/api/ready`)).status, 200)
  assert.equal(await child.end('SIGTERM'), 0)
})

test('three servers behind a pooler in transaction mode', { skip: withoutPgBouncer }, async (t) => {
  const direct = await newDatabase()
  const query = async (text: string) => (await asOwner(direct, (owner) => owner.query(text))).rows
  const env = {
    DATABASE_URL: await startPgBouncer(direct, 'pool_mode = transaction', 'default_pool_size = 8'),
    DATABASE_DIRECT_URL: direct,
    MASTER_KEY: testMasterKeys[0]!.toString('base64'),
    PUBLIC_URL: 'http://127.0.0.1:3000',
    VIDEO_URL: 'livekit://key:a-secret-of-at-least-32-characters@127.0.0.1:1',
  }
  const servers = [await newServer(env), await newServer(env), await newServer(env)]
  for (const server of servers) await server.ready()
  const token = await tokenAt(servers[0]!.url, 'sandbox-admin')
  const anyServer = () => servers[slots % servers.length]!

  await t.test('store 1,000 bookings, each once, in at most 20 sessions', async () => {
    let left = 1000
    const statuses: number[] = []
    const caller = async () => {
      while (left-- > 0) statuses.push(await book(anyServer(), token))
    }
    const booked = Promise.all(Array.from({ length: 24 }, caller))
    let sessions = 0
    const count = `select count(*)::int as n from pg_stat_activity where datname = current_database() and usename like 'medina\\_%'`
    while (left > 0) {
      const [{ n }] = await query(count)
      sessions = Math.max(sessions, n)
      await pause(100)
    }
    await booked
    assert.deepEqual(
      statuses.filter((status) => status !== 201),
      [],
    )
    assert.ok(sessions > servers.length && sessions <= 20, `${sessions} sessions`)
    const [stored] = await query(
      `select count(*)::int as appointments, sum(events)::int as events
       from appointments a
       cross join lateral (select count(*) as events from events e where e.subject_id = a.id) of_appointment
       where start_time >= '2034-01-01'`,
    )
    assert.deepEqual(stored, { appointments: 1000, events: 1000 })
  })

  await t.test('run each job ten times in a row, and each run does the new work', async () => {
    for (const { name } of jobs) await runJob(anyServer(), name) // the sandbox has due items
    for (let run = 0; run < 10; run++) {
      const [forReminder, forCancelling] = await query(`
        select id from appointments where start_time > '2034-01-01' and status = 'SCHEDULED' order by id limit 2`)
      const minutes = `interval '${60 + run} minutes'`
      await query(`
        update appointments
        set start_time = now() + ${minutes}, end_time = now() + ${minutes} + interval '1 minute', created_at = now() - interval '1 week'
        where id = '${forReminder.id}'`)
      await query(`
        update appointments set unconfirmed_since = now() - interval '2 days' where id = '${forCancelling.id}'`)
      for (const { name } of jobs) {
        const { ok, cancelled, succeeded } = await runJob(servers[run % servers.length]!, name)
        assert.equal(ok, true, name)
        if (name === 'auto-cancel') assert.equal(cancelled, 1, `run ${run}`)
        if (name === 'reminders') assert.equal(succeeded, 1, `run ${run}`)
      }
    }
  })

  await t.test('take over the work of a killed server', async () => {
    await servers.shift()!.end('SIGKILL')
    assert.equal(await book(anyServer(), token), 201)
    const waiting = () => query(`select from messages where sent_at is null and status = 'PENDING' limit 1`)
    await eventually(async () => (await waiting()).length === 0, 'the messages of the killed server')
  })

  await t.test('stop', async () => {
    for (const server of servers) assert.equal(await server.end('SIGTERM'), 0, server.output())
  })
})

describe('a server does not start', { skip: withoutPgBouncer }, () => {
  test('behind a pooler in transaction mode without the address of the database', async () => {
    const direct = await newDatabase()
    const pooler = await startPgBouncer(direct, 'pool_mode = transaction')
    const refused = /^DATABASE_URL leads to a pooler in transaction mode\. Set DATABASE_DIRECT_URL/
    assert.match(await (await newServer({ DATABASE_URL: pooler })).refusal(), refused)
    const twice = await newServer({ DATABASE_URL: pooler, DATABASE_DIRECT_URL: pooler })
    assert.match(await twice.refusal(), /^DATABASE_DIRECT_URL leads to a pooler in transaction mode\./)
  })

  test('behind a pooler that loses prepared statements', async () => {
    const direct = await newDatabase()
    const pooler = await startPgBouncer(direct, 'pool_mode = transaction', 'max_prepared_statements = 0')
    const server = await newServer({ DATABASE_URL: pooler, DATABASE_DIRECT_URL: direct })
    assert.match(await server.refusal(), /^The pooler in DATABASE_URL loses prepared statements\. Use PgBouncer 1\.21/)
  })
})
