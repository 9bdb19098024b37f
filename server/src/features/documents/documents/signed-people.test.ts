import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newPerson, type Person } from '../../../../testing/factories.ts'
import { startPlatform } from '../../../../testing/harness.ts'
import { consent, newPractice, prescribe } from '../../../../testing/practice.ts'
import { signatureOf } from '../../care/prescriptions/signing.ts'

/** The people on a signed prescription are those at the time of its signature. */
const platform = await startPlatform()
const { call, owner } = platform
const { admin, doctor, tenantId } = await newPractice(platform)
const put = (caller: Person, path: string, body: object) => call('PUT', `/api/${path}`, { token: caller.token, body })

const generate = (token: string, prescriptionId: string) =>
  call('POST', '/api/pdf/generate', { token, body: { templateId: 'prescription', data: { prescriptionId } } })

/** The names on the document, and the user whose certificate signs it: null for the organisation's. */
async function printedPeople({ token }: { token: string }, prescriptionId: string) {
  const answer = await generate(token, prescriptionId)
  assert.equal(answer.status, 200, answer.text)
  const { rows } = await owner.query(
    `select content -> 'patient' as patient, content -> 'practitioner' as practitioner, c.user_id as sealed_by
     from documents d join signing_certificates c on c.tenant_id = d.tenant_id and c.id = d.certificate_id
     where d.id = $1`,
    [answer.body.documentId],
  )
  return rows[0]
}

/** A prescription for a patient who stated their identity themselves. */
async function newPrescription() {
  const patient = await newPerson(platform, tenantId, 'PATIENT')
  const identity = { birthDate: '2022-02-02', sex: 'M', nationalId: 'BE123456' }
  assert.equal((await put(patient, `patients/${patient.id}/identity`, identity)).status, 200)
  await consent(platform, patient, doctor)
  const { rows } = await owner.query('select name from users where id = $1', [patient.id])
  return { patient, name: rows[0].name as string, id: (await prescribe(platform, doctor, patient)).id }
}
const renamed = async ({ id }: Person, name: string) =>
  assert.equal((await put(admin, `users/${id}`, { name })).status, 200)

describe('the practitioner’s certificate', () => {
  test('signs a prescription only with the name, birth date and national id at the time of its signature', async () => {
    const { patient, name, id } = await newPrescription()
    await renamed(patient, 'Karim Trafiquant')
    const identity = { birthDate: '2011-01-01', sex: 'F', nationalId: 'BK999999', insurer: 'CNSS' }
    assert.equal((await put(patient, `patients/${patient.id}/identity`, identity)).status, 200)
    for (const caller of [admin, patient, doctor])
      assert.partialDeepStrictEqual(await printedPeople(caller, id), {
        patient: { name, birthDate: '2022-02-02', sex: 'M', nationalId: 'BE123456', insurer: null },
        sealed_by: doctor.id,
      })
  })

  test('signs a document with the practitioner’s specialty at the time of the signature', async () => {
    const { patient, id } = await newPrescription()
    const before = (await printedPeople(patient, id)).practitioner
    await put(doctor, `doctors/${doctor.id}`, { specialty: 'Neurochirurgie, Professeur agrégé' })
    assert.deepEqual((await printedPeople(patient, id)).practitioner, before)
  })

  test('does not sign a prescription of an earlier version, whose signature covers no people, for other callers', async () => {
    const { patient, name, id } = await newPrescription()
    // Like a prescription after the upgrade.
    const { rows } = await owner.query(
      `select p.*, printed - 'salt' as printed, k.private_jwk_encrypted
       from prescriptions p join prescriber_keys k on k.user_id = p.doctor_id and k.kid = p.kid
       where id = $1`,
      [id],
    )
    const row = rows[0]
    const { signature, jws } = signatureOf(platform.services.vault, row, row, row.signed_at)
    await owner.query('update prescriptions set printed = $2, signature = $3, jws = $4 where id = $1', [
      ...[id, row.printed, signature, jws],
    ])
    await renamed(patient, 'Karim Trafiquant')
    for (const caller of [patient, admin])
      assert.partialDeepStrictEqual(await printedPeople(caller, id), { patient: { name }, sealed_by: null })
    assert.partialDeepStrictEqual(await printedPeople(doctor, id), { patient: { name }, sealed_by: doctor.id })
  })
})

test('a signature covers the people without revealing them, and becomes invalid if their data change', async () => {
  const { patient, name, id } = await newPrescription()
  const signature = async () =>
    (await call('GET', `/api/prescriptions/${id}/signature`, { token: patient.token })).body.signature
  const { canonical, valid } = await signature()
  assert.equal(valid, true)
  assert.match(JSON.parse(canonical).printed, /^sha256:[0-9a-f]{64}$/)
  for (const secret of [name, 'BE123456', '2022-02-02']) assert.ok(!canonical.includes(secret))
  await owner.query(
    `update prescriptions set printed = jsonb_set(printed, '{patient,name}', '"Karim"') where id = $1`,
    [id],
  )
  assert.equal((await signature()).valid, false)
  assert.equal((await generate(patient.token, id)).status, 409)
})

test('a signed prescription has the letterhead at the time of its signature', async () => {
  const setLetterhead = (body: object) => put(admin, 'letterhead', body)
  const headOf = async (caller: Person, id: string) => {
    const { documentId } = (await generate(caller.token, id)).body
    const { rows } = await owner.query(`select content -> 'letterhead' as head from documents where id = $1`, [
      documentId,
    ])
    const { name, city, logoSvg } = rows[0].head
    return { name, city, logoSvg }
  }
  const { patient, id: first } = await newPrescription()
  const before = await headOf(patient, first)
  await platform.advance(1)
  assert.equal((await setLetterhead({ name: 'Clinique Atlas', city: 'Rabat' })).status, 200)
  await platform.advance(1)
  const { id: second } = await newPrescription()
  await platform.advance(1)
  assert.equal((await setLetterhead({ name: 'Hôpital Faux', city: 'Casablanca' })).status, 200)
  await platform.advance(1)
  const { id: third } = await newPrescription()
  assert.deepEqual(await headOf(admin, first), before, 'none had been set')
  assert.deepEqual(await headOf(admin, second), { name: 'Clinique Atlas', city: 'Rabat', logoSvg: null })
  assert.deepEqual(await headOf(admin, third), { name: 'Hôpital Faux', city: 'Casablanca', logoSvg: null })
})

test('a document contains the identity only if the token may read it', async () => {
  const { patient, id } = await newPrescription()
  const given = { name: 'Printer', actsAs: patient.id, scopes: ['pdf:generate', 'prescriptions:read'] }
  const { client } = (await call('POST', '/api/clients', { token: admin.token, body: given })).body
  await owner.query("update clients set acting_allowed_at = now() + interval '1 minute' where id = $1", [client.id])
  const body = { grant_type: 'client_credentials', client_id: client.id, client_secret: client.secret }
  const { access_token: token } = (await call('POST', '/api/auth/token', { body })).body
  assert.partialDeepStrictEqual((await printedPeople({ token }, id)).patient, { birthDate: null, nationalId: null })
  assert.partialDeepStrictEqual((await printedPeople(patient, id)).patient, { nationalId: 'BE123456' })
})
