import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { eventually } from '../../../../../testing/eventually.ts'
import { newPerson } from '../../../../../testing/factories.ts'
import { startPlatform } from '../../../../../testing/harness.ts'
import { ok, startReceiver, status } from '../receiver-testing.ts'
import { type Subscription, subscriber } from '../subscriber-testing.ts'
import { enqueue } from './enqueue-testing.ts'

const platform = await startPlatform()
// Both servers send, and either may disable an endpoint.
const second = await startPlatform({ PUBLIC_URL: platform.url }, platform.ownerUrl)
const receiver = await startReceiver()
const { subscribe, unsubscribe, settled, deliveriesOf, healthOf, requests } = subscriber(platform, receiver)

const HOUR_SEC = 3600

/** The clock advances by days here, so auto-cancel may add events. */
const subscribeToReviews = () => subscribe({ events: ['review.created'] })

async function advance(sec: number) {
  await platform.advance(sec)
  second.services.clock.runAheadBy(platform.services.clock.aheadByMs)
}

const noticesOf = async ({ id }: Subscription): Promise<string[]> =>
  (await platform.owner.query('select kind from webhook_notices where endpoint_id = $1 order by at', [id])).rows.map(
    ({ kind }) => kind,
  )

const colleague = await newPerson(platform, 'ten_sandbox', 'ADMIN')
const former = await newPerson(platform, 'ten_sandbox', 'ADMIN')
await platform.owner.query('update users set disabled_at = now() where id = $1', [former.id])
const administrators = ['usr_sandbox_admin', colleague.id].toSorted()

/** The messages about an endpoint and their recipients, in order. */
const messagesAbout = async ({ id }: Subscription) =>
  (
    await platform.owner.query(
      `select m.template_code as code, array_agg(m.recipient_user_id order by m.recipient_user_id) as to, m.variables
       from messages m
       where m.about = array[$1]
       group by m.template_code, m.variables, m.created_at
       order by m.created_at`,
      [id],
    )
  ).rows

/** Makes deliveries fail permanently, by advancing the clock through their four attempts. */
async function exhaust(to: Subscription, count: number) {
  const states = async (state: string) => (await deliveriesOf(to)).filter((row) => row.state === state).length
  const before = await states('FAILED')
  await enqueue(platform, [to], { count })
  // A delivery with three attempts.
  await platform.owner.query(`update webhook_deliveries set attempt = 3 where endpoint_id = $1 and state = 'PENDING'`, [
    to.id,
  ])
  await eventually(async () => {
    await advance(HOUR_SEC / 60)
    return (await states('FAILED')) + (await states('HELD')) === before + count
  }, `${count} more that failed`)
}

test('an endpoint that fails for three days gets one notice half way, then is disabled; its deliveries are held', async () => {
  const to = await subscribeToReviews()
  receiver.answer = status(500)
  await exhaust(to, 19)
  assert.deepEqual(await noticesOf(to), [], 'many failures in a short time are not enough')
  await advance(37 * HOUR_SEC)
  await exhaust(to, 1)
  assert.deepEqual(await noticesOf(to), ['FAILING'])
  await exhaust(to, 3)
  assert.deepEqual([await noticesOf(to), (await healthOf(to)).status], [['FAILING'], 'ENABLED'])
  await advance(36 * HOUR_SEC)
  await enqueue(platform, [to], { count: 30 })
  await eventually(async () => (await healthOf(to)).status === 'DISABLED_AUTO')
  await eventually(async () => (await deliveriesOf(to)).filter(({ state }) => state === 'HELD').length === 30)
  assert.deepEqual(await noticesOf(to), ['FAILING', 'DISABLED'])
  const failingSince = (await healthOf(to)).first_failure_at.toISOString()
  const variables = { address: receiver.url + to.path, failingSince }
  assert.deepEqual(await messagesAbout(to), [
    { code: 'WEBHOOK_FAILING', to: administrators, variables },
    { code: 'WEBHOOK_DISABLED', to: administrators, variables },
  ])
  const audited = await platform.owner.query(
    `select user_id, client_id, operation, outcome from audit_log where subject_id = $1 and user_id = 'platform'`,
    [to.id],
  )
  assert.deepEqual(audited.rows, [
    { user_id: 'platform', client_id: 'worker', operation: 'disableWebhook', outcome: 'OK' },
  ])
  const before = requests(to).length
  await advance(5 * HOUR_SEC)
  await pause(600)
  assert.equal(requests(to).length, before, 'nothing is sent after that')
  receiver.answer = ok
  await unsubscribe(to)
})

test('a success resets the count', async () => {
  const to = await subscribeToReviews()
  receiver.answer = status(500)
  await exhaust(to, 30)
  await advance(71 * HOUR_SEC)
  receiver.answer = ok
  await enqueue(platform, [to])
  await eventually(async () => (await healthOf(to)).last_success_at !== null)
  receiver.answer = status(500)
  await exhaust(to, 5)
  await advance(71 * HOUR_SEC)
  await exhaust(to, 5)
  assert.deepEqual([await noticesOf(to), (await healthOf(to)).status], [['FAILING'], 'ENABLED'])
  receiver.answer = ok
  await unsubscribe(to)
})

test('a few failures never disable, however long they last', async () => {
  const to = await subscribeToReviews()
  receiver.answer = status(500)
  for (let failures = 1; failures <= 3; failures++) {
    await exhaust(to, 1)
    await advance(4 * 24 * HOUR_SEC)
  }
  assert.equal((await healthOf(to)).status, 'ENABLED')
  for (let days = 0; days < 30; days += 3) {
    receiver.answer = status(500)
    await exhaust(to, 1)
    await advance(3 * 24 * HOUR_SEC)
    receiver.answer = ok
    await enqueue(platform, [to])
    await eventually(async () => (await healthOf(to)).consecutive_failures === 0)
  }
  assert.deepEqual([await noticesOf(to), (await healthOf(to)).status], [[], 'ENABLED'])
  await unsubscribe(to)
})

test('an endpoint that answers 410 gets one notice', async () => {
  const to = await subscribeToReviews()
  receiver.answer = status(410)
  await enqueue(platform, [to], { count: 8 })
  await settled(to, 'HELD', 8)
  assert.deepEqual(await noticesOf(to), ['GONE'])
  const failingSince = (await healthOf(to)).first_failure_at.toISOString()
  const variables = { address: receiver.url + to.path, failingSince }
  assert.deepEqual(await messagesAbout(to), [{ code: 'WEBHOOK_DISABLED', to: administrators, variables }])
  receiver.answer = ok
  await unsubscribe(to)
})

test('administrators see a truncated URL without its query, which may contain a secret', async () => {
  receiver.answer = status(410)
  const token = await platform.tokenOf('sandbox-admin')
  for (const extra of ['?key=secret', `/${'long/'.repeat(40)}`]) {
    const to = await subscribeToReviews()
    const url = receiver.url + to.path + extra
    assert.equal((await platform.call('PUT', `/api/webhooks/${to.id}`, { token, body: { url } })).status, 200)
    await enqueue(platform, [to])
    await settled(to, 'HELD')
    const [{ variables }] = await messagesAbout(to)
    assert.equal(variables.address, url.replace('?key=secret', '').slice(0, 100))
    await unsubscribe(to)
  }
  receiver.answer = ok
})

test('a 410 from a former URL does not disable the present one', async () => {
  const to = await subscribeToReviews()
  const answers: ServerResponse[] = []
  receiver.answer = (response) => answers.push(response)
  await enqueue(platform, [to])
  await eventually(() => answers.length === 1)
  receiver.answer = ok
  const token = await platform.tokenOf('sandbox-admin')
  const moved = await platform.call('PUT', `/api/webhooks/${to.id}`, { token, body: { url: `${receiver.url}/moved` } })
  assert.equal(moved.status, 200)
  status(410)(answers[0]!, requests(to)[0]!)
  await settled(to, 'SUCCEEDED')
  assert.equal(receiver.requestsTo('/moved').length, 1, 'the delivery goes to the new URL at once')
  assert.deepEqual([await noticesOf(to), (await healthOf(to)).status], [[], 'ENABLED'])
  await unsubscribe(to)
})

test('results of requests in flight when an endpoint was disabled cause no notice', async () => {
  const to = await subscribeToReviews()
  const answers: ServerResponse[] = []
  receiver.answer = (response) => answers.push(response)
  for (const id of [1, 2, 3]) {
    await enqueue(platform, [to])
    await eventually(() => answers.length === id)
  }
  const request = requests(to)[0]!
  status(410)(answers[0]!, request)
  await eventually(async () => (await healthOf(to)).status === 'GONE')
  ok(answers[1]!, request)
  await eventually(async () => (await healthOf(to)).consecutive_failures === 0)
  status(500)(answers[2]!, request)
  await eventually(async () => (await healthOf(to)).consecutive_failures === 1)
  assert.deepEqual(await noticesOf(to), ['GONE'])
  receiver.answer = ok
  await unsubscribe(to)
})
