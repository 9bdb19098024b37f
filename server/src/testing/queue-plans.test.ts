import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { enqueue } from '../features/webhooks/engine/enqueue-testing.ts'
import { exercising } from './exercise-queues.ts'
import { fillQueues } from './full-queues.ts'
import { asOwner, newDatabase, startPlatform } from './harness.ts'
import { recordPlans, wasteOf, watchStatements } from './plans.ts'

/** How soon the server has noticed that its connections are gone, generously. */
const NOTICED_MS = 1000
/** Characters of a statement, to know it by. */
const SHOWN = 500

const notRun = await watchStatements([
  'features/notifications/engine/*.ts',
  'features/notifications/outbox-queries.ts',
  'features/webhooks/engine/*.ts',
  'features/webhooks/*queries.ts',
  'messages/queue.ts',
  'events/record.ts',
])

/** A platform whose tables are neither vacuumed nor analysed but by a test, and by which plans it executes what. */
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
  const { subscribe, exercise, readAll } = exercising(platform)
  const endpoint = await subscribe({ events: ['review.created'] })
  await enqueue(platform, [endpoint])

  /** @throws AssertionError where a statement read more of a large table than it had use for */
  async function assertFrugal(work: () => Promise<void>): Promise<void> {
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
    const wasteful = new Map<string, string[]>()
    for (const run of executed) {
      const waste = wasteOf(run, (table) => large.has(table))
      if (waste.length > 0) wasteful.set(run.statement, waste)
    }
    const shown = [...wasteful].map(([statement, waste]) => `${waste.join('\n')}\n in ${statement.slice(0, SHOWN)}`)
    assert.equal(shown.length, 0, `of ${executed.length} executed:\n${shown.join('\n\n')}`)
  }

  return {
    owner,
    assertFrugal,
    stop: () => platform.stop(),
    exercise: () => exercise(endpoint),
    readAll: () => readAll(endpoint),
    fill: () => owner.query(fillQueues.replaceAll(':endpoint', `'${endpoint.id}'`)),
    /** Has everything planned anew. */
    async reconnect() {
      await owner.query(
        `select pg_terminate_backend(pid)
         from pg_stat_activity
         where usename in ('medina_app', 'medina_worker')
           and datname = current_database()`,
      )
      await pause(NOTICED_MS)
    },
  }
}

const fresh = await startWatched()

test('plans of the queues that were made while the tables were empty read no more than they must of full ones', async () => {
  await fresh.exercise()
  await fresh.readAll()
  await fresh.fill()
  await fresh.assertFrugal(fresh.exercise)
})

test('each statement of the queues is among those', async () => assert.deepEqual(await notRun(), []))

for (const [how, statement] of [
  ['never analysed', 'select'],
  ['vacuumed and never analysed', 'vacuum'],
  ['analysed', 'analyze'],
]) {
  test(`plans that are made for full tables read no more than they must: ${how}`, async () => {
    await fresh.owner.query(statement!)
    await fresh.reconnect()
    await fresh.assertFrugal(async () => {
      await fresh.exercise()
      await fresh.readAll()
    })
  })
}

/** As if each row were of a tenant of its own: any index that begins with the tenant looks as good as the key's. */
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

test('statistics that mislead mislead no statement of the queues', async () => {
  await fresh.owner.query(MISLEADING)
  await fresh.reconnect()
  await fresh.assertFrugal(fresh.exercise)
})

test('nor do those of tables that were almost empty when they were analysed', async () => {
  await fresh.stop()
  const outgrown = await startWatched()
  await outgrown.exercise()
  await outgrown.owner.query(MISLEADING)
  await outgrown.fill()
  await outgrown.reconnect()
  await outgrown.assertFrugal(outgrown.exercise)
})
