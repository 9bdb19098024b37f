import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newPerson, type Person } from '../../../../testing/factories.ts'
import { pathsOf, startPlatform } from '../../../../testing/harness.ts'
import { bookCompletedConsultation, consult, newPractice } from '../../../../testing/practice.ts'

const platform = await startPlatform()
const { call, owner } = platform
const { tenantId, admin, doctor, pharmacist } = await newPractice(platform)

const callAs = (method: 'GET' | 'PUT' | 'POST' | 'DELETE', caller: Person, path: string, body?: object) =>
  call(method, `/api/${path}`, { token: caller.token, ...(body && { body }) })
const identityOf = async (caller: Person, { id }: Person) =>
  (await callAs('GET', caller, `patients/${id}/identity`)).body.identity
const recorded = { birthDate: '1984-05-17', sex: 'F', nationalId: 'AB123456', nameAr: 'سلمى الإدريسي' }
const statement = { birthDate: '1984-05-18', reason: 'My card says 18 May.' }
const dispute = (caller: Person, { id }: Person, body: object = statement) =>
  callAs('POST', caller, `patients/${id}/identity/dispute`, body)
const resolve = (caller: Person, { id }: Person, attested: string, document = 'CIN AB123456') =>
  callAs('POST', caller, `patients/${id}/identity/dispute/resolve`, { attested, document })
const withdraw = (caller: Person, { id }: Person) => callAs('DELETE', caller, `patients/${id}/identity/dispute`)
const historyOf = async (caller: Person, { id }: Person) =>
  (await callAs('GET', caller, `patients/${id}/identity/disputes`)).body.disputes

/** A patient whose identity the doctor attested. */
async function newPatient(): Promise<Person> {
  const patient = await newPerson(platform, tenantId, 'PATIENT')
  await consult(platform, doctor, patient)
  const body = { ...recorded, insurer: 'CNSS' }
  assert.equal((await callAs('PUT', doctor, `patients/${patient.id}/identity`, body)).status, 200)
  return patient
}

describe('a patient', () => {
  test('disputes an attested identity, and their doctor and administrators see both values', async () => {
    const patient = await newPatient()
    assert.equal(
      (await callAs('PUT', patient, `patients/${patient.id}/identity`, { ...recorded, sex: 'M' })).status,
      403,
    )
    const { status, body } = await dispute(patient, patient)
    assert.equal(status, 201)
    const stated = { birthDate: '1984-05-18', sex: null, nationalId: null, nameAr: null }
    assert.partialDeepStrictEqual(body.dispute, { recorded, stated, status: 'OPEN', reason: statement.reason })
    for (const caller of [patient, doctor, admin]) {
      const identity = await identityOf(caller, patient)
      assert.partialDeepStrictEqual(identity, { ...recorded, attested: true, dispute: { stated } })
      assert.deepEqual(await historyOf(caller, patient), [body.dispute])
    }
  })

  test('cannot open a dispute without a differing value, twice, or about an identity that is not attested', async () => {
    const patient = await newPatient()
    const same = await dispute(patient, patient, { ...recorded, reason: 'Same' })
    assert.deepEqual([same.status, pathsOf(same)], [422, ['birthDate', 'sex', 'nationalId', 'nameAr']])
    assert.equal((await dispute(patient, patient, { reason: 'Nothing' })).status, 422)
    assert.equal((await dispute(patient, patient, { sex: 'M' })).status, 422, 'no reason')
    assert.equal((await dispute(patient, patient, { birthDate: '2999-01-01', reason: 'X' })).status, 422)
    const answers = await Promise.all(Array.from({ length: 6 }, () => dispute(patient, patient)))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409, 409, 409, 409])
    const free = await newPerson(platform, tenantId, 'PATIENT')
    assert.equal((await dispute(free, free)).status, 409, 'not attested')
  })

  test('withdraws a dispute, which stays in the history, and can open another', async () => {
    const patient = await newPatient()
    assert.equal((await withdraw(patient, patient)).status, 409)
    await dispute(patient, patient)
    for (const caller of [doctor, admin]) assert.equal((await withdraw(caller, patient)).status, 403)
    const { body } = await withdraw(patient, patient)
    assert.deepEqual([body.dispute.status, body.dispute.settledBy.id], ['WITHDRAWN', patient.id])
    assert.equal((await identityOf(doctor, patient)).dispute, null)
    assert.equal((await dispute(patient, patient, { sex: 'M', reason: 'Card' })).status, 201)
    assert.deepEqual(
      (await historyOf(patient, patient)).map(({ status }: { status: string }) => status),
      ['OPEN', 'WITHDRAWN'],
    )
  })
})

describe('a dispute', () => {
  test('about a birth date cannot be resolved in favour of the patient by a professional', async () => {
    const patient = await newPatient()
    await dispute(patient, patient)
    const refused = await resolve(doctor, patient, 'STATED')
    assert.equal(refused.status, 403, refused.text)
    assert.equal((await identityOf(patient, patient)).birthDate, recorded.birthDate)
    assert.equal((await resolve(admin, patient, 'STATED')).status, 200)
  })

  for (const [attested, caller] of [
    ['STATED', admin],
    ['RECORDED', doctor],
  ] as const)
    test(`ends when the staff attests the ${attested} value after seeing a document`, async () => {
      const patient = await newPatient()
      await dispute(patient, patient)
      const { status, body } = await resolve(caller, patient, attested)
      assert.equal(status, 200)
      assert.partialDeepStrictEqual(body.dispute, { status: 'RESOLVED', attested, document: 'CIN AB123456', recorded })
      assert.equal(body.dispute.settledBy.id, caller.id)
      const { dispute: open, insurer, attested: isAttested, ...identity } = await identityOf(patient, patient)
      assert.deepEqual([open, insurer, isAttested], [null, 'CNSS', true])
      assert.equal(identity.birthDate, attested === 'STATED' ? '1984-05-18' : '1984-05-17')
      assert.deepEqual([identity.sex, identity.nationalId], ['F', 'AB123456'])
      assert.equal((await resolve(caller, patient, attested)).status, 409)
    })

  test('is hidden from a doctor who does not treat the patient, and who cannot resolve it or attest an identity', async () => {
    const [patient, stranger] = [await newPatient(), await newPerson(platform, tenantId, 'DOCTOR')]
    await dispute(patient, patient)
    await bookedBy(stranger, patient)
    const path = `patients/${patient.id}/identity`
    assert.equal((await callAs('PUT', stranger, path, { ...recorded, nationalId: 'FORGED' })).status, 404)
    assert.equal((await resolve(stranger, patient, 'STATED')).status, 404)
    assert.equal((await callAs('GET', stranger, `${path}/disputes`)).status, 404)
    for (const caller of [patient, pharmacist]) assert.equal((await resolve(caller, patient, 'STATED')).status, 403)
    assert.equal((await dispute(await newPerson(platform, tenantId, 'PATIENT'), patient)).status, 404)
    assert.equal((await identityOf(patient, patient)).nationalId, 'AB123456')
    assert.equal((await resolve(admin, patient, 'RECORDED')).status, 200)
  })

  test('does not change the recorded value on documents, and is in the audit log', async () => {
    const patient = await newPatient()
    await dispute(patient, patient)
    const appointmentId = await bookCompletedConsultation(platform, doctor, patient)
    const created = await callAs('POST', doctor, 'pdf/generate', { templateId: 'attestation', data: { appointmentId } })
    assert.equal(created.status, 200, created.text)
    const { rows } = await owner.query('select content from documents where id = $1', [created.body.documentId])
    assert.equal(rows[0].content.patient.birthDate, '1984-05-17')
    await resolve(admin, patient, 'STATED')
    const audited = await owner.query(
      `select operation, user_id from audit_log
       where subject_id = $1 and operation like '%Dispute' or subject_id = $1 and operation = 'disputeIdentity'
       order by id`,
      [patient.id],
    )
    assert.deepEqual(audited.rows, [
      { operation: 'disputeIdentity', user_id: patient.id },
      { operation: 'resolveIdentityDispute', user_id: admin.id },
    ])
  })
})

const bookedBy = async (caller: Person, patient: Person) => {
  const start = new Date(platform.services.clock.nowMs() + 900 * 3_600_000)
  const endTime = new Date(start.getTime() + 1_800_000).toISOString()
  const body = { doctorId: caller.id, patientId: patient.id, startTime: start.toISOString(), endTime }
  assert.equal((await callAs('POST', caller, 'appointments', body)).status, 201)
}

test('the guardianship of a parent ends when the attested birth date makes the patient an adult', async () => {
  const [parent, patient] = [
    await newPerson(platform, tenantId, 'PATIENT'),
    await newPerson(platform, tenantId, 'PATIENT'),
  ]
  const minor = { ...recorded, birthDate: '2019-05-17', insurer: null }
  assert.equal((await callAs('PUT', admin, `patients/${patient.id}/identity`, minor)).status, 200)
  const guardianship = { guardianId: parent.id, dependantId: patient.id, kind: 'PARENT' }
  assert.equal((await callAs('POST', admin, 'guardianships', guardianship)).status, 201)
  const active = async () => {
    const { body } = await callAs('GET', admin, `guardianships?guardianId=${parent.id}`)
    return body.guardianships.map((one: { active: boolean }) => one.active)
  }
  assert.equal((await dispute(patient, patient, { birthDate: '1999-05-17', reason: 'My card says 1999.' })).status, 201)
  assert.deepEqual(await active(), [true])
  assert.equal((await resolve(admin, patient, 'STATED')).status, 200)
  assert.deepEqual(await active(), [false])
})
