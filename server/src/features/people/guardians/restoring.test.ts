import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../../../../testing/eventually.ts'
import { newPerson, newSession, type Person } from '../../../../testing/factories.ts'
import { startPlatform } from '../../../../testing/harness.ts'
import { newPractice } from '../../../../testing/practice.ts'
import { codeIn } from '../codes/codes-testing.ts'

/**
 * The attack: a guardian whose guardianship ended, or was never verified, restores it with a code to a number that they answer.
 */
const platform = await startPlatform()
const { call, owner } = platform
const { tenantId, admin } = await newPractice(platform)
const newPatient = async () => newSession(platform, await newPerson(platform, tenantId, 'PATIENT'))
const callAs = async (method: 'PUT' | 'POST' | 'DELETE', caller: Person, path: string, body?: object) => {
  const answer = await call(method, `/api/${path}`, { token: caller.token, ...(body && { body }) })
  assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${answer.text}`)
  return answer.body
}
async function confirmPhone(caller: Person, id: string): Promise<void> {
  await callAs('POST', caller, `users/${id}/contact/codes`, { address: 'PHONE' })
  await callAs('POST', caller, `users/${id}/contact/confirmations`, {
    address: 'PHONE',
    code: await codeIn(platform, id),
  })
}
const request = (caller: Person, dependantId: string, kind: string) =>
  callAs('POST', caller, 'guardianships/requests', { dependantId, kind, address: 'PHONE' })
const codesTo = async (id: string) =>
  (await owner.query(`select from messages where recipient_user_id = $1 and template_code = 'GUARDIAN_CODE'`, [id]))
    .rows.length
/** A patient whose number they confirmed themselves. */
async function newReachablePatient(phone: string): Promise<Person> {
  const patient = await newPatient()
  await callAs('PUT', patient, `users/${patient.id}/contact`, { phone })
  await confirmPhone(patient, patient.id)
  return patient
}

test('no code goes to the number of the family after the front desk has ended the guardianship', async () => {
  const mother = await newPatient()
  const born = { name: 'Aya Berrada', birthDate: '2018-05-04', phone: '0661500001' }
  const { id } = (await callAs('POST', admin, 'patients', born)).patient
  const pair = { guardianId: mother.id, dependantId: id, kind: 'PARENT' }
  const { guardianship } = await callAs('POST', admin, 'guardianships', pair)
  await confirmPhone(mother, id)
  await callAs('DELETE', admin, `guardianships/${guardianship.id}`)
  await request(mother, id, 'PARENT')
  assert.equal(await codesTo(id), 0)
  const isRefused = async () => (await call('GET', `/api/patients/${id}`, { token: mother.token })).status === 404
  await eventually(isRefused, 'the end of the guardianship')
})

test('no code goes to a number that an unverified guardian gave the front desk', async () => {
  const guardian = await newPatient()
  const born = { name: 'Adam Berrada', birthDate: '2019-05-04', sex: 'M', kind: 'PARENT' }
  const created = await callAs('POST', guardian, `patients/${guardian.id}/dependants`, born)
  const id = created.guardianship.dependant.id
  await callAs('PUT', admin, `users/${id}/contact`, { phone: '0661500002' })
  const isGuardian = async () => (await call('GET', `/api/patients/${id}`, { token: guardian.token })).status === 200
  await eventually(isGuardian, 'the guardianship')
  await confirmPhone(guardian, id)
  await owner.query(`update contacts set address_changed_at = now() - interval '8 days' where user_id = $1`, [id])
  await callAs('DELETE', guardian, `guardianships/${created.guardianship.id}`)
  await request(guardian, id, 'PARENT')
  assert.equal(await codesTo(id), 0)
})

test('no code goes to a number that only the front desk has confirmed', async () => {
  const [guardian, dependant] = [await newPatient(), await newPatient()]
  await callAs('PUT', admin, `users/${dependant.id}/contact`, { phone: '0661500003' })
  await confirmPhone(admin, dependant.id)
  await owner.query(`update contacts set address_changed_at = now() - interval '8 days' where user_id = $1`, [
    dependant.id,
  ])
  await request(guardian, dependant.id, 'CARER')
  assert.equal(await codesTo(dependant.id), 0)
  await confirmPhone(dependant, dependant.id)
  await request(guardian, dependant.id, 'CARER')
  assert.equal(await codesTo(dependant.id), 1, 'the patient confirmed it themselves')
})

test('after the dependant or the staff ended a guardianship, only the staff can begin the next one', async () => {
  for (const ender of ['guardian', 'dependant', 'staff']) {
    const [guardian, dependant] = [await newPatient(), await newReachablePatient('0661500004')]
    const begin = async () =>
      (
        await callAs('POST', admin, 'guardianships', {
          guardianId: guardian.id,
          dependantId: dependant.id,
          kind: 'CARER',
        })
      ).guardianship.id
    const caller = { guardian, dependant, staff: admin }[ender]!
    await callAs('DELETE', caller, `guardianships/${await begin()}`)
    await request(guardian, dependant.id, 'CARER')
    assert.equal(await codesTo(dependant.id), ender === 'guardian' ? 1 : 0, ender)
    if (ender === 'guardian') continue
    const again = await begin()
    await callAs('DELETE', guardian, `guardianships/${again}`)
    await request(guardian, dependant.id, 'CARER')
    assert.equal(await codesTo(dependant.id), 1, `${ender}: the staff has begun another one since`)
  }
})

test('the end of a guardianship between other people does not affect a request', async () => {
  const [guardian, dependant] = [await newPatient(), await newReachablePatient('0661500006')]
  const [otherGuardian, otherDependant] = [await newPatient(), await newPatient()]
  for (const [from, to] of [
    [otherGuardian, dependant],
    [guardian, otherDependant],
  ] as const) {
    const pair = { guardianId: from.id, dependantId: to.id, kind: 'CARER' }
    const { guardianship } = await callAs('POST', admin, 'guardianships', pair)
    await callAs('DELETE', admin, `guardianships/${guardianship.id}`)
  }
  await request(guardian, dependant.id, 'CARER')
  assert.equal(await codesTo(dependant.id), 1)
})

test('no code goes to a number that the guardian has too', async () => {
  const [guardian, dependant] = [await newReachablePatient('0661500005'), await newReachablePatient('0661500005')]
  await request(guardian, dependant.id, 'CARER')
  assert.equal(await codesTo(dependant.id), 0)
})
