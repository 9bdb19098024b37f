import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { eventually } from '../../../../testing/eventually.ts'
import { startPlatform } from '../../../../testing/harness.ts'
import { enqueue } from './engine/enqueue-testing.ts'
import { addUpMinutes } from './engine/upkeep.ts'
import { asWorker } from './engine/worker-testing.ts'
import { ok, startReceiver, status } from './receiver-testing.ts'
import { type Subscription, subscriber } from './subscriber-testing.ts'

const platform = await startPlatform()
const receiver = await startReceiver()
const { subscribe, unsubscribe, settled, deliveriesOf } = subscriber(platform, receiver)
const token = await platform.tokenOf('sandbox-admin')

const worker = asWorker(platform)

const statisticsOf = async ({ id }: Pick<Subscription, 'id'>, query = '') => {
  const answer = await platform.call('GET', `/api/webhooks/${id}/statistics${query}`, { token })
  assert.equal(answer.status, 200, answer.text)
  return answer.body.statistics
}

/** The expected statistics, computed from the request log. */
async function expectedOf({ id }: Subscription, hours: number) {
  const { rows } = await platform.owner.query(
    `select count(*) filter (where error is null)::int as succeeded,
       count(*) filter (where error is not null)::int as failed,
       percentile_disc(0.5) within group (order by duration_ms) as p50,
       percentile_disc(0.99) within group (order by duration_ms) as p99
     from webhook_attempts
     where endpoint_id = $1
       and ended_at >= date_trunc('minute', now() + coalesce((select ahead_by from test_clock), interval '0') - $2 * interval '1 hour')`,
    [id, hours],
  )
  return rows[0]
}

async function assertTrue(to: Subscription, hours: number) {
  const [shown, expected] = [await statisticsOf(to, `?hours=${hours}`), await expectedOf(to, hours)]
  assert.deepEqual([shown.succeeded, shown.failed], [expected.succeeded, expected.failed], `${hours} h`)
  assert.equal(shown.successRate, expected.succeeded / (expected.succeeded + expected.failed))
  for (const p of ['p50', 'p99']) {
    assert(
      Math.abs(shown[`${p}Ms`] - expected[p]) <= 0.5 + 0.04 * expected[p],
      `${p}: ${shown[`${p}Ms`]}, not ${expected[p]}`,
    )
  }
}

test('a webhook without requests has no success rate and no durations', async () => {
  const to = await subscribe()
  assert.deepEqual(await statisticsOf(to), {
    hours: 24,
    succeeded: 0,
    failed: 0,
    successRate: null,
    p50Ms: null,
    p99Ms: null,
    pending: 0,
    held: 0,
    oldestPendingSec: null,
    failingSince: null,
    lastSuccessAt: null,
    nextAttemptAt: null,
    notices: [],
  })
  await unsubscribe(to)
})

test('reports results, waiting deliveries and the start of failures', async (t) => {
  const to = await subscribe()
  t.after(async () => {
    receiver.answer = ok
    await unsubscribe(to)
  })
  await enqueue(platform, [to], { count: 6 })
  await settled(to, 'SUCCEEDED', 6)
  receiver.answer = status(500)
  await enqueue(platform, [to], { count: 2 })
  await eventually(async () => (await deliveriesOf(to)).filter(({ last_status }) => last_status === 500).length === 2)
  const shown = await statisticsOf(to, '?hours=1')
  assert.deepEqual([shown.hours, shown.succeeded, shown.failed, shown.successRate], [1, 6, 2, 0.75])
  assert.deepEqual([shown.pending, shown.held, shown.oldestPendingSec], [2, 0, null])
  const next = (Date.parse(shown.nextAttemptAt) - platform.services.clock.nowMs()) / 1000
  assert(next > 50 && next < 64, `${next} s`)
  const other = await subscribe()
  assert.equal((await statisticsOf(other)).nextAttemptAt, null, 'not that of another webhook')
  assert(Date.parse(shown.failingSince) >= Date.parse(shown.lastSuccessAt))
  receiver.answer = status(410)
  await enqueue(platform, [to])
  await eventually(async () => (await statisticsOf(to)).held === 3)
  const [notice] = (await statisticsOf(to)).notices
  assert.equal(notice.kind, 'GONE')
  assert.match(notice.at, /^\d{4}-.*\.\d{3}Z$/)
  assert.deepEqual((await statisticsOf(other)).notices, [], 'not those of other webhooks')
})

test('agrees with the request log, aggregated or not, over any period', async () => {
  const to = await subscribe()
  await platform.owner.query(
    `insert into webhook_attempts (tenant_id, event_id, endpoint_id, n, attempt, id, started_at, duration_ms, error, ended_at)
     select 'ten_sandbox', new_id('evt'), $1, 0, 1, new_id('att'), now(),
       (power(10, random() * 4.17))::int, case when random() < 0.2 then 'timeout' end,
       now() + coalesce((select ahead_by from test_clock), interval '0') - random() * interval '3 hours'
     from generate_series(1, 5000)`,
    [to.id],
  )
  await platform.owner.query(`update webhook_minutes_position set minute = minute - interval '4 hours'`)
  for (const hours of [1, 2, 24, 720]) await assertTrue(to, hours)
  await addUpMinutes(worker)
  const { rows } = await platform.owner.query('select count(*)::int as n from webhook_minutes where endpoint_id = $1', [
    to.id,
  ])
  assert(rows[0].n > 100)
  for (const hours of [1, 2, 24, 720]) await assertTrue(to, hours)
  await enqueue(platform, [to], { count: 30 })
  await settled(to, 'SUCCEEDED', 30)
  await assertTrue(to, 1)
  await platform.advance(180)
  await addUpMinutes(worker)
  await addUpMinutes(worker)
  for (const hours of [1, 4]) await assertTrue(to, hours)
  await unsubscribe(to)
})

test('counts requests that end during the aggregation once', async () => {
  const to = await subscribe()
  await enqueue(platform, [to], { count: 600 })
  for (let rounds = 0; rounds < 10; rounds++) {
    await platform.advance(61)
    await addUpMinutes(worker)
    await pause(50)
  }
  await settled(to, 'SUCCEEDED', 600)
  await platform.advance(180)
  await addUpMinutes(worker)
  assert.equal((await statisticsOf(to)).succeeded, 600)
  await unsubscribe(to)
})

test('validates hours, and does not find missing or foreign webhooks', async () => {
  const to = await subscribe({ client: 'sandbox-doctor' })
  for (const hours of ['0', '721', '1.5', 'day', '-1']) {
    const answer = await platform.call('GET', `/api/webhooks/${to.id}/statistics?hours=${hours}`, { token })
    assert.equal(answer.status, 422, hours)
    assert.deepEqual(answer.body.error.details[0].path, ['hours'])
  }
  const patient = await platform.tokenOf('sandbox-patient')
  const other = await platform.tokenOf('sandbox-b-admin')
  for (const [id, caller] of [
    [to.id, patient],
    [to.id, other],
    ['whk_0', token],
  ]) {
    assert.equal((await platform.call('GET', `/api/webhooks/${id}/statistics`, { token: caller! })).status, 404)
  }
  assert.equal((await platform.call('GET', `/api/webhooks/${to.id}/statistics`, { token })).status, 200)
})
