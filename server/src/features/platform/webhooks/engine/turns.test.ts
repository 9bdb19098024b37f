import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { eventually } from '../../../../../testing/eventually.ts'
import { startPlatform } from '../../../../../testing/harness.ts'
import { ok, startReceiver } from '../receiver-testing.ts'
import { type Subscription, subscriber } from '../subscriber-testing.ts'
import type { Claimed } from './claim.ts'
import { enqueue } from './enqueue-testing.ts'
import { InFlight } from './in-flight.ts'

const platform = await startPlatform()
const receiver = await startReceiver()
const { subscribe, unsubscribe, settled, requests } = subscriber(platform, receiver)

/** Long enough for several polls. */
const A_WHILE_MS = 800

const inFlight = async ({ id }: Subscription): Promise<number> =>
  (
    await platform.owner.query(
      `select count(*)::int as n from webhook_deliveries where endpoint_id = $1 and state = 'SENDING'`,
      [id],
    )
  ).rows[0].n

/** Leaves requests to some endpoints unanswered until they are released. */
function hang(...endpoints: Subscription[]) {
  const paths = new Set(endpoints.map(({ path }) => path))
  const openResponses: ServerResponse[] = []
  receiver.answer = (response, { path }) => {
    if (paths.has(path)) openResponses.push(response)
    else response.end()
  }
  return {
    openResponses,
    release() {
      receiver.answer = ok
      for (const response of openResponses) response.end()
    },
  }
}

test('sends a critical alert to an endpoint whose slots are all in use', async () => {
  const to = await subscribe()
  const { openResponses, release } = hang(to)
  await enqueue(platform, [to], { count: 30 })
  await eventually(() => openResponses.length === 10)
  await enqueue(platform, [to], { rank: 0, kind: 'lab_result.critical_alert' })
  await eventually(() => openResponses.length === 11)
  assert.equal(requests(to).at(-1)?.event.event, 'lab_result.critical_alert')
  await pause(A_WHILE_MS)
  assert.equal(openResponses.length, 11)
  release()
  await settled(to, 'SUCCEEDED', 31)
  await unsubscribe(to)
})

test('sends a critical alert to an endpoint above its shrunken share', async () => {
  const to = await subscribe()
  const { openResponses, release } = hang(to)
  await enqueue(platform, [to], { count: 10 })
  await eventually(() => openResponses.length === 10)
  await platform.owner.query('update webhook_endpoints set consecutive_failures = 5 where id = $1', [to.id])
  await enqueue(platform, [to], { count: 2, rank: 0, kind: 'lab_result.critical_alert' })
  await eventually(() => openResponses.length === 11, 'the alert')
  assert.equal(await inFlight(to), 11, 'in addition to the ten')
  assert.equal(requests(to).at(-1)?.event.event, 'lab_result.critical_alert')
  await pause(A_WHILE_MS)
  assert.equal(openResponses.length, 11, 'one alert at a time')
  release()
  await settled(to, 'SUCCEEDED', 12)
  await unsubscribe(to)
})

test('sends live events before the backlog', async () => {
  const to = await subscribe()
  await platform.owner.query('update webhook_endpoints set max_in_flight = 1 where id = $1', [to.id])
  const { openResponses, release } = hang(to)
  await enqueue(platform, [to])
  await eventually(() => openResponses.length === 1)
  await enqueue(platform, [to], { count: 5, rank: 2, kind: 'payment.refunded' })
  await enqueue(platform, [to], { count: 5, rank: 1, kind: 'payment.succeeded' })
  release()
  await settled(to, 'SUCCEEDED', 11)
  const kinds = requests(to).map(({ event }) => event.event)
  assert.deepEqual(kinds.slice(1), [...Array(5).fill('payment.succeeded'), ...Array(5).fill('payment.refunded')])
  await unsubscribe(to)
})

test('forty hanging endpoints leave slots for those that answer', async () => {
  const quick = await subscribe()
  const hanging = []
  for (let n = 0; n < 40; n++) hanging.push(await subscribe())
  const { openResponses, release } = hang(...hanging)
  await enqueue(platform, hanging, { count: 10 })
  await eventually(() => openResponses.length >= 120)
  await enqueue(platform, [quick], { count: 100 })
  await settled(quick, 'SUCCEEDED', 100)
  const { rows } = await platform.owner.query(
    'select count(*)::int as n from webhook_attempts where endpoint_id = any($1)',
    [hanging.map(({ id }) => id)],
  )
  assert.equal(rows[0].n, 0, 'no hanging request had ended yet')
  assert(openResponses.length < 256, `${openResponses.length} hang`)
  release()
  for (const to of hanging) {
    await settled(to, 'SUCCEEDED', 10)
    await unsubscribe(to)
  }
  await unsubscribe(quick)
})

test('a slot is free once its request is answered, while the result is being recorded', async () => {
  const to = await subscribe()
  await enqueue(platform, [to])
  await settled(to, 'SUCCEEDED', 1)
  const { openResponses, release } = hang(to)
  await enqueue(platform, [to], { count: 30 })
  await eventually(() => openResponses.length === 10)
  const recorder = await platform.owner.connect()
  try {
    await recorder.query('begin')
    await recorder.query(`select from webhook_deliveries where endpoint_id = $1 and state = 'SENDING' for update`, [
      to.id,
    ])
    release()
    await eventually(() => requests(to).length === 31, 'all other requests')
    assert.equal(await inFlight(to), 30, 'nothing is recorded')
  } finally {
    recorder.release(true)
  }
  await settled(to, 'SUCCEEDED', 31)
  assert.equal(requests(to).length, 31, 'each is sent once')
  await unsubscribe(to)
})

const claimedOf = (endpointId: string, count: number, slots = 10): Claimed[] =>
  Array.from({ length: count }, () => ({ endpoint_id: endpointId, failing: false, slots, turn: 5 }) as Claimed)
const success = { atMs: 0, succeeded: true }

test('shares shrink as slots fill, and critical alerts have their own slots', () => {
  const inFlight = new InFlight()
  const wanted = (nowMs: number) => {
    const { trusted, limits, requests, ...shares } = inFlight.nextClaim(nowMs)
    return { ...shares, trusted: trusted.length, limit: Math.max(0, ...limits), requests: Math.max(0, ...requests) }
  }
  assert.deepEqual(wanted(0), { urgent: 16, ordinary: 64, requests: 0, limit: 0, slowShare: 10, trusted: 0 })
  for (let n = 0; n < 24; n++) {
    inFlight.take(claimedOf(`a${n}`, 2), 64, 0)
    inFlight.free(`a${n}`, 0, success)
    inFlight.free(`a${n}`, 0, success)
  }
  assert.deepEqual(wanted(1), { urgent: 16, ordinary: 64, requests: 0, limit: 10, slowShare: 10, trusted: 24 })
  for (let n = 0; n < 24; n++) inFlight.take(claimedOf(`a${n}`, 9), 64, 1)
  assert.deepEqual(wanted(1), { urgent: 16, ordinary: 10, requests: 9, limit: 10, slowShare: 10, trusted: 24 })
  for (let n = 0; n < 24; n++) inFlight.take(claimedOf(`a${n}`, 1), 64, 1)
  assert.deepEqual(wanted(1), { urgent: 16, ordinary: 4, requests: 10, limit: 4, slowShare: 10, trusted: 24 })
  inFlight.take(claimedOf('stranger', 16), 16, 1)
  inFlight.take(claimedOf('urgent', 16), 16, 1)
  assert.deepEqual(wanted(1), { urgent: 0, ordinary: 0, requests: 10, limit: 1, slowShare: 10, trusted: 24 })
  const later = wanted(2100)
  assert.deepEqual([later.trusted, later.slowShare], [0, 0], 'all endpoints hang')
})

test('trust in an endpoint expires a minute after its last success', () => {
  const inFlight = new InFlight()
  inFlight.take(claimedOf('a', 1), 64, 0)
  inFlight.free('a', 0, { atMs: 5, succeeded: true })
  assert.deepEqual(inFlight.nextClaim(60_000).trusted, ['a'])
  assert.deepEqual(inFlight.nextClaim(60_006).trusted, [])
})

test('a released slot triggers a claim only if a delivery may have waited for it', () => {
  const inFlight = new InFlight()
  inFlight.nextClaim(0)
  assert.equal(inFlight.take(claimedOf('a', 3), 64, 0), false)
  assert.equal(inFlight.free('a', 0), false)
  assert.equal(inFlight.take(claimedOf('a', 5), 64, 0), true, 'its part of the claim')
  assert.equal(inFlight.take(claimedOf('a', 3, 3), 64, 0), false, 'all of its free slots')
  assert.equal(inFlight.free('a', 0), true)
})
