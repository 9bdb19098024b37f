import assert from 'node:assert/strict'
import { test } from 'node:test'
import { booking, messagesTo, newPerson, type Person } from '../../../../testing/factories.ts'
import { startPlatform } from '../../../../testing/harness.ts'
import { consent, newPractice } from '../../../../testing/practice.ts'

const platform = await startPlatform()
const { call, owner } = platform
const { tenantId, admin, doctor } = await newPractice(platform)

const callAs = (method: 'GET' | 'PUT' | 'POST' | 'DELETE', caller: Person, path: string, body?: object) =>
  call(method, `/api/${path}`, { token: caller.token, ...(body && { body }) })

/** Tries what a doctor may do for a patient. @returns the statuses of the answers, and whether a booking is only proposed */
async function attemptsOf(caller: Person, patient: Person, hours: number) {
  const path = `patients/${patient.id}`
  const past = await callAs('POST', caller, 'appointments', booking(platform, caller, patient, hours))
  const { id } = past.body.appointment ?? past.body
  const proposed = (await owner.query('select proposed from appointments where id = $1', [id])).rows[0].proposed
  // Completes the visit, without testing how.
  await owner.query(
    `update appointments set status = 'COMPLETED', proposed = false, start_time = start_time - interval '1000 hours',
       end_time = end_time - interval '1000 hours' where id = $1`,
    [id],
  )
  const pdf = async (templateId: string, more: object) =>
    (await callAs('POST', caller, 'pdf/generate', { templateId, data: { appointmentId: id, ...more } })).status
  return {
    file: (await callAs('GET', caller, path)).status,
    conditions: (await callAs('GET', caller, `${path}/conditions`)).status,
    condition: (await callAs('POST', caller, `${path}/conditions`, { name: 'Allergie', longTerm: true })).status,
    labOrder: (await callAs('POST', caller, 'lab-orders', { patientId: patient.id, tests: ['Ionogramme'] })).status,
    proposed,
    identity: (await callAs('PUT', caller, `${path}/identity`, { nationalId: 'AB123456', sex: 'F' })).status,
    dispute: (await callAs('POST', caller, `${path}/identity/dispute/resolve`, { attested: 'STATED', document: 'CIN' }))
      .status,
    invoice: (await callAs('POST', caller, 'invoices', { patientId: patient.id, amountMAD: 10_000 })).status,
    certificate: await pdf('certificate', { statement: 'Apte' }),
    attestation: await pdf('attestation', {}),
  }
}

test('an emergency allows reading and clinical entries, but not identity, invoices, certificates or bookings', async () => {
  const patient = await newPerson(platform, tenantId, 'PATIENT')
  const opened = await callAs('POST', doctor, `patients/${patient.id}/emergency-access`, { reason: 'Unconscious' })
  assert.equal(opened.status, 201, opened.text)
  await callAs('PUT', admin, `patients/${patient.id}/identity`, { nationalId: 'ZZ1', sex: 'M' })
  const stated = { nationalId: 'ZZ2', reason: 'Wrong' }
  assert.equal((await callAs('POST', patient, `patients/${patient.id}/identity/dispute`, stated)).status, 201)
  assert.deepEqual(await attemptsOf(doctor, patient, 300), {
    ...{ file: 200, conditions: 200, condition: 201, labOrder: 201 },
    ...{ proposed: true, identity: 403, dispute: 403, invoice: 403, certificate: 403, attestation: 403 },
  })
  await consent(platform, patient, doctor)
  assert.deepEqual(await attemptsOf(doctor, patient, 303), {
    ...{ file: 200, conditions: 200, condition: 201, labOrder: 201 },
    ...{ proposed: false, identity: 200, dispute: 200, invoice: 201, certificate: 200, attestation: 200 },
  })
})

for (const [kind, caller, code, answer] of [
  ['emergency-access', doctor, 'EMERGENCY_ACCESS', 'emergencyAccess'],
  ['administrative-access', admin, 'ADMINISTRATIVE_ACCESS', 'administrativeAccess'],
] as const)
  test(`${kind} that is in force is returned again, also to twelve concurrent calls, with one message`, async () => {
    const patient = await newPerson(platform, tenantId, 'PATIENT')
    const open = () => callAs('POST', caller, `patients/${patient.id}/${kind}`, { reason: 'Unconscious' })
    const answers = await Promise.all(Array.from({ length: 12 }, open))
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [201])
    assert.equal(new Set(answers.map(({ body }) => JSON.stringify(body[answer]))).size, 1)
    assert.equal((await messagesTo(platform, patient.id, code)).length, 1)
    const { rows } = await owner.query('select count(*)::int as n from care_relationships where patient_id = $1', [
      patient.id,
    ])
    assert.equal(rows[0].n, 1)
  })

for (const [kind, caller, code] of [
  ['emergency-access', doctor, 'EMERGENCY_ACCESS'],
  ['administrative-access', admin, 'ADMINISTRATIVE_ACCESS'],
] as const) {
  test(`${kind} that the patient ended cannot be opened again by the same person for 24 hours`, async () => {
    const patient = await newPerson(platform, tenantId, 'PATIENT')
    const open = () => callAs('POST', caller, `patients/${patient.id}/${kind}`, { reason: 'Unconscious' })
    assert.equal((await open()).status, 201)
    assert.equal((await callAs('DELETE', patient, `patients/${patient.id}/relationships/${caller.id}`)).status, 200)
    const refused = await open()
    assert.equal(refused.status, 403, refused.text)
    assert.match(refused.text, /24 hours/)
    const other = await newPerson(platform, tenantId, caller === admin ? 'ADMIN' : 'DOCTOR')
    const byOther = await callAs('POST', other, `patients/${patient.id}/${kind}`, { reason: 'Unconscious' })
    assert.equal(byOther.status, 201, byOther.text)
    assert.equal((await callAs('DELETE', patient, `patients/${patient.id}/relationships/${other.id}`)).status, 200)
    assert.equal((await messagesTo(platform, patient.id, code)).length, 2)
    await owner.query(
      `update care_relationships set since = since - interval '25 hours', ended_at = ended_at - interval '25 hours'
       where patient_id = $1`,
      [patient.id],
    )
    assert.equal((await open()).status, 201)
  })

  test(`${kind} cannot be opened by a client that may only read`, async () => {
    const patient = await newPerson(platform, tenantId, 'PATIENT')
    const reader = await newPerson(platform, tenantId, caller === admin ? 'ADMIN' : 'DOCTOR', ['patients:read'])
    const refused = await callAs('POST', reader, `patients/${patient.id}/${kind}`, { reason: 'Unconscious' })
    assert.equal(refused.status, 403, refused.text)
    assert.match(refused.text, /patients:write/)
  })
}

test('the patient is notified of a stated relationship even during emergency access', async () => {
  const patient = await newPerson(platform, tenantId, 'PATIENT')
  await callAs('POST', doctor, `patients/${patient.id}/emergency-access`, { reason: 'Unconscious' })
  const stated = await callAs('PUT', admin, `patients/${patient.id}/relationships/${doctor.id}`, { basis: 'REFERRED' })
  assert.equal(stated.status, 200, stated.text)
  assert.equal((await messagesTo(platform, patient.id, 'RELATIONSHIP_STATED')).length, 1)
})

test('a past visit that the staff records does not open the file', async () => {
  const patient = await newPerson(platform, tenantId, 'PATIENT')
  const past = { ...booking(platform, doctor, patient, -4800), pastVisit: true }
  const booked = await callAs('POST', admin, 'appointments', past)
  assert.equal(booked.status, 201, booked.text)
  assert.equal((await callAs('GET', doctor, `patients/${patient.id}/conditions`)).status, 404)
})

test('a booking by the staff does not restore access that the patient ended', async () => {
  const patient = await newPerson(platform, tenantId, 'PATIENT')
  await consent(platform, patient, doctor)
  assert.equal((await callAs('DELETE', patient, `patients/${patient.id}/relationships/${doctor.id}`)).status, 200)
  const booked = await callAs('POST', admin, 'appointments', booking(platform, doctor, patient, 900))
  assert.equal(booked.status, 201, booked.text)
  assert.equal((await callAs('GET', doctor, `patients/${patient.id}/conditions`)).status, 404)
})
