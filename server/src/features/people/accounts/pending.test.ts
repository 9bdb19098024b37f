import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { booking, newPerson, type Person } from '../../../../testing/factories.ts'
import { type Answer, startPlatform } from '../../../../testing/harness.ts'
import { consult, newPractice, orderTests, propose } from '../../../../testing/practice.ts'
import { professionals } from '../../../actor.ts'
import { enter, newEmail, register } from './registration-testing.ts'

const platform = await startPlatform()
const { call, owner } = platform

const refused = (answer: Answer) => {
  assert.equal(answer.status, 403, answer.text)
  assert.match(answer.body.error.message, /An administrator .* must verify/)
}
const unverify = async ({ id }: Pick<Person, 'id'>) => {
  await owner.query('update users set verified_at = null where id = $1', [id])
  await sleep(1000) // the status of a token is cached for a second
}

test('a self-registered, unverified doctor cannot produce a genuine document about a patient', async () => {
  const clinic = await startPlatform()
  clinic.config.mode = 'production'
  const admin = await newPerson(clinic, 'ten_sandbox', 'ADMIN')
  const join = async (role: string) => {
    const email = newEmail()
    const { id } = (await register(clinic, { email, role })).body.user
    return { id, token: (await enter(clinic, email)).body.accessToken as string }
  }
  const [impostor, patient] = [await join('DOCTOR'), await join('PATIENT')]
  const start = clinic.services.clock.nowMs() - 3 * 86_400_000
  const visit = {
    doctorId: impostor.id,
    patientId: patient.id,
    startTime: new Date(start).toISOString(),
    endTime: new Date(start + 1_800_000).toISOString(),
  }
  const inDays = (days: number, minutes = 0) =>
    new Date(Date.now() + days * 86_400_000 + minutes * 60_000).toISOString()
  const callAs = (caller: { token: string }, method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
    clinic.call(method, path, { token: caller.token, ...(body && { body }) })

  const booked = await callAs(impostor, 'POST', '/api/appointments', visit)
  const appointmentId = booked.body.appointment?.id ?? 'apt_0123456789ab0123456789abcdef0123'
  const answers = [
    booked,
    await callAs(impostor, 'PUT', `/api/appointments/${appointmentId}`, { status: 'COMPLETED' }),
    await callAs(impostor, 'POST', '/api/invoices', { patientId: patient.id, appointmentId, amountMAD: 30_000 }),
    await callAs(impostor, 'POST', '/api/pdf/generate', { templateId: 'attestation', data: { appointmentId } }),
    await callAs(impostor, 'POST', '/api/video/token', { appointmentId, identity: impostor.id }),
  ]
  for (const answer of answers) refused(answer)
  const serials = await clinic.owner.query('select serial from documents where patient_id = $1', [patient.id])
  assert.deepEqual(serials.rows, [], 'there is no serial number to verify')

  for (const caller of [patient, admin]) {
    const { status, body } = await callAs(caller, 'POST', '/api/appointments', {
      ...visit,
      startTime: inDays(1),
      endTime: inDays(1, 30),
    })
    assert.deepEqual([status, body.error?.details[0].path], [422, ['doctorId']])
  }
  await callAs(impostor, 'PUT', `/api/doctors/${impostor.id}`, { specialty: 'Cardiologie', city: 'Fès' })
  const listed = await clinic.call('GET', '/api/public/doctors?city=Fès')
  assert.ok(!listed.text.includes(impostor.id))

  await callAs(admin, 'POST', `/api/users/${impostor.id}/verify`)
  await sleep(1000)
  const future = booking(clinic, impostor as Person, patient as Person)
  assert.equal((await callAs(patient, 'POST', '/api/appointments', future)).status, 201, 'works once verified')
  assert.equal((await callAs(impostor, 'GET', '/api/appointments')).body.appointments.length, 1)
})

test('a client of an unverified professional of any profession cannot read events again', async () => {
  const { tenantId } = await newPractice(platform)
  for (const role of professionals) {
    const { id, clientId } = await newPerson(platform, tenantId, role)
    const read = 'select user_id from reader_of_client($1, $2)'
    assert.deepEqual((await owner.query(read, [tenantId, clientId])).rows, [{ user_id: id }])
    await owner.query('update users set verified_at = null where id = $1', [id])
    assert.deepEqual((await owner.query(read, [tenantId, clientId])).rows, [], role)
  }
})

describe('a pending professional', () => {
  test('can read and change their own account, contact data and profile', async () => {
    const { tenantId, doctor, patient } = await newPractice(platform)
    const pending = await newPerson(platform, tenantId, 'PENDING')
    const callAs = (method: 'GET' | 'PUT', path: string, body?: object) =>
      call(method, path, { token: pending.token, ...(body && { body }) })
    const me = await callAs('GET', '/api/users/me')
    assert.deepEqual([me.status, me.body.role], [200, 'DOCTOR'], 'the profession stays visible')
    assert.equal((await callAs('PUT', `/api/users/${pending.id}/contact`, { language: 'ar' })).status, 200)
    const profile = { specialty: 'Cardiologie', city: 'Rabat', licenceNumber: 'CNOM-1' }
    assert.equal((await callAs('PUT', `/api/doctors/${pending.id}`, profile)).body.doctor.licenceNumber, 'CNOM-1')
    assert.equal((await callAs('GET', `/api/doctors/${pending.id}`)).status, 200)
    assert.equal((await callAs('GET', `/api/doctors/${doctor.id}`)).status, 404)
    refused(await callAs('PUT', `/api/doctors/${doctor.id}`, profile))
    assert.equal((await callAs('GET', `/api/users/${patient.id}`)).status, 404)
    assert.equal((await callAs('GET', `/api/users/${doctor.id}`)).body.user.email, null, 'as for a patient')
  })

  test('cannot access records of earlier patients or rooms', async () => {
    const { tenantId, admin, patient, pharmacist } = await newPractice(platform)
    const former = await newPerson(platform, tenantId, 'DOCTOR')
    const appointmentId = await consult(platform, former, patient)
    const labOrder = await orderTests(platform, former, patient)
    const followUpId = await propose(platform, former, patient)
    await unverify(former)
    const callAs = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
      call(method, path, { token: former.token, ...(body && { body }) })
    for (const path of [
      '/api/appointments',
      `/api/appointments/${appointmentId}`,
      `/api/patients/${patient.id}`,
      `/api/patients/${patient.id}/conditions`,
      `/api/lab-orders/${labOrder.id}`,
      '/api/documents',
      '/api/events',
      '/api/webhooks',
      '/api/notifications',
    ])
      refused(await callAs('GET', path))
    refused(await callAs('POST', `/api/follow-ups/${followUpId}/cancel`, {}))
    refused(await callAs('PUT', `/api/appointments/${appointmentId}`, { status: 'CANCELLED' }))

    const host = { appointmentId, identity: former.id }
    refused(await callAs('POST', '/api/video/token', host))
    const byAdmin = await call('POST', '/api/video/token', { token: admin.token, body: host })
    assert.equal(byAdmin.status, 403, 'nor does an administrator obtain a host token for them')
    await unverify(pharmacist)
    refused(await call('GET', '/api/orders', { token: pharmacist.token }))
  })

  test('receives no events, even at a webhook that was registered before', async () => {
    const { tenantId, admin, patient } = await newPractice(platform)
    const former = await newPerson(platform, tenantId, 'DOCTOR')
    const { body } = await call('POST', '/api/webhooks', {
      token: former.token,
      body: { url: 'https://example.com/hook', events: [] },
    })
    const deliveries = async () =>
      (
        await owner.query('select event_id from webhook_deliveries where tenant_id = $1 and endpoint_id = $2', [
          tenantId,
          body.webhook.id,
        ])
      ).rows.length
    const appointmentId = await consult(platform, former, patient)
    assert.equal(await deliveries(), 1)
    await unverify(former)
    const cancelled = await call('PUT', `/api/appointments/${appointmentId}`, {
      token: admin.token,
      body: { status: 'CANCELLED' },
    })
    assert.equal(cancelled.status, 200)
    assert.equal(await deliveries(), 1)
    const reader = await owner.query('select * from reader_of_client($1, $2)', [tenantId, former.clientId])
    assert.deepEqual(reader.rows, [], 'nor by recovery or resending')
  })
})
