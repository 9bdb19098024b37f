import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../../../../testing/eventually.ts'
import { newPerson, newSession, type Person } from '../../../../testing/factories.ts'
import { startPlatform } from '../../../../testing/harness.ts'
import { newPractice } from '../../../../testing/practice.ts'
import { codeIn } from '../codes/codes-testing.ts'

/** The attack: the front desk replaces the address of a patient with the address of an accomplice. */
const platform = await startPlatform()
const { call, owner } = platform
const { tenantId } = await newPractice(platform)
const [desk, colleague] = [
  await newPerson(platform, tenantId, 'RECEPTIONIST'),
  await newPerson(platform, tenantId, 'RECEPTIONIST'),
]
const callAs = (method: 'PUT' | 'POST', caller: Person, path: string, body: object) =>
  call(method, `/api/${path}`, { token: caller.token, body })
const newPatient = async () => newSession(platform, await newPerson(platform, tenantId, 'PATIENT'))
const codesTo = async (id: string) =>
  (await owner.query(`select from messages where recipient_user_id = $1 and template_code = 'GUARDIAN_CODE'`, [id]))
    .rows.length

async function confirmPhone(caller: Person, id: string): Promise<void> {
  await callAs('POST', caller, `users/${id}/contact/codes`, { address: 'PHONE' })
  const body = { address: 'PHONE', code: await codeIn(platform, id) }
  assert.equal((await callAs('POST', caller, `users/${id}/contact/confirmations`, body)).status, 200)
}

test('a guardian gets no code at an address that the staff changed, until the patient confirms it', async () => {
  const patient = await newPatient()
  const accomplice = await newPatient()
  const requestCode = () =>
    callAs('POST', accomplice, 'guardianships/requests', { dependantId: patient.id, kind: 'CARER', address: 'PHONE' })
  await callAs('PUT', desk, `users/${patient.id}/contact`, { phone: '0661777001' })
  await confirmPhone(desk, patient.id)
  assert.equal((await requestCode()).status, 201)
  assert.equal(await codesTo(patient.id), 0)
  await callAs('PUT', patient, `users/${patient.id}/contact`, { phone: '0661777002' })
  await confirmPhone(patient, patient.id)
  await requestCode()
  assert.equal(await codesTo(patient.id), 1)
})

test('a guardian gets no code even at a proved address for a week after the staff changed another address', async () => {
  const patient = await newPatient()
  await callAs('PUT', patient, `users/${patient.id}/contact`, { phone: '0661777012' })
  await confirmPhone(patient, patient.id)
  await callAs('PUT', desk, `users/${patient.id}/contact`, { email: 'accomplice@test.example' })
  const codesAfter = async (age: string) => {
    await owner.query('update contacts set address_changed_at = now() - $2::interval where user_id = $1', [
      patient.id,
      age,
    ])
    const accomplice = await newPatient()
    const body = { dependantId: patient.id, kind: 'CARER', address: 'PHONE' }
    assert.equal((await callAs('POST', accomplice, 'guardianships/requests', body)).status, 201)
    return codesTo(patient.id)
  }
  assert.equal(await codesAfter('6 days 23 hours'), 0)
  assert.equal(await codesAfter('7 days 1 hour'), 1)
})

test('the user who changed the address of a patient cannot send a claim code to it, even on a later day', async () => {
  const person = { name: 'Zineb Lahlou', birthDate: '1944-07-08', phone: '0661777003' }
  const { id } = (await callAs('POST', desk, 'patients', person)).body.patient
  await callAs('PUT', desk, `users/${id}/contact`, { phone: '0661777004' })
  const send = (caller: Person) => callAs('POST', caller, `patients/${id}/claim-codes`, { address: 'PHONE' })
  assert.equal((await send(desk)).status, 409)
  await owner.query(`update contacts set address_changed_at = now() - interval '30 days' where user_id = $1`, [id])
  assert.equal((await send(desk)).status, 409)
  assert.equal((await send(colleague)).status, 200)
})

test('a patient gets a notice at the confirmed address when the staff replaces it', async () => {
  const patient = await newPatient()
  await callAs('PUT', desk, `users/${patient.id}/contact`, { email: 'accomplice@test.example', phone: '0661777005' })
  const recipients = async () =>
    (
      await owner.query(
        `select s.recipient from sandbox_messages s join messages m on m.tenant_id = s.tenant_id and m.id = s.message_id
         where m.template_code = 'ADDRESS_CHANGED' and m.about = array[$1]`,
        [patient.id],
      )
    ).rows.map(({ recipient }) => recipient)
  await eventually(async () => (await recipients()).length > 0, 'the notice')
  assert.deepEqual(await recipients(), [`${patient.id}@test.example`])
})

test('a patient gets a notice even at an unconfirmed address that is replaced, at most three times a day', async () => {
  const person = { name: 'Zineb Lahlou', birthDate: '1944-07-09', phone: '+212661777008', email: 'zineb@test.example' }
  const { id } = (await callAs('POST', desk, 'patients', person)).body.patient
  const notices = async () =>
    (
      await owner.query(
        `select to_phone, to_email from messages where template_code = 'ADDRESS_CHANGED' and about = array[$1] order by id`,
        [id],
      )
    ).rows
  await callAs('PUT', desk, `users/${id}/contact`, { phone: '0661777009' })
  assert.deepEqual(await notices(), [{ to_phone: person.phone, to_email: null }])
  await callAs('PUT', desk, `users/${id}/contact`, { email: null })
  assert.deepEqual((await notices())[1], { to_phone: null, to_email: person.email })
  for (let times = 0; times < 4; times++)
    for (const phone of [person.phone, null]) await callAs('PUT', colleague, `users/${id}/contact`, { phone })
  assert.equal((await notices()).filter(({ to_phone: phone }) => phone === person.phone).length, 3)
})

test('other records with the address of a patient do not use up the notices to it', async () => {
  const phone = '+212661777020'
  const newRecord = async (birthDate: string) =>
    (await callAs('POST', desk, 'patients', { name: 'Nezha Lahlou', birthDate, phone, differentPerson: true })).body
      .patient.id as string
  const noticesOf = async (ids: string[]) =>
    (
      await owner.query(
        `select from messages where template_code = 'ADDRESS_CHANGED' and about && $1 and to_phone = $2`,
        [ids, phone],
      )
    ).rowCount
  const change = (id: string, to: string | null) => callAs('PUT', desk, `users/${id}/contact`, { phone: to })
  const patient = await newRecord('1950-03-04')
  const dummies: string[] = []
  for (let day = 10; day < 20; day++) dummies.push(await newRecord(`1951-03-${day}`))
  for (const dummy of dummies.slice(0, 9))
    for (let times = 0; times < 5; times++) for (const to of [null, phone]) await change(dummy, to)
  assert.equal(await noticesOf(dummies), 27, 'three for each')
  await change(patient, '0661777021')
  assert.equal(await noticesOf([patient]), 1)
  for (const to of [null, phone, null, phone, null]) await change(dummies[9]!, to)
  assert.equal(await noticesOf([...dummies, patient]), 30, 'a stranger’s inbox gets no more')
})

test('a user who has caused too many notices in an hour cannot make a change that needs another notice', async () => {
  const clerk = await newPerson(platform, tenantId, 'RECEPTIONIST')
  const newRecord = async (at: number) => {
    const person = { name: 'Ghita Lahlou', birthDate: '1960-05-06', phone: `+2126617${at}`, differentPerson: true }
    return (await callAs('POST', colleague, 'patients', person)).body.patient.id as string
  }
  const answers: number[] = []
  const ids: string[] = []
  for (let at = 0; at < 67; at++) ids.push(await newRecord(78000 + at))
  for (const [at, id] of ids.entries())
    for (let times = 0; times < 3; times++) {
      answers.push((await callAs('PUT', clerk, `users/${id}/contact`, { phone: null })).status)
      await callAs('PUT', colleague, `users/${id}/contact`, { phone: `+2126617${78000 + at}` })
    }
  assert.deepEqual([answers.slice(0, 200).every((status) => status === 200), answers.at(200)], [true, 429])
})

test('a claim code ends when the front desk changes the address, even if the address is restored', async () => {
  for (const [kind, wrong, right] of [
    ['PHONE', '+212661777010', '+212661777011'],
    ['EMAIL', 'wrong@test.example', 'right@test.example'],
  ] as const) {
    const field = kind === 'PHONE' ? 'phone' : 'email'
    const person = { name: `Hajar ${field}`, birthDate: '1951-02-03', [field]: wrong }
    const { id } = (await callAs('POST', desk, 'patients', person)).body.patient
    assert.equal((await callAs('POST', desk, `patients/${id}/claim-codes`, { address: kind })).status, 200)
    const code = await codeIn(platform, id)
    const claim = () =>
      call('POST', '/api/auth/claim', {
        body: {
          ...{ address: wrong, birthDate: person.birthDate, code },
          ...{ email: `holder-${field}@test.example`, password: 'une phrase facile' },
        },
      })
    await callAs('PUT', desk, `users/${id}/contact`, { [field]: right })
    assert.equal((await claim()).status, 422, kind)
    await callAs('PUT', desk, `users/${id}/contact`, { [field]: wrong })
    assert.equal((await claim()).status, 422, `${kind}, put back`)
  }
})

test('a guardian can confirm an address of a dependant, which does not lift limits after a change by the staff', async () => {
  const people = await Promise.all([1, 2, 3].map(newPatient))
  const [guardian, dependant, accomplice] = people as [Person, Person, Person]
  const guardianship = { guardianId: guardian.id, dependantId: dependant.id, kind: 'CARER' }
  assert.equal((await callAs('POST', desk, 'guardianships', guardianship)).status, 201)
  await callAs('PUT', desk, `users/${dependant.id}/contact`, { phone: '0661777006' })
  const change = await callAs('PUT', guardian, `users/${dependant.id}/contact`, { phone: '0661777007' })
  assert.equal(change.status, 403)
  assert.equal(
    (await callAs('POST', accomplice, `users/${dependant.id}/contact/codes`, { address: 'PHONE' })).status,
    404,
  )
  await confirmPhone(guardian, dependant.id)
  const requestCode = { dependantId: dependant.id, kind: 'CARER', address: 'PHONE' }
  await callAs('POST', accomplice, 'guardianships/requests', requestCode)
  assert.equal(await codesTo(dependant.id), 0)
})
