import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { startChild, tokenAt } from '../../../../../testing/child.ts'
import { eventually } from '../../../../../testing/eventually.ts'
import { asOwner, newDatabase, startPlatform } from '../../../../../testing/harness.ts'
import { createMonth, monthBack } from '../../../../../testing/months.ts'
import { testMasterKeys } from '../../../../../testing/roles.ts'
import { startReceiver } from '../receiver-testing.ts'
import { subscriber } from '../subscriber-testing.ts'

const platform = await startPlatform()
const receiver = await startReceiver()
const { subscribe, unsubscribe } = subscriber(platform, receiver)
const { owner } = platform
const token = await platform.tokenOf('sandbox-admin')

const call = (method: string, path: string, body?: object, bearer = token) =>
  platform.call(method, `/api/webhooks/${path}`, { token: bearer, body })
const recover = (id: string, body: object, bearer = token) => call('POST', `${id}/recover`, body, bearer)
const newest = async (id: string) => (await call('GET', `${id}/recoveries`)).body.recoveries[0]
await createMonth(owner, monthBack(1), ['events', 'webhook_deliveries']) // of events 30 hours ago on the first day of a month
const hoursAgo = (hours: number) => new Date(platform.services.clock.nowMs() - hours * 3_600_000).toISOString()

/** Inserts past events, one second apart, each with a delivery to an endpoint in the given state. */
const failedEvents = `
  with made as (
    insert into events (tenant_id, id, kind, subject_id, audience, body, created_at)
    select 'ten_sandbox', id_floor('evt', at) || substr(new_id('evt'), 17), $3, 'apt_1', $4, '{}', at
    from generate_series(1, $2) as n
    cross join lateral (select now() - make_interval(hours => $5) + n * interval '1 second' as at) happened
    returning tenant_id, id
  )
  insert into webhook_deliveries (tenant_id, event_id, endpoint_id, state, attempt, next_at, finished_at)
  select tenant_id, id, $1, $6, 4, now(), now() from made
  returning event_id`

type EventOptions = { kind?: string; audience?: string[]; hoursAgo?: number; state?: string }

async function make(endpointId: string, count: number, created: EventOptions = {}): Promise<string[]> {
  const { kind = 'appointment.created', audience = [], hoursAgo = 2, state = 'FAILED' } = created
  const { rows } = await owner.query(failedEvents, [endpointId, count, kind, audience, hoursAgo, state])
  return rows.map(({ event_id }) => event_id)
}

const resentOf = async (
  endpointId: string,
): Promise<{ event_id: string; n: number; trigger: string; rank: number }[]> =>
  (
    await owner.query(
      `select event_id, n, trigger, rank from webhook_deliveries where endpoint_id = $1 and trigger <> 'AUTO' order by event_id, n`,
      [endpointId],
    )
  ).rows

/** Holds the lock of an endpoint's resends meanwhile. */
async function withoutResends<T>(endpointId: string, work: () => Promise<T>): Promise<T> {
  const holder = await owner.connect()
  try {
    await holder.query('begin')
    await holder.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`resends:ten_sandbox:${endpointId}`])
    return await work()
  } finally {
    await holder.query('rollback')
    holder.release()
  }
}

async function done(id: string) {
  await eventually(async () => (await newest(id)).state === 'DONE', 'the end of the recovery')
  return newest(id)
}

describe('a recovery', () => {
  test('resends the failed events of the period and nothing else', async () => {
    const endpoint = await subscribe()
    const [older, , newer] = [
      await make(endpoint.id, 3, { hoursAgo: 30 }),
      await make(endpoint.id, 3, { state: 'SUCCEEDED' }),
      await make(endpoint.id, 600),
    ]
    await recover(endpoint.id, { since: hoursAgo(40), until: hoursAgo(20) })
    assert.equal((await done(endpoint.id)).resent, 3)
    const answer = await recover(endpoint.id, { since: hoursAgo(24), until: hoursAgo(-1) })
    assert.equal(answer.status, 200, answer.text)
    const { id, since, until, createdAt, ...rest } = answer.body.recovery
    assert.match(id, /^rcv_/)
    assert.ok(since < until && createdAt)
    assert.ok(until <= hoursAgo(0), 'until now at the latest')
    assert.deepEqual(rest, { state: 'RUNNING', resent: 0, finishedAt: null })
    const end = await done(endpoint.id)
    assert.deepEqual([end.id, end.resent, end.since], [id, 600, since])
    assert.ok(end.finishedAt >= createdAt)
    assert.deepEqual(
      await resentOf(endpoint.id),
      [...older, ...newer].toSorted().map((event_id) => ({ event_id, n: 1, trigger: 'RECOVERY', rank: 2 })),
    )
    await receiver.waitFor(603, endpoint.path)
    const list = (await call('GET', `${endpoint.id}/recoveries?pageSize=1`)).body
    assert.deepEqual([list.recoveries.length, list.pagination.total], [1, 2])
    await unsubscribe(endpoint)
  })

  test('considers only the last delivery of an event, and keeps urgent events urgent', async () => {
    const [endpoint, other] = [await subscribe(), await subscribe()]
    const [twice, mended] = await make(endpoint.id, 2)
    const [again] = await make(endpoint.id, 1, { state: 'SUCCEEDED', hoursAgo: 1 })
    await owner.query(
      `insert into webhook_deliveries (tenant_id, event_id, endpoint_id, n, state, attempt, next_at, rank, trigger, finished_at)
       values ('ten_sandbox', $2, $1, 1, 'FAILED', 4, now(), 0, 'MANUAL', now()),
         ('ten_sandbox', $3, $1, 1, 'SUCCEEDED', 1, now(), 1, 'MANUAL', now()),
         ('ten_sandbox', $4, $1, 1, 'FAILED', 4, now(), 0, 'MANUAL', now()),
         ('ten_sandbox', $4, $5, 2, 'SUCCEEDED', 1, now(), 0, 'MANUAL', now())`,
      [endpoint.id, twice, mended, again, other.id],
    )
    await recover(endpoint.id, { since: hoursAgo(24) })
    assert.equal((await done(endpoint.id)).resent, 2)
    assert.deepEqual(
      (await resentOf(endpoint.id)).filter(({ trigger }) => trigger === 'RECOVERY'),
      [twice, again].map((event_id) => ({ event_id, n: 2, trigger: 'RECOVERY', rank: 0 })),
    )
    for (const one of [endpoint, other]) await unsubscribe(one)
  })

  test('skips test events, and events that were resent as often as possible', async () => {
    const endpoint = await subscribe()
    const [real, forTest, exhausted] = await make(endpoint.id, 3)
    await owner.query('update events set test = true where id = $1', [forTest])
    await owner.query(
      `insert into webhook_deliveries (tenant_id, event_id, endpoint_id, n, state, attempt, next_at, trigger, finished_at)
       values ('ten_sandbox', $2, $1, 9999, 'FAILED', 4, now(), 'MANUAL', now())`,
      [endpoint.id, exhausted],
    )
    await recover(endpoint.id, { since: hoursAgo(24) })
    assert.equal((await done(endpoint.id)).resent, 1)
    assert.deepEqual(
      (await resentOf(endpoint.id)).map(({ event_id, trigger }) => [event_id, trigger]),
      [
        [real, 'RECOVERY'],
        [exhausted, 'MANUAL'],
      ],
    )
    await unsubscribe(endpoint)
  })

  test('skips events that the webhook’s client may no longer read', async () => {
    const endpoint = await subscribe({ client: 'sandbox-doctor' })
    // The scopes of other webhooks do not matter. These have been deleted.
    const { rowCount } = await owner.query(
      `update webhook_endpoints set scopes = '{invoices:read}' where tenant_id = 'ten_sandbox' and id <> $1`,
      [endpoint.id],
    )
    assert.ok(rowCount! > 0)
    const [mine] = await make(endpoint.id, 1, { audience: ['usr_sandbox_doctor'] })
    await make(endpoint.id, 1, { audience: ['usr_sandbox_dentist'] })
    await make(endpoint.id, 1, { audience: ['usr_sandbox_doctor'], kind: 'payment.succeeded' })
    const { rows } = await owner.query(`select scopes from clients where id = 'sandbox-doctor'`)
    const grant = (scopes: string[]) =>
      owner.query(`update clients set scopes = $1 where id = 'sandbox-doctor'`, [scopes])
    await grant(rows[0].scopes.filter((scope: string) => scope !== 'invoices:read'))
    await recover(endpoint.id, { since: hoursAgo(24) })
    assert.equal((await done(endpoint.id)).resent, 1)
    assert.deepEqual(
      (await resentOf(endpoint.id)).map(({ event_id }) => event_id),
      [mine],
    )
    await grant(rows[0].scopes)
    await unsubscribe(endpoint)
  })

  test('skips lab orders that are no longer at the laboratory of the webhook', async () => {
    const endpoint = await subscribe({ client: 'sandbox-laboratory' })
    const created = { audience: ['usr_sandbox_laboratory'], kind: 'lab_order.created' }
    const [[here], [elsewhere]] = [await make(endpoint.id, 1, created), await make(endpoint.id, 1, created)]
    for (const [event, where] of [
      [here, `= 'usr_sandbox_laboratory'`],
      [elsewhere, 'is null'],
    ])
      await owner.query(
        `update events
         set subject_id = (
           select id from lab_orders
           where tenant_id = 'ten_sandbox' and laboratory_id ${where} and status <> 'CANCELLED'
           limit 1)
         where id = $1`,
        [event],
      )
    await recover(endpoint.id, { since: hoursAgo(24) })
    assert.equal((await done(endpoint.id)).resent, 1)
    assert.deepEqual(
      (await resentOf(endpoint.id)).map(({ event_id }) => event_id),
      [here],
    )
    await unsubscribe(endpoint)
  })

  test('runs once per webhook under concurrent requests', async () => {
    const [other, endpoint] = [await subscribe(), await subscribe()]
    await recover(endpoint.id, { since: hoursAgo(48) })
    await done(endpoint.id)
    await make(endpoint.id, 1200)
    await make(other.id, 1)
    // A recovery that ended before the last request arrives would let it begin another one.
    const answers = await withoutResends(other.id, async () => {
      await recover(other.id, { since: hoursAgo(24) })
      return withoutResends(endpoint.id, () =>
        Promise.all(Array.from({ length: 20 }, () => recover(endpoint.id, { since: hoursAgo(24) }))),
      )
    })
    const begun = answers.filter(({ status }) => status === 200)
    assert.equal(begun.length, 1)
    for (const { status, body } of answers) {
      if (status !== 200)
        assert.deepEqual([status, body.error.details], [409, { recovery: { id: begun[0]!.body.recovery.id } }])
    }
    assert.equal((await done(endpoint.id)).resent, 1200)
    for (const one of [endpoint, other]) await unsubscribe(one)
  })

  test('creates other deliveries than concurrent manual resends', async () => {
    const endpoint = await subscribe()
    const events = await make(endpoint.id, 1500)
    const id = (event: string) => `dlv_${event.slice(4)}_${endpoint.id.slice(4)}_0`
    await recover(endpoint.id, { since: hoursAgo(24) })
    const answers = await Promise.all(
      events.slice(700, 800).map((event) => call('POST', `deliveries/${id(event)}/resend`)),
    )
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
    await done(endpoint.id)
    const resent = new Map<string, number>()
    for (const { event_id } of await resentOf(endpoint.id)) resent.set(event_id, (resent.get(event_id) ?? 0) + 1)
    assert.equal(resent.size, 1500, 'every event was resent')
    assert.ok([...resent.values()].every((count) => count <= 2))
    await unsubscribe(endpoint)
  })

  test('is cancelled when its webhook is deleted', async () => {
    const [endpoint, other] = [await subscribe(), await subscribe()]
    await make(endpoint.id, 3000)
    await make(other.id, 10)
    await withoutResends(other.id, async () => {
      assert.equal((await recover(other.id, { since: hoursAgo(24) })).status, 200)
      assert.equal((await recover(endpoint.id, { since: hoursAgo(24) })).status, 200, 'another webhook has its own')
      await unsubscribe(endpoint)
    })
    assert.equal((await done(other.id)).resent, 10)
    assert.equal((await call('GET', `${other.id}/recoveries`)).body.pagination.total, 1)
    await unsubscribe(other)
    const { rows } = await owner.query('select state, resent from webhook_recoveries where endpoint_id = $1', [
      endpoint.id,
    ])
    assert.equal(rows[0].state, 'CANCELLED')
    assert.ok(rows[0].resent < 3000)
    await eventually(async () => {
      const remaining = await owner.query(
        `select from webhook_deliveries where endpoint_id = $1 and state not in ('FAILED', 'CANCELLED', 'SUCCEEDED')`,
        [endpoint.id],
      )
      return remaining.rowCount === 0
    }, 'its deliveries to be cancelled')
  })

  test('needs a past period of at most 14 days and an enabled webhook', async () => {
    const endpoint = await subscribe()
    for (const [body, path] of [
      [{}, 'since'],
      [{ since: 'yesterday' }, 'since'],
      [{ since: hoursAgo(-1) }, 'since'],
      [{ since: hoursAgo(-1), until: hoursAgo(-2) }, 'since'],
      [{ since: hoursAgo(2), until: hoursAgo(3) }, 'until'],
      [{ since: hoursAgo(2), until: hoursAgo(2) }, 'until'],
      [{ since: hoursAgo(14 * 24 + 1) }, 'since'],
      [{ since: hoursAgo(1000), until: hoursAgo(1000 - 14 * 24 - 1) }, 'since'],
    ] as const) {
      const answer = await recover(endpoint.id, body)
      assert.deepEqual([answer.status, answer.body.error.details[0].path], [422, [path]], JSON.stringify(body))
    }
    await call('POST', `${endpoint.id}/disable`)
    const disabled = await recover(endpoint.id, { since: hoursAgo(1) })
    assert.deepEqual(
      [disabled.status, disabled.body.error.details],
      [409, { webhook: { id: endpoint.id, status: 'DISABLED_USER' } }],
    )
    await unsubscribe(endpoint)
  })
})

test('a recovery continues after its server is killed and sends nothing twice', async () => {
  const COUNT = 5000
  const ownerUrl = await newDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'medina-killed-'))
  after(() => rm(dataDir, { recursive: true }))
  const port = String(randomInt(20_000, 32_000))
  const child = startChild({
    PORT: port,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DATABASE_URL: ownerUrl,
    MASTER_KEY: testMasterKeys[0]!.toString('base64'),
    DATA_DIR: dataDir,
  })
  after(() => child.end('SIGKILL'))
  await child.ready()
  const authorization = `Bearer ${await tokenAt(child.url, 'sandbox-admin')}`
  const post = async (path: string, body: object) => {
    const headers = { authorization, 'content-type': 'application/json' }
    const response = await fetch(`${child.url}/api/webhooks${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    assert.ok(response.ok, await response.clone().text())
    return (await response.json()) as { webhook: { id: string } } // only for registrations
  }
  const { id } = (await post('', { url: `${receiver.url}/killed` })).webhook

  await asOwner(ownerUrl, async (ownerClient) => {
    await ownerClient.query(failedEvents, [id, COUNT, 'appointment.created', [], 2, 'FAILED'])
    const progress = async () =>
      (await ownerClient.query('select state, resent, position from webhook_recoveries')).rows[0]
    await post(`/${id}/recover`, { since: hoursAgo(24) })
    await eventually(async () => (await progress()).resent >= 1000, 'a part of the recovery')
    await child.end('SIGKILL')
    const remaining = await progress()
    assert.equal(remaining.state, 'RUNNING')
    assert.ok(remaining.resent < COUNT, `killed in the middle, after ${remaining.resent}`)

    const next = await startPlatform({}, ownerUrl)
    await eventually(async () => (await progress()).state === 'DONE', 'the rest of the recovery')
    assert.equal((await progress()).resent, COUNT)
    const created = await ownerClient.query(
      `select count(*)::int as rows, count(distinct event_id)::int as events, max(n) as n
       from webhook_deliveries where trigger = 'RECOVERY'`,
    )
    assert.deepEqual(created.rows, [{ rows: COUNT, events: COUNT, n: 1 }])
    await eventually(
      async () =>
        (await ownerClient.query(`select from webhook_deliveries where state in ('PENDING', 'SENDING')`)).rowCount ===
        0,
      'all to arrive',
    )
    const lost = await ownerClient.query(
      `select from webhook_deliveries where trigger = 'RECOVERY' and state <> 'SUCCEEDED'`,
    )
    assert.equal(lost.rowCount, 0)
    await next.stop()
  })
})
