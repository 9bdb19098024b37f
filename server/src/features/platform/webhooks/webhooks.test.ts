import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startPlatform } from '../../../../testing/harness.ts'
import { eventKinds } from '../../../events/catalog.ts'

const platform = await startPlatform()
const { call, tokenOf } = platform
const url = 'https://clinic.example/hooks?of=medina'

async function register(clientId: string, body: object, headers = {}) {
  return call('POST', '/api/webhooks', { token: await tokenOf(clientId), body, headers })
}

async function registered(clientId = 'sandbox-admin'): Promise<string> {
  const answer = await register(clientId, { url })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.webhook.id
}

test('registers a webhook and shows its secret only once', async () => {
  const answer = await register('sandbox-admin', {
    url,
    events: ['appointment.created', 'patient.created'],
    description: 'Nos dossiers',
  })
  assert.equal(answer.status, 201)
  const { id, secret, createdAt, ...rest } = answer.body.webhook
  assert.match(id, /^whk_[0-9a-f]{32}$/)
  assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
  assert.match(createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  assert.deepEqual(rest, {
    clientId: 'sandbox-admin',
    url,
    events: ['appointment.created', 'patient.created'],
    redundantUrl: null,
    status: 'ENABLED',
    description: 'Nos dossiers',
    failingSince: null,
    lastSuccessAt: null,
    rotation: null,
  })

  const read = await call('GET', `/api/webhooks/${id}`, { token: await tokenOf('sandbox-admin') })
  assert.deepEqual(read.body.webhook, { id, createdAt, ...rest })
  const list = await call('GET', '/api/webhooks', { token: await tokenOf('sandbox-admin') })
  assert(!list.text.includes('whsec_'))
  const { rows } = await platform.owner.query('select secret_encrypted from webhook_secrets where endpoint_id = $1', [
    id,
  ])
  assert.equal(rows.length, 1)
  assert(
    !rows[0].secret_encrypted.includes(secret) &&
      !rows[0].secret_encrypted.includes(Buffer.from(secret.slice(6), 'base64')),
  )
})

test('accepts every kind of the specification, and all kinds when none is given', async () => {
  assert.deepEqual((await register('sandbox-admin', { url, events: eventKinds })).body.webhook.events, eventKinds)
  assert.deepEqual((await register('sandbox-admin', { url, events: [] })).body.webhook.events, [])
  assert.deepEqual((await register('sandbox-admin', { url })).body.webhook.events, [])
})

test('reports each unknown or duplicate kind', async () => {
  const unknown = await register('sandbox-admin', {
    url,
    events: ['appointment.created', 'order.created', 'appointment.updated', ''],
  })
  assert.equal(unknown.status, 422)
  assert.deepEqual(
    unknown.body.error.details.map(({ path }: { path: unknown }) => path),
    [
      ['events', 1],
      ['events', 3],
    ],
  )
  const doubled = await register('sandbox-admin', {
    url,
    events: ['appointment.created', 'review.created', 'appointment.created'],
  })
  assert.equal(doubled.status, 422)
  assert.deepEqual(
    doubled.body.error.details.map(({ path }: { path: unknown }) => path),
    [['events', 2]],
  )
  const both = await register('sandbox-admin', {
    url,
    events: ['order.created', 'review.created', 'review.created', 'order.created'],
  })
  assert.deepEqual(
    both.body.error.details.map(({ path, message }: { path: (string | number)[]; message: string }) => [
      path[1],
      message,
    ]),
    [
      [0, 'must be an event kind'],
      [3, 'must be an event kind'],
      [2, 'is a duplicate'],
      [3, 'is a duplicate'],
    ],
  )
})

test('refuses forbidden addresses with the reason', async () => {
  const refused = [
    'http://clinic.example/hooks',
    'https://10.0.0.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://[fd00::1]/',
    'https://0xa.1/',
    'https://user:secret@clinic.example/',
    'https://clinic.example/#top',
    'ftp://clinic.example/',
    'clinic.example',
    '',
    `https://clinic.example/${'x'.repeat(2048)}`,
    7,
    null,
  ]
  for (const given of refused) {
    const answer = await register('sandbox-admin', { url: given })
    assert.equal(answer.status, 422, `${given}: ${answer.text}`)
    assert.deepEqual(answer.body.error.details[0].path, ['url'])
    assert(answer.body.error.details[0].message.length > 5)
  }
  assert.equal((await register('sandbox-admin', {})).status, 422)
  for (const given of ['http://localhost:3000/hooks', 'http://127.0.0.1:8080/']) {
    assert.equal((await register('sandbox-admin', { url: given })).status, 201, given)
  }
})

test('shows administrators all webhooks of the tenant, other users those of their own client', async () => {
  const [doctorWebhook, adminWebhook, otherTenantWebhook] = [
    await registered('sandbox-doctor'),
    await registered(),
    await registered('sandbox-b-admin'),
  ]
  const seenBy = async (clientId: string) => {
    const token = await tokenOf(clientId)
    const list = await call('GET', '/api/webhooks?pageSize=100', { token })
    assert.equal(list.status, 200)
    const ids: string[] = list.body.webhooks.map(({ id }: { id: string }) => id)
    assert.deepEqual(ids, ids.toSorted().reverse(), 'newest first')
    assert.equal(list.body.pagination.total, ids.length)
    const each = await Promise.all(
      [doctorWebhook, adminWebhook, otherTenantWebhook].map((id) => call('GET', `/api/webhooks/${id}`, { token })),
    )
    assert.deepEqual(
      each.map(({ status }) => status === 200),
      [doctorWebhook, adminWebhook, otherTenantWebhook].map((id) => ids.includes(id)),
    )
    return [doctorWebhook, adminWebhook, otherTenantWebhook].filter((id) => ids.includes(id))
  }
  assert.deepEqual(await seenBy('sandbox-admin'), [doctorWebhook, adminWebhook])
  assert.deepEqual(await seenBy('sandbox-doctor'), [doctorWebhook])
  assert.deepEqual(await seenBy('sandbox-patient'), [])
  assert.deepEqual(await seenBy('sandbox-b-admin'), [otherTenantWebhook])
})

test('a missing, foreign or deleted webhook is not found', async () => {
  const token = await tokenOf('sandbox-doctor')
  const [foreign, adminWebhook, deleted] = [
    await registered('sandbox-b-admin'),
    await registered(),
    await registered('sandbox-doctor'),
  ]
  assert.deepEqual((await call('DELETE', `/api/webhooks/${deleted}`, { token })).body, { ok: true })
  for (const id of [foreign, adminWebhook, deleted, 'whk_unknown', 'apt_1', '%00', 'x'.repeat(90)]) {
    for (const method of ['GET', 'DELETE']) {
      const answer = await call(method, `/api/webhooks/${id}`, { token })
      assert.deepEqual([answer.status, answer.body.error.code], [404, 'NOT_FOUND'], id)
    }
  }
  assert.equal(
    (await call('GET', `/api/webhooks/${adminWebhook}`, { token: await tokenOf('sandbox-admin') })).status,
    200,
  )
})

test('needs the scope', async () => {
  const token = await tokenOf('sandbox-admin', 'appointments:read')
  for (const [method, path] of [
    ['GET', ''],
    ['POST', ''],
    ['GET', '/whk_1'],
    ['DELETE', '/whk_1'],
  ] as const) {
    const answer = await call(method, `/api/webhooks${path}`, {
      token,
      ...(method === 'POST' ? { body: { url } } : {}),
    })
    assert.equal(answer.status, 403)
    assert.match(answer.body.error.message, /webhooks:manage/)
  }
})

test('a repeated Idempotency-Key registers once and does not show the secret again', async () => {
  const key = { 'idempotency-key': 'once' }
  const first = await register('sandbox-b-admin', { url }, key)
  const again = await register('sandbox-b-admin', { url }, key)
  const { notice, ...replayed } = again.body
  assert.deepEqual(replayed, { webhook: { ...first.body.webhook, secret: null } })
  assert.match(notice, /shown once/)
})

test('allows 50 webhooks per tenant under concurrent registrations', async () => {
  const token = await tokenOf('sandbox-starter-admin')
  const answers = []
  for (let round = 0; round < 6; round++) {
    answers.push(
      ...(await Promise.all(Array.from({ length: 10 }, () => call('POST', '/api/webhooks', { token, body: { url } })))),
    )
  }
  assert.equal(answers.filter(({ status }) => status === 201).length, 50)
  const refused = answers.filter(({ status }) => status !== 201)
  assert(refused.every(({ status, body }) => status === 409 && body.error.code === 'CONFLICT'))
  const list = await call('GET', '/api/webhooks?pageSize=3&page=2', { token })
  const { nextCursor, ...counted } = list.body.pagination
  assert.equal(typeof nextCursor, 'string')
  assert.deepEqual(counted, { page: 2, pageSize: 3, total: 50, totalPages: 17 })
  assert.equal((await call('DELETE', `/api/webhooks/${list.body.webhooks[0].id}`, { token })).status, 200)
  assert.equal((await call('POST', '/api/webhooks', { token, body: { url } })).status, 201)
})
