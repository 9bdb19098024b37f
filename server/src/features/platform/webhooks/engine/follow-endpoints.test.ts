import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startPlatform } from '../../../../../testing/harness.ts'
import { deliveryId } from '../delivery-id.ts'
import { startReceiver } from '../receiver-testing.ts'
import { type Subscription, subscriber } from '../subscriber-testing.ts'
import { enqueue } from './enqueue-testing.ts'

const platform = await startPlatform()
const receiver = await startReceiver()
const { subscribe, unsubscribe, settled, requests } = subscriber(platform, receiver)

const setStatus = (to: Subscription, value: string) =>
  platform.owner.query('update webhook_endpoints set status = $2 where id = $1', [to.id, value])

test('held deliveries are sent after the endpoint is enabled, behind live events', async () => {
  const to = await subscribe()
  await setStatus(to, 'DISABLED_USER')
  await enqueue(platform, [to], { count: 1500 })
  await settled(to, 'HELD', 1500)
  await setStatus(to, 'ENABLED')
  await settled(to, 'SUCCEEDED', 1500)
  const { rows } = await platform.owner.query(
    'select distinct rank, attempt from webhook_deliveries where endpoint_id = $1',
    [to.id],
  )
  assert.deepEqual(rows, [{ rank: 2, attempt: 1 }])
  assert.equal(new Set(requests(to).map(({ event }) => event.id)).size, 1500)
  await unsubscribe(to)
})

test('a critical alert stays urgent after being held or resent', async () => {
  const to = await subscribe()
  await setStatus(to, 'DISABLED_USER')
  await enqueue(platform, [to], { rank: 0, kind: 'lab_result.critical_alert' })
  await setStatus(to, 'ENABLED')
  const [held] = await settled(to, 'SUCCEEDED')
  const eventId = held!.event_id
  const token = await platform.tokenOf('sandbox-admin')
  const id = deliveryId({ eventId, endpointId: to.id, n: 0 })
  assert.equal((await platform.call('POST', `/api/webhooks/deliveries/${id}/resend`, { token })).status, 200)
  await settled(to, 'SUCCEEDED', 2)
  const { rows } = await platform.owner.query('select n, rank from webhook_deliveries where event_id = $1 order by n', [
    eventId,
  ])
  assert.deepEqual(rows, [
    { n: 0, rank: 0 },
    { n: 1, rank: 0 },
  ])
  await unsubscribe(to)
})

test('a delivery held while its endpoint is being deleted is cancelled', async () => {
  const to = await subscribe()
  await setStatus(to, 'DISABLED_AUTO')
  await unsubscribe(to)
  await enqueue(platform, [to]) // by a transaction that did not see the deletion
  await settled(to, 'CANCELLED')
})
