import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newPerson, type Person } from '../../../../testing/factories.ts'
import { type Answer, pathsOf, startPlatform } from '../../../../testing/harness.ts'
import { consult, newPractice, placeOrder } from '../../../../testing/practice.ts'
import { type Content, canonicalOf, digestOf } from './canonical.ts'

const platform = await startPlatform()
const { call, owner } = platform
const { admin, doctor, dentist, patient, pharmacist, tenantId } = await newPractice(platform)
const DAY_MS = 86_400_000

const amlodipine = { medication: 'Amlodipine 5 mg, comprimé', dosage: '1 le matin' }
const morphine = { medication: 'Morphine 10 mg, gélule', dosage: '1 toutes les 12 h', substanceTable: 'B' }
const appointmentId = await consult(platform, doctor, patient)
const issue = (body: object, caller = doctor) =>
  call('POST', '/api/prescriptions', { token: caller.token, body: { patientId: patient.id, ...body } })
const read = async ({ status, text, body }: Answer) => {
  assert.equal(status, 201, text)
  const path = `/api/prescriptions/${body.prescription.id}`
  const { prescription } = (await call('GET', path, { token: patient.token })).body
  const { signature } = (await call('GET', `${path}/signature`, { token: patient.token })).body
  assert.equal(signature.valid, true)
  return { ...prescription, canonical: JSON.parse(signature.canonical) }
}

describe('the lines of a prescription', () => {
  test('have quantity, unit, duration, refills and substitution, which are signed', async () => {
    const detailed = { quantity: 30, unit: 'comprimés', durationDays: 30, refills: 2, substitutable: true }
    const shown = await read(await issue({ appointmentId, items: [{ ...amlodipine, ...detailed }, amlodipine] }))
    const absent = { quantity: null, unit: null, durationDays: null, refills: 0, substitutable: false }
    const fixed = { ...amlodipine, instructions: null, substanceTable: null }
    assert.deepEqual(shown.items, [
      { ...fixed, ...detailed, left: 90 },
      { ...fixed, ...absent, left: 1 },
    ])
    assert.equal(shown.canonical.type, 'medina-care/prescription/v4')
    assert.deepEqual(shown.canonical.items, [
      { ...fixed, ...detailed },
      { ...fixed, ...absent },
    ])
  })

  test('are created from the fields of a single line, and those fields repeat the first line', async () => {
    const line = { ...amlodipine, instructions: 'À jeun', durationDays: 30, quantity: 30, refills: 1 }
    const single = await read(await issue({ appointmentId, ...line }))
    const listed = await read(await issue({ appointmentId, items: [line, morphine] }))
    const both = await read(await issue({ appointmentId, ...line, items: [line] }))
    for (const { medication, dosage, instructions, items } of [single, listed, both]) {
      assert.deepEqual([medication, dosage, instructions], [line.medication, line.dosage, line.instructions])
      assert.deepEqual({ ...items[0], ...line }, items[0])
    }
  })

  test('are refused if they contradict the single fields or the law', async () => {
    const items = [{ ...amlodipine, quantity: 30 }]
    for (const [body, path] of [
      [{}, 'medication'],
      [{ medication: 'A' }, 'dosage'],
      [{ ...amlodipine, quantity: 20, items }, 'items.0.quantity'],
      [{ refills: 1, items }, 'items.0.refills'],
      [{ ...amlodipine, unit: 'gélules' }, 'unit'],
      [{ items: [amlodipine, { ...amlodipine, unit: 'gélules' }] }, 'items.1.unit'],
      [{ ...morphine, refills: 1 }, 'refills'],
      [{ items: [amlodipine, { ...morphine, substanceTable: 'A', refills: 1 }] }, 'items.1.refills'],
      [{ ...amlodipine, quantity: 0 }, 'quantity'],
      [{ ...amlodipine, quantity: 1.5 }, 'quantity'],
      [{ ...amlodipine, refills: -1 }, 'refills'],
      [{ ...amlodipine, refills: 37 }, 'refills'],
      [{ ...amlodipine, quantity: 1, unit: ' ' }, 'unit'],
      [{ ...amlodipine, substitutable: 'yes' }, 'substitutable'],
    ] as const) {
      const answer = await issue({ appointmentId, ...body })
      assert.equal(answer.status, 422, JSON.stringify(body))
      assert.ok(pathsOf(answer).includes(path), `${path}: ${pathsOf(answer)}`)
    }
    const allowed = await read(await issue({ appointmentId, ...morphine, substanceTable: 'C', refills: 1 }))
    assert.equal(allowed.items[0].refills, 1, 'table C may have refills')
    await read(await issue({ appointmentId, ...morphine, refills: 0 }))
  })

  test('with quantity or refills are signed in version 3 of the canonical form', () => {
    const content: Content = {
      tenant_id: 'ten_a',
      id: 'rx_a',
      doctor_id: 'usr_d',
      patient_id: 'usr_p',
      appointment_id: null,
      items: [{ ...amlodipine, instructions: null, durationDays: 30, quantity: 30, refills: 2 }],
      patient_weight_g: null,
      issued_at: new Date('2026-11-21T10:00:00Z'),
      valid_until: new Date('2027-02-19T10:00:00Z'),
      printed: null,
    }
    const text = canonicalOf(content)
    assert.equal(
      text,
      '{"appointmentId":null,"doctorId":"usr_d","id":"rx_a","issuedAt":"2026-11-21T10:00:00.000Z","items":[{"dosage":"1 le matin","durationDays":30,"instructions":null,"medication":"Amlodipine 5 mg, comprimé","quantity":30,"refills":2,"substanceTable":null,"substitutable":false,"unit":null}],"patientId":"usr_p","tenantId":"ten_a","type":"medina-care/prescription/v3","validUntil":"2027-02-19T10:00:00.000Z"}',
    )
    assert.match(digestOf(text), /^sha256:/)
    for (const one of [{ quantity: 1 }, { refills: 1 }, { substitutable: true }]) {
      const items = [{ ...amlodipine, instructions: null, durationDays: null, ...one }]
      assert.match(canonicalOf({ ...content, appointment_id: 'apt_a', items }), /prescription\/v3/)
    }
    assert.equal(
      canonicalOf({ ...content, patient_weight_g: 12_500 }),
      text.replace('"tenantId"', '"patientWeightG":12500,"tenantId"').replace('/v3', '/v5'),
    )
  })
})

describe('the weight of the patient', () => {
  test('is signed, shown to everyone who sees the prescription, and null by default', async () => {
    const { id } = (await issue({ appointmentId, ...amlodipine, patientWeightKg: 3.275 })).body.prescription
    const seen = async (caller: Person) =>
      (await call('GET', `/api/prescriptions/${id}`, { token: caller.token })).body.prescription.patientWeightKg
    for (const caller of [doctor, patient]) assert.equal(await seen(caller), 3.275)
    const signatureOf = async () =>
      (await call('GET', `/api/prescriptions/${id}/signature`, { token: patient.token })).body.signature
    const { canonical, valid } = await signatureOf()
    assert.partialDeepStrictEqual(JSON.parse(canonical), { type: 'medina-care/prescription/v5', patientWeightG: 3275 })
    assert.ok(JSON.parse(canonical).printed, 'with the digest of the people')
    assert.equal(valid, true)
    await owner.query('update prescriptions set patient_weight_g = 3276 where id = $1', [id])
    assert.equal((await signatureOf()).valid, false)
    assert.equal((await read(await issue({ appointmentId, ...amlodipine }))).patientWeightKg, null)
  })

  test('is between 300 g and 400 kg, to the gram', async () => {
    for (const patientWeightKg of [0.3, 1.001, 400])
      assert.equal(
        (await read(await issue({ appointmentId, ...amlodipine, patientWeightKg }))).patientWeightKg,
        patientWeightKg,
      )
    for (const patientWeightKg of [0.29, 400.001, 12.3456, -5, 0, '12', null])
      assert.deepEqual(pathsOf(await issue({ appointmentId, ...amlodipine, patientWeightKg })), ['patientWeightKg'])
  })
})

describe('the validity of a prescription', () => {
  const daysOf = ({ issuedAt, validUntil }: { issuedAt: string; validUntil: string }) =>
    (Date.parse(validUntil) - Date.parse(issuedAt)) / DAY_MS
  const after = (days: number) => new Date(platform.services.clock.nowMs() + days * DAY_MS).toISOString()

  test('is 90 days by default, and 7 with a substance of table B', async () => {
    assert.equal(daysOf(await read(await issue({ appointmentId, ...amlodipine }))), 90)
    assert.equal(daysOf(await read(await issue({ appointmentId, items: [amlodipine, morphine] }))), 7)
    assert.equal(daysOf(await read(await issue({ appointmentId, ...morphine, substanceTable: 'A' }))), 90)
  })

  test('can be chosen, but is at most 7 days for table B', async () => {
    const chosen = after(200)
    assert.equal((await read(await issue({ appointmentId, ...amlodipine, validUntil: chosen }))).validUntil, chosen)
    assert.deepEqual(pathsOf(await issue({ appointmentId, ...morphine, validUntil: after(8) })), ['validUntil'])
    const short = after(3)
    assert.equal((await read(await issue({ appointmentId, ...morphine, validUntil: short }))).validUntil, short)
  })

  test('has a default for prescriptions of earlier versions without one, whose signatures stay valid', async () => {
    const { id } = (await issue({ appointmentId, ...amlodipine })).body.prescription
    await owner.query(
      `update prescriptions set issued_at = issued_at - interval '91 days', valid_until = null where id = $1`,
      [id],
    )
    const body = { prescriptionId: id, pharmacyId: pharmacist.id }
    const late = await call('POST', '/api/orders', { token: patient.token, body })
    assert.equal(late.status, 409)
    const { prescription } = (await call('GET', `/api/prescriptions/${id}`, { token: patient.token })).body
    assert.equal(daysOf(prescription), 90)
    assert.ok(late.body.error.message.includes(prescription.validUntil))
  })
})

describe('a prescription without an appointment', () => {
  const renew = (to: Person, caller = doctor) => issue({ ...amlodipine, patientId: to.id }, caller)
  const newPatient = () => newPerson(platform, tenantId, 'PATIENT')

  test('is possible with a care relationship', async () => {
    const to = await newPatient()
    assert.equal((await renew(to)).status, 422)
    await consult(platform, doctor, to)
    const answer = await renew(to)
    assert.equal(answer.status, 201, answer.text)
    const { id: rx } = answer.body.prescription
    const shown = (await call('GET', `/api/prescriptions/${rx}`, { token: to.token })).body.prescription
    assert.equal(shown.appointmentId, null)
    const { signature } = (await call('GET', `/api/prescriptions/${rx}/signature`, { token: to.token })).body
    assert.deepEqual([signature.valid, JSON.parse(signature.canonical).appointmentId], [true, null])
    assert.ok((await placeOrder(platform, to, rx, pharmacist)).id)
    const data = { prescriptionId: rx }
    const pdf = await call('POST', '/api/pdf/generate', {
      token: to.token,
      body: { templateId: 'prescription', data },
    })
    assert.equal(pdf.status, 200, pdf.text)
  })

  test('is refused without a care relationship, with the fault for an unknown patient', async () => {
    const absent = await issue({ ...amlodipine, patientId: 'usr_absent' })
    assert.deepEqual([absent.status, pathsOf(absent)], [422, ['patientId']])
    const [stranger, patientOfAnother, deleted, ended] = (await Promise.all(Array.from({ length: 4 }, newPatient))) as [
      Person,
      Person,
      Person,
      Person,
    ]
    await consult(platform, dentist, patientOfAnother)
    const removed = await consult(platform, doctor, deleted)
    await call('DELETE', `/api/appointments/${removed}`, { token: admin.token })
    await consult(platform, doctor, ended)
    await call('DELETE', `/api/patients/${ended.id}/relationships/${doctor.id}`, { token: ended.token })
    for (const to of [stranger, patientOfAnother, deleted, ended, admin]) {
      const answer = await renew(to)
      assert.deepEqual([answer.status, answer.text], [422, absent.text])
    }
    assert.equal((await renew(patientOfAnother, dentist)).status, 201)
  })
})
