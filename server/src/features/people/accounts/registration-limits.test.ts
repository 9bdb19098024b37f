import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newPerson, newTenant } from '../../../../testing/factories.ts'
import { startPlatform } from '../../../../testing/harness.ts'
import { register } from './registration-testing.ts'

const platform = await startPlatform({ TRUSTED_PROXIES: '127.0.0.1/32' })
const { call, owner } = platform

test('a network can register 100 accounts in an hour, which does not affect other networks', async () => {
  const from = (address: string) => register(platform, {}, { 'x-forwarded-for': address })
  assert.equal((await from('2001:db8:77:1::1')).status, 201)
  await owner.query('update code_limits set sent = 99')
  assert.equal((await from('2001:db8:77:1::2')).status, 201)
  const refused = await from('2001:db8:77:1::3')
  assert.equal(refused.status, 429, refused.text)
  assert.ok(Number(refused.headers.get('retry-after')) > 3500)
  assert.equal((await from('2001:db8:77:2::1')).status, 201)
})

test('registrations of patients by a doctor are limited, and those by the front desk are not', async () => {
  const tenantId = await newTenant(platform)
  const doctor = await newPerson(platform, tenantId, 'DOCTOR')
  const desk = await newPerson(platform, tenantId, 'RECEPTIONIST')
  const body = { name: 'Salma Idrissi', birthDate: '1988-05-05' }
  const registerPatient = async (token: string) => (await call('POST', '/api/patients', { token, body })).status
  assert.equal(await registerPatient(desk.token), 201)
  assert.equal(await registerPatient(doctor.token), 409)
  await owner.query('update code_limits set sent = 59 where sent = 1')
  assert.equal(await registerPatient(doctor.token), 409)
  assert.equal(await registerPatient(doctor.token), 429)
  assert.equal(await registerPatient(desk.token), 409)
})
