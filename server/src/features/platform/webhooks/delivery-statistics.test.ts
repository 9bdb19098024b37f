import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newDatabase, startPlatform } from '../../../../testing/harness.ts'
import { recordPlans, rowsRead } from '../../../../testing/plans.ts'
import { localDay, midnight } from '../../../lib/moroccan-time.ts'
import { addUpMinutes } from './engine/upkeep.ts'
import { asWorker } from './engine/worker-testing.ts'
import { startReceiver } from './receiver-testing.ts'
import { type Subscription, subscriber } from './subscriber-testing.ts'

const ownerUrl = await newDatabase()
const executed = await recordPlans(ownerUrl)
const platform = await startPlatform({}, ownerUrl)
const { owner } = platform
const { subscribe, unsubscribe } = subscriber(platform, await startReceiver())
const worker = asWorker(platform)

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** The last minute, which is not aggregated yet. */
const UNAGGREGATED_DAYS = 0.0005

type Period = { at: string; succeeded: number; failed: number; p50Ms: number | null; p99Ms: number | null }

const read = async (query: string, by = 'sandbox-admin') =>
  platform.call('GET', `/api/webhooks/deliveries/statistics?${query}`, { token: await platform.tokenOf(by) })

const periodsOf = async (query: string, by?: string): Promise<Period[]> => {
  const { status, body, text } = await read(query, by)
  assert.equal(status, 200, text)
  return body.periods
}

const now = () => platform.services.clock.nowMs()
const dayAt = (days: number) => localDay(new Date(now() + days * DAY_MS))
const range = (days: number) => `from=${dayAt(1 - days)}&to=${dayAt(0)}`

/** Inserts requests at random times of the last days, without deliveries. */
const makeRequests = ({ id }: Subscription, count: number, days: number) =>
  owner.query(
    `insert into webhook_attempts (tenant_id, event_id, endpoint_id, n, attempt, id, started_at, duration_ms, error, ended_at)
     select 'ten_sandbox', new_id('evt'), $1, 0, 1, new_id('att'), now(),
       (power(10, random() * 4.17))::int, case when random() < 0.2 then 'timeout' end,
       app_now() - random() * $3 * interval '1 day'
     from generate_series(1, $2)`,
    [id, count, days],
  )

/** Asserts that each period agrees with the log of requests. */
async function assertTrue(to: Subscription[], periods: Period[], lengthMs: number) {
  for (const { at, ...shown } of periods) {
    const { rows } = await owner.query(
      `select count(*) filter (where error is null)::int as succeeded,
         count(*) filter (where error is not null)::int as failed,
         percentile_disc(0.5) within group (order by duration_ms) as p50,
         percentile_disc(0.99) within group (order by duration_ms) as p99
       from webhook_attempts
       where endpoint_id = any($1) and ended_at >= $2 and ended_at < $3`,
      [to.map(({ id }) => id), at, new Date(Date.parse(at) + lengthMs)],
    )
    const [truth] = rows
    assert.deepEqual([shown.succeeded, shown.failed], [truth.succeeded, truth.failed], at)
    for (const p of ['p50', 'p99'] as const) {
      const [ms, expected] = [shown[`${p}Ms`], truth[p]]
      if (expected === null) assert.equal(ms, null)
      else assert(Math.abs(ms! - expected) <= 0.5 + 0.04 * expected, `${p} at ${at}: ${ms}, not ${expected}`)
    }
  }
}

test('shows the requests of webhooks that the caller manages', async () => {
  const to = await subscribe({ client: 'sandbox-doctor' })
  // The database of this test is younger than the requests.
  await owner.query(`update webhook_minutes_position set minute = minute - interval '1 hour'`)
  await makeRequests(to, 20, UNAGGREGATED_DAYS)
  const totalOf = async (by?: string) =>
    (await periodsOf(`${range(2)}&webhookId=${to.id}`, by)).reduce((sum, row) => sum + row.succeeded + row.failed, 0)
  assert.equal(await totalOf(), 20)
  assert.equal(await totalOf('sandbox-doctor'), 20)
  for (const other of ['sandbox-dentist', 'sandbox-b-admin']) assert.equal(await totalOf(other), 0)
  await unsubscribe(to)
})

test('agrees with the log of requests by hour and day, before and after aggregation', async () => {
  const [to, another] = [await subscribe(), await subscribe()]
  await makeRequests(to, 3000, 5)
  await makeRequests(another, 500, 5)
  await owner.query(`update webhook_minutes_position set minute = minute - interval '6 days'`)
  const check = async () => {
    const days = await periodsOf(`${range(6)}&webhookId=${to.id}`)
    assert.equal(days.length, 6)
    await assertTrue([to], days, DAY_MS)
    assert.equal(days.at(-1)!.at, midnight(dayAt(0)).toISOString())
    const hours = await periodsOf(`${range(7)}&by=hour&webhookId=${to.id}`)
    assert.equal(hours.length, 7 * 24)
    await assertTrue([to], hours, HOUR_MS)
    await assertTrue([to, another], await periodsOf(range(6)), DAY_MS)
  }
  await check()
  await addUpMinutes(worker)
  const { rows } = await owner.query(
    'select count(distinct hour)::int as n from webhook_hours where endpoint_id = $1',
    [to.id],
  )
  assert.ok(rows[0].n > 5 * 24 - 5, `${rows[0].n} hours were aggregated`)
  await check()
  await platform.advance(3 * 3600)
  await makeRequests(to, 200, UNAGGREGATED_DAYS)
  await check()
  await addUpMinutes(worker)
  await check()
  await unsubscribe(to)
  await unsubscribe(another)
})

test('92 days read one row for each hour and duration of the webhook, by index', async () => {
  const [to, another] = [await subscribe(), await subscribe()]
  await owner.query(
    `insert into webhook_hours (tenant_id, endpoint_id, hour, duration_class, succeeded, failed)
     select 'ten_sandbox', id, date_trunc('hour', app_now()) - n * interval '1 hour', 30, 10, 1
     from generate_series(3, 24 * 91) n
     cross join unnest($1::text[]) id`,
    [[to.id, another.id]],
  )
  await owner.query('analyze webhook_hours')
  executed.length = 0
  const days = await periodsOf(`${range(92)}&webhookId=${to.id}`)
  assert.equal(days.length, 92)
  assert.deepEqual({ ...days[40], at: undefined }, { at: undefined, succeeded: 240, failed: 24, p50Ms: 10, p99Ms: 10 })
  const plans = executed.filter(({ statement }) => statement.includes('from webhook_hours h'))
  const hours = days.reduce((sum, { succeeded }) => sum + succeeded / 10, 0)
  assert.deepEqual(
    plans.map(({ plan }) => rowsRead(plan, 'webhook_hours')),
    [hours],
  )
  await unsubscribe(to)
  await unsubscribe(another)
})

test('refuses more than 92 days, and more than 7 by hour', async () => {
  for (const query of [
    `from=2026-01-01&to=2026-04-03`,
    `from=2026-01-01&to=2026-01-08&by=hour`,
    `${range(1)}&by=week`,
  ]) {
    const { status, body } = await read(query)
    assert.deepEqual([status, body.error.code], [422, 'UNPROCESSABLE'], query)
  }
  assert.equal((await periodsOf('from=2026-01-01&to=2026-01-07&by=hour')).length, 168)
})
