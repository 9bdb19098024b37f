import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { book, newPerson, newSession, type Person } from '../../../../testing/factories.ts'
import { startPlatform } from '../../../../testing/harness.ts'
import { newPractice, recordCondition } from '../../../../testing/practice.ts'
import { prove } from './merging-testing.ts'

/** Proofs of one record do not become proofs of the other after a merge. */
const platform = await startPlatform()
const { call, owner } = platform
const { tenantId, admin, doctor } = await newPractice(platform)

const newPatient = () => newPerson(platform, tenantId, 'PATIENT')
const callAs = async (method: 'GET' | 'PUT' | 'POST', caller: Person, path: string, body?: object) => {
  const answer = await call(method, `/api/${path}`, { token: caller.token, ...(body && { body }) })
  assert.ok(answer.status < 300, `${answer.status} ${answer.text}`)
  return answer.body
}
const merge = (survivor: { id: string }, merged: { id: string }, more: object = {}) =>
  callAs('POST', admin, `patients/${survivor.id}/merge`, {
    ...{ otherId: merged.id, reason: 'Registered twice', loginOf: survivor.id },
    ...more,
  })
const withoutLogin = async () => {
  const patient = await newPatient()
  await owner.query('update users set login_id = null, email = null, email_confirmed_at = null where id = $1', [
    patient.id,
  ])
  return patient
}
const identityRow = async ({ id }: { id: string }) =>
  (
    await owner.query(
      'select national_id, insurer, attested_by is not null as attested from patient_identities where patient_id = $1',
      [id],
    )
  ).rows[0]

describe('an identity after a merge', () => {
  const born = { birthDate: '1984-05-17' }
  const records = async (attested: object, stated: object) => {
    const [one, two] = [await newPatient(), await newPatient()]
    await callAs('PUT', admin, `patients/${one.id}/identity`, { ...born, ...attested })
    await callAs('PUT', two, `patients/${two.id}/identity`, { ...born, ...stated })
    return { attested: one, stated: two }
  }

  for (const direction of ['stays', 'is merged away'])
    test(`does not take an unattested national id if the attested record ${direction}`, async () => {
      const { attested, stated } = await records({ insurer: 'CNSS' }, { nationalId: 'ZZ900001', insurer: 'CNSS' })
      const [survivor, merged] = direction === 'stays' ? [attested, stated] : [stated, attested]
      await merge(survivor, merged)
      assert.deepEqual(await identityRow(survivor), { national_id: null, insurer: 'CNSS', attested: true })
    })

  for (const direction of ['stays', 'is merged away'])
    test(`does not take an unattested birth date if the attested record ${direction}`, async () => {
      const [attested, stated] = [await newPatient(), await newPatient()]
      await callAs('PUT', admin, `patients/${attested.id}/identity`, { sex: 'F' })
      await callAs('PUT', stated, `patients/${stated.id}/identity`, born)
      const [survivor, merged] = direction === 'stays' ? [attested, stated] : [stated, attested]
      await merge(survivor, merged)
      const { identity } = await callAs('GET', admin, `patients/${survivor.id}/identity`)
      assert.partialDeepStrictEqual(identity, { birthDate: null, sex: 'F', attested: true })
    })

  test('is not attested if the unattested values were chosen', async () => {
    const { attested, stated } = await records({ nationalId: 'ZZ900002' }, { nationalId: 'ZZ900003' })
    await merge(attested, stated, { identityOf: stated.id })
    assert.deepEqual(await identityRow(attested), { national_id: 'ZZ900003', insurer: null, attested: false })
  })

  test('takes missing values from the other record if neither is attested', async () => {
    const [survivor, merged] = [await newPatient(), await newPatient()]
    await callAs('PUT', survivor, `patients/${survivor.id}/identity`, { insurer: 'CNSS' })
    await callAs('PUT', merged, `patients/${merged.id}/identity`, { nationalId: 'ZZ900004' })
    await merge(survivor, merged)
    assert.deepEqual(await identityRow(survivor), { national_id: 'ZZ900004', insurer: 'CNSS', attested: false })
  })
})

describe('access to the other record', () => {
  const opens = async (caller: Person, { id }: { id: string }) =>
    (await call('GET', `/api/patients/${id}/conditions`, { token: caller.token })).status === 200

  test('is not given to a dentist who registered the person a second time, in either direction', async () => {
    for (const direction of ['stays', 'gone']) {
      const dentist = await newPerson(platform, tenantId, 'DENTIST')
      const real = await newPatient()
      await book(platform, real, doctor, real, direction === 'stays' ? 10 : 20)
      await recordCondition(platform, doctor, real)
      const person = { name: `Double ${direction}`, birthDate: '1980-01-01', differentPerson: true }
      const { patient: double } = await callAs('POST', dentist, 'patients', person)
      assert.ok(await opens(dentist, double))
      const [survivor, merged] = direction === 'stays' ? [real, double] : [double, real]
      await prove(platform, real, double)
      await merge(survivor, merged, { loginOf: real.id })
      assert.equal(await opens(dentist, survivor), false)
      assert.equal(await opens(doctor, survivor), true, 'the doctor of the patient keeps access')
    }
  })

  for (const [basis, begin] of [
    [
      'a booking by the staff in two months',
      (real: Person, dentist: Person) => book(platform, admin, dentist, real, 1440),
    ],
    [
      'an emergency',
      (real: Person, dentist: Person) =>
        callAs('POST', dentist, `patients/${real.id}/emergency-access`, { reason: 'Unconscious' }),
    ],
  ] as const)
    test(`is not given to a dentist who registered the person a second time and has ${basis}`, async () => {
      const dentist = await newPerson(platform, tenantId, 'DENTIST')
      const real = await newPatient()
      await begin(real, dentist)
      const person = { name: `Double beside ${basis}`, birthDate: '1980-01-01', differentPerson: true }
      const { patient: double } = await callAs('POST', dentist, 'patients', person)
      await prove(platform, real, double)
      await merge(real, double, { loginOf: real.id })
      const { rows } = await owner.query(
        `select from care_relationships
         where patient_id = $1 and professional_id = $2 and ended_at is null and until > app_now() + interval '90 days'`,
        [real.id, dentist.id],
      )
      assert.equal(rows.length, 0)
    })

  test('is not given to an administrator who opened an empty record', async () => {
    const [real, dummy] = [await newPatient(), await newPatient()]
    await callAs('POST', admin, `patients/${dummy.id}/administrative-access`, { reason: 'A complaint of the patient' })
    assert.ok(await opens(admin, dummy))
    await merge(real, dummy)
    assert.equal(await opens(admin, real), false)
  })

  test('is kept by a professional with the consent of the patient', async () => {
    const dentist = await newPerson(platform, tenantId, 'DENTIST')
    const [real, double] = [await newPatient(), await newPatient()]
    await callAs('PUT', real, `patients/${real.id}/relationships/${dentist.id}`, {})
    await merge(double, real, { loginOf: real.id })
    assert.equal(await opens(dentist, double), true)
  })
})

describe('the login of the other record', () => {
  test('moves to a record without a login only if the administrator chooses it', async () => {
    const [survivor, double] = [await withoutLogin(), await newPatient()]
    await owner.query('update users set email_confirmed_at = null where id = $1', [double.id])
    const { preview } = await callAs('GET', admin, `patients/${survivor.id}/merge-preview/${double.id}`)
    assert.deepEqual(preview.logins, [
      { id: double.id, email: `${double.id}@test.example`, emailConfirmed: false, mayStay: false },
    ])
    const refused = await call('POST', `/api/patients/${survivor.id}/merge`, {
      token: admin.token,
      body: { otherId: double.id, reason: 'Registered twice' },
    })
    assert.deepEqual([refused.status, refused.body.error.details], [409, { bothSignIn: false }])
  })

  for (const chosen of ['null', 'the record without one'])
    test(`ends with its sessions and address if ${chosen} is chosen`, async () => {
      const [survivor, double] = [await withoutLogin(), await newPatient()]
      const session = await newSession(platform, double)
      await merge(survivor, double, { loginOf: chosen === 'null' ? null : survivor.id })
      const { rows } = await owner.query('select login_id, email from users where id = $1', [survivor.id])
      assert.deepEqual(rows, [{ login_id: null, email: null }])
      const sessions = await owner.query('select from sessions where user_id = any($1)', [[survivor.id, double.id]])
      assert.equal(sessions.rows.length, 0, session.id)
      const sent = await owner.query(`select from messages where template_code = 'LOGIN_ENDED' and to_email = $1`, [
        `${double.id}@test.example`,
      ])
      assert.equal(sent.rows.length, 1)
    })

  test('and the login of the survivor both end if neither is chosen', async () => {
    const [survivor, merged] = [await newPatient(), await newPatient()]
    await merge(survivor, merged, { loginOf: null })
    const { rows } = await owner.query('select login_id from users where id = $1', [survivor.id])
    assert.deepEqual(rows, [{ login_id: null }])
    const logins = await owner.query('select from logins where email = any($1)', [
      [survivor, merged].map(({ id }) => `${id}@test.example`),
    ])
    assert.equal(logins.rows.length, 0)
  })
})

test('neither preview nor merge shows an administrator conditions or lab tests', async () => {
  const [survivor, merged] = [await newPatient(), await newPatient()]
  await book(platform, merged, doctor, merged, 30)
  await recordCondition(platform, doctor, merged)
  const { preview } = await callAs('GET', admin, `patients/${survivor.id}/merge-preview/${merged.id}`)
  assert.equal(typeof preview.records, 'number')
  const { merge: result } = await merge(survivor, merged)
  assert.equal(result.moved['appointments.patient_id'].length, 1)
  assert.deepEqual(
    Object.keys(result.moved).filter((column) => /^(conditions|lab_)/.test(column)),
    [],
  )
})
