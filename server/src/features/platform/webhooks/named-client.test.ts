import assert from 'node:assert/strict'
import { test } from 'node:test'
import { book, newClinic, newPerson, newSession, type Person } from '../../../../testing/factories.ts'
import { pathsOf, startPlatform } from '../../../../testing/harness.ts'

const platform = await startPlatform()
const { call, owner } = platform
const url = 'https://clinic.example/hooks'

type By = Pick<Person, 'token'>
const register = (caller: By, body: object = {}) =>
  call('POST', '/api/webhooks', { token: caller.token, body: { url, ...body } })

const kindsOf = async (endpointId: string): Promise<string[]> => {
  const { rows } = await owner.query<{ kind: string }>(
    `select v.kind from webhook_deliveries d
     join events v on v.tenant_id = d.tenant_id and v.id = d.event_id
     where d.endpoint_id = $1 and not v.test
     order by v.seq`,
    [endpointId],
  )
  return rows.map(({ kind }) => kind)
}

test('an administrator manages webhooks in a browser session, and names the client of a new one', async () => {
  const { admin } = await newClinic(platform)
  const session = await newSession(platform, admin)
  const unnamed = await register(session)
  assert.deepEqual([unnamed.status, pathsOf(unnamed)], [422, ['clientId']])
  const created = await register(session, { clientId: admin.clientId })
  assert.equal(created.status, 201, created.text)
  const { id, clientId, secret } = created.body.webhook
  assert.equal(clientId, admin.clientId)
  assert.match(secret, /^whsec_/)
  const shown = await call('GET', '/api/webhooks', { token: session.token })
  assert.deepEqual(
    shown.body.webhooks.map((webhook: { id: string; clientId: string }) => [webhook.id, webhook.clientId]),
    [[id, admin.clientId]],
  )
  for (const [method, path, body] of [
    ['PUT', '', { description: 'Records' }],
    ['POST', '/test', {}],
    ['POST', '/rotate-secret', {}],
    ['GET', '/deliveries', undefined],
    ['DELETE', '', undefined],
  ] as const) {
    const answer = await call(method, `/api/webhooks/${id}${path}`, { token: session.token, body })
    assert.equal(answer.status, 200, answer.text)
  }
  const { rows } = await owner.query(
    `select operation, client_id from audit_log where tenant_id = $1 and subject_id = $2 order by id limit 1`,
    [admin.tenantId, id],
  )
  assert.deepEqual(rows, [{ operation: 'registerWebhook', client_id: `web/${admin.id}` }])
})

test('the webhook belongs to that client, and receives what it may read', async () => {
  const clinic = await newClinic(platform)
  const { tenantId, admin, doctor, patient } = clinic
  const other = await newPerson(platform, tenantId, 'DOCTOR')
  const created = await register(admin, { clientId: doctor.clientId })
  assert.equal(created.status, 201, created.text)
  const { id } = created.body.webhook
  assert.equal((await call('GET', `/api/webhooks/${id}`, { token: doctor.token })).status, 200, 'its own client')
  assert.equal((await call('GET', `/api/webhooks/${id}`, { token: other.token })).status, 404)
  await book(platform, admin, other, patient, 48)
  await book(platform, admin, doctor, patient, 72)
  assert.deepEqual(await kindsOf(id), ['appointment.created'], 'its own appointment alone')
})

test('a client may name itself; only an administrator names another', async () => {
  const { tenantId, admin, doctor } = await newClinic(platform)
  assert.equal((await register(doctor, { clientId: doctor.clientId })).status, 201)
  const colleague = await newPerson(platform, tenantId, 'DOCTOR')
  for (const clientId of [admin.clientId, colleague.clientId, 'cli_unknown']) {
    const refused = await register(doctor, { clientId })
    assert.deepEqual([refused.status, refused.body.error.code], [403, 'FORBIDDEN'], refused.text)
  }
})

test('unknown, disabled and foreign clients get the same answer', async () => {
  const { tenantId, admin } = await newClinic(platform)
  const disabled = await newPerson(platform, tenantId, 'DOCTOR')
  await owner.query('update clients set disabled_at = now() where tenant_id = $1 and id = $2', [
    tenantId,
    disabled.clientId,
  ])
  const foreign = (await newClinic(platform)).doctor
  const answers = []
  for (const clientId of ['cli_unknown', disabled.clientId, foreign.clientId, 'web', `web/${admin.id}`, 'é'])
    answers.push(await register(admin, { clientId }))
  for (const answer of answers) assert.deepEqual([answer.status, answer.text], [422, answers[0]!.text])
  assert.deepEqual(pathsOf(answers[0]!), ['clientId'])
})

test('an administrator without the scopes of a client, or without the permission of its user, sends its events nowhere', async () => {
  const { tenantId, admin, doctor } = await newClinic(platform)
  const modest = await newPerson(platform, tenantId, 'ADMIN', ['webhooks:manage'])
  const refused = await register(modest, { clientId: doctor.clientId })
  assert.equal(refused.status, 403)
  assert.match(refused.body.error.message, /prescriptions:read/)
  const body = { name: 'Records', actsAs: doctor.id, scopes: ['appointments:read'] }
  const { client } = (await call('POST', '/api/clients', { token: admin.token, body })).body
  const waits = await register(admin, { clientId: client.id })
  assert.equal(waits.status, 403, waits.text)
  assert.deepEqual(waits.body.error.details, { acting: { clientId: client.id, allowed: false } })
  const session = await newSession(platform, doctor)
  await call('POST', `/api/users/me/clients/${client.id}/acting`, { token: session.token })
  assert.equal((await register(admin, { clientId: client.id })).status, 201)
})
