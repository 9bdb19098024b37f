import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import { eventually } from '../../../../../testing/eventually.ts'
import { startPlatform } from '../../../../../testing/harness.ts'
import { ok, startReceiver } from '../receiver-testing.ts'
import { type Subscription, subscriber } from '../subscriber-testing.ts'
import { enqueue } from './enqueue-testing.ts'

const platform = await startPlatform()
const receiver = await startReceiver()
const { subscribe, unsubscribe, settled } = subscriber(platform, receiver)

/** More than the first limit of ten requests by far. */
const MANY = 25
/** Slower than a quick response. */
const SLOW_MS = 400
const BATCH = 100

const enqueued = new Map<string, number>()

async function deliver(to: Subscription): Promise<void> {
  const count = (enqueued.get(to.id) ?? 0) + BATCH
  enqueued.set(to.id, count)
  await enqueue(platform, [to], { count: BATCH })
  await settled(to, 'SUCCEEDED', count)
}

/** The largest number of concurrent requests in a batch that is answered after a delay. */
async function peakOf(to: Subscription, delayMs: number): Promise<number> {
  let underWay = 0
  let peak = 0
  receiver.answer = (response) => {
    peak = Math.max(peak, ++underWay)
    setTimeout(() => {
      underWay--
      response.end()
    }, delayMs)
  }
  await deliver(to)
  receiver.answer = ok
  return peak
}

const grow = (to: Subscription) =>
  eventually(async () => (await peakOf(to, 10)) > MANY, `more than ${MANY} concurrent requests`)

test('sends more concurrent requests to an endpoint that answers quickly, and fewer once it is slow', async () => {
  const to = await subscribe()
  await grow(to)
  await eventually(async () => (await peakOf(to, SLOW_MS)) <= 10, 'ten requests again')
  await unsubscribe(to)
})

test('quick endpoints that begin to hang leave slots for others', async () => {
  const hanging = await Promise.all(Array.from({ length: 4 }, () => subscribe()))
  const other = await subscribe()
  for (const to of hanging) await grow(to)
  const paths = new Set(hanging.map(({ path }) => path))
  const held: ServerResponse[] = []
  receiver.answer = (response, { path }) => {
    if (paths.has(path)) held.push(response)
    else response.end()
  }
  await enqueue(platform, hanging, { count: BATCH })
  await eventually(() => held.length > 2 * MANY, 'hanging requests')
  await deliver(other)
  const ended = held.filter(({ writableEnded, destroyed }) => writableEnded || destroyed)
  assert.equal(ended.length, 0, 'no hanging request had ended yet')
  receiver.answer = ok
  for (const response of held) response.end()
  for (const to of hanging) {
    await settled(to, 'SUCCEEDED', enqueued.get(to.id)! + BATCH)
    await unsubscribe(to)
  }
  await unsubscribe(other)
})
