import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { startPlatform } from '../../../../../testing/harness.ts'
import { createMonth, monthBack, suffixOf } from '../../../../../testing/months.ts'
import { startReceiver } from '../receiver-testing.ts'
import { subscriber } from '../subscriber-testing.ts'
import { dropOldMonths } from './upkeep.ts'
import { asWorker } from './worker-testing.ts'

const platform = await startPlatform()
const receiver = await startReceiver()
const { subscribe, unsubscribe, book, settled } = subscriber(platform, receiver)
const { owner } = platform

const worker = asWorker(platform)

const KEEP_DAYS = 90

/** Creates the tables of a past month, with a delivery in each given state. */
async function makeMonth(months: number, endpointId: string, states: string[]): Promise<string> {
  const at = monthBack(months)
  await createMonth(owner, at, ['events', 'webhook_deliveries', 'webhook_attempts'])
  await owner.query('call make_all_partitions()')
  for (const [n, state] of states.entries()) {
    const id = `evt_${(at.getTime() + n).toString(16).padStart(12, '0')}${'0'.repeat(20)}`
    await owner.query(
      `insert into events (tenant_id, id, kind, subject_id, audience, body, created_at)
       values ('ten_sandbox', $1, 'review.created', 'rev_1', '{}', '{}', $2)`,
      [id, at],
    )
    await owner.query(
      `insert into webhook_deliveries (tenant_id, event_id, endpoint_id, state, next_at)
       values ('ten_sandbox', $1, $2, $3, 'infinity')`,
      [id, endpointId, state],
    )
    await owner.query(
      `insert into webhook_attempts (tenant_id, event_id, endpoint_id, n, attempt, id, started_at, duration_ms)
       values ('ten_sandbox', $1, $2, 0, 1, $3, now(), 5)`,
      [id, endpointId, `att_${n}`],
    )
  }
  return suffixOf(at)
}

const tablesOf = async (name: string): Promise<string[]> =>
  (
    await owner.query(`select relname from pg_class where relname like '%\\_' || $1 and relkind = 'r' order by 1`, [
      name,
    ])
  ).rows
    .map(({ relname }) => relname)
    .filter((relname) => !relname.startsWith('audit'))

const end = () => dropOldMonths(worker, KEEP_DAYS, platform.services.log)

test('drops months beyond the retention under concurrent reads and writes', async () => {
  const to = await subscribe()
  const old = await makeMonth(6, to.id, ['SUCCEEDED', 'FAILED', 'CANCELLED'])
  const recent = await makeMonth(2, to.id, ['SUCCEEDED'])
  await makeMonth(5, to.id, [])
  assert.equal((await tablesOf(old)).length, 3)

  let busy = true
  let booked = 0
  const writing = (async () => {
    for (; busy; booked++) await book()
  })()
  const reading = (async () => {
    for (; busy; await pause(5))
      await owner.query('select count(*) from webhook_deliveries join events on id = event_id')
  })()
  await end()
  busy = false
  await Promise.all([writing, reading])

  assert.deepEqual(await tablesOf(old), [])
  assert.deepEqual(await tablesOf(suffixOf(monthBack(5))), [])
  assert.equal((await tablesOf(recent)).length, 3)
  await settled({ id: to.id }, 'SUCCEEDED', booked + 1)
  await unsubscribe(to)
})

test('waits for a slow reader', async () => {
  const to = await subscribe()
  const old = await makeMonth(6, to.id, ['SUCCEEDED'])
  const reader = await owner.connect()
  await reader.query('begin')
  await reader.query(`select * from webhook_deliveries_${old}`)
  const ending = end()
  await pause(1500)
  assert((await tablesOf(old)).includes(`webhook_deliveries_${old}`))
  assert.equal((await platform.call('GET', '/api/health')).status, 200)
  await book() // the waiting task blocks no other statement
  await reader.query('commit')
  reader.release()
  await ending
  assert.deepEqual(await tablesOf(old), [])
  await unsubscribe(to)
})

test('keeps a month with pending deliveries, drops one with held deliveries', async () => {
  const to = await subscribe()
  await owner.query(`update webhook_endpoints set status = 'DISABLED_USER' where id = $1`, [to.id])
  const held = await makeMonth(7, to.id, ['HELD', 'HELD'])
  const active = await subscribe()
  const waiting = await makeMonth(8, active.id, ['SUCCEEDED', 'PENDING'])
  await end()
  assert.deepEqual(await tablesOf(held), [])
  assert.equal((await tablesOf(waiting)).length, 3)
  await owner.query(`update webhook_deliveries_${waiting} set state = 'SUCCEEDED'`)
  await end()
  assert.deepEqual(await tablesOf(waiting), [])
  await unsubscribe(to)
})

test('the worker role cannot drop a table itself', async () => {
  await assert.rejects(worker.onOwnConnection('', [{ sql: 'drop table webhook_deliveries', parameters: [] }]), /owner/)
})
