import assert from 'node:assert/strict'
import { test } from 'node:test'
import { book, eventsOf, newClinic } from '../testing/factories.ts'
import { startPlatform } from '../testing/harness.ts'

const platform = await startPlatform({ INTERNAL_TOKEN: 'sandbox-internal-token,the-next-token' })
const { admin, doctor, patient, tenantId } = await newClinic(platform)
const confirm = (body: object | undefined, token: string | undefined = 'sandbox-internal-token') =>
  platform.call('POST', '/api/internal/appointment-confirmed', {
    ...(body ? { body } : {}),
    headers: token ? { 'x-internal-token': token } : {},
  })

test('a confirmation that is repeated by hook has one effect and one event', async () => {
  const { id } = await book(platform, admin, doctor, patient, 1)
  const answers = await Promise.all(Array.from({ length: 10 }, () => confirm({ appointmentId: id })))
  for (const { status, body } of answers) {
    assert.equal(status, 200)
    assert.deepEqual(Object.keys(body), ['ok', 'timestamp'])
    assert.equal(body.ok, true)
  }
  assert.deepEqual((await eventsOf(platform, id)).slice(1), [
    { event: 'appointment.updated', data: { appointmentId: id, changes: ['status'] } },
  ])
  const { rows } = await platform.owner.query(
    `select distinct user_id, client_id from audit_log where tenant_id = $1 and operation like '/api/internal/%'`,
    [tenantId],
  )
  assert.deepEqual(rows, [{ user_id: 'platform', client_id: 'internal' }])
})

test('failures are one lowercase word', async () => {
  const { id } = await book(platform, admin, doctor, patient, 2)
  await platform.call('PUT', `/api/appointments/${id}`, { token: admin.token, body: { status: 'CANCELLED' } })
  const cases: [Promise<{ status: number; body: unknown }>, number, string][] = [
    [confirm({ appointmentId: 'apt_absent' }), 404, 'appointment_not_found'],
    [confirm({ appointmentId: id }), 409, 'invalid_transition'],
    [confirm({ appointmentId: 'usr_1' }), 422, 'unprocessable'],
    [confirm(undefined), 400, 'bad_request'],
    [confirm({ appointmentId: id }, 'wrong'), 403, 'forbidden'],
    [confirm({ appointmentId: id }, ''), 403, 'forbidden'],
  ]
  for (const [answer, status, error] of cases)
    assert.deepEqual(
      { ...(await answer), headers: undefined, text: undefined },
      { status, body: { error }, headers: undefined, text: undefined },
    )
})

test('a bearer token is refused, and both tokens are valid during a rotation', async () => {
  const { id } = await book(platform, admin, doctor, patient, 3)
  const bearer = await platform.call('POST', '/api/internal/appointment-confirmed', {
    token: admin.token,
    body: { appointmentId: id },
  })
  assert.equal(bearer.status, 403)
  assert.equal((await confirm({ appointmentId: id }, 'the-next-token')).status, 200)
})
