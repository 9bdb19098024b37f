import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { book, messagesTo, newPerson, newSession, newTenant, type Person } from '../../../../testing/factories.ts'
import { startPlatform } from '../../../../testing/harness.ts'
import { enter, newEmail, PASSWORD, register } from '../accounts/registration-testing.ts'
import { codeIn } from '../codes/codes-testing.ts'

const platform = await startPlatform()
const { call, owner } = platform
const tenantId = await newTenant(platform)
const [admin, doctor, reception] = (await Promise.all(
  (['ADMIN', 'DOCTOR', 'RECEPTIONIST'] as const).map((role) => newPerson(platform, tenantId, role)),
)) as [Person, Person, Person]

let registered = 0
const birthDate = '1948-03-02'
/** A patient whom the front desk registered, with their own number. */
async function grandmother(caller = reception, more: object = {}) {
  const phone = `+2126661${String(++registered).padStart(5, '0')}`
  const body = { name: `Grandmother ${phone}`, birthDate, phone, ...more }
  const { patient } = (await call('POST', '/api/patients', { token: caller.token, body })).body
  return { id: patient.id as string, phone }
}
const sendCode = (caller: Person, id: string, address = 'PHONE') =>
  call('POST', `/api/patients/${id}/claim-codes`, { token: caller.token, body: { address } })
/** A registered patient to whom a claim code was sent. */
async function invited() {
  const patient = await grandmother()
  assert.equal((await sendCode(reception, patient.id)).status, 200)
  return { ...patient, code: await codeIn(platform, patient.id) }
}
type Claim = { address?: string; birthDate?: string; code: string; email?: string; password?: string }
const claim = ({ phone }: { phone: string }, body: Claim) =>
  call('POST', '/api/auth/claim', {
    body: { address: phone, birthDate, email: newEmail(), password: PASSWORD, ...body },
  })
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

describe('a registered patient', () => {
  test('claims an account, keeps all records and signs in', async () => {
    const patient = await invited()
    const visit = await book(platform, admin, doctor, { id: patient.id } as Person)
    const email = newEmail()
    const { status, body } = await claim(patient, {
      code: patient.code,
      email,
      address: patient.phone.replace('+212', '0'),
    })
    assert.deepEqual([status, body], [201, { ok: true, user: { id: patient.id, email, tenantId } }])
    const session = (await enter(platform, email)).body
    assert.deepEqual([session.user.id, session.user.role], [patient.id, 'PATIENT'])
    const { appointments } = (await call('GET', '/api/appointments', { token: session.accessToken })).body
    assert.deepEqual(
      appointments.map(({ id }: { id: string }) => id),
      [visit.id],
    )
    const { contact } = (await call('GET', `/api/users/${patient.id}/contact`, { token: session.accessToken })).body
    assert.deepEqual(
      [contact.email, contact.emailConfirmed, contact.phoneConfirmed],
      [email, false, true],
      'the code proves the number, and the e-mail address is yet to be confirmed',
    )
    assert.equal((await messagesTo(platform, patient.id, 'CONTACT_CODE')).length, 1)
    const { rows } = await owner.query(
      `select outcome from audit_log where tenant_id = $1 and operation = 'claimAccount' and patient_ids = $2`,
      [tenantId, [patient.id]],
    )
    assert.deepEqual(rows, [{ outcome: 'OK' }])
  })

  test('confirms the e-mail address on file by claiming with a code to it', async () => {
    const email = newEmail()
    const patient = await grandmother(reception, { email, phone: null })
    await sendCode(reception, patient.id, 'EMAIL')
    const code = await codeIn(platform, patient.id)
    assert.equal((await claim(patient, { code, email, address: email.toUpperCase() })).status, 201)
    const { contact } = (await call('GET', `/api/users/${patient.id}/contact`, { token: admin.token })).body
    assert.deepEqual([contact.email, contact.emailConfirmed], [email, true])
  })

  test('claims once, even with twelve concurrent claims with one code', async () => {
    const patient = await invited()
    const answers = await Promise.all(Array.from({ length: 4 }, () => claim(patient, { code: patient.code })))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 422, 422, 422])
    assert.equal((await claim(patient, { code: patient.code })).status, 422)
    assert.equal((await sendCode(reception, patient.id)).status, 409, 'there is an account now')
  })

  test('who shares a number with another patient is identified by the birth date and the code', async () => {
    const first = await invited()
    const other = await grandmother(reception, { phone: first.phone, birthDate: '2019-05-01' })
    await sendCode(reception, other.id)
    const code = await codeIn(platform, other.id)
    const claimed = await claim(first, { code, birthDate: '2019-05-01' })
    assert.deepEqual([claimed.status, claimed.body.user?.id], [201, other.id])
    assert.equal((await claim(first, { code: first.code })).body.user.id, first.id)
  })
})

describe('a claim', () => {
  test('has the same answer for a wrong, expired or used code, another birth date and an unknown address', async () => {
    const patient = await invited()
    const uninvited = await grandmother()
    const used = await invited()
    await claim(used, { code: used.code })
    const answers = [
      await claim(patient, { code: wrong(patient.code) }),
      await claim(patient, { code: patient.code, birthDate: '1948-03-03' }),
      await claim(patient, { code: patient.code, address: '+212666999999' }),
      await claim(patient, { code: patient.code, address: 'nobody@test.example' }),
      await claim(uninvited, { code: '123456' }),
      await claim(used, { code: used.code }),
    ]
    assert.deepEqual(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size, 1, answers[0]!.text)
    assert.deepEqual([answers[0]!.status, answers[0]!.body.error.details[0].path], [422, ['code']])
    assert.equal((await claim(patient, { code: patient.code })).status, 201)
  })

  test('still works after a stranger tried the number without the birth date', async () => {
    const patient = await invited()
    for (let n = 0; n < 6; n++)
      assert.equal((await claim(patient, { code: patient.code, birthDate: '1960-01-01' })).status, 422)
    assert.equal((await claim(patient, { code: patient.code })).status, 201)
  })

  test('still works if another account has entered the number of the patient', async () => {
    const patient = await grandmother()
    const nuisance = await newSession(platform, await newPerson(platform, tenantId, 'PATIENT'))
    await call('PUT', `/api/users/${nuisance.id}/contact`, { token: nuisance.token, body: { phone: patient.phone } })
    const codes = `/api/users/${nuisance.id}/contact/codes`
    for (let n = 0; n < 4; n++) await call('POST', codes, { token: nuisance.token, body: { address: 'PHONE' } })
    assert.equal((await sendCode(reception, patient.id)).status, 200)
  })

  test('allows five tries, also concurrent ones', async () => {
    const patient = await invited()
    await Promise.all(Array.from({ length: 8 }, () => claim(patient, { code: wrong(patient.code) })))
    assert.equal((await claim(patient, { code: patient.code })).status, 422)
    const { rows } = await owner.query('select tries from confirmation_codes where user_id = $1', [patient.id])
    assert.deepEqual(rows, [{ tries: 5 }])
  })

  test('with the e-mail address of a login is refused, explains what to do, and leaves the code valid', async () => {
    const email = newEmail()
    const { id } = (await register(platform, { email })).body.user
    const patient = await invited()
    const refused = await claim(patient, { code: patient.code, email })
    assert.equal(refused.status, 409)
    assert.match(refused.body.error.message, /Sign in .*\/api\/users\/me\/claims/)
    const asUser = (caller: Pick<Person, 'token'>) =>
      call('POST', '/api/users/me/claims', {
        token: caller.token,
        body: { address: patient.phone, birthDate, code: patient.code },
      })
    const person = await newSession(platform, { id, tenantId: 'ten_sandbox' })
    const joined = await asUser(person)
    assert.deepEqual([joined.status, joined.body], [201, { user: { id: patient.id, tenantId } }])
    const { rows } = await owner.query('select count(distinct login_id)::int as logins from users where id = any($1)', [
      [id, patient.id],
    ])
    assert.deepEqual(rows, [{ logins: 1 }])
  })

  test('by a user is refused to clients, and to a person who has a record in the organisation', async () => {
    const patient = await invited()
    const body = { address: patient.phone, birthDate, code: patient.code }
    const self = await newPerson(platform, tenantId, 'PATIENT')
    assert.equal((await call('POST', '/api/users/me/claims', { token: self.token, body })).status, 403)
    const { rows } = await owner.query('select tries from confirmation_codes where user_id = $1', [patient.id])
    assert.deepEqual(rows, [{ tries: 0 }])
    const { token } = await newSession(platform, self)
    const refused = await call('POST', '/api/users/me/claims', { token, body })
    assert.deepEqual([refused.status, refused.body.error.code], [409, 'CONFLICT'])
  })

  test('works on an installation without a registration organisation', async () => {
    const own = await startPlatform()
    const patient = await newPerson(own, 'ten_sandbox', 'PATIENT')
    const phone = '+212666000001'
    await own.owner.query('update users set login_id = null where id = $1', [patient.id])
    await own.owner.query(`insert into contacts (tenant_id, user_id, phone) values ('ten_sandbox', $1, $2)`, [
      patient.id,
      phone,
    ])
    await own.owner.query(
      `insert into patient_identities (tenant_id, patient_id, birth_date, updated_by, updated_at)
       values ('ten_sandbox', $1, $2, $1, now())`,
      [patient.id, birthDate],
    )
    const token = await own.tokenOf('sandbox-admin')
    await own.call('POST', `/api/patients/${patient.id}/claim-codes`, { token, body: { address: 'PHONE' } })
    const code = await codeIn(own, patient.id)
    own.config.registrationTenant = undefined
    const body = { address: phone, birthDate, code, email: newEmail(), password: PASSWORD }
    const headers = { 'idempotency-key': 'claim-once' }
    assert.equal((await own.call('POST', '/api/auth/claim', { body: { ...body, code: wrong(code) } })).status, 422)
    assert.equal((await own.call('POST', '/api/auth/claim', { body, headers })).status, 201)
  })
})

describe('the code of a claim', () => {
  test('to another address does not work after the account is claimed', async () => {
    const email = newEmail()
    const patient = await grandmother(reception, { email })
    const codes: string[] = []
    for (const address of ['PHONE', 'EMAIL']) {
      assert.equal((await sendCode(reception, patient.id, address)).status, 200)
      codes.push(await codeIn(platform, patient.id))
    }
    assert.notEqual(codes[0], codes[1])
    assert.equal((await claim(patient, { code: codes[0]! })).status, 201)
    assert.equal((await claim(patient, { code: codes[1]!, address: email })).status, 422)
  })

  test('can be sent by the front desk, administrators, and the professional who registered the patient', async () => {
    const own = await grandmother(doctor)
    for (const caller of [reception, admin, doctor]) assert.equal((await sendCode(caller, own.id)).status, 200)
    const others = await grandmother()
    assert.equal((await sendCode(doctor, others.id)).status, 404)
    await book(platform, admin, doctor, { id: others.id } as Person, 3)
    assert.equal((await sendCode(doctor, others.id)).status, 403, 'a doctor who only treats the patient')
    for (const id of ['usr_absent', doctor.id]) assert.equal((await sendCode(reception, id)).status, 404)
    await book(platform, admin, doctor, { id: own.id } as Person, 4)
    await owner.query(`update care_relationships set until = now() where patient_id = $1 and basis = 'REGISTERED'`, [
      own.id,
    ])
    assert.equal((await sendCode(doctor, own.id)).status, 403, 'the registration is long ago')
    assert.equal((await sendCode(reception, others.id, 'EMAIL')).status, 409)
  })

  test('cannot be sent by the member of the staff who changed the address', async () => {
    const [patient, other] = [await grandmother(), await grandmother()]
    const changed = await call('PUT', `/api/users/${patient.id}/contact`, {
      token: reception.token,
      body: { phone: '+212677123456' },
    })
    assert.equal(changed.status, 200, changed.text)
    assert.equal((await sendCode(reception, patient.id)).status, 409)
    assert.equal((await sendCode(admin, patient.id)).status, 200)
    assert.equal((await sendCode(reception, other.id)).status, 200, 'to patients whose address they have not changed')
  })

  test('is sent at most three times in an hour', async () => {
    const { id } = await grandmother()
    const statuses: number[] = []
    for (let at = 0; at < 4; at++) statuses.push((await sendCode(reception, id)).status)
    assert.deepEqual(statuses, [200, 200, 200, 429])
  })

  test('is not sent while an unverified guardian acts for the patient', async () => {
    const parent = await newPerson(platform, tenantId, 'PATIENT')
    const body = { name: 'Yassine Alami', birthDate: '2021-05-04', sex: 'M', kind: 'PARENT' }
    const { guardianship } = (
      await call('POST', `/api/patients/${parent.id}/dependants`, { token: parent.token, body })
    ).body
    const { status, body: refusal } = await sendCode(reception, guardianship.dependant.id)
    assert.equal(status, 409)
    assert.deepEqual(refusal.error.details, { unverifiedGuardianships: [guardianship.id] })
  })

  test('is not sent to a patient with an account', async () => {
    const { id } = await newPerson(platform, tenantId, 'PATIENT')
    assert.equal((await sendCode(reception, id, 'EMAIL')).status, 409)
  })
})
