import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { messagesTo, newPerson, newSession, type Person } from '../../../../testing/factories.ts'
import { startPlatform } from '../../../../testing/harness.ts'
import { bookCompletedConsultation, newPractice, recordCondition } from '../../../../testing/practice.ts'
import { retryOnDeadlock } from '../../../db/retry-on-deadlock.ts'
import { browserScopes } from '../sign-in/rules.ts'

/** Clients that act as another user than the one who made them. */
const platform = await startPlatform()
const { call, owner } = platform
const { tenantId, admin, doctor, patient, pharmacist } = await newPractice(platform)
const receptionist = await newPerson(platform, tenantId, 'RECEPTIONIST')
const colleague = await newPerson(platform, tenantId, 'ADMIN')
await bookCompletedConsultation(platform, doctor, patient)
await recordCondition(platform, doctor, patient, { name: 'HIV' })

type By = { token: string }
const tokensOf = async (client_id: string, client_secret: string) =>
  (await call('POST', '/api/auth/token', { body: { grant_type: 'client_credentials', client_id, client_secret } })).body
async function newClient(actsAs: Person, scopes: readonly string[] = browserScopes.ADMIN, caller: By = admin) {
  const answer = await call('POST', '/api/clients', {
    token: caller.token,
    body: { name: 'Records', actsAs: actsAs.id, scopes },
  })
  assert.equal(answer.status, 200, answer.text)
  const { id, secret, actingAllowedAt } = answer.body.client
  return { id, secret, actingAllowedAt, token: (await tokensOf(id, secret)).access_token as string }
}
const conditions = ({ token }: By) => call('GET', `/api/patients/${patient.id}/conditions`, { token })
const me = async ({ token }: By) => (await call('GET', '/api/users/me', { token })).status
const acting = (method: 'POST' | 'DELETE', id: string, { token }: By) =>
  call(method, `/api/users/me/clients/${id}/acting`, { token })
const rotate = async (id: string, caller: By = admin, body: object = { graceHours: 24 }) =>
  (await call('POST', `/api/clients/${id}/rotate-secret`, { token: caller.token, body })).body.client.secret as string
/** A token's rights are read again after at most a second. */
const waitASecond = () => new Promise((resolve) => setTimeout(resolve, 1000))

describe('a client that an administrator makes to act as another user', () => {
  test('is refused operations that need no scope until that person allows it', async () => {
    const client = await newClient(doctor)
    for (const [method, path] of [
      ['POST', '/api/sandbox/reset'],
      ['GET', '/api/sandbox/clock'],
      ['GET', '/api/requests'],
    ] as const) {
      const refused = await call(method, path, { token: client.token })
      assert.equal(refused.status, 403, path)
      assert.equal(refused.body.error.details.acting.allowed, false, path)
    }
  })

  test('is refused every operation until that person allows it, in every role', async () => {
    for (const user of [patient, doctor, pharmacist, receptionist, colleague]) {
      const client = await newClient(user)
      assert.equal(client.actingAllowedAt, null)
      for (const answer of [
        await conditions(client),
        await call('PUT', `/api/patients/${patient.id}/identity`, { token: client.token, body: { insurer: 'CNOPS' } }),
        await call('PUT', `/api/users/${user.id}/contact`, { token: client.token, body: { phone: '+212612345678' } }),
        await call('GET', '/api/users/me', { token: client.token }),
        await acting('POST', client.id, client),
      ]) {
        assert.equal(answer.status, 403, answer.text)
        assert.deepEqual(answer.body.error.details, { acting: { clientId: client.id, allowed: false } })
      }
      assert.equal((await acting('POST', client.id, await newSession(platform, user))).status, 200)
      await waitASecond()
      assert.equal(await me(client), 200)
    }
  })

  test('is listed in that person’s account, and that person and the other administrators are notified', async () => {
    const { id } = await newClient(patient)
    assert.deepEqual((await messagesTo(platform, patient.id, 'CLIENT_CREATED')).at(-1)?.about, [id])
    const reports = await messagesTo(platform, colleague.id, 'CLIENT_CREATED_REPORT')
    assert.deepEqual(reports.at(-1)?.about, [id])
    assert.deepEqual(await messagesTo(platform, admin.id, 'CLIENT_CREATED_REPORT'), [])
    const { rows } = await owner.query('select distinct purpose from messages where about = $1', [[id]])
    assert.deepEqual(rows, [{ purpose: 'CRITICAL' }])
    const session = await newSession(platform, patient)
    const shown = await call('GET', '/api/users/me/clients', { token: session.token })
    assert.partialDeepStrictEqual(
      shown.body.clients.find((one: { id: string }) => one.id === id),
      { actingAllowedAt: null, status: 'ENABLED' },
    )
    assert.equal((await call('DELETE', `/api/users/me/clients/${id}`, { token: session.token })).status, 200)
    assert.equal((await acting('POST', id, session)).status, 409)
  })

  test('can be allowed by that person only in their own session, where they can withdraw the permission', async () => {
    const client = await newClient(doctor)
    const session = await newSession(platform, doctor)
    assert.equal((await acting('POST', client.id, doctor)).status, 403, 'another client of theirs')
    for (const caller of [admin, await newSession(platform, admin), await newSession(platform, patient)])
      assert.equal((await acting('POST', client.id, caller)).status, 404)
    await acting('POST', client.id, session)
    await waitASecond()
    assert.equal((await conditions(client)).status, 200)
    const withdrawn = await acting('DELETE', client.id, doctor)
    assert.partialDeepStrictEqual(withdrawn.body.client, { actingAllowedAt: null, signingAllowedAt: null })
    await waitASecond()
    assert.equal((await conditions(client)).status, 403)
  })

  test('is neither allowed nor ended by a guardian of that person', async () => {
    const carer = await newPerson(platform, tenantId, 'PATIENT')
    const body = { guardianId: carer.id, dependantId: patient.id, kind: 'CARER' }
    assert.equal((await call('POST', '/api/guardianships', { token: admin.token, body })).status, 201)
    const client = await newClient(patient)
    const session = await newSession(platform, carer)
    assert.equal((await call('GET', `/api/patients/${patient.id}`, { token: session.token })).status, 200)
    assert.equal((await acting('POST', client.id, session)).status, 404)
    assert.equal((await acting('DELETE', client.id, session)).status, 404)
    const ended = await call('DELETE', `/api/users/me/clients/${client.id}`, { token: session.token })
    assert.equal(ended.status, 404)
    assert.equal(await me(client), 403)
  })

  test('gets no events before that person allows it', async () => {
    const { id } = await newClient(doctor)
    const reader = async () => (await owner.query('select user_id from reader_of_client($1, $2)', [tenantId, id])).rows
    assert.deepEqual(await reader(), [])
    await acting('POST', id, await newSession(platform, doctor))
    assert.deepEqual(await reader(), [{ user_id: doctor.id }])
  })
})

describe('a new secret', () => {
  test('created by an administrator waits for the permission, while the present secret stays valid', async () => {
    const client = await newClient(doctor)
    const session = await newSession(platform, doctor)
    await acting('POST', client.id, session)
    const secret = await rotate(client.id)
    const body = { graceHours: 0 }
    await waitASecond()
    const taken = { token: (await tokensOf(client.id, secret)).access_token }
    assert.equal((await conditions(taken)).status, 403)
    assert.equal((await conditions(client)).status, 200)
    const again = { token: (await tokensOf(client.id, client.secret)).access_token }
    assert.equal((await conditions(again)).status, 200)
    assert.deepEqual((await messagesTo(platform, doctor.id, 'CLIENT_WAITS')).at(-1)?.about, [client.id])
    await acting('POST', client.id, session)
    await waitASecond()
    assert.equal((await conditions(taken)).status, 200)

    const link = await call('POST', `/api/clients/${client.id}/handover`, { token: admin.token, body })
    const opened = await fetch(link.body.handoverUrl, { method: 'POST', headers: { accept: 'application/json' } })
    const { clientSecret } = (await opened.json()) as { clientSecret: string }
    assert.equal((await conditions({ token: (await tokensOf(client.id, clientSecret)).access_token })).status, 403)
  })

  test('and an added scope need no permission if the client acts as the administrator', async () => {
    const session = await newSession(platform, admin)
    const client = await newClient(admin, ['users:read', 'clients:manage'], session)
    assert.notEqual(client.actingAllowedAt, null)
    assert.equal(await me(client), 200)
    const secret = await rotate(client.id, client)
    const next = { token: (await tokensOf(client.id, secret)).access_token }
    assert.equal(await me(next), 200)
    await call('PUT', `/api/clients/${client.id}`, {
      token: admin.token,
      body: { scopes: ['users:read', 'clients:manage', 'audit:read'] },
    })
    const body = { graceHours: 0 }
    const link = await call('POST', `/api/clients/${client.id}/handover`, { token: session.token, body })
    const opened = await fetch(link.body.handoverUrl, { method: 'POST', headers: { accept: 'application/json' } })
    const { clientSecret } = (await opened.json()) as { clientSecret: string }
    assert.equal(await me({ token: (await tokensOf(client.id, clientSecret)).access_token }), 200)
    const taken = await rotate(client.id, colleague, { graceHours: 0 })
    assert.equal(await me({ token: (await tokensOf(client.id, taken)).access_token }), 403, 'by another administrator')
  })
})

test('an administrator who makes a new secret of a client does not send its events elsewhere until its user allows it', async () => {
  const client = await newClient(doctor, ['appointments:read', 'webhooks:manage'])
  const session = await newSession(platform, doctor)
  await acting('POST', client.id, session)
  await waitASecond()
  const url = 'https://clinic.example/hooks'
  const created = await call('POST', '/api/webhooks', { token: client.token, body: { url } })
  assert.equal(created.status, 201, created.text)
  const { id } = created.body.webhook
  const change = (caller: By, body: object) => call('PUT', `/api/webhooks/${id}`, { token: caller.token, body })
  await rotate(client.id)
  for (const body of [{ url: 'https://attacker.example/hooks' }, { redundantUrl: 'https://attacker.example/hooks' }])
    for (const caller of [admin, colleague]) {
      const refused = await change(caller, body)
      assert.equal(refused.status, 403, refused.text)
      assert.deepEqual(refused.body.error.details, { acting: { clientId: client.id, allowed: false } })
    }
  assert.equal((await call('GET', `/api/webhooks/${id}`, { token: admin.token })).body.webhook.url, url)
  assert.equal((await change(admin, { description: 'Records' })).status, 200)
  assert.equal((await change(client, { url: 'https://other.example/hooks' })).status, 200, 'its user')
  await acting('POST', client.id, session)
  assert.equal((await change(admin, { url })).status, 200)
})

test('an added scope waits for the permission', async () => {
  const client = await newClient(doctor, ['users:read'])
  const session = await newSession(platform, doctor)
  await acting('POST', client.id, session)
  const body = { scopes: ['users:read', 'patients:read'] }
  const changed = await call('PUT', `/api/clients/${client.id}`, { token: admin.token, body })
  assert.equal(changed.body.client.actingAllowedAt, null)
  const { access_token: token } = await tokensOf(client.id, client.secret)
  assert.equal((await conditions({ token })).status, 403)
  await acting('POST', client.id, session)
  await waitASecond()
  assert.equal((await conditions({ token })).status, 200)
})

test('the clients of the sandbox act at once', async () => {
  const { rows } = await owner.query<{ id: string }>(
    `select id from clients where id like 'sandbox-%' and acting_allowed_at is null`,
  )
  assert.deepEqual(rows, [])
})

describe('replaced secrets', () => {
  test('of a client whose user replaces them leave tokens from before the permission valid', async () => {
    const session = await newSession(platform, colleague)
    const client = await newClient(colleague)
    const before = { token: client.token }
    await acting('POST', client.id, session)
    assert.equal(await me(before), 200)
    const waited = await rotate(client.id, admin, { graceHours: 0 })
    const stolen = { token: (await tokensOf(client.id, waited)).access_token }
    await rotate(client.id, session, { graceHours: 0 })
    await waitASecond()
    assert.deepEqual([await me(before), await me(stolen)], [200, 401])
  })

  test('stay valid for the grace period, when the client’s user replaces them', async () => {
    const session = await newSession(platform, colleague)
    const client = await newClient(colleague)
    await acting('POST', client.id, session)
    await rotate(client.id, session, { graceHours: 24 })
    assert.ok((await tokensOf(client.id, client.secret)).access_token)
    await waitASecond()
    assert.equal(await me(client), 200)
  })

  test('leave the tokens of other clients valid', async () => {
    const session = await newSession(platform, colleague)
    const client = await newClient(colleague)
    await acting('POST', client.id, session)
    const other = await newClient(colleague)
    await acting('POST', other.id, session)
    // The token of the other client stays valid when its secret has expired.
    await rotate(other.id, session, { graceHours: 1 })
    await owner.query('delete from client_secrets where client_id = $1 and expires_at is not null', [other.id])
    await rotate(client.id, session, { graceHours: 0 })
    await waitASecond()
    assert.equal(await me(other), 200)
  })

  test('end their tokens after the grace period, when the user allows the client', async () => {
    const session = await newSession(platform, colleague)
    const client = await newClient(colleague)
    await rotate(client.id, admin, { graceHours: 1 })
    await owner.query(
      `update client_secrets set expires_at = app_now() where client_id = $1 and expires_at is not null`,
      [client.id],
    )
    await acting('POST', client.id, session)
    await waitASecond()
    assert.equal(await me({ token: client.token }), 401)
  })

  test('do not become valid again when the client’s user replaces a secret that waited for the permission', async () => {
    for (const body of [{ graceHours: 0 }, { graceHours: 24 }]) {
      const session = await newSession(platform, doctor)
      const client = await newClient(doctor)
      await acting('POST', client.id, session)
      const rogue = await rotate(client.id, admin, { graceHours: 0 })
      const taken = { token: (await tokensOf(client.id, rogue)).access_token }
      assert.equal(await me(taken), 403)
      const own = await newSession(platform, colleague)
      const mine = await newClient(colleague)
      await acting('POST', mine.id, own)
      const waited = await rotate(mine.id, admin, { graceHours: 0 })
      const stolen = { token: (await tokensOf(mine.id, waited)).access_token }
      const secret = await rotate(mine.id, own, body)
      await waitASecond()
      assert.equal(await me(stolen), 401)
      const again = { token: (await tokensOf(mine.id, waited)).access_token }
      assert.equal(again.token, undefined)
      assert.equal(await me({ token: (await tokensOf(mine.id, secret)).access_token }), 200)
      await rotate(client.id, admin, { graceHours: 0 })
      await acting('POST', client.id, session)
      await waitASecond()
      assert.equal(await me(taken), 401)
    }
  })

  test('do not sign when the professional allows the client to sign again', async () => {
    const session = await newSession(platform, doctor)
    const client = await newClient(doctor)
    const signing = () => call('POST', `/api/users/me/clients/${client.id}/signing`, { token: session.token })
    assert.equal((await signing()).status, 200)
    const rogue = await rotate(client.id, admin, { graceHours: 0 })
    const taken = { token: (await tokensOf(client.id, rogue)).access_token }
    const right = await rotate(client.id, admin, { graceHours: 0 })
    assert.equal((await signing()).status, 200)
    await waitASecond()
    assert.equal(await me(taken), 401)
    assert.equal(await me({ token: (await tokensOf(client.id, right)).access_token }), 200)
  })
})

test('a client makes no further client of its user that acts, and no secret of another one', async () => {
  const session = await newSession(platform, colleague)
  const first = await newClient(colleague, browserScopes.ADMIN, session)
  assert.notEqual(first.actingAllowedAt, null, 'made in their own session')
  const second = await newClient(colleague, browserScopes.ADMIN, first)
  assert.equal(second.actingAllowedAt, null)
  assert.equal(await me(second), 403)
  assert.deepEqual((await messagesTo(platform, colleague.id, 'CLIENT_CREATED')).at(-1)?.about, [second.id])
  const other = await newClient(colleague, browserScopes.ADMIN, session)
  const secret = await rotate(other.id, first, { graceHours: 0 })
  assert.equal(await me({ token: (await tokensOf(other.id, secret)).access_token }), 403)
  const own = await rotate(first.id, first, { graceHours: 0 })
  assert.equal(await me({ token: (await tokensOf(first.id, own)).access_token }), 200, 'its own secret')
})

test('the upgrade withdraws what a guardian allowed a client of the dependant, and nothing else', async () => {
  const [carer, patient] = [
    await newPerson(platform, tenantId, 'PATIENT'),
    await newPerson(platform, tenantId, 'PATIENT'),
  ]
  const byGuardian = await newClient(patient)
  const [byPatient, notAudited] = [await newClient(patient), await newClient(patient)]
  await acting('POST', byPatient.id, await newSession(platform, patient))
  await owner.query('update clients set acting_allowed_at = app_now() where id = any($1)', [
    [byGuardian.id, notAudited.id],
  ])
  await owner.query(
    `insert into audit_log (tenant_id, id, user_id, client_id, operation, outcome, subject_id, patient_ids, request_id)
     values ($1, new_id('aud'), $2, 'web', 'allowActing', 'OK', $3, array[$4], 'req')`,
    [tenantId, carer.id, byGuardian.id, patient.id],
  )
  const text = await readFile(new URL('../../../../migrations/0070_notices.sql', import.meta.url), 'utf8')
  await retryOnDeadlock(() => owner.query(text.slice(text.indexOf('do $guardians$')))) // as `migrate` does
  assert.deepEqual([await me(byGuardian), await me(byPatient), await me(notAudited)], [403, 200, 200])
  const waits = await messagesTo(platform, patient.id, 'CLIENT_WAITS')
  assert.deepEqual(
    waits.map(({ about, variables }) => [about, Object.keys(variables)]),
    [[[byGuardian.id], ['clientName']]],
  )
})
