import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { messagesTo, newPerson, type Person } from '../../../../testing/factories.ts'
import { startPlatform } from '../../../../testing/harness.ts'
import { consult, newPractice } from '../../../../testing/practice.ts'
import type { FullContext } from '../../../http/services.ts'
import { localDay } from '../../../lib/moroccan-time.ts'
import { identityOf } from './actions.ts'

const platform = await startPlatform()
const { call, owner } = platform
const practice = await newPractice(platform)
const { tenantId, admin, doctor, dentist, pharmacist } = practice

const pathOf = ({ id }: Pick<Person, 'id'>) => `/api/patients/${id}/identity`
const read = (caller: Person, patient: Pick<Person, 'id'>) => call('GET', pathOf(patient), { token: caller.token })
const write = (caller: Person, patient: Pick<Person, 'id'>, body: object) =>
  call('PUT', pathOf(patient), { token: caller.token, body })
const newPatient = () => newPerson(platform, tenantId, 'PATIENT')

const emptyIdentity = {
  birthDate: null,
  sex: null,
  nationalId: null,
  nameAr: null,
  insurer: null,
  insuranceNumber: null,
}
const papers = { birthDate: '1984-05-17', sex: 'F', nationalId: 'ZZ123456', nameAr: 'سلمى الإدريسي' }
const insured = { insurer: 'CNSS', insuranceNumber: '100 000 001' }

describe('the identity of a patient', () => {
  test('is null until it is recorded; a change keeps absent fields and clears null ones', async () => {
    const patient = await newPatient()
    const unknown = { identity: { ...emptyIdentity, attested: false, dispute: null, updatedAt: null } }
    assert.deepEqual((await read(patient, patient)).body, unknown)
    const written = await write(patient, patient, { ...papers, nationalId: ' ZZ123456 ', ...insured })
    assert.equal(written.status, 200, written.text)
    const { updatedAt } = written.body.identity
    assert.deepEqual(written.body, { identity: { ...papers, ...insured, attested: false, dispute: null, updatedAt } })
    assert.deepEqual((await read(patient, patient)).body, written.body)
    const again = await write(patient, patient, { insurer: 'CNOPS', nationalId: null })
    assert.deepEqual(
      { ...again.body.identity, updatedAt },
      {
        ...{ ...papers, ...insured, insurer: 'CNOPS', nationalId: null },
        attested: false,
        dispute: null,
        updatedAt,
      },
    )
    assert.deepEqual((await read(admin, patient)).body, again.body)
  })

  test('is visible only to the patient, administrators and professionals who treat the patient', async () => {
    const patient = await newPatient()
    await consult(platform, doctor, patient)
    for (const caller of [patient, admin, doctor]) {
      assert.equal((await write(caller, patient, insured)).status, 200)
      assert.equal((await read(caller, patient)).body.identity.insurer, 'CNSS')
    }
    const absent = { id: 'usr_absent' }
    assert.deepEqual([(await read(pharmacist, patient)).status, (await read(pharmacist, absent)).status], [404, 404])
    for (const one of [patient, absent]) assert.equal((await write(pharmacist, one, papers)).status, 403, 'by role')
    for (const caller of [dentist, await newPatient(), (await newPractice(platform)).admin])
      for (const answer of [await read(caller, patient), await write(caller, patient, papers)])
        assert.deepEqual([answer.status, answer.text], [404, (await read(caller, absent)).text])
    assert.equal((await write(admin, doctor, papers)).status, 404, 'a doctor is not a patient')
    const { rows } = await owner.query(
      `select distinct user_id, outcome from audit_log where operation = 'updateIdentity' and $1 = any(patient_ids)`,
      [patient.id],
    )
    assert.deepEqual(
      new Set(rows.map(({ user_id, outcome }) => `${user_id} ${outcome}`)),
      new Set([patient, admin, doctor].map(({ id }) => `${id} OK`)),
    )
  })

  test('is hidden from an unverified professional, even with an appointment with the patient', async () => {
    const [patient, caller] = [await newPatient(), await newPerson(platform, tenantId, 'DOCTOR')]
    await consult(platform, caller, patient)
    await write(patient, patient, { ...papers, ...insured })
    assert.equal((await read(caller, patient)).status, 200)
    await owner.query('update users set verified_at = null where id = $1', [caller.id])
    // The rights of a token are read again after at most a second.
    await new Promise((resolve) => setTimeout(resolve, 1000))
    const hidden = await read(caller, patient)
    assert.equal(hidden.status, 403, hidden.text)
    assert.equal((await write(caller, patient, papers)).status, 403)
  })

  test('is hidden again from a doctor with other patients after a mistaken appointment is deleted', async () => {
    const [patient, other] = [await newPatient(), await newPatient()]
    const caller = await newPerson(platform, tenantId, 'DOCTOR')
    await consult(platform, caller, other)
    const appointmentId = await consult(platform, caller, patient)
    assert.equal((await read(caller, patient)).status, 200)
    await call('DELETE', `/api/appointments/${appointmentId}`, { token: admin.token })
    for (const path of [pathOf(patient), `/api/patients/${patient.id}`, `/api/users/${patient.id}`])
      assert.equal((await call('GET', path, { token: caller.token })).status, 404, path)
    assert.equal((await read(caller, other)).status, 200)
  })

  test('cannot be changed by the patient once attested, except for the insurance', async () => {
    for (const caller of [admin, doctor]) {
      const patient = await newPatient()
      await consult(platform, doctor, patient)
      await write(patient, patient, { birthDate: '1990-01-01' })
      assert.equal((await write(caller, patient, { ...papers, ...insured })).body.identity.attested, true)
      for (const change of [
        { birthDate: '1984-05-18' },
        { sex: 'M' },
        { nationalId: null },
        { nameAr: 'أمينة الفاسي' },
      ]) {
        const refused = await write(patient, patient, { ...papers, ...change })
        assert.equal(refused.status, 403, refused.text)
        assert.match(refused.body.error.message, new RegExp(`Leave out ${Object.keys(change)[0]},`))
      }
      assert.equal((await read(patient, patient)).body.identity.nationalId, 'ZZ123456')
      const kept = await write(patient, patient, { ...papers, insurer: 'CNOPS' })
      const { insurer, insuranceNumber, attested } = kept.body.identity
      assert.deepEqual([kept.status, insurer, insuranceNumber, attested], [200, 'CNOPS', '100 000 001', true])
      assert.equal((await write(caller, patient, { ...papers, nationalId: 'ZZ999999' })).status, 200)
      // After an administrator clears the fields, the patient may set them again.
      assert.equal((await write(admin, patient, emptyIdentity)).body.identity.attested, false)
      assert.equal((await write(patient, patient, { birthDate: '1990-01-01' })).status, 200)
    }
  })

  test('is not attested when the staff changes only the insurance, or only one of several fields', async () => {
    const patient = await newPatient()
    await write(patient, patient, papers)
    const attested = async (change: object) => (await write(admin, patient, change)).body.identity.attested
    assert.equal(await attested(insured), false)
    assert.equal(await attested({ sex: 'M' }), false)
    assert.equal(await attested(papers), true)
    assert.equal(await attested(insured), true)
    assert.equal(await attested({ sex: 'M' }), true)
  })

  test('keeps its attested fields during concurrent writes by the patient', async () => {
    for (let round = 0; round < 5; round++) {
      const patient = await newPatient()
      const own = Array.from({ length: 5 }, (_, at) => write(patient, patient, { nationalId: `YY00000${at}` }))
      const answers = await Promise.all([...own.slice(0, 2), write(admin, patient, papers), ...own.slice(2)])
      assert.ok(answers.every(({ status }) => status === 200 || status === 403))
      const { nationalId, attested } = (await read(patient, patient)).body.identity
      assert.deepEqual([nationalId, attested], ['ZZ123456', true])
    }
  })

  test('accepts only past dates that exist, F or M, and single lines of limited length', async () => {
    const patient = await newPatient()
    const tomorrow = localDay(new Date(Date.now() + 36 * 3_600_000))
    for (const [field, values] of Object.entries({
      birthDate: ['1899-12-31', '2001-02-29', '17/05/1984', tomorrow, '', 19840517],
      sex: ['X', 'f', ''],
      nationalId: ['A'.repeat(31), 'ZZ1\n2', ' ', '\u202eZZ1'],
      nameAr: ['ا'.repeat(201), 'سلمى\n', 'www.example.com'],
      insurer: ['A'.repeat(101), ''],
      insuranceNumber: ['1'.repeat(51), 'a\tb'],
    }))
      for (const value of values) {
        const refused = await write(admin, patient, { [field]: value })
        assert.equal(refused.status, 422, `${field} ${value}`)
        assert.deepEqual(refused.body.error.details[0].path, [field])
      }
    assert.equal((await read(admin, patient)).body.identity.updatedAt, null)
    const today = localDay(platform.services.clock.now())
    assert.equal((await write(admin, patient, { birthDate: today })).status, 200, 'born today')
  })

  test('is available to documents, and is all null for users who are not patients', async () => {
    const patient = await newPatient()
    await write(admin, patient, { ...papers, ...insured })
    const { services } = platform
    const stated = (id: string) =>
      services.database.inTransaction(
        tenantId,
        (db) => identityOf({ ...services, db, trail: { tenantId } } as FullContext, id), // the fields in use
      )
    assert.deepEqual(await stated(patient.id), { ...papers, ...insured })
    for (const { id } of [await newPatient(), doctor, (await newPractice(platform)).patient])
      assert.deepEqual(await stated(id), emptyIdentity)
  })
})

test('only an administrator changes an attested birth date, and guardians whose access ends or begins are notified', async () => {
  const [child, mother] = [await newPatient(), await newPatient()]
  assert.equal((await write(admin, child, { ...papers, birthDate: '2020-04-12' })).status, 200)
  const body = { guardianId: mother.id, dependantId: child.id, kind: 'PARENT' }
  const stated = await call('POST', '/api/guardianships', { token: admin.token, body })
  assert.equal(stated.status, 201, stated.text)
  await consult(platform, doctor, child)
  const refused = await write(doctor, child, { birthDate: '2000-01-01' })
  assert.equal(refused.status, 403, refused.text)
  const fileOf = async () => (await call('GET', `/api/patients/${child.id}`, { token: mother.token })).status
  const notices = async (template: string) => (await messagesTo(platform, mother.id, template)).length
  assert.deepEqual([await fileOf(), await notices('GUARDIANSHIP_ENDED')], [200, 0])
  assert.equal((await write(doctor, child, { birthDate: '2020-04-12', sex: 'M' })).status, 200, 'the rest as before')
  const began = await notices('GUARDIANSHIP_BEGAN')
  assert.equal((await write(admin, child, { birthDate: '2000-01-01' })).status, 200)
  assert.equal(await notices('GUARDIANSHIP_ENDED'), 1)
  assert.equal((await messagesTo(platform, child.id, 'GUARDIANSHIP_ENDED')).length, 1)
  assert.equal((await write(admin, child, { birthDate: '2020-04-12' })).status, 200)
  assert.deepEqual([await fileOf(), await notices('GUARDIANSHIP_BEGAN')], [200, began + 1])
})
