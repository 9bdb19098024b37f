import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { eventually } from '../../../../../testing/eventually.ts'
import { startPlatform } from '../../../../../testing/harness.ts'
import { isSigned, ok, startReceiver, status } from '../receiver-testing.ts'
import { subscriber } from '../subscriber-testing.ts'

const platform = await startPlatform()
const receiver = await startReceiver()
const { subscribe, unsubscribe, book, cancel, deliveriesOf, settled, healthOf, requests } = subscriber(
  platform,
  receiver,
)

/** Long enough for several polls. */
const A_WHILE_MS = 800

test('posts an event at once, with ids only and both signatures', async () => {
  const to = await subscribe()
  const appointmentId = await book()
  const [request] = await receiver.waitFor(1, to.path)
  assert(request && isSigned(request, to.secret))
  assert.deepEqual(Object.keys(request.event), ['event', 'id', 'createdAt', 'data'])
  assert.equal(request.event.event, 'appointment.created')
  assert.match(request.event.id, /^evt_[0-9a-f]{32}$/)
  assert.deepEqual(Object.keys(request.event.data), ['appointmentId', 'doctorId', 'patientId', 'startTime'])
  assert.equal(request.event.data.appointmentId, appointmentId)
  const { headers } = request
  assert.equal(headers['content-type'], 'application/json')
  assert.equal(headers['user-agent'], 'MedinaCare-webhooks/1')
  assert.equal(headers['x-mc-event'], 'appointment.created')
  assert.equal(headers['x-mc-attempt'], '1')
  assert.equal(headers['x-mc-delivery'], `dlv_${request.event.id.slice(4)}_${to.id.slice(4)}_0`)
  assert.match(String(headers['x-mc-sequence']), /^\d+$/)
  assert.equal(headers['webhook-id'], request.event.id)
  assert.equal(headers['x-mc-test'], undefined)
  await settled(to, 'SUCCEEDED')
  await unsubscribe(to)
})

test('retries after 1 min, 10 min and 1 h with the same bytes, then fails', async () => {
  const to = await subscribe()
  receiver.answer = status(503)
  await book()
  let sent = 1
  for (const waitSec of [60, 600, 3600]) {
    await receiver.waitFor(sent, to.path)
    await eventually(async () => (await deliveriesOf(to))[0]?.state === 'PENDING')
    const { rows } = await platform.owner.query(
      `select extract(epoch from d.next_at - (a.started_at + a.duration_ms * interval '1 ms'))::float8 as wait_sec
       from webhook_deliveries d
       join webhook_attempts a using (tenant_id, event_id, endpoint_id, n, attempt)
       where d.endpoint_id = $1`,
      [to.id],
    )
    assert(rows[0].wait_sec >= waitSec - 0.001 && rows[0].wait_sec < waitSec * 1.05 + 5, `waits ${rows[0].wait_sec} s`)
    await platform.advance(waitSec - 10)
    await pause(A_WHILE_MS)
    assert.equal(requests(to).length, sent, 'the retry came early')
    await platform.advance(10 + waitSec * 0.05)
    sent++
  }
  await receiver.waitFor(4, to.path)
  const [row] = await settled(to, 'FAILED')
  assert.deepEqual([row?.attempt, row?.last_status, row?.last_error], [4, 503, 'http_error'])
  await platform.advance(12 * 3600) // less than a day, because auto-cancel would add events
  await pause(A_WHILE_MS)

  const all = requests(to)
  assert.equal(all.length, 4)
  assert(all.every((request) => isSigned(request, to.secret) && request.body.equals(all[0]!.body)))
  assert.equal(new Set(all.map(({ headers }) => headers['webhook-id'])).size, 1)
  assert.equal(new Set(all.map(({ headers }) => headers['x-mc-delivery'])).size, 1)
  assert.deepEqual(
    all.map(({ headers }) => headers['x-mc-attempt']),
    ['1', '2', '3', '4'],
  )
  const log = await platform.owner.query(
    `select attempt, http_status, error, response_head from webhook_attempts where endpoint_id = $1 order by id`,
    [to.id],
  )
  const entry = { http_status: 503, error: 'http_error', response_head: 'no' }
  assert.deepEqual(
    log.rows,
    [1, 2, 3, 4].map((attempt) => ({ attempt, ...entry })),
  )
  receiver.answer = ok
  await unsubscribe(to)
})

test('a successful retry ends the delivery and resets the failure count', async () => {
  const to = await subscribe()
  receiver.answer = status(500)
  await book()
  await eventually(async () => (await healthOf(to)).consecutive_failures === 1)
  assert((await healthOf(to)).first_failure_at)
  receiver.answer = ok
  await platform.advance(64)
  const [row] = await settled(to, 'SUCCEEDED')
  assert.equal(row?.attempt, 2)
  const health = await healthOf(to)
  assert.deepEqual([health.consecutive_failures, health.first_failure_at], [0, null])
  assert(health.last_success_at)
  await unsubscribe(to)
})

test('sends the subscribed kinds, or all kinds by default', async () => {
  const all = await subscribe()
  const some = await subscribe({ events: ['appointment.cancelled', 'review.created'] })
  await cancel(await book())
  await receiver.waitFor(3, all.path)
  assert.deepEqual(
    requests(all)
      .map(({ event }) => event.event)
      .sort(),
    ['appointment.cancelled', 'appointment.created', 'appointment.updated'],
  )
  await settled(some, 'SUCCEEDED')
  assert.deepEqual(
    requests(some).map(({ event }) => event.event),
    ['appointment.cancelled'],
  )
  await unsubscribe(all)
  await unsubscribe(some)
})

test('an answer after another server has taken the delivery over changes nothing', async () => {
  const to = await subscribe()
  const answers: ServerResponse[] = []
  receiver.answer = (response) => answers.push(response)
  await book()
  await eventually(() => answers.length === 1)
  await platform.owner.query(`update webhook_deliveries set lease = gen_random_uuid() where endpoint_id = $1`, [to.id])
  ok(answers[0]!, requests(to)[0]!)
  const logged = `select from webhook_attempts where endpoint_id = $1`
  await eventually(async () => (await platform.owner.query(logged, [to.id])).rowCount === 1)
  assert.notEqual((await deliveriesOf(to))[0]?.state, 'SUCCEEDED')
  receiver.answer = ok
  await unsubscribe(to)
})

test('410 disables the endpoint and holds its deliveries', async () => {
  const to = await subscribe()
  receiver.answer = status(500)
  await book()
  await eventually(async () => (await deliveriesOf(to))[0]?.last_status === 500)
  receiver.answer = status(410)
  await book()
  await settled(to, 'HELD', 2)
  assert.equal((await healthOf(to)).status, 'GONE')
  await book()
  await settled(to, 'HELD', 3)
  await platform.advance(4000)
  await pause(A_WHILE_MS)
  assert.equal(requests(to).length, 2)
  receiver.answer = ok
  await unsubscribe(to)
  await settled(to, 'CANCELLED', 3)
})

test('waiting deliveries are held on disable and cancelled on deletion', async () => {
  const disabled = await subscribe()
  const deleted = await subscribe()
  receiver.answer = status(500)
  await book()
  for (const to of [disabled, deleted]) await eventually(async () => (await deliveriesOf(to))[0]?.last_status === 500)
  await platform.owner.query(`update webhook_endpoints set status = 'DISABLED_USER' where id = $1`, [disabled.id])
  await unsubscribe(deleted)
  await settled(deleted, 'CANCELLED')
  await settled(disabled, 'HELD')
  await book()
  await settled(disabled, 'HELD', 2)
  await platform.advance(4000)
  await pause(A_WHILE_MS)
  assert.equal(requests(disabled).length + requests(deleted).length, 2)
  receiver.answer = ok
  await unsubscribe(disabled)
})

test('a hanging endpoint has at most ten concurrent requests and delays no other', async () => {
  const hanging = await subscribe()
  const quick = await subscribe()
  const held: (() => void)[] = []
  receiver.answer = (response, { path }) => {
    if (path === hanging.path) held.push(() => response.end())
    else response.end()
  }
  for (let n = 0; n < 15; n++) await book()
  await settled(quick, 'SUCCEEDED', 15)
  await pause(A_WHILE_MS)
  assert.equal(held.length, 10)
  receiver.answer = ok
  for (const release of held) release()
  await settled(hanging, 'SUCCEEDED', 15)
  await unsubscribe(hanging)
  await unsubscribe(quick)
})

test('after five failures in a row an endpoint gets one request at a time, until one succeeds', async () => {
  const to = await subscribe()
  receiver.answer = status(500)
  for (let n = 0; n < 5; n++) await book()
  await eventually(async () => (await healthOf(to)).consecutive_failures === 5)
  const held: (() => void)[] = []
  receiver.answer = (response) => held.push(() => response.end())
  for (let n = 0; n < 6; n++) await book()
  await eventually(() => held.length === 1)
  await pause(A_WHILE_MS)
  assert.equal(held.length, 1)
  held[0]!()
  await eventually(() => held.length === 6)
  receiver.answer = ok
  for (const release of held) release()
  await platform.advance(64)
  await settled(to, 'SUCCEEDED', 11)
  await unsubscribe(to)
})

test('an undecryptable secret costs no attempt and delays no other endpoint', async () => {
  const broken = await subscribe()
  const sound = await subscribe()
  const { rows } = await platform.owner.query(
    'select secret_encrypted as sealed from webhook_secrets where endpoint_id = $1',
    [broken.id],
  )
  const swap = 'update webhook_secrets set secret_encrypted = $2 where endpoint_id = $1'
  // The ciphertext of another row, as an attacker with database access could copy it.
  await platform.owner.query(
    'update webhook_secrets set secret_encrypted = (select secret_encrypted from webhook_secrets where endpoint_id = $2) where endpoint_id = $1',
    [broken.id, sound.id],
  )
  await book()
  await settled(sound, 'SUCCEEDED')
  await eventually(async () => (await deliveriesOf(broken))[0]?.last_error === 'internal_error')
  await pause(A_WHILE_MS)
  const [row] = await deliveriesOf(broken)
  assert.deepEqual([row?.state, row?.attempt, requests(broken).length], ['PENDING', 0, 0])
  assert.equal((await healthOf(broken)).consecutive_failures, 0, 'the endpoint did not fail')
  await platform.owner.query(swap, [broken.id, rows[0].sealed])
  await platform.advance(61)
  const [delivered] = await settled(broken, 'SUCCEEDED')
  assert.equal(delivered?.attempt, 1)
  await unsubscribe(broken)
  await unsubscribe(sound)
})
