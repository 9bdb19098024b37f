import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newClinic, newPerson, newSession, type Person } from '../../../../testing/factories.ts'
import { startPlatform } from '../../../../testing/harness.ts'
import { runTask } from '../../../../testing/run-task.ts'

const platform = await startPlatform()
const { call, owner } = platform
const clinic = await newClinic(platform)
const { tenantId, admin, doctor } = clinic

type Caller = { token: string }
const create = (body: object = {}, caller: Caller = admin) =>
  call('POST', '/api/clients', {
    token: caller.token,
    body: { name: 'Booking', actsAs: doctor.id, scopes: ['users:read', 'appointments:read'], ...body },
  })
/** A client that the doctor has allowed to act as them. */
async function newClient(body: object = {}, caller: Caller = admin): Promise<{ id: string; secret: string }> {
  const { client } = (await create(body, caller)).body
  await allow(client.id)
  return client
}
const allow = async (id: string) =>
  call('POST', `/api/users/me/clients/${id}/acting`, { token: (await newSession(platform, doctor)).token })
const read = (id: string, caller: Caller = admin) => call('GET', `/api/clients/${id}`, { token: caller.token })
const change = (id: string, body: object, caller: Caller = admin) =>
  call('PUT', `/api/clients/${id}`, { token: caller.token, body })
const rotate = (id: string, body: object = {}, caller: Caller = admin) =>
  call('POST', `/api/clients/${id}/rotate-secret`, { token: caller.token, body })
const grant = (client_id: string, client_secret: string) =>
  call('POST', '/api/auth/token', { body: { grant_type: 'client_credentials', client_id, client_secret } })
const works = async (id: string, secret: string) => (await grant(id, secret)).status === 200
const me = (token: string) => call('GET', '/api/users/me', { token })
const waitASecond = () => new Promise((resolve) => setTimeout(resolve, 1000))
/** A new administrator token, after the clock was moved. */
const again = async ({ clientId, secret }: Person): Promise<Caller> => ({
  token: (await grant(clientId, secret)).body.access_token,
})

describe('a client', () => {
  test('is created with a secret that is shown once, and acts as its user with its scopes', async () => {
    const created = await create()
    assert.equal(created.status, 200)
    const { secret, ...client } = created.body.client
    assert.equal(Buffer.from(secret, 'base64url').length, 32)
    assert.partialDeepStrictEqual(client, {
      name: 'Booking',
      actsAs: { id: doctor.id, role: 'DOCTOR' },
      scopes: ['users:read', 'appointments:read'],
      status: 'ENABLED',
    })
    assert.deepEqual(
      client.secrets.map(({ expiresAt }: { expiresAt: string | null }) => expiresAt),
      [null],
    )
    const shown = await read(client.id)
    assert.deepEqual(shown.body.client, client)
    const listed = await call('GET', '/api/clients?pageSize=1', { token: admin.token })
    assert.deepEqual(listed.body.clients, [client])
    const { rows } = await owner.query('select secret_sha256 from client_secrets where client_id = $1', [client.id])
    for (const answer of [shown, listed]) {
      assert.doesNotMatch(answer.text, new RegExp(secret))
      assert.doesNotMatch(answer.text, new RegExp(rows[0].secret_sha256.toString('hex')))
    }
    await allow(client.id)
    const token = (await grant(client.id, secret)).body
    assert.equal(token.scope, 'users:read appointments:read')
    assert.equal((await me(token.access_token)).body.id, doctor.id)
  })

  test('must act as an enabled user of the organisation', async () => {
    const disabled = await newPerson(platform, tenantId, 'DOCTOR')
    await owner.query('update users set disabled_at = now() where id = $1', [disabled.id])
    const foreign = await newClinic(platform)
    for (const actsAs of [disabled.id, foreign.doctor.id, 'usr_absent']) {
      const { status, body } = await create({ actsAs })
      assert.equal(status, 422)
      assert.deepEqual(body.error.details, [
        { path: ['actsAs'], message: 'is not an enabled user of this organisation', code: 'unknown_record' },
      ])
    }
  })

  test('gets only scopes that the caller holds', async () => {
    const modest = await newPerson(platform, tenantId, 'ADMIN', ['clients:manage', 'users:read'])
    const refused = await create({ scopes: ['users:read', 'orders:write'], actsAs: 'usr_absent' }, modest)
    assert.equal(refused.status, 422)
    assert.deepEqual(
      refused.body.error.details.map(({ path }: { path: unknown[] }) => path),
      [['actsAs'], ['scopes', 1]],
    )
    assert.match(refused.body.error.details[1].message, /orders:write/)
    const created = await create({ scopes: ['users:read'] }, modest)
    assert.equal(created.status, 200)
    const { id } = created.body.client
    assert.equal((await change(id, { scopes: ['users:read', 'orders:read'] }, modest)).status, 422)
    assert.equal((await change(id, { scopes: ['users:read', 'orders:read'] })).status, 200)
    assert.equal(
      (await change(id, { scopes: ['orders:read'] }, modest)).status,
      200,
      'scopes that another user gave may stay',
    )
  })

  test('is not found from another organisation', async () => {
    const foreign = await newClinic(platform)
    const { id } = await newClient()
    const list = await call('GET', '/api/clients?pageSize=100', { token: foreign.admin.token })
    assert.equal(list.body.pagination.total, 3)
    assert.doesNotMatch(list.text, new RegExp(id))
    assert.equal((await change(id, { name: 'Mine' }, foreign.admin)).status, 404)
    assert.equal((await rotate(id, {}, foreign.admin)).status, 404)
    assert.equal((await call('GET', `/api/clients/${id}`, { token: foreign.admin.token })).status, 404)
    assert.equal((await read(id)).body.client.name, 'Booking')
  })
})

describe('a change', () => {
  test('renames and keeps absent fields', async () => {
    const { id } = await newClient()
    const { body } = await change(id, { name: 'Réception' })
    assert.equal(body.client.name, 'Réception')
    assert.deepEqual(body.client.scopes, ['users:read', 'appointments:read'])
    assert.equal((await change(id, {})).body.client.name, 'Réception')
  })

  test('of the scopes takes a removed scope from tokens within a second', async () => {
    const { id, secret } = await newClient()
    const { access_token } = (await grant(id, secret)).body
    assert.equal((await me(access_token)).status, 200)
    await change(id, { scopes: ['appointments:read'] })
    await waitASecond()
    const refused = await me(access_token)
    assert.equal(refused.status, 403)
    assert.match(refused.body.error.message, /users:read/)
    assert.equal((await call('GET', '/api/appointments', { token: access_token })).status, 200)
  })

  test('to disabled revokes the client’s tokens within a second, permanently', async () => {
    const { id, secret } = await newClient()
    const { access_token, refresh_token } = (await grant(id, secret)).body
    assert.equal((await me(access_token)).status, 200)
    assert.equal((await change(id, { status: 'DISABLED' })).body.client.status, 'DISABLED')
    await waitASecond()
    assert.equal((await me(access_token)).body.error.code, 'UNAUTHORIZED')
    assert.equal(await works(id, secret), false)
    assert.equal((await change(id, { status: 'ENABLED' })).body.client.status, 'ENABLED')
    assert.equal(await works(id, secret), true)
    assert.equal((await me(access_token)).status, 401)
    const refreshed = await call('POST', '/api/auth/token', {
      body: { grant_type: 'refresh_token', client_id: id, client_secret: secret, refresh_token },
    })
    assert.equal(refreshed.body.error.details.oauth, 'invalid_grant')
  })

  test('that would lock out its caller is refused', async () => {
    const own = await newPerson(platform, tenantId, 'ADMIN')
    assert.equal((await change(own.clientId, { status: 'DISABLED' }, own)).status, 409)
    assert.equal((await change(own.clientId, { scopes: ['users:read'] }, own)).status, 409)
    assert.equal((await change(own.clientId, { scopes: ['users:read', 'clients:manage'] }, own)).status, 200)
    assert.equal((await change(own.clientId, { status: 'DISABLED' })).status, 200, 'by another client')
  })
})

describe('a rotation', () => {
  test('gives a new secret at once, with the old one valid for the grace period', async () => {
    const { id, secret } = await newClient()
    const answer = await rotate(id, { graceHours: 2 })
    assert.equal(answer.status, 200)
    const { client } = answer.body
    assert.deepEqual([await works(id, secret), await works(id, client.secret)], [true, true])
    const hours = (Date.parse(client.previousValidUntil) - platform.services.clock.nowMs()) / 3_600_000
    assert.ok(hours > 1.9 && hours <= 2)
    const { secrets } = (await read(id)).body.client
    assert.deepEqual(
      secrets.map(({ expiresAt }: { expiresAt: string | null }) => expiresAt),
      [null, client.previousValidUntil],
    )
    await platform.advance(2 * 3600)
    assert.deepEqual([await works(id, secret), await works(id, client.secret)], [false, true])
    const caller = await again(admin)
    assert.equal((await read(id, caller)).body.client.secrets.length, 1)
    assert.equal((await rotate(id, {}, caller)).status, 200, 'possible again after the old one expired')
  })

  test('is refused during an earlier one, unless it ends every other secret', async () => {
    const caller = await again(admin)
    const { id, secret } = (await create({}, caller)).body.client
    const second = (await rotate(id, {}, caller)).body.client
    const refused = await rotate(id, {}, caller)
    assert.equal(refused.status, 409)
    assert.ok(refused.body.error.message.includes(second.previousValidUntil))
    assert.equal(await works(id, secret), true, 'the oldest secret stays valid')
    const third = (await rotate(id, { graceHours: 0 }, caller)).body.client
    assert.equal(third.previousValidUntil, null)
    assert.deepEqual(
      [await works(id, secret), await works(id, second.secret), await works(id, third.secret)],
      [false, false, true],
    )
  })

  test('succeeds once for six concurrent requests, with a valid secret', async () => {
    const caller = await again(admin)
    const { id, secret } = (await create({}, caller)).body.client
    const answers = await Promise.all(Array.from({ length: 6 }, () => rotate(id, {}, caller)))
    const won = answers.filter(({ status }) => status === 200)
    assert.equal(won.length, 1)
    assert.ok(answers.every(({ status }) => status === 200 || status === 409))
    assert.equal(await works(id, won[0]!.body.client.secret), true)
    assert.equal(await works(id, secret), true)
    const leaks = await Promise.all(Array.from({ length: 6 }, () => rotate(id, { graceHours: 0 }, caller)))
    assert.ok(leaks.every(({ status }) => status === 200))
    const working = await Promise.all(leaks.map(({ body }) => works(id, body.client.secret)))
    assert.equal(working.filter(Boolean).length, 1)
  })

  test('also revokes tokens on request', async () => {
    const caller = await again(admin)
    const { id, secret } = await newClient({}, caller)
    const { access_token } = (await grant(id, secret)).body
    await rotate(id, { graceHours: 0 }, caller)
    await waitASecond()
    assert.equal((await me(access_token)).status, 200)
    await rotate(id, { graceHours: 0, revokeTokens: true }, caller)
    await waitASecond()
    assert.equal((await me(access_token)).status, 401)
  })

  test('revokes the tokens of grants that overlap its commit', async () => {
    const { id, secret } = (await create({}, await again(admin))).body.client
    for (const ending of [
      'update client_secrets set expires_at = now() where client_id = $1',
      'update clients set disabled_at = now() where id = $1',
    ]) {
      const caller = await owner.connect()
      await caller.query('begin')
      await caller.query(ending, [id])
      const meanwhile = grant(id, secret) // finds the client as it was before, for nothing is committed yet
      await new Promise((resolve) => setTimeout(resolve, 300))
      await caller.query('update token_families set revoked_at = now() where client_id = $1', [id])
      await caller.query('commit')
      const answer = await meanwhile
      assert.equal(answer.status, 401, ending)
      assert.equal(answer.body.error.details.oauth, 'invalid_client')
      await caller.query('update client_secrets set expires_at = null where client_id = $1', [id])
      caller.release()
    }
  })

  test('is refused for a client with more scopes than the caller', async () => {
    const caller = await again(admin)
    const { id, secret } = (await create({}, caller)).body.client
    const modest = await newPerson(platform, tenantId, 'ADMIN', ['clients:manage', 'users:read'])
    const refused = await rotate(id, { graceHours: 0 }, modest)
    assert.equal(refused.status, 403)
    assert.match(refused.body.error.message, /appointments:read/)
    assert.equal(
      (await call('POST', `/api/clients/${id}/handover`, { token: modest.token, body: {} })).status,
      403,
      'by a link as well',
    )
    assert.equal(await works(id, secret), true)
  })

  test('can be repeated with its Idempotency-Key after a lost response', async () => {
    const caller = await again(admin)
    const { id } = (await create({}, caller)).body.client
    const request = { token: caller.token, body: {}, headers: { 'idempotency-key': 'lost-1' } }
    const first = await call('POST', `/api/clients/${id}/rotate-secret`, request)
    const second = await call('POST', `/api/clients/${id}/rotate-secret`, request)
    assert.equal(first.status, 200)
    const { notice, ...replayed } = second.body
    assert.deepEqual(replayed, { client: { ...first.body.client, secret: null } })
    assert.match(notice, /shown once/)
  })

  test('validates its grace period', async () => {
    const caller = await again(admin)
    const { id } = (await create({}, caller)).body.client
    for (const graceHours of [-1, 169, 1.5, '24']) assert.equal((await rotate(id, { graceHours }, caller)).status, 422)
  })
})

test('deletes expired secrets', async () => {
  const caller = await again(admin)
  const { id } = (await create({}, caller)).body.client
  await rotate(id, { graceHours: 1 }, caller)
  const kept = async (): Promise<number> =>
    (await owner.query('select count(*)::int as n from client_secrets where client_id = $1', [id])).rows[0].n
  assert.equal(await kept(), 2)
  await platform.advance(3601)
  await runTask(owner, 'purge-expired')
  assert.equal(await kept(), 1)
})
