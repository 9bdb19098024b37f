import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { enqueue } from '../src/features/platform/webhooks/engine/enqueue-testing.ts'
import { queueExercises } from './exercise-queues.ts'
import { fillQueues } from './full-queues.ts'
import { asOwner, newDatabase, startPlatform } from './harness.ts'
import { excessReads, recordPlans } from './plans.ts'

/** Statements that started before a change end within this time. */
const SETTLED_MS = 2000
/** The largest batch: a thousand deliveries that are changed with their endpoint. */
const LARGEST_BATCH = 1500
/** A wrong plan reads too much in every run. Dead rows after a stall cause excess reads only now and then. */
const TOLERATED_RATIO = 0.1
/** How often work that read too much is done. */
const TRIES = 3
/** Characters of a statement in the report. */
const REPORTED_CHARS = 500

/** A platform that records its query plans. Only the test vacuums and analyses its tables. */
async function startWatched() {
  const ownerUrl = await newDatabase()
  await asOwner(ownerUrl, async (db) => {
    const { rows } = await db.query<{ name: string }>(
      `select oid::regclass::text as name
       from pg_class
       where relnamespace = 'public'::regnamespace
         and relkind = 'r'`,
    )
    for (const { name } of rows) await db.query(`alter table ${name} set (autovacuum_enabled = false)`)
  })
  const executed = await recordPlans(ownerUrl)
  const platform = await startPlatform({}, ownerUrl)
  const { owner } = platform
  const { subscribe, exercise, readAll, withoutResponses } = queueExercises(platform)
  const endpoint = await subscribe({ events: ['review.created'] })
  await enqueue(platform, [endpoint])

  /**
   * Repeats the work that read too much: it may have read rows that concurrent work had just left dead. A bad plan reads too
   * much each time.
   * @throws {AssertionError} if a statement read too much of a large table
   */
  async function assertEfficientReads(work: () => Promise<void>, rowsAtMost = LARGEST_BATCH): Promise<void> {
    let wasteful: string[] = []
    for (let tries = 0; tries < TRIES; tries++) {
      wasteful = await wastefulStatements(work, rowsAtMost)
      if (wasteful.length === 0) return
    }
    assert.fail(`${TRIES} times:\n${wasteful.join('\n\n')}`)
  }

  /** The statements of the work that read too much of a large table. */
  async function wastefulStatements(work: () => Promise<void>, rowsAtMost: number): Promise<string[]> {
    executed.length = 0
    await work()
    const { rows } = await owner.query<{ name: string }>(
      `select relname as name
       from pg_class
       where relnamespace = 'public'::regnamespace
         and relkind = 'r'
         and pg_relation_size(oid) > 200 * 8192`,
    )
    const large = new Set(rows.map(({ name }) => name))
    assert.ok(large.size >= 9, `these are large: ${[...large]}`)
    return [...Map.groupBy(executed, ({ statement }) => statement)].flatMap(([statement, runs]) => {
      const wastes = runs
        .map(({ plan }) => excessReads(plan, (table) => large.has(table), rowsAtMost))
        .filter((waste) => waste.length > 0)
      if (wastes.length <= runs.length * TOLERATED_RATIO) return []
      return [
        `${wastes.length} of ${runs.length} runs ${wastes[0]!.join('\n')}\n in ${statement.slice(0, REPORTED_CHARS)}`,
      ]
    })
  }

  return {
    owner,
    assertEfficientReads,
    stop: () => platform.stop(),
    exercise: () => exercise(endpoint),
    readAll: () => readAll(endpoint),
    withoutResponses,
    async fill() {
      await owner.query(fillQueues.replaceAll(':endpoint', `'${endpoint.id}'`))
      await pause(SETTLED_MS) // for statements that started before the commit
    },
    /** Closes the server's connections, so that it plans every statement again. */
    async reconnect() {
      await owner.query(
        `select pg_terminate_backend(pid)
         from pg_stat_activity
         where usename in ('medina_app', 'medina_worker')
           and datname = current_database()`,
      )
      await pause(SETTLED_MS) // until the server reconnects
    },
  }
}

/** Statistics as if each row had its own tenant: any index that starts with the tenant seems as good as the key. */
const MISLEADING = `
  do $$
  declare
    tbl regclass;
  begin
    for tbl in
      select attrelid
      from pg_attribute a
      join pg_class c on c.oid = a.attrelid and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
      where attname = 'tenant_id'
    loop
      execute format('alter table %s alter tenant_id set (n_distinct = -1)', tbl);
    end loop;
  end $$;
  analyze`

/**
 * Tests that the statements of the queues read no more than needed, in a new database of `TEST_CLUSTER_URL`.
 * @param states what is done to the full tables before each test of plans that are made for them
 */
export async function testQueuePlans(states: Record<string, string>): Promise<void> {
  const watched = await startWatched()

  test('plans made for empty tables read no more than needed when the tables are full', async () => {
    await watched.exercise()
    await watched.readAll()
    await watched.fill()
    await watched.assertEfficientReads(watched.exercise)
  })

  for (const [state, statement] of Object.entries(states)) {
    test(`plans made for full tables read no more than needed: ${state}`, async () => {
      await watched.owner.query(statement)
      await watched.reconnect()
      await watched.assertEfficientReads(watched.exercise)
      await watched.withoutResponses(async () => {
        await pause(SETTLED_MS) // until the last responses are stored
        await watched.readAll() // the first read marks the dead index entries that the work left
        await watched.assertEfficientReads(watched.readAll, Number.POSITIVE_INFINITY) // the API counts waiting rows
      })
    })
  }

  test('plans stay good with misleading statistics', async () => {
    await watched.owner.query('vacuum')
    await watched.owner.query(MISLEADING)
    await watched.reconnect()
    await watched.assertEfficientReads(watched.exercise)
  })

  test('plans stay good with statistics of almost empty tables', async () => {
    await watched.stop()
    const grown = await startWatched()
    await grown.exercise()
    await grown.owner.query(MISLEADING)
    await grown.fill()
    await grown.reconnect()
    await grown.assertEfficientReads(grown.exercise)
    await grown.stop()
  })
}
