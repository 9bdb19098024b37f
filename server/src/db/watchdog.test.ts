import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { startDatabaseProxy } from '../../testing/database-proxy.ts'
import { eventually } from '../../testing/eventually.ts'
import { newDatabase } from '../../testing/harness.ts'
import { testAppUrl } from '../../testing/roles.ts'
import { Database, type DatabaseOptions } from './database.ts'
import { DatabaseUnavailable } from './flush.ts'
import { migrate } from './migrate.ts'

const ownerUrl = await newDatabase()
const owner = new pg.Pool({ connectionString: ownerUrl, max: 2 })
owner.on('error', () => {}) // PostgreSQL may stop first
after(() => owner.end())

const TENANT = 'ten_sandbox'
const statement = (text: string) => ({ sql: text, parameters: [] })
const sleep = (sec: number) => statement(`select pg_sleep(${sec})`)

async function open(options: Partial<DatabaseOptions> = {}) {
  const proxy = await startDatabaseProxy(testAppUrl(ownerUrl))
  const applicationName = `watched ${new URL(proxy.url).port}`
  // Their timeouts are far above the watchdog's.
  const database = new Database({
    ...{ url: proxy.url, poolSize: 4, laneCount: 2, testClock: true, applicationName, timeoutSec: 60 },
    ...options,
  })
  after(() => database.close())
  const backends = async () => {
    const { rows } = await owner.query<{ pid: number }>(
      'select pid from pg_stat_activity where application_name = $1',
      [applicationName],
    )
    return rows.map(({ pid }) => pid)
  }
  return { proxy, database, backends }
}

/** One unit of work of each kind, concurrently. */
const everyKind = (database: Database) => [
  database.onLane(TENANT, statement('select 1')),
  database.onOwnConnection(TENANT, [statement('select 1')]),
  database.inTransaction(TENANT, (tx) => sql`select 1`.execute(tx)),
  database.pool.query('select 1'), // as graphile-worker does
]

test('calls waiting for a silent database fail, its backends end, and connections are replaced', async () => {
  const { proxy, database, backends } = await open()
  const lost = database.inTransaction(TENANT, async (tx) => {
    await sql`select 1`.execute(tx)
    proxy.dropPackets()
    await sql`select 2`.execute(tx)
  })
  const fails = assert.rejects(lost, DatabaseUnavailable)
  await eventually(async () => (await backends()).length > 0, 'a connection')
  const before = await backends()
  await fails
  await Promise.all(everyKind(database))
  await eventually(async () => !(await backends()).some((pid) => before.includes(pid)), 'the previous backends to end')
})

test('idle connections that became silent together with a busy one delay no later call', async () => {
  const { proxy, database } = await open()
  // All connections of lanes and pool are open, one of them listening.
  const listening = await database.pool.connect()
  await listening.query('listen nothing')
  const ended = new Promise<void>((resolve) => listening.once('end', resolve))
  await Promise.all([1, 2, 3].flatMap(() => everyKind(database)))
  proxy.dropPackets()
  await assert.rejects(
    database.inTransaction(TENANT, (tx) => sql`select 1`.execute(tx)),
    DatabaseUnavailable,
  )
  await Promise.all([1, 2, 3].flatMap(() => everyKind(database)))
  await ended
  listening.release(true)
})

test('a statement that is executing or waiting for a lock may take longer', async () => {
  const { database } = await open()
  const holder = await owner.connect()
  await holder.query(`select pg_advisory_lock(hashtextextended('held', 0))`)
  const long = [
    database.onLane(TENANT, sleep(13)),
    database.onOwnConnection(TENANT, [sleep(5), sleep(5), sleep(3)]),
    database.inTransaction(TENANT, (tx) => sql`select pg_advisory_xact_lock(hashtextextended('held', 0))`.execute(tx)),
  ]
  await Promise.all(long.slice(0, 2))
  await holder.query(`select pg_advisory_unlock_all()`)
  holder.release()
  await Promise.all(long)
})

test('connections fail if the database accepts no new ones either', async () => {
  const { proxy, database } = await open({ timeoutSec: 5, testClock: false })
  await Promise.all(everyKind(database))
  proxy.fail('frozen')
  const calls = await Promise.allSettled(everyKind(database))
  assert.deepEqual(
    calls.map(({ status }) => status),
    ['rejected', 'rejected', 'rejected', 'rejected'],
  )
})

test('an exclusive job runs again after the connection of its lease became silent', async () => {
  const { proxy, database } = await open()
  await database.runExclusively('job', async () => proxy.dropPackets())
  const again = () => database.runExclusively('job', async () => 'done').catch(() => 'unavailable')
  await eventually(async () => (await again()) === 'done', 'the lease')
})

test('a migration fails if its database becomes silent', async () => {
  const proxy = await startDatabaseProxy(ownerUrl)
  proxy.fail('frozen', 'from migrations')
  await assert.rejects(migrate(proxy.url, 'sandbox', undefined), /fell silent/)
})

test('a slow-reading client does not count as a silent database', async () => {
  const { database } = await open({ laneCount: 1 })
  const stall = performance.now()
  const rows = database.onLane(TENANT, statement(`select repeat('x', 1000) from generate_series(1, 20000)`))
  await pause(100)
  while (performance.now() - stall < 12_000);
  assert.equal((await rows).rowCount, 20_000)
})
