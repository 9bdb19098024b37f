import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../../../../../testing/eventually.ts'
import { startPlatform } from '../../../../../testing/harness.ts'
import { deliveryId } from '../delivery-id.ts'
import { type Answering, isSigned, ok, startReceiver, status } from '../receiver-testing.ts'
import { type Subscription, subscriber } from '../subscriber-testing.ts'
import { enqueue } from './enqueue-testing.ts'

const platform = await startPlatform()
const first = await startReceiver()
const second = await startReceiver()
const { subscribe, unsubscribe, settled, deliveriesOf, healthOf } = subscriber(platform, first)

async function withSecond(): Promise<Subscription> {
  const to = await subscribe()
  await platform.owner.query('update webhook_endpoints set redundant_url = $2 where id = $1', [
    to.id,
    second.url + to.path,
  ])
  return to
}

const logOf = async ({ id }: Subscription) =>
  (
    await platform.owner.query(
      'select attempt, redundant, http_status, error from webhook_attempts where endpoint_id = $1 order by attempt, redundant',
      [id],
    )
  ).rows

async function deliver(to: Subscription, answers: [Answering, Answering], state: string) {
  first.answer = answers[0]
  second.answer = answers[1]
  await enqueue(platform, [to])
  const [row] = await settled(to, state)
  const log = await logOf(to)
  const health = await healthOf(to)
  const token = await platform.tokenOf('sandbox-admin')
  const id = deliveryId({ eventId: row!.event_id, endpointId: to.id, n: 0 })
  const { attempts: shown } = (await platform.call('GET', `/api/webhooks/deliveries/${id}`, { token })).body.delivery
  await unsubscribe(to)
  return { row: row!, log, health, shown }
}

test('a failure of the first URL sends to the second at once, within the same attempt', async () => {
  const to = await withSecond()
  const { row, log, health, shown } = await deliver(to, [status(503), ok], 'SUCCEEDED')
  assert.deepEqual([row.attempt, row.last_status, health.consecutive_failures], [1, 200, 0])
  assert.deepEqual(
    shown.map(({ redundant, status }: { redundant: boolean; status: number }) => [redundant, status]),
    [
      [false, 503],
      [true, 200],
    ],
  )
  assert.deepEqual(log, [
    { attempt: 1, redundant: false, http_status: 503, error: 'http_error' },
    { attempt: 1, redundant: true, http_status: 200, error: null },
  ])
  const [[one], [two]] = [first.requestsTo(to.path), second.requestsTo(to.path)]
  assert(one && two && isSigned(two, to.secret) && one.body.equals(two.body))
  assert.deepEqual([one.headers['x-mc-redundant'], two.headers['x-mc-redundant']], [undefined, '1'])
  assert.equal(one.headers['webhook-id'], two.headers['webhook-id'])
})

test('a success of the first URL skips the second', async () => {
  const to = await withSecond()
  const { log } = await deliver(to, [ok, ok], 'SUCCEEDED')
  assert.equal(log.length, 1)
  assert.equal(second.requestsTo(to.path).length, 0)
})

test('when both URLs fail, the attempt has the first one’s error', async () => {
  const to = await withSecond()
  first.answer = status(503)
  second.answer = status(404)
  await enqueue(platform, [to])
  await eventually(async () => (await deliveriesOf(to))[0]?.last_status === 503)
  const [row] = await deliveriesOf(to)
  assert.deepEqual([row?.state, row?.attempt, row?.last_error], ['PENDING', 1, 'http_error'])
  assert.deepEqual(
    (await logOf(to)).map(({ http_status }) => http_status),
    [503, 404],
  )
  assert.equal((await healthOf(to)).consecutive_failures, 1)
  await unsubscribe(to)
})

test('410 disables an endpoint only if both URLs answer it', async () => {
  const gone = await deliver(await withSecond(), [status(410), status(410)], 'HELD')
  assert.equal(gone.health.status, 'GONE')
  const half = await deliver(await withSecond(), [status(410), ok], 'SUCCEEDED')
  assert.equal(half.health.status, 'ENABLED')
})

test('plans below Enterprise use one URL', async () => {
  await platform.owner.query(`update tenants set plan = 'PRO' where tenant_id = 'ten_sandbox'`)
  const to = await withSecond()
  const { log } = await deliver(to, [status(410), ok], 'HELD')
  assert.equal(log.length, 1)
  assert.equal(second.requestsTo(to.path).length, 0)
})
