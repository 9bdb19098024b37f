import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newPerson, type Person } from '../../../../testing/factories.ts'
import { startPlatform } from '../../../../testing/harness.ts'
import { newPractice } from '../../../../testing/practice.ts'
import { newEmail, PASSWORD } from '../accounts/registration-testing.ts'
import { codeIn } from '../codes/codes-testing.ts'

/** The attack: a stranger registers a real person as their dependant, and waits until the organisation uses that record. */
const platform = await startPlatform()
const { call, owner } = platform
const { tenantId, admin, doctor } = await newPractice(platform)
const desk = await newPerson(platform, tenantId, 'RECEPTIONIST')
const callAs = (method: 'GET' | 'PUT' | 'POST' | 'DELETE', caller: Person, path: string, body?: object) =>
  call(method, `/api/${path}`, { token: caller.token, ...(body && { body }) })
const child = { name: 'Ilyas Bennani', birthDate: '2016-02-03', sex: 'M', kind: 'PARENT' }
const register = (caller: Person, body: object = child) =>
  callAs('POST', caller, `patients/${caller.id}/dependants`, body)

async function newPlanted(name: string) {
  const stranger = await newPerson(platform, tenantId, 'PATIENT')
  const { guardianship } = (await register(stranger, { ...child, name })).body
  return { stranger, id: guardianship.dependant.id as string, guardianshipId: guardianship.id as string }
}

test('a patient cannot register an adult as a dependant', async () => {
  const stranger = await newPerson(platform, tenantId, 'PATIENT')
  const { status, body } = await register(stranger, { ...child, birthDate: '1961-05-06', kind: 'CARER' })
  assert.deepEqual([status, body.error.details?.[0].path], [422, ['kind']])
})

test('a record with an unverified guardian is marked among the duplicates, and not recommended', async () => {
  const { id } = await newPlanted('Ilyas Bennani')
  const { name, birthDate } = child
  const { status, body } = await callAs('POST', desk, 'patients', { name, birthDate })
  assert.equal(status, 409)
  assert.deepEqual(body.error.details.duplicates, [{ id, name, birthDate, unverifiedGuardian: true }])
  assert.doesNotMatch(body.error.message, /Use the existing record/)
})

test('the staff cannot attest the identity or send a claim code before the guardianship is verified or ended', async () => {
  const { id, guardianshipId } = await newPlanted('Rim Tazi')
  const { birthDate, sex } = child
  await callAs('PUT', desk, `users/${id}/contact`, { phone: '0661234501' })
  const attempts = [
    () => callAs('PUT', admin, `patients/${id}/identity`, { birthDate, sex, nationalId: 'BK77001' }),
    () => callAs('POST', admin, `patients/${id}/claim-codes`, { address: 'PHONE' }),
  ]
  for (const attempt of attempts) {
    const { status, body, text } = await attempt()
    assert.deepEqual([status, body.error?.details], [409, { unverifiedGuardianships: [guardianshipId] }], text)
  }
  await callAs('POST', desk, `guardianships/${guardianshipId}/verify`)
  for (const attempt of attempts) assert.equal((await attempt()).status, 200)
})

test('claiming a record ends the guardianship of the stranger who registered it, within a second', async () => {
  const { stranger, id } = await newPlanted('Sami Alaoui')
  const phone = '+212661234502'
  await callAs('PUT', desk, `users/${id}/contact`, { phone })
  await owner.query('update guardianships set verified_at = now(), verified_by = $2 where dependant_id = $1', [
    ...[id, desk.id],
  ])
  assert.equal((await callAs('POST', admin, `patients/${id}/claim-codes`, { address: 'PHONE' })).status, 200)
  await owner.query('update guardianships set verified_at = null, verified_by = null where dependant_id = $1', [id])
  const body = { address: phone, birthDate: child.birthDate, code: await codeIn(platform, id) }
  const login = { email: newEmail(), password: PASSWORD }
  const claimed = await call('POST', '/api/auth/claim', { body: { ...body, ...login } })
  assert.equal(claimed.status, 201, claimed.text)
  await new Promise((resolve) => setTimeout(resolve, 1000))
  assert.equal((await callAs('GET', stranger, `patients/${id}`)).status, 404)
  assert.equal((await callAs('GET', doctor, `patients/${id}`)).status, 404)
})
