import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { eventsOf, newPerson, newTenant, type Person } from '../../../../testing/factories.ts'
import { startPlatform } from '../../../../testing/harness.ts'

const platform = await startPlatform()
const { call, owner } = platform

async function clinic() {
  const tenantId = await newTenant(platform)
  const [admin, doctor, dentist, reception] = await Promise.all(
    (['ADMIN', 'DOCTOR', 'DENTIST', 'RECEPTIONIST'] as const).map((role) => newPerson(platform, tenantId, role)),
  )
  return { tenantId, admin: admin!, doctor: doctor!, dentist: dentist!, reception: reception! }
}
const grandmother = {
  ...{ name: 'Fatima Zahra El Idrissi', birthDate: '1948-03-02', sex: 'F', nationalId: 'AB 123456' },
  ...{ nameAr: 'فاطمة الزهراء الإدريسي' },
  ...{ phone: '06 12 34 56 78', language: 'ar', insurer: 'CNSS', insuranceNumber: '100200300' },
}
const register = (caller: Person, body: object = grandmother) =>
  call('POST', '/api/patients', { token: caller.token, body })
const read = (caller: Person, path: string) => call('GET', path, { token: caller.token })
const patientsOf = async (tenantId: string) =>
  (await owner.query(`select id from users where tenant_id = $1 and role = 'PATIENT'`, [tenantId])).rows

describe('the front desk', () => {
  test('registers a patient without an account, with the data that it has', async () => {
    const { reception, admin, tenantId } = await clinic()
    const { status, body } = await register(reception)
    assert.equal(status, 201)
    const { id, createdAt, ...patient } = body.patient
    const { name, birthDate } = grandmother
    assert.partialDeepStrictEqual(patient, { name, birthDate, email: null, phone: '+212612345678' })
    const { contact } = (await read(reception, `/api/users/${id}/contact`)).body
    assert.deepEqual(
      [contact.email, contact.phone, contact.phoneConfirmed, contact.language],
      [null, '+212612345678', false, 'ar'],
    )
    const { identity } = (await read(admin, `/api/patients/${id}/identity`)).body
    assert.deepEqual(
      [
        identity.birthDate,
        identity.sex,
        identity.nationalId,
        identity.nameAr,
        identity.insurer,
        identity.insuranceNumber,
        identity.attested,
      ],
      ['1948-03-02', 'F', 'AB 123456', grandmother.nameAr, 'CNSS', '100200300', true],
    )
    assert.deepEqual(await eventsOf(platform, id), [{ event: 'patient.created', data: { patientId: id } }])
    const { rows } = await owner.query('select login_id, password_hash from users where id = $1', [id])
    assert.deepEqual(rows, [{ login_id: null, password_hash: null }])
    const audit = await owner.query(
      `select user_id, outcome, patient_ids from audit_log where tenant_id = $1 and operation = 'registerPatient'`,
      [tenantId],
    )
    assert.deepEqual(audit.rows, [{ user_id: reception.id, outcome: 'OK', patient_ids: [id] }])
  })

  test('needs only a name and a birth date', async () => {
    const { reception } = await clinic()
    assert.equal((await register(reception, { name: 'Amina', birthDate: '2001-01-01' })).status, 201)
    for (const body of [{ name: 'Amina' }, { birthDate: '2001-01-01' }, { name: 'Amina', birthDate: '2999-01-01' }])
      assert.equal((await register(reception, body)).status, 422)
  })

  test('registers a patient for a professional, who then treats the patient', async () => {
    const { reception, admin, doctor, dentist } = await clinic()
    const { id } = (await register(reception, { ...grandmother, professionalId: doctor.id })).body.patient
    assert.equal((await read(doctor, `/api/patients/${id}`)).status, 200)
    assert.equal((await read(dentist, `/api/patients/${id}`)).status, 404)
    const { relationships } = (await read(admin, `/api/patients/${id}/relationships`)).body
    assert.deepEqual([relationships[0].professional.id, relationships[0].bases], [doctor.id, ['REGISTERED']])
    const pending = await newPerson(platform, doctor.tenantId, 'PENDING')
    const disabled = await newPerson(platform, doctor.tenantId, 'DOCTOR')
    await call('PUT', `/api/users/${disabled.id}`, { token: admin.token, body: { disabled: true } })
    for (const professionalId of [reception.id, pending.id, disabled.id, 'usr_absent', (await clinic()).doctor.id]) {
      const refused = await register(reception, { name: 'B', birthDate: '2001-01-01', professionalId })
      assert.deepEqual([refused.status, refused.body.error.details[0].path], [422, ['professionalId']])
    }
  })
})

test('a doctor can register patients only for themselves, and then treats them', async () => {
  const { doctor, dentist } = await clinic()
  assert.equal((await register(doctor, { ...grandmother, professionalId: dentist.id })).status, 403)
  const { id } = (await register(doctor)).body.patient
  assert.equal((await read(doctor, `/api/patients/${id}`)).status, 200)
  assert.equal((await read(dentist, `/api/patients/${id}`)).status, 404)
})

test('patients, pharmacists, laboratories and unverified professionals cannot register patients', async () => {
  const { tenantId } = await clinic()
  for (const role of ['PATIENT', 'PHARMACIST', 'LABORATORY', 'PENDING'] as const)
    assert.equal((await register(await newPerson(platform, tenantId, role))).status, 403)
})

describe('a possible duplicate', () => {
  test('is shown to the front desk before anything is saved', async () => {
    const { reception, tenantId } = await clinic()
    const { id } = (await register(reception)).body.patient
    const { name, birthDate } = grandmother
    for (const same of [
      { ...grandmother, name: 'Aicha Other', birthDate: '1990-01-01', nationalId: 'ab-123456' },
      { name: 'EL IDRISSI  fatima-zahra', birthDate },
      { name: 'Fâtima Zahra Elidrissi', birthDate, nationalId: 'XX1' },
    ]) {
      const { status, body } = await register(reception, same)
      assert.equal(status, 409, JSON.stringify(same))
      assert.deepEqual(body.error.details, { duplicates: [{ id, name, birthDate }], hidden: 0 })
    }
    assert.equal((await patientsOf(tenantId)).length, 1)
    const other = await register(reception, { name, birthDate: '1948-03-03', nationalId: 'AB123457' })
    assert.equal(other.status, 201, 'a person of the same name')
    assert.equal((await register(reception, { ...grandmother, differentPerson: true })).status, 201)
  })

  test('is found in Arabic with any form of the letters', async () => {
    const { reception } = await clinic()
    await register(reception, { name: 'أمينة عبد الله', birthDate: '1980-05-05' })
    for (const name of ['امينه عبدالله', 'عبد اللّه أمينة', 'آمينة عَبد الله'])
      assert.equal((await register(reception, { name, birthDate: '1980-05-05' })).status, 409, name)
  })

  test('is only counted for a doctor who may not see it', async () => {
    const { reception, doctor, dentist } = await clinic()
    const { id } = (await register(reception, { ...grandmother, professionalId: dentist.id })).body.patient
    const hidden = await register(doctor)
    assert.deepEqual([hidden.status, hidden.body.error.details], [409, { duplicates: [], hidden: 1 }])
    assert.ok(!hidden.text.includes(id))
    const known = await register(dentist)
    assert.deepEqual([known.status, known.body.error.details.duplicates[0].id], [409, id])
  })

  test('is not reported from another organisation', async () => {
    await register((await clinic()).reception)
    assert.equal((await register((await clinic()).reception)).status, 201)
  })

  test('is found among twelve concurrent registrations, of which one is saved', async () => {
    const { reception, tenantId } = await clinic()
    const card = Array.from({ length: 6 }, (_, n) =>
      register(reception, { name: `Person ${n}`, birthDate: `199${n}-01-01`, nationalId: n % 2 ? 'K 77' : 'k77' }),
    )
    const born = Array.from({ length: 6 }, (_, n) =>
      register(reception, { name: n % 2 ? 'Ali Ben Salah' : 'BENSALAH Ali', birthDate: '1970-01-01' }),
    )
    const statuses = async (answers: Promise<{ status: number }>[]) =>
      (await Promise.all(answers)).map(({ status }) => status).sort()
    const once = [201, 409, 409, 409, 409, 409]
    assert.deepEqual(await Promise.all([statuses(card), statuses(born)]), [once, once])
    assert.equal((await patientsOf(tenantId)).length, 2)
  })
})
