import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { eventually } from '../../testing/eventually.ts'
import { newDatabase } from '../../testing/harness.ts'
import { testAppUrl } from '../../testing/roles.ts'
import { NotRun } from '../lib/fair-queue.ts'
import { Database, type DatabaseOptions } from './database.ts'
import { DatabaseUnavailable } from './flush.ts'

const ownerUrl = await newDatabase()
const owner = new pg.Client({ connectionString: ownerUrl })
await owner.connect()
const opened: Database[] = []
after(async () => {
  await Promise.all(opened.map((database) => database.close()))
  await owner.end()
})

function open(options: Partial<DatabaseOptions> = {}): Database {
  const database = new Database({
    url: testAppUrl(ownerUrl),
    ...{ poolSize: 4, poolShare: 1, laneCount: 1, testClock: false, applicationName: 'shares', timeoutSec: 60 },
    ...options,
  })
  opened.push(database)
  return database
}

const A = 'ten_sandbox'
const B = 'ten_sandbox_b'
const one = { sql: 'select 1 as n', parameters: [] }
const list = (database: Database, tenantId = A) => database.onOwnConnection(tenantId, [one])
const write = (database: Database, tenantId = A) => database.inTransaction(tenantId, (tx) => sql`select 1`.execute(tx))
const isActive = (database: Database, tenantId: string) => database.onLane(tenantId, one)

let lock = 0
/** Lists that occupy their connections until `end`. */
async function occupied(database: Database, count: number, tenantId = A) {
  const key = ++lock
  await owner.query('select pg_advisory_lock(77, $1)', [key])
  const waiting = { sql: 'select pg_advisory_xact_lock_shared(77, $1)', parameters: [key] }
  const lists = Array.from({ length: count }, () => database.onOwnConnection(tenantId, [waiting]))
  const ended = Promise.allSettled(lists)
  return {
    ended,
    running: async () => {
      const { rowCount } = await owner.query(
        `select from pg_locks where locktype = 'advisory' and classid = 77 and objid = $1::int and not granted`,
        [key],
      )
      return rowCount ?? 0
    },
    end: async () => {
      await owner.query('select pg_advisory_unlock(77, $1)', [key])
      return ended
    },
  }
}

describe('of the connections for lists and writes', () => {
  test('a lone tenant uses all', async () => {
    const database = open()
    const flood = await occupied(database, 10)
    await eventually(async () => (await flood.running()) === 4, 'four running lists')
    for (const { status } of await flood.end()) assert.equal(status, 'fulfilled')
  })

  test('a tenant that floods beside another leaves the others free, for its own writes too', async () => {
    const database = open()
    await isActive(database, B)
    const flood = await occupied(database, 10)
    await eventually(async () => (await flood.running()) === 1, 'a running list')
    for (let n = 0; n < 5; n++) await Promise.all([list(database, B), write(database, B), write(database, A)])
    assert.equal(await flood.running(), 1)
    for (const { status } of await flood.end()) assert.equal(status, 'fulfilled')
  })

  test('lists of a tenant beside another use half as many as its transactions', async () => {
    const database = open({ poolSize: 8, poolShare: 4 })
    await isActive(database, B)
    const flood = await occupied(database, 10)
    await eventually(async () => (await flood.running()) === 2, 'two running lists')
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    let running = 0
    const writes = Array.from({ length: 10 }, () =>
      database.inTransaction(A, () => {
        running++
        return ended
      }),
    )
    await eventually(() => running === 4, 'four running transactions')
    await list(database, B)
    assert.deepEqual([await flood.running(), running], [2, 4])
    end()
    await Promise.all([...writes, flood.end()])
  })

  test('a tenant that arrives after a flood waits for one of its calls, not for all', async () => {
    const database = open({ poolSize: 2 })
    const order: string[] = []
    const flood = await occupied(database, 2)
    await eventually(async () => (await flood.running()) === 2, 'two running lists')
    const queued = Array.from({ length: 20 }, () => list(database).then(() => order.push(A)))
    const other = list(database, B).then(() => order.push(B))
    await flood.end()
    await Promise.all([...queued, other])
    assert.ok(order.indexOf(B) < 4, order.join(' '))
  })

  test('none is lost by failing statements, by lost connections and by left callers', async () => {
    const database = open()
    await isActive(database, B)
    const bad = { sql: 'select 1 / 0', parameters: [] }
    const lost = { sql: 'select pg_terminate_backend(pg_backend_pid())', parameters: [] }
    const failing = Array.from({ length: 40 }, (_, n) => {
      const tenantId = n % 3 ? A : B
      if (n % 4 === 0) return assert.rejects(database.onOwnConnection(tenantId, [lost]), DatabaseUnavailable)
      if (n % 4 === 1) return assert.rejects(database.onOwnConnection(tenantId, [bad]), { code: '22012' })
      if (n % 4 === 2) return database.onOwnConnection(tenantId, [one], () => false).catch(() => {})
      return assert.rejects(
        database.inTransaction(tenantId, async (tx) => {
          await sql`select 1`.execute(tx)
          throw new Error('failed')
        }),
        /failed/,
      )
    })
    await Promise.all(failing)
    const lists = [await occupied(database, 1), await occupied(database, 1, B)]
    const all = async () => (await Promise.all(lists.map((each) => each.running()))).every((running) => running === 1)
    await eventually(all, 'a list of each tenant')
    await write(database)
    for (const { end } of lists) for (const { status } of await end()) assert.equal(status, 'fulfilled')
    assert.deepEqual([database.pool.waitingCount, database.pool.totalCount - database.pool.idleCount], [0, 0])
  })
})

describe('a call that waits for a connection', () => {
  test('is unavailable after the timeout', async () => {
    const database = open({ poolSize: 1, timeoutSec: 1 })
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    const { promise: started, resolve: start } = Promise.withResolvers<void>()
    const running = database.inTransaction(A, () => {
      start()
      return ended
    })
    await started
    await assert.rejects(list(database, B), (error: Error) => {
      assert.ok(error instanceof DatabaseUnavailable)
      return error.cause instanceof NotRun && error.cause.reason === 'timeout'
    })
    end()
    await running
    await list(database)
  })

  test('is not run if its caller has left', async () => {
    const database = open({ poolSize: 1 })
    const { end } = await occupied(database, 1)
    let runs = 0
    let isThere = true
    const counted = (isWanted?: () => boolean) => database.inTransaction(A, async () => ++runs, isWanted)
    const leaving = assert.rejects(
      counted(() => isThere),
      (error: unknown) => error instanceof NotRun && error.reason === 'unwanted',
    )
    const waiting = counted()
    isThere = false
    await end()
    await Promise.all([leaving, waiting])
    assert.equal(runs, 1)
  })

  test('is unavailable when the connections are closed, which running calls survive', async () => {
    const database = open({ poolSize: 1 })
    const { end, ended, running } = await occupied(database, 1)
    await eventually(async () => (await running()) === 1, 'a running list')
    const waiting = assert.rejects(write(database), DatabaseUnavailable)
    const closed = database.close()
    await waiting
    await assert.rejects(list(database), DatabaseUnavailable)
    await end()
    assert.deepEqual((await ended)[0]!.status, 'fulfilled')
    await closed
  })
})
