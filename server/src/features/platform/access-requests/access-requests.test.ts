import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { decodeJwt } from 'jose'
import { newClinic, newPerson } from '../../../../testing/factories.ts'
import { startPlatform } from '../../../../testing/harness.ts'
import { runTask } from '../../../../testing/run-task.ts'

const platform = await startPlatform()
const { call, owner } = platform
let operator = await platform.tokenOf('sandbox-admin')

const DAY_SEC = 24 * 3600
/** Advances the clock and gets a new operator token. */
const advance = async (sec: number) => {
  await platform.advance(sec)
  operator = await platform.tokenOf('sandbox-admin')
}
let requestCount = 0
/** A request of a new organisation. */
const form = (more: object = {}) => ({
  organization: `Clinique ${++requestCount}`,
  contactName: 'Salma Idrissi',
  email: `contact-${requestCount}@clinique.example`,
  purpose: 'Prise de rendez-vous sur notre site',
  sandboxOnly: false,
  ...more,
})
const submitRequest = (body: object = form()) => call('POST', '/api/access-requests', { body })
const newRequest = async (body = form()): Promise<string> => (await submitRequest(body)).body.requestId
const read = (id: string) => call('GET', `/api/access-requests/${id}`, { token: operator })
const grant = (id: string, more: object = {}) =>
  call('POST', `/api/access-requests/${id}/grant`, {
    token: operator,
    body: { plan: 'PRO', scopes: ['users:read'], ...more },
  })
const refuse = (id: string, body: object = {}) =>
  call('POST', `/api/access-requests/${id}/refuse`, { token: operator, body })
const newLink = (id: string) => call('POST', `/api/access-requests/${id}/handover`, { token: operator, body: {} })
const take = (handoverUrl: string) =>
  call('POST', new URL(handoverUrl).pathname, { headers: { accept: 'application/json' } })
const tokenFor = (clientId: string, secret: string) =>
  call('POST', '/api/auth/token', {
    body: { grant_type: 'client_credentials', client_id: clientId, client_secret: secret },
  })
const countOf = async (sql: string, ...values: unknown[]): Promise<number> =>
  (await owner.query(`select count(*)::int as n from ${sql}`, values)).rows[0].n

describe('a request for access', () => {
  test('needs no token and is stored as sent', async () => {
    const body = form({ organization: '  Clinique Zellige ' })
    const answer = await submitRequest(body)
    assert.equal(answer.status, 200)
    const { requestId, ...rest } = answer.body
    assert.deepEqual(rest, { ok: true })
    const { accessRequest } = (await read(requestId)).body
    const { createdAt, ...shown } = accessRequest
    assert.ok(Math.abs(Date.parse(createdAt) - platform.services.clock.nowMs()) < 60_000)
    assert.deepEqual(shown, {
      ...body,
      id: requestId,
      organization: 'Clinique Zellige',
      status: 'PENDING',
      decidedAt: null,
      decidedBy: null,
      reason: null,
      tenantId: null,
      clientId: null,
    })
  })

  test('reports all faults', async () => {
    const { status, body } = await submitRequest({
      organization: '   ',
      contactName: 'two\nlines',
      email: 'no-address',
      purpose: '',
      sandboxOnly: 'yes',
    })
    assert.equal(status, 422)
    assert.deepEqual(
      body.error.details.map(({ path }: { path: string[] }) => path.join()),
      ['organization', 'contactName', 'email', 'purpose', 'sandboxOnly'],
    )
    assert.equal((await submitRequest(form({ purpose: 'x'.repeat(4001) }))).status, 422)
    assert.equal((await submitRequest(form({ organization: 'nul\0' }))).status, 422)
  })

  test('returns the pending request when repeated within a day, also in other letter case; later it is a new one', async () => {
    const anyCase = (body: ReturnType<typeof form>, n: number) =>
      n % 2 ? body : { ...body, email: body.email.toUpperCase(), organization: body.organization.toLowerCase() }
    // Several rounds, because in the first one the pool still opens its connections one by one.
    let body = form()
    let ids: string[] = []
    for (let round = 0; round < 4; round++) {
      body = form()
      ids = await Promise.all(Array.from({ length: 10 }, (_, n) => newRequest(anyCase(body, n))))
      assert.equal(new Set(ids).size, 1)
      assert.equal(await countOf('access_requests where lower(email) = $1', body.email), 1)
    }
    assert.notEqual(await newRequest(form({ email: body.email })), ids[0], 'of another organisation')
    await advance(DAY_SEC)
    assert.notEqual(await newRequest(body), ids[0])
  })

  test('can be repeated once it is decided', async () => {
    const body = form()
    const first = await newRequest(body)
    await refuse(first)
    assert.notEqual(await newRequest(body), first)
  })

  test('gets the same response but is not stored if the hidden field is filled in', async () => {
    const body = form({ website: 'https://spam.example' })
    const answer = await submitRequest(body)
    assert.equal(answer.status, 200)
    assert.deepEqual(Object.keys(answer.body), ['ok', 'requestId'])
    assert.equal((await read(answer.body.requestId)).status, 404)
    assert.equal(await countOf('access_requests where email = $1', body.email), 0)
    assert.equal((await submitRequest(form({ website: '' }))).status, 200)
  })
})

describe('the operator', () => {
  test('lists requests by state and time, in pages', async () => {
    const from = platform.services.clock.now().toISOString()
    const [pending, refused] = [await newRequest(), await newRequest()]
    await refuse(refused, { reason: 'Unknown to us.' })
    const list = async (query: string) => {
      const { body } = await call('GET', `/api/access-requests?from=${from}&${query}`, { token: operator })
      return { ids: body.accessRequests.map(({ id }: { id: string }) => id), total: body.pagination.total }
    }
    assert.deepEqual(await list(''), { ids: [refused, pending], total: 2 })
    assert.deepEqual(await list('status=PENDING'), { ids: [pending], total: 1 })
    assert.deepEqual(await list('status=REFUSED,GRANTED'), { ids: [refused], total: 1 })
    assert.deepEqual(await list('pageSize=1&page=2'), { ids: [pending], total: 2 })
    assert.deepEqual(await list(`to=${from}`), { ids: [], total: 0 })
    assert.equal((await call('GET', '/api/access-requests?status=LOST', { token: operator })).status, 422)
    const { accessRequest } = (await read(refused)).body
    assert.equal(accessRequest.reason, 'Unknown to us.')
    assert.equal(accessRequest.decidedBy, 'usr_sandbox_admin')
  })

  test('is an administrator of the registration tenant; administrators of other tenants see and decide nothing', async () => {
    const id = await newRequest()
    const { admin } = await newClinic(platform)
    const list = await call('GET', '/api/access-requests', { token: admin.token })
    assert.deepEqual(list.body.accessRequests, [])
    assert.equal(list.body.pagination.total, 0)
    for (const verb of ['grant', 'refuse', 'handover']) {
      const body = verb === 'grant' ? { plan: 'PRO', scopes: ['users:read'] } : {}
      assert.equal((await call('POST', `/api/access-requests/${id}/${verb}`, { token: admin.token, body })).status, 404)
    }
    const doctor = await newPerson(platform, 'ten_sandbox', 'DOCTOR')
    assert.equal((await call('GET', `/api/access-requests/${id}`, { token: doctor.token })).status, 403)
    assert.equal((await read(id)).body.accessRequest.status, 'PENDING')
  })
})

describe('a grant', () => {
  test('creates the organisation, its administrator, and a client with exactly the chosen scopes', async () => {
    const body = form()
    const id = await newRequest(body)
    const scopes = ['users:read', 'clients:manage']
    const answer = await grant(id, { plan: 'STARTER', scopes })
    assert.equal(answer.status, 200, answer.text)
    assert.equal(answer.headers.get('cache-control'), 'no-store')
    const { accessRequest, client, handoverUrl, expiresAt } = answer.body
    assert.equal(accessRequest.status, 'GRANTED')
    assert.equal(accessRequest.tenantId, client.tenantId)
    assert.equal(accessRequest.clientId, client.id)
    assert.deepEqual(client, { id: client.id, scopes, plan: 'STARTER', tenantId: client.tenantId })
    assert.ok(handoverUrl.startsWith(`${platform.url}/access/`))
    const days = (Date.parse(expiresAt) - platform.services.clock.nowMs()) / 86_400_000
    assert.ok(days > 6.9 && days <= 7)
    assert.equal(
      await countOf('client_secrets where client_id = $1', client.id),
      0,
      'no secret before the link is used',
    )

    const taken = await take(handoverUrl)
    assert.deepEqual(Object.keys(taken.body), ['clientId', 'clientSecret'])
    const granted = await tokenFor(taken.body.clientId, taken.body.clientSecret)
    assert.equal(granted.body.scope, scopes.join(' '))
    assert.equal(decodeJwt(granted.body.access_token).tenant, client.tenantId)
    const me = await call('GET', '/api/users/me', { token: granted.body.access_token })
    assert.partialDeepStrictEqual(me.body, {
      email: body.email,
      name: body.contactName,
      role: 'ADMIN',
      tenantId: client.tenantId,
    })
    assert.equal((await call('GET', '/api/appointments', { token: granted.body.access_token })).status, 403)
    const own = await call('GET', '/api/clients', { token: granted.body.access_token })
    assert.deepEqual(
      own.body.clients.map((one: { id: string }) => one.id),
      [client.id],
      'it administers its own organisation, and no other',
    )
  })

  test('is audited in both organisations, in the new one without the person', async () => {
    const id = await newRequest()
    const { client } = (await grant(id)).body
    const rows = async (tenantId: string, subject: string) =>
      (
        await owner.query(
          'select operation, outcome, user_id, client_id, address from audit_log where tenant_id = $1 and subject_id = $2',
          [tenantId, subject],
        )
      ).rows
    const operation = { operation: 'grantAccessRequest', outcome: 'OK' }
    const [ours] = (await rows('ten_sandbox', id)).filter((row) => row.operation === operation.operation)
    assert.partialDeepStrictEqual(ours, { ...operation, user_id: 'usr_sandbox_admin', client_id: 'sandbox-admin' })
    assert.deepEqual(await rows(client.tenantId, client.id), [
      { ...operation, user_id: 'platform', client_id: 'operator', address: null },
    ])
  })

  test('creates one organisation under ten concurrent requests, and is final', async () => {
    const body = form()
    const id = await newRequest(body)
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => (n < 8 ? grant(id, { email: `racer-${n}@clinique.example` }) : refuse(id))),
    )
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
    const state = (await read(id)).body.accessRequest.status
    for (const { body } of answers.filter(({ status }) => status !== 200)) {
      assert.equal(body.error.code, 'CONFLICT')
      assert.equal(body.error.details.state.from, state)
      assert.deepEqual(body.error.details.state.allowed, [])
    }
    assert.equal(await countOf('tenants where name = $1', body.organization), state === 'GRANTED' ? 1 : 0)
  })

  test('creates nothing if the e-mail address is in use, and succeeds with another one', async () => {
    const body = form({ email: 'Doctor@Sandbox.example' })
    const id = await newRequest(body)
    const refused = await grant(id)
    assert.equal(refused.status, 409)
    assert.match(refused.body.error.message, /Doctor@Sandbox\.example/)
    assert.equal(await countOf('tenants where name = $1', body.organization), 0)
    assert.equal((await grant(id, { email: 'other@clinique.example' })).status, 200)
    assert.equal(await countOf('tenants where name = $1', body.organization), 1)
  })

  test('reports an invalid plan and invalid scopes', async () => {
    const id = await newRequest()
    const pathsFor = async (more: object) => {
      const { status, body } = await grant(id, more)
      assert.equal(status, 422)
      return body.error.details.map(({ path }: { path: string[] }) => path.join('.'))
    }
    assert.deepEqual(await pathsFor({ plan: 'GOLD', scopes: [] }), ['plan', 'scopes'])
    assert.deepEqual(await pathsFor({ scopes: ['users:read', 'all'] }), ['scopes.1'])
    assert.deepEqual(await pathsFor({ scopes: ['users:read', 'users:read'] }), ['scopes.1'])
    assert.deepEqual(await pathsFor({ scopes: ['access_requests:manage'] }), ['scopes.0'])
    assert.deepEqual(await pathsFor({ email: 'no-address' }), ['email'])
  })

  test('is the same grant when repeated with its Idempotency-Key', async () => {
    const id = await newRequest()
    const request = {
      token: operator,
      body: { plan: 'PRO', scopes: ['users:read'] },
      headers: { 'idempotency-key': `grant-${id}` },
    }
    const first = await call('POST', `/api/access-requests/${id}/grant`, request)
    const again = await call('POST', `/api/access-requests/${id}/grant`, request)
    assert.equal(first.status, 200)
    const { notice, ...replayed } = again.body
    assert.deepEqual(replayed, { ...first.body, handoverUrl: null })
    assert.match(notice, /shown once/)
    assert.equal(again.headers.get('idempotency-replayed'), 'true')
  })
})

describe('a further link of a granted request', () => {
  test('ends the previous one, and can be created until one was used', async () => {
    const id = await newRequest()
    const pending = await newLink(id)
    assert.equal(pending.status, 409)
    assert.match(pending.body.error.message, /PENDING/)
    const first = (await grant(id)).body.handoverUrl
    const second = await newLink(id)
    assert.equal(second.status, 200)
    assert.equal(second.body.accessRequest.status, 'GRANTED')
    const stale = await take(first)
    assert.equal(stale.status, 410)
    assert.deepEqual(stale.body.error.details, { link: 'OVER' })
    await advance(7 * DAY_SEC)
    assert.equal((await take(second.body.handoverUrl)).status, 410, 'expired')
  })

  test('needs the address of the administrator', async () => {
    const id = await newRequest()
    const { tenantId } = (await grant(id)).body.client
    await owner.query(
      'update users set email = null, email_confirmed_at = null, email_proved_at = null where tenant_id = $1',
      [tenantId],
    )
    const refused = await newLink(id)
    assert.deepEqual([refused.status, /no e-mail address/.test(refused.body.error.message)], [409, true], refused.text)
  })

  test('is refused once a link was used: the organisation then manages its own client', async () => {
    const [id, unused] = [await newRequest(), await newRequest()]
    const { handoverUrl } = (await grant(id)).body
    const { client } = (await grant(unused)).body
    assert.equal((await take(handoverUrl)).status, 200)
    const refused = await newLink(id)
    assert.equal(refused.status, 409)
    assert.match(refused.body.error.message, /POST \/api\/clients\/\{id\}\/handover/)

    await advance(40 * DAY_SEC)
    await runTask(owner, 'purge-expired')
    assert.equal(await countOf('client_handovers where client_id = $1', client.id), 0, 'unused links are deleted')
    assert.equal((await newLink(id)).status, 409)
    assert.equal((await newLink(unused)).status, 200)
  })
})
