import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newClinic, newPerson, type Person } from '../../../../testing/factories.ts'
import { startPlatform } from '../../../../testing/harness.ts'

const platform = await startPlatform()
const { owner } = platform

type Shown = { id: string; webhookId: string; eventId: string; event: string; state: string }
type Listed = { deliveries: Shown[]; nextCursor: string | null }

async function list(caller: Person, query = ''): Promise<Listed> {
  const answer = await platform.call('GET', `/api/webhooks/deliveries?${query}`, { token: caller.token })
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}

/** All pages, with the number of calls. */
async function walk(caller: Person, query: string): Promise<{ all: Shown[]; calls: number }> {
  const all: Shown[] = []
  for (let cursor = '', calls = 1; ; calls++) {
    const { deliveries, nextCursor } = await list(caller, query + cursor)
    all.push(...deliveries)
    if (nextCursor === null) return { all, calls }
    cursor = `&cursor=${nextCursor}`
  }
}

async function register(caller: Person): Promise<string> {
  const body = { url: 'http://localhost:9009/', events: ['payment.refunded'] }
  const answer = await platform.call('POST', '/api/webhooks', { token: caller.token, body })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.webhook.id
}

const states = ['SUCCEEDED', 'FAILED', 'CANCELLED']

/** Finished deliveries of new events to each webhook, some of them twice; every fifth event has another kind. */
async function deliver(tenantId: string, webhooks: string[], count: number): Promise<void> {
  await owner.query(
    `with made as (
       insert into events (tenant_id, id, kind, subject_id, audience, body, created_at)
       select $1, new_id('evt'), case when i % 5 = 0 then 'patient.created' else 'review.created' end, 'rev_1', '{}', '{}', now()
       from generate_series(1, $3) i
       returning tenant_id, id
     )
     insert into webhook_deliveries (tenant_id, event_id, endpoint_id, n, state, next_at, finished_at)
     select m.tenant_id, m.id, w.id, n, ($4::text[])[1 + abs(hashtext(m.id || w.id || n)) % 3], now(), now()
     from made m
     cross join unnest($2::text[]) w (id)
     cross join generate_series(0, abs(hashtext(m.id || w.id)) % 2) n`,
    [tenantId, webhooks, count, states],
  )
}

/** The same by SQL. */
async function expected(webhooks: string[], where = 'true'): Promise<string[]> {
  const { rows } = await owner.query<{ id: string }>(
    `select 'dlv_' || substr(d.event_id, 5) || '_' || substr(d.endpoint_id, 5) || '_' || d.n as id
     from webhook_deliveries d
     join events v on v.tenant_id = d.tenant_id and v.id = d.event_id
     where d.endpoint_id = any($1) and ${where}
     order by d.event_id desc, d.endpoint_id desc, d.n desc`,
    [webhooks],
  )
  return rows.map(({ id }) => id)
}

const idsOf = (all: Shown[]) => all.map(({ id }) => id)

test('lists the deliveries to all webhooks in one order, page by page, with every filter', async () => {
  const { tenantId, admin, doctor } = await newClinic(platform)
  const webhooks = [await register(admin), await register(doctor), await register(admin)]
  await deliver(tenantId, webhooks, 40)
  const all = await expected(webhooks)
  assert.ok(all.length > 120, 'some are resends')
  for (const pageSize of [1, 7, 100]) assert.deepEqual(idsOf((await walk(admin, `pageSize=${pageSize}`)).all), all)
  for (const [query, where, of] of [
    ['state=FAILED', `d.state = 'FAILED'`, webhooks],
    ['state=FAILED,CANCELLED', `d.state in ('FAILED', 'CANCELLED')`, webhooks],
    ['event=patient.created', `v.kind = 'patient.created'`, webhooks],
    [`webhookId=${webhooks[1]}`, 'true', [webhooks[1]!]],
    [
      `webhookId=${webhooks[2]}&state=FAILED&event=review.created`,
      `d.state = 'FAILED' and v.kind = 'review.created'`,
      [webhooks[2]!],
    ],
    ['from=2100-01-01T00:00:00Z', 'false', webhooks],
    ['to=2100-01-01T00:00:00Z', 'true', webhooks],
  ] as const)
    assert.deepEqual(idsOf((await walk(admin, `${query}&pageSize=7`)).all), await expected([...of], where), query)
  const one = await platform.call('GET', `/api/webhooks/${webhooks[0]}/deliveries?pageSize=100`, { token: admin.token })
  assert.deepEqual(one.body.deliveries, (await list(admin, `webhookId=${webhooks[0]}&pageSize=100`)).deliveries)
})

test('shows users the deliveries of their own client alone', async () => {
  const { tenantId, admin, doctor } = await newClinic(platform)
  const [adminWebhook, doctorWebhook] = [await register(admin), await register(doctor)]
  await deliver(tenantId, [adminWebhook, doctorWebhook], 5)
  assert.deepEqual(idsOf((await walk(doctor, 'pageSize=100')).all), await expected([doctorWebhook]))
  assert.deepEqual((await list(doctor, `webhookId=${adminWebhook}`)).deliveries, [])
  assert.deepEqual((await list((await newClinic(platform)).admin)).deliveries, [])
  assert.deepEqual((await list(await newPerson(platform, tenantId, 'PATIENT'))).deliveries, [])
  await platform.call('DELETE', `/api/webhooks/${doctorWebhook}`, { token: admin.token })
  assert.deepEqual(await list(doctor), { deliveries: [], nextCursor: null }, 'deleted with the webhook')
})

test('searches a bounded number of deliveries in each call and finds the only match', async () => {
  const { tenantId, admin } = await newClinic(platform)
  const webhooks = [await register(admin), await register(admin)]
  await deliver(tenantId, webhooks, 1)
  const [oldest] = await expected(webhooks)
  await owner.query(`update events set kind = 'payment.refunded' where id = $1`, [`evt_${oldest!.slice(4, 36)}`])
  await deliver(tenantId, webhooks, 15_000)
  await owner.query(`update webhook_deliveries set state = 'SUCCEEDED' where tenant_id = $1`, [tenantId])
  const { all, calls } = await walk(admin, 'event=payment.refunded&pageSize=100')
  assert.deepEqual(idsOf(all), await expected(webhooks, `v.kind = 'payment.refunded'`))
  assert.ok(calls > 2, `${calls} calls`)
})

test('refuses invalid filters', async () => {
  const { admin } = await newClinic(platform)
  for (const query of [
    'state=DONE',
    'event=order.created',
    'from=yesterday',
    'cursor=x',
    'webhookId=x',
    'status=FAILED',
  ]) {
    const answer = await platform.call('GET', `/api/webhooks/deliveries?${query}`, { token: admin.token })
    assert.deepEqual([answer.status, answer.body.error.details[0].path[0]], [422, query.split('=')[0]], query)
  }
})
