import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startPlatform } from '../../testing/harness.ts'
import { scopes } from '../actor.ts'
import { startReceiver } from '../features/platform/webhooks/receiver-testing.ts'
import { subscriber } from '../features/platform/webhooks/subscriber-testing.ts'
import { catalog, eventKinds } from './catalog.ts'

const platform = await startPlatform()
const receiver = await startReceiver()
const { subscribe, book, cancel, deliveriesOf, settled } = subscriber(platform, receiver)

const anotherPatient = (
  await platform.owner.query(
    `select id from users where tenant_id = 'ten_sandbox' and role = 'PATIENT' and id <> 'usr_sandbox_patient' limit 1`,
  )
).rows[0].id

const grant = (clientId: string, granted: string[]) =>
  platform.owner.query('update clients set scopes = $2 where id = $1', [clientId, granted])

test('has the 15 kinds of the specification, each with an existing scope', () => {
  assert.equal(eventKinds.length, 15)
  for (const kind of eventKinds) assert(catalog[kind].scope in scopes, kind)
})

test('a client receives events that concern its user; an administrator’s client receives all', async () => {
  const patient = await subscribe({ client: 'sandbox-patient' })
  const doctor = await subscribe({ client: 'sandbox-doctor' })
  const dentist = await subscribe({ client: 'sandbox-dentist' })
  const pharmacy = await subscribe({ client: 'sandbox-pharmacy' })
  const admin = await subscribe({ client: 'sandbox-admin' })
  await book('usr_sandbox_patient')
  await book(anotherPatient)
  await settled(admin, 'SUCCEEDED', 2)
  await settled(doctor, 'SUCCEEDED', 2)
  await settled(patient, 'SUCCEEDED', 1)
  assert.equal(receiver.requestsTo(patient.path)[0]?.event.data.patientId, 'usr_sandbox_patient')
  for (const stranger of [dentist, pharmacy]) assert.deepEqual(await deliveriesOf(stranger), [])
})

test('another tenant receives nothing', async () => {
  const foreignEndpoint = await subscribe({ client: 'sandbox-b-admin' })
  const ownEndpoint = await subscribe()
  await book()
  await settled(ownEndpoint, 'SUCCEEDED')
  assert.deepEqual(await deliveriesOf(foreignEndpoint), [])
})

test('a client receives only events of its scopes at that time', async () => {
  const all = Object.keys(scopes)
  const doctor = await subscribe({ client: 'sandbox-doctor' })
  await grant(
    'sandbox-doctor',
    all.filter((scope) => scope !== 'appointments:read'),
  )
  await book()
  assert.deepEqual(await deliveriesOf(doctor), [])
  await grant('sandbox-doctor', all)
  await book()
  await settled(doctor, 'SUCCEEDED', 1)
})

test('a disabled client, a disabled user and an unverified professional receive nothing', async () => {
  const appointmentId = await book()
  const [doctor, patient] = [
    await subscribe({ client: 'sandbox-doctor' }),
    await subscribe({ client: 'sandbox-patient' }),
  ]
  const set = (assignment: string, id: string) =>
    platform.owner.query(`update ${id.startsWith('usr') ? 'users' : 'clients'} set ${assignment} where id = $1`, [id])
  await set('disabled_at = now()', 'sandbox-patient')
  await set('verified_at = null', 'usr_sandbox_doctor')
  await cancel(appointmentId)
  for (const one of [doctor, patient]) assert.deepEqual(await deliveriesOf(one), [])
  await set('verified_at = now()', 'usr_sandbox_doctor')
  await set('disabled_at = null', 'sandbox-patient')
  const another = await book()
  await settled(doctor, 'SUCCEEDED', 1)
  await settled(patient, 'SUCCEEDED', 1)
  await set('disabled_at = now()', 'usr_sandbox_doctor')
  await cancel(another)
  await settled(patient, 'SUCCEEDED', 3) // it was booked, changed and cancelled
  assert.equal((await deliveriesOf(doctor)).length, 1)
  await set('disabled_at = null', 'usr_sandbox_doctor')
})

test('a rolled-back event is not delivered', async () => {
  const admin = await subscribe()
  const before = await platform.owner.query('select count(*)::int as n from events')
  const token = await platform.tokenOf('sandbox-admin')
  const taken = {
    doctorId: 'usr_sandbox_doctor',
    patientId: 'usr_sandbox_patient',
    startTime: '2041-01-01T10:00:00Z',
    endTime: '2041-01-01T11:00:00Z',
  }
  const call = () => platform.call('POST', '/api/appointments', { token, body: taken })
  assert.deepEqual([(await call()).status, (await call()).status], [201, 409])
  await settled(admin, 'SUCCEEDED')
  const after = await platform.owner.query('select count(*)::int as n from events')
  assert.equal(after.rows[0].n, before.rows[0].n + 1)
})
