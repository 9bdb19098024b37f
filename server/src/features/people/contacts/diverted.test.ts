import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { eventually } from '../../../../testing/eventually.ts'
import { newPerson, newSession, newTenant, type Person } from '../../../../testing/factories.ts'
import { startPlatform } from '../../../../testing/harness.ts'
import { codeIn } from '../codes/codes-testing.ts'

/** The attack: a member of the staff adds their own address to a record, to get the notices instead of the person. */
const platform = await startPlatform()
const { call, owner } = platform
const tenantId = await newTenant(platform)
const [admin, desk] = await Promise.all([
  newPerson(platform, tenantId, 'ADMIN'),
  newPerson(platform, tenantId, 'RECEPTIONIST'),
])
const callAs = async (caller: Person, method: string, path: string, body: object) => {
  const answer = await call(method, `/api/${path}`, { token: caller.token, body })
  assert.ok(answer.status < 300, answer.text)
  return answer.body
}
let numbers = 0
const newNumber = () => `+2126770${String(++numbers).padStart(5, '0')}`
const newPatient = () => newPerson(platform, tenantId, 'PATIENT')
const emailOf = ({ id }: { id: string }) => `${id}@test.example`

/** Sets an address and confirms it with its code, as the owner of the address can. */
async function takeOver(caller: Person, id: string, address: { phone: string } | { email: string }): Promise<void> {
  const kind = 'phone' in address ? 'PHONE' : 'EMAIL'
  await callAs(caller, 'PUT', `users/${id}/contact`, address)
  await callAs(caller, 'POST', `users/${id}/contact/codes`, { address: kind })
  const code = await codeIn(platform, id)
  await callAs(caller, 'POST', `users/${id}/contact/confirmations`, { address: kind, code })
}
const open = (id: string) =>
  callAs(admin, 'POST', `patients/${id}/administrative-access`, { reason: 'Complaint 2026-118' })

/** The addresses to which a message about a record was sent. */
const recipients = async (about: string, code: string): Promise<string[]> =>
  (
    await owner.query<{ recipient: string }>(
      `select s.recipient
       from messages m
       join sandbox_messages s on s.tenant_id = m.tenant_id and s.message_id = m.id
       where $1 = any(m.about) and m.template_code = $2
       order by s.recipient`,
      [about, code],
    )
  ).rows.map(({ recipient }) => recipient)
async function assertNotified(about: string, code: string, addresses: string[]): Promise<void> {
  const expected = addresses.toSorted()
  await eventually(async () => (await recipients(about, code)).length >= expected.length, `${code} to ${addresses}`)
  assert.deepEqual((await recipients(about, code)).toSorted(), expected)
}

describe('a notice about an access', () => {
  test('reaches the e-mail address of a patient if the front desk added and confirmed a number', async () => {
    const [patient, accomplice, phone] = [await newPatient(), await newPatient(), newNumber()]
    await takeOver(desk, patient.id, { phone })
    await assertNotified(patient.id, 'ADDRESS_CHANGED', [emailOf(patient)])
    await open(patient.id)
    await assertNotified(patient.id, 'ADMINISTRATIVE_ACCESS', [emailOf(patient), phone])
    const { guardianship } = await callAs(desk, 'POST', 'guardianships', {
      ...{ guardianId: accomplice.id, dependantId: patient.id, kind: 'CARER' },
    })
    await assertNotified(guardianship.id, 'GUARDIANSHIP_BEGAN', [emailOf(patient), phone, emailOf(accomplice)])
  })

  test('reaches the number of a patient if the front desk added an address and made it the preferred one', async () => {
    const [patient, phone] = [await newPatient(), newNumber()]
    await takeOver(await newSession(platform, patient), patient.id, { phone })
    const own = await newSession(platform, patient)
    await callAs(own, 'PUT', `users/${patient.id}/contact`, { email: null })
    const email = `accomplice-${patient.id}@test.example`
    await takeOver(desk, patient.id, { email })
    await callAs(desk, 'PUT', `users/${patient.id}/contact`, { preferredChannel: 'EMAIL' })
    await open(patient.id)
    await assertNotified(patient.id, 'ADMINISTRATIVE_ACCESS', [phone, email])
  })

  test('reaches an address that the staff replaced, however often, until the patient confirms the new one', async () => {
    const patient = await newPatient()
    const [first, second] = [`first-${patient.id}@test.example`, `second-${patient.id}@test.example`]
    await takeOver(desk, patient.id, { email: first })
    await takeOver(desk, patient.id, { email: second })
    await open(patient.id)
    await assertNotified(patient.id, 'ADMINISTRATIVE_ACCESS', [emailOf(patient), second])
    await assertNotified(patient.id, 'ADDRESS_CHANGED', [emailOf(patient), emailOf(patient), first])
    const own = await newSession(platform, patient)
    await callAs(own, 'POST', `users/${patient.id}/contact/codes`, { address: 'EMAIL' })
    await callAs(own, 'POST', `users/${patient.id}/contact/confirmations`, {
      ...{ address: 'EMAIL', code: await codeIn(platform, patient.id) },
    })
    const { relationship } = await callAs(admin, 'PUT', `patients/${patient.id}/relationships/${await newDoctorId()}`, {
      basis: 'REFERRED',
    })
    await assertNotified(relationship?.patientId ?? patient.id, 'RELATIONSHIP_STATED', [second])
  })

  test('reaches the guardian of a child if the front desk added a number', async () => {
    const [mother, phone] = [await newPatient(), newNumber()]
    const own = await newSession(platform, mother)
    const { guardianship } = await callAs(own, 'POST', `patients/${mother.id}/dependants`, {
      ...{ name: 'Yassine Alami', birthDate: '2019-03-21', sex: 'M', kind: 'PARENT' },
    })
    const { id: child } = guardianship.dependant
    await takeOver(desk, child, { phone })
    await assertNotified(child, 'ADDRESS_CHANGED', [emailOf(mother)])
    await open(child)
    await assertNotified(child, 'ADMINISTRATIVE_ACCESS', [emailOf(mother), phone])
  })

  test('reaches the e-mail address of a doctor if an administrator added a number', async () => {
    const [doctor, phone] = [await newPerson(platform, tenantId, 'DOCTOR'), newNumber()]
    await takeOver(admin, doctor.id, { phone })
    const { client } = await callAs(admin, 'POST', 'clients', {
      ...{ name: 'Planning', actsAs: doctor.id, scopes: ['appointments:read'] },
    })
    await assertNotified(client.id, 'CLIENT_CREATED', [emailOf(doctor), phone])
  })

  test('is one message to a person with one address', async () => {
    const patient = await newPatient()
    await open(patient.id)
    await assertNotified(patient.id, 'ADMINISTRATIVE_ACCESS', [emailOf(patient)])
  })
})

const newDoctorId = async () => (await newPerson(platform, tenantId, 'DOCTOR')).id

describe('a person who changes an address in their own session', () => {
  test('gets a notice at the former address, even if they removed it', async () => {
    const patient = await newPatient()
    const own = await newSession(platform, patient)
    const phone = newNumber()
    await takeOver(own, patient.id, { phone })
    await callAs(own, 'PUT', `users/${patient.id}/contact`, { email: null })
    await assertNotified(patient.id, 'ADDRESS_CHANGED', [emailOf(patient), emailOf(patient), phone])
  })
})

describe('a client of a patient', () => {
  test('cannot change or confirm the addresses of the patient or of a dependant', async () => {
    const patient = await newPatient()
    const own = await newSession(platform, patient)
    const { guardianship } = await callAs(own, 'POST', `patients/${patient.id}/dependants`, {
      ...{ name: 'Salma Alami', birthDate: '2018-03-21', sex: 'F', kind: 'PARENT' },
    })
    const child = guardianship.dependant.id
    for (const id of [patient.id, child]) {
      await callAs(desk, 'PUT', `users/${id}/contact`, { phone: newNumber() })
      await callAs(desk, 'POST', `users/${id}/contact/codes`, { address: 'PHONE' })
      const code = await codeIn(platform, id)
      const asClient = (method: string, path: string, body: object) =>
        call(method, `/api/users/${id}/contact${path}`, { token: patient.token, body })
      for (const answer of [
        await asClient('PUT', '', { phone: newNumber() }),
        await asClient('PUT', '', { email: `accomplice-${id}@test.example` }),
        await asClient('POST', '/codes', { address: 'PHONE' }),
        await asClient('POST', '/confirmations', { address: 'PHONE', code }),
      ])
        assert.equal(answer.status, 403, answer.text)
      assert.equal((await asClient('PUT', '', { language: 'ar' })).status, 200)
    }
    assert.equal(
      (await callAs(own, 'PUT', `users/${patient.id}/contact`, { phone: newNumber() })).contact.language,
      'ar',
    )
  })

  test('of a doctor does not change theirs either', async () => {
    const doctor = await newPerson(platform, tenantId, 'DOCTOR')
    const body = { phone: newNumber() }
    const path = `/api/users/${doctor.id}/contact`
    assert.equal((await call('PUT', path, { token: doctor.token, body })).status, 403)
    const { token } = await newSession(platform, doctor)
    assert.equal((await call('PUT', path, { token, body })).status, 200)
  })
})
