import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { eventually } from '../../../../testing/eventually.ts'
import { startPlatform } from '../../../../testing/harness.ts'
import { scopes } from '../../../actor.ts'
import { catalog, type EventKind, eventKinds } from '../../../events/catalog.ts'
import { isSigned, ok, startReceiver, status } from './receiver-testing.ts'
import { type Subscription, subscriber } from './subscriber-testing.ts'

const platform = await startPlatform()
const receiver = await startReceiver()
const { subscribe, book, settled } = subscriber(platform, receiver)
const { owner } = platform
const token = await platform.tokenOf('sandbox-admin')

const send = (method: string, path: string, body?: object, client = token) =>
  platform.call(method, `/api/webhooks/${path}`, { token: client, body })
const list = async ({ id }: Subscription, query = '') => (await send('GET', `${id}/deliveries?${query}`)).body
// biome-ignore lint/suspicious/noExplicitAny: the API's answer
const idsOf = ({ deliveries }: any): string[] => deliveries.map(({ id }: { id: string }) => id)
const resend = (id: string, client = token) => send('POST', `deliveries/${id}/resend`, undefined, client)

/** Marks all deliveries of an endpoint as finished. */
const end = ({ id }: Subscription, state: string) =>
  owner.query(`update webhook_deliveries set state = $2, attempt = 4, finished_at = now() where endpoint_id = $1`, [
    id,
    state,
  ])

/** A delivery that failed permanently. */
async function failed(client?: string): Promise<{ endpoint: Subscription; id: string; eventId: string }> {
  receiver.answer = status(500)
  const endpoint = await subscribe(client === undefined ? {} : { client })
  await book()
  await eventually(async () => (await list(endpoint)).deliveries[0]?.lastStatus === 500)
  await end(endpoint, 'FAILED')
  receiver.answer = ok
  const [{ id, eventId }] = (await list(endpoint)).deliveries
  return { endpoint, id, eventId }
}

/** Deletes a test's endpoints, so that they get no events of the next test. */
const forget = () => owner.query('update webhook_endpoints set deleted_at = now() where deleted_at is null')

test('a receiver that never answers has 15 seconds', async () => {
  await forget()
  receiver.answer = () => {}
  const endpoint = await subscribe()
  await book()
  let delivery: { attempts: { error: string; durationMs: number }[] } | undefined
  await eventually(async () => {
    const [listed] = (await list(endpoint)).deliveries
    if (listed) delivery = (await send('GET', `deliveries/${listed.id}`)).body.delivery
    return delivery?.attempts.length === 1
  })
  receiver.answer = ok
  const [attempt] = delivery!.attempts
  assert.equal(attempt!.error, 'timeout')
  assert.ok(attempt!.durationMs >= 15_000, `${attempt!.durationMs} ms`)
})

describe('a test event', () => {
  test('arrives only at its endpoint, signed, with data of its kind', async () => {
    await forget()
    const [endpoint, other] = [await subscribe(), await subscribe()]
    for (const kind of eventKinds) {
      const answer = await send('POST', `${endpoint.id}/test`, { event: kind })
      assert.equal(answer.status, 200, answer.text)
      const { id, eventId, event, state } = answer.body.delivery
      assert.deepEqual([event, state], [kind, 'PENDING'])
      const [request] = (await receiver.waitFor(receiver.requestsTo(endpoint.path).length + 1, endpoint.path)).slice(-1)
      await eventually(async () => (await send('GET', `deliveries/${id}`)).body.delivery.state === 'SUCCEEDED')
      const sent = receiver.requestsTo(endpoint.path).find((request) => request.event.id === eventId)!
      assert.ok(request && isSigned(sent, endpoint.secret))
      assert.equal(sent.headers['x-mc-test'], 'true')
      const { data } = sent.event
      assert.deepEqual(catalog[kind as EventKind].data.strict().parse(data), data)
      const eventAnswer = await platform.call('GET', `/api/events/${eventId}`, { token })
      assert.ok(
        eventAnswer.text.startsWith(`{"event":${sent.body.toString()}`),
        'the event shows the bytes that were sent',
      )
    }
    assert.equal(receiver.requestsTo(other.path).length, 0)
    const { rows } = await owner.query('select distinct test from events where id = any($1)', [
      receiver.requestsTo(endpoint.path).map(({ event }) => event.id),
    ])
    assert.deepEqual(rows, [{ test: true }])
    const events = await platform.call('GET', '/api/events?pageSize=100', { token })
    assert.ok(!events.text.includes(receiver.requestsTo(endpoint.path)[0]!.event.id), 'no list of events contains it')
  })

  test('has by default a subscribed kind, and may have any other', async () => {
    const endpoint = await subscribe({ events: ['review.created', 'patient.created'] })
    assert.equal((await send('POST', `${endpoint.id}/test`)).body.delivery.event, 'review.created')
    assert.equal((await send('POST', `${endpoint.id}/test`, { event: 'payment.succeeded' })).status, 200)
    assert.equal((await send('POST', `${(await subscribe()).id}/test`)).body.delivery.event, 'appointment.created')
    const unknown = await send('POST', `${endpoint.id}/test`, { event: 'order.created' })
    assert.deepEqual([unknown.status, unknown.body.error.details[0].path], [422, ['event']])
    await send('POST', `${endpoint.id}/disable`)
    const disabled = await send('POST', `${endpoint.id}/test`)
    assert.equal(disabled.status, 409)
    assert.deepEqual(disabled.body.error.details, { webhook: { id: endpoint.id, status: 'DISABLED_USER' } })
  })
})

describe('the list of deliveries', () => {
  test('is paged with cursors, stable while events arrive', async () => {
    await forget()
    const endpoint = await subscribe()
    for (let n = 0; n < 7; n++) await book()
    await settled(endpoint, 'SUCCEEDED', 7)
    const all = idsOf(await list(endpoint, 'pageSize=100'))
    assert.deepEqual(all, all.toSorted().reverse(), 'newest first')
    const scanned: string[] = []
    let page = await list(endpoint, 'pageSize=3')
    for (;;) {
      scanned.push(...idsOf(page))
      await book()
      if (page.nextCursor === null) break
      page = await list(endpoint, `pageSize=3&cursor=${page.nextCursor}`)
    }
    assert.deepEqual(scanned, all)
    assert.equal((await list(endpoint, 'pageSize=100')).nextCursor, null)
  })

  test('shows all fields, and filters by state, kind and time', async () => {
    await forget()
    const endpoint = await subscribe()
    await book()
    await settled(endpoint, 'SUCCEEDED')
    receiver.answer = status(503)
    const before = new Date(platform.services.clock.nowMs()).toISOString()
    await book()
    await eventually(async () => (await list(endpoint, 'state=PENDING')).deliveries[0]?.lastStatus === 503)
    receiver.answer = ok
    const [waiting] = (await list(endpoint, 'state=PENDING,FAILED')).deliveries
    const { id, eventId, createdAt, nextAttemptAt, ...rest } = waiting
    assert.match(id, /^dlv_/)
    assert.match(eventId, /^evt_/)
    assert.ok(createdAt < nextAttemptAt)
    assert.deepEqual(rest, {
      webhookId: endpoint.id,
      event: 'appointment.created',
      test: false,
      state: 'PENDING',
      attempt: 1,
      trigger: 'AUTO',
      lastStatus: 503,
      lastError: 'http_error',
      finishedAt: null,
    })
    const count = async (query: string) => (await list(endpoint, query)).deliveries.length
    assert.equal(await count('state=SUCCEEDED'), 1)
    assert.equal(await count('state=SUCCEEDED,SUCCEEDED,PENDING'), 2)
    assert.equal(await count('event=appointment.created,review.created'), 2)
    assert.equal(await count('event=review.created'), 0)
    assert.equal(await count(`from=${before}`), 1)
    assert.equal(await count(`to=${before}`), 1)
    assert.equal(await count(`from=${before}&to=${before}`), 0)
    for (const query of ['state=DONE', 'event=order.created', 'from=yesterday', 'cursor=x', 'cursor=dlv_1_2_3']) {
      const answer = await send('GET', `${endpoint.id}/deliveries?${query}`)
      assert.deepEqual([answer.status, answer.body.error.details[0].path[0]], [422, query.split('=')[0]], query)
    }
  })

  test('finds a few deliveries of one state among very many of another', async () => {
    await forget()
    const endpoint = await subscribe()
    await many(endpoint.id, 30_000)
    await owner.query(
      `update webhook_deliveries set state = 'FAILED'
       where endpoint_id = $1 and event_id in (select min(event_id) from webhook_deliveries where endpoint_id = $1)`,
      [endpoint.id],
    )
    await owner.query('analyze')
    assert.equal((await list(endpoint, 'state=FAILED,CANCELLED,HELD')).deliveries.length, 1)
    // No delivery has this kind: each call searches up to a limit and returns its position.
    const scanned = new Set<string | null>()
    for (let page = await list(endpoint, 'event=payment.refunded'); ; ) {
      assert.deepEqual(page.deliveries, [])
      scanned.add(page.nextCursor)
      if (page.nextCursor === null) break
      page = await list(endpoint, `event=payment.refunded&cursor=${page.nextCursor}`)
    }
    assert.equal(scanned.size, 3)
    const oldest = (await list(endpoint, 'state=FAILED')).deliveries[0].id
    await owner.query(`update events set kind = 'payment.refunded' where id = $1`, [`evt_${oldest.slice(4, 36)}`])
    const found: string[] = []
    for (let page = await list(endpoint, 'event=payment.refunded'); ; ) {
      found.push(...idsOf(page))
      if (page.nextCursor === null) break
      page = await list(endpoint, `event=payment.refunded&cursor=${page.nextCursor}`)
    }
    assert.deepEqual(found, [oldest])
    let cursor = (await list(endpoint, 'pageSize=100')).nextCursor
    for (let n = 0; n < 5; n++) cursor = (await list(endpoint, `pageSize=100&cursor=${cursor}`)).nextCursor
    assert.ok(cursor)
  })
})

/** Inserts events delivered to an endpoint, by SQL. */
async function many(endpointId: string, count: number): Promise<void> {
  await owner.query(
    `with made as (
       insert into events (tenant_id, id, kind, subject_id, audience, body, created_at)
       select 'ten_sandbox', new_id('evt'), 'review.created', 'rev_1', '{}', '{}', now() from generate_series(1, $2)
       returning tenant_id, id
     )
     insert into webhook_deliveries (tenant_id, event_id, endpoint_id, state, next_at, finished_at)
     select tenant_id, id, $1, 'SUCCEEDED', now(), now() from made`,
    [endpointId, count],
  )
}

describe('a delivery', () => {
  test('is shown with its requests', async () => {
    await forget()
    const { id, eventId } = await failed()
    const { delivery } = (await send('GET', `deliveries/${id}`)).body
    assert.equal(delivery.eventId, eventId)
    const [{ at, durationMs, ...rest }] = delivery.attempts
    assert.deepEqual(rest, { attempt: 1, redundant: false, status: 500, error: 'http_error', responseHead: 'no' })
    assert.ok(Date.parse(at) > 0 && durationMs >= 0)
  })

  test('is resent with the same event id and bytes, repeatedly', async () => {
    await forget()
    const { endpoint, id, eventId } = await failed()
    for (let n = 1; n <= 3; n++) {
      const answer = await resend(id)
      assert.equal(answer.status, 200, answer.text)
      assert.deepEqual(
        [answer.body.delivery.id, answer.body.delivery.trigger, answer.body.delivery.attempt],
        [id.replace(/0$/, String(n)), 'MANUAL', 0],
      )
      const requests = await receiver.waitFor(1 + n, endpoint.path)
      assert.ok(requests[n]!.body.equals(requests[0]!.body))
      assert.equal(requests[n]!.event.id, eventId)
      assert.equal(requests[n]!.headers['x-mc-delivery'], answer.body.delivery.id)
    }
    await eventually(async () => (await list(endpoint, 'state=SUCCEEDED')).deliveries.length === 3)
    assert.equal(
      (await send('GET', `deliveries/${id}`)).body.delivery.state,
      'FAILED',
      'the first delivery stays unchanged',
    )
    const { deliveries } = (await platform.call('GET', `/api/events/${eventId}`, { token })).body
    assert.deepEqual(
      deliveries.map(({ trigger }: { trigger: string }) => trigger),
      ['AUTO', 'MANUAL', 'MANUAL', 'MANUAL'],
    )
  })

  test('is resent and sent early without any other delivery', async () => {
    await forget()
    receiver.answer = status(500)
    const endpoints = [await subscribe(), await subscribe()]
    for (let n = 0; n < 2; n++) await book()
    const idsByEndpoint = async () => Promise.all(endpoints.map(async (endpoint) => idsOf(await list(endpoint))))
    await eventually(async () =>
      (await Promise.all(endpoints.map((endpoint) => list(endpoint)))).every(
        ({ deliveries }) => deliveries.filter((one: { lastStatus: number }) => one.lastStatus === 500).length === 2,
      ),
    )
    const [[id, ofOtherEvent], [ofOtherEndpoint]] = (await idsByEndpoint()) as [[string, string], [string, string]]
    const attemptsOf = async (delivery: string) =>
      (await send('GET', `deliveries/${delivery}`)).body.delivery.attempts.length
    const succeeded = (count: number) =>
      eventually(async () => (await list(endpoints[0]!, 'state=SUCCEEDED')).deliveries.length === count)
    receiver.answer = ok
    await resend(id)
    await succeeded(1)
    const { rows } = await owner.query(`select outcome from audit_log where subject_id = $1`, [id])
    assert.deepEqual(rows, [{ outcome: 'OK' }])
    const others = [ofOtherEvent, ...(await idsByEndpoint())[1]!]
    for (const one of others)
      assert.equal((await send('GET', `deliveries/${one}`)).body.delivery.state, 'PENDING', 'they wait as before')
    assert.deepEqual([await attemptsOf(id), await attemptsOf(ofOtherEvent)], [2, 1])
    for (const endpoint of endpoints) await end(endpoint, 'FAILED')
    const numberOf = async (delivery: string) => (await resend(delivery)).body.delivery.id.split('_').at(-1)
    const numbers = []
    for (const one of [id, id, ofOtherEvent, ofOtherEndpoint]) numbers.push(await numberOf(one))
    assert.deepEqual(numbers, ['1', '2', '1', '1'])
    await succeeded(3)
    assert.equal(await attemptsOf(id), 2, 'those of a resend are its own')
  })

  test('is resent 9999 times at most, as its id has four digits for them', async () => {
    await forget()
    const { endpoint, id, eventId } = await failed()
    await owner.query(
      `insert into webhook_deliveries (tenant_id, event_id, endpoint_id, n, state, attempt, next_at, trigger, finished_at)
       select tenant_id, event_id, endpoint_id, 9998, 'FAILED', 1, now(), 'MANUAL', now()
       from webhook_deliveries
       where event_id = $1 and endpoint_id = $2`,
      [eventId, endpoint.id],
    )
    const last = await resend(id)
    assert.deepEqual([last.status, last.body.delivery.id], [200, id.replace(/0$/, '9999')])
    await eventually(async () => (await list(endpoint, 'state=SUCCEEDED')).deliveries.length === 1)
    const refused = await resend(id)
    assert.deepEqual([refused.status, refused.body.error.code], [409, 'CONFLICT'])
    assert.match(refused.body.error.message, /at most 9999 times/)
  })

  test('is sent at once on request while it waits, as the same delivery', async () => {
    await forget()
    receiver.answer = status(500)
    const endpoint = await subscribe()
    await book()
    await eventually(async () => (await list(endpoint)).deliveries[0]?.lastStatus === 500)
    await end(endpoint, 'FAILED')
    await resend((await list(endpoint)).deliveries[0].id)
    await eventually(async () => (await list(endpoint)).deliveries[0]?.lastStatus === 500)
    receiver.answer = ok
    const [{ id }] = (await list(endpoint)).deliveries
    const answer = await resend(id)
    assert.deepEqual([answer.status, answer.body.delivery.id, answer.body.delivery.state], [200, id, 'PENDING'])
    const deliveries = async () =>
      (await list(endpoint)).deliveries.map(({ state, attempt }: { state: string; attempt: number }) => [
        state,
        attempt,
      ])
    await eventually(async () => (await deliveries())[0][0] === 'SUCCEEDED')
    assert.deepEqual(
      await deliveries(),
      [
        ['SUCCEEDED', 2],
        ['FAILED', 4],
      ],
      'the earlier delivery stays',
    )
  })

  test('gets a distinct number from each of twenty concurrent resends', async () => {
    await forget()
    const { endpoint, id } = await failed()
    const second: string = (await resend(id)).body.delivery.id
    await eventually(async () => (await list(endpoint, 'state=SUCCEEDED')).deliveries.length === 1)
    const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => resend(at % 2 ? id : second)))
    assert.deepEqual(new Set(answers.map((answer) => answer.status)), new Set([200]))
    assert.equal(new Set(answers.map(({ body }) => body.delivery.id)).size, 20)
    await receiver.waitFor(22, endpoint.path)
  })

  test('is not resent while it is being sent, nor to a disabled webhook', async () => {
    await forget()
    const { endpoint, id } = await failed()
    receiver.answer = (response) => setTimeout(() => response.end(), 1500)
    const next = (await resend(id)).body.delivery.id
    await eventually(async () => (await list(endpoint, 'state=SENDING')).deliveries.length === 1)
    assert.equal((await resend(next)).status, 409)
    receiver.answer = ok
    await eventually(async () => (await list(endpoint, 'state=SUCCEEDED')).deliveries.length === 1)
    await send('POST', `${endpoint.id}/disable`)
    const disabled = await resend(id)
    assert.deepEqual(
      [disabled.status, disabled.body.error.details],
      [409, { webhook: { id: endpoint.id, status: 'DISABLED_USER' } }],
    )
  })

  test('is not resent when the webhook’s client may no longer read it', async () => {
    await forget()
    const { endpoint, id } = await failed('sandbox-doctor')
    const all = Object.keys(scopes)
    const grant = (granted: string[]) =>
      owner.query(`update clients set scopes = $1 where id = 'sandbox-doctor'`, [granted])
    const refused = async (reason: string) => assert.equal((await resend(id)).status, 403, reason)
    await grant(all.filter((scope) => scope !== 'appointments:read'))
    await refused('the scope is gone')
    await grant(all)
    await owner.query(`update clients set disabled_at = now() where id = 'sandbox-doctor'`)
    await refused('the client is disabled')
    await owner.query(
      `update clients set disabled_at = null, acts_as = 'usr_sandbox_dentist' where id = 'sandbox-doctor'`,
    )
    await refused('its user is another')
    await owner.query(`update clients set acts_as = 'usr_sandbox_doctor' where id = 'sandbox-doctor'`)
    assert.equal((await list(endpoint)).deliveries.length, 1)
    assert.equal((await resend(id)).status, 200)
  })

  test('is not found for another client or tenant, or a deleted webhook', async () => {
    await forget()
    const { endpoint, id } = await failed()
    for (const client of ['sandbox-doctor', 'sandbox-b-admin']) {
      const stranger = await platform.tokenOf(client)
      assert.equal((await send('GET', `deliveries/${id}`, undefined, stranger)).status, 404)
      assert.equal((await resend(id, stranger)).status, 404)
    }
    for (const unknown of [`${id}0`, id.replace(/0$/, '7'), id.toUpperCase(), 'dlv_1', 'whk_1'])
      assert.equal((await send('GET', `deliveries/${unknown}`)).status, 404, unknown)
    await send('DELETE', endpoint.id)
    assert.equal((await send('GET', `deliveries/${id}`)).status, 404)
    assert.equal((await resend(id)).status, 404)
  })
})
