import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { eventually } from '../../../../testing/eventually.ts'
import { book, newClinic, type Person } from '../../../../testing/factories.ts'
import { startPlatform } from '../../../../testing/harness.ts'
import { startReceiver } from './receiver-testing.ts'

const platform = await startPlatform()
const { call, owner } = platform
const receiver = await startReceiver()
const { admin, doctor, patient } = await newClinic(platform)

const narrowed = async ({ clientId, secret }: Person, scope: string): Promise<string> => {
  const answer = await call('POST', '/api/auth/token', {
    body: { grant_type: 'client_credentials', client_id: clientId, client_secret: secret, scope },
  })
  assert.equal(answer.body.scope, scope)
  return answer.body.access_token
}

let paths = 0
const register = async (token: string, body: object = {}) => {
  const url = `${receiver.url}/narrowed${paths++}`
  const answer = await call('POST', '/api/webhooks', { token, body: { url, ...body } })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.webhook.id as string
}

/** The kinds of deliveries of an endpoint. */
const kindsOf = async (endpointId: string): Promise<string[]> =>
  (
    await owner.query<{ kind: string }>(
      `select e.kind from webhook_deliveries d
       join events e on e.tenant_id = d.tenant_id and e.id = d.event_id
       where d.endpoint_id = $1
       order by e.seq`,
      [endpointId],
    )
  ).rows.map(({ kind }) => kind)

let hours = 501
/** Emits an event of appointments and one of consents. */
const happen = async () => {
  await book(platform, patient, doctor, patient, hours++)
  const consents = hours % 2 === 0 ? ['MARKETING'] : []
  const path = `/api/patients/${patient.id}/consents`
  const decided = await call('PUT', path, { token: patient.token, body: { consents } })
  assert.equal(decided.status, 200, decided.text)
}

describe('a webhook that a narrowed token registered', () => {
  test('receives only what that token may read, although its client may read more', async () => {
    const narrow = await register(await narrowed(admin, 'appointments:read webhooks:manage'))
    const named = await register(await narrowed(admin, 'webhooks:manage'), { events: ['patient.consent_updated'] })
    const full = await register(admin.token)
    await happen()
    await happen()
    assert.deepEqual(await kindsOf(narrow), ['appointment.created', 'appointment.created'])
    assert.deepEqual(await kindsOf(named), [])
    assert.equal((await kindsOf(full)).length, 4)
  })

  test('is not widened by enabling it, a new secret or a description, but by choosing its events with more scopes', async () => {
    const id = await register(await narrowed(admin, 'appointments:read webhooks:manage'))
    for (const [method, path, body] of [
      ['POST', '/disable', undefined],
      ['POST', '/enable', undefined],
      ['POST', '/rotate-secret', {}],
      ['PUT', '', { description: 'Calendar' }],
    ] as const) {
      const answer = await call(method, `/api/webhooks/${id}${path}`, { token: admin.token, ...(body && { body }) })
      assert.equal(answer.status, 200, answer.text)
    }
    await happen()
    assert.deepEqual(await kindsOf(id), ['appointment.created'])
    await call('PUT', `/api/webhooks/${id}`, { token: admin.token, body: { events: [] } })
    await happen()
    assert.deepEqual(await kindsOf(id), ['appointment.created', 'appointment.created', 'patient.consent_updated'])
  })

  test('gets no further events by resending or by a recovery', async () => {
    const id = await register(await narrowed(admin, 'appointments:read webhooks:manage'))
    await owner.query('update webhook_endpoints set scopes = null where id = $1', [id])
    await happen()
    await owner.query(`update webhook_endpoints set scopes = '{webhooks:manage,appointments:read}' where id = $1`, [id])
    await eventually(
      async () =>
        (
          await owner.query(
            `select count(*)::int as n from webhook_deliveries where endpoint_id = $1 and state in ('PENDING', 'SENDING')`,
            [id],
          )
        ).rows[0].n === 0,
      'the deliveries',
    )
    await owner.query(`update webhook_deliveries set state = 'FAILED' where endpoint_id = $1`, [id])
    const { body } = await call('GET', `/api/webhooks/${id}/deliveries`, { token: admin.token })
    const statuses = await Promise.all(
      body.deliveries.map(async (delivery: { id: string; event: string }) => [
        delivery.event,
        (await call('POST', `/api/webhooks/deliveries/${delivery.id}/resend`, { token: admin.token })).status,
      ]),
    )
    assert.deepEqual(Object.fromEntries(statuses), { 'appointment.created': 200, 'patient.consent_updated': 403 })
  })
})
