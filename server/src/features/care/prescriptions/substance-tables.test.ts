import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Person } from '../../../../testing/factories.ts'
import { startPlatform } from '../../../../testing/harness.ts'
import { newPractice, prescribe } from '../../../../testing/practice.ts'
import type { Actor, Role } from '../../../actor.ts'
import type { FullContext } from '../../../http/services.ts'
import { forDocument } from './actions.ts'
import { type Content, canonicalOf, digestOf } from './canonical.ts'

const platform = await startPlatform()
const { call, owner } = platform
const practice = await newPractice(platform)
const { doctor, dentist, patient, tenantId } = practice

const tramadol = { medication: 'Tramadol 50 mg, gélule', dosage: '1 gélule si douleur' }
const paracetamol = { medication: 'Paracétamol 1 g, comprimé', dosage: '1 comprimé' }
const tabled = { ...tramadol, instructions: undefined, items: [{ ...tramadol, substanceTable: 'A' }, paracetamol] }

const read = async (id: string) =>
  (await call('GET', `/api/prescriptions/${id}`, { token: patient.token })).body.prescription
const signatureOf = async (id: string) =>
  (await call('GET', `/api/prescriptions/${id}/signature`, { token: patient.token })).body.signature
const tablesOf = (items: { substanceTable: string | null }[]) => items.map(({ substanceTable }) => substanceTable)

const content: Content = {
  tenant_id: 'ten_a',
  id: 'rx_a',
  doctor_id: 'usr_d',
  patient_id: 'usr_p',
  appointment_id: 'apt_a',
  items: [
    { medication: 'Tramadol 50 mg', dosage: '1 gélule', instructions: 'قبل النوم', durationDays: 3 },
    { medication: 'Paracétamol 1 g', dosage: '1 comprimé', instructions: null, durationDays: null },
  ],
  patient_weight_g: null,
  issued_at: new Date('2026-11-21T10:00:00Z'),
  valid_until: null,
  printed: null,
}

describe('the canonical form', () => {
  test('without a table is byte for byte version 1, with and without the field', () => {
    const text =
      '{"appointmentId":"apt_a","doctorId":"usr_d","id":"rx_a","issuedAt":"2026-11-21T10:00:00.000Z","items":[{"dosage":"1 gélule","durationDays":3,"instructions":"قبل النوم","medication":"Tramadol 50 mg"},{"dosage":"1 comprimé","durationDays":null,"instructions":null,"medication":"Paracétamol 1 g"}],"patientId":"usr_p","tenantId":"ten_a","type":"medina-care/prescription/v1","validUntil":null}'
    assert.equal(canonicalOf(content), text)
    assert.equal(canonicalOf({ ...content, items: content.items.map((i) => ({ ...i, substanceTable: null })) }), text)
    assert.equal(digestOf(text), 'sha256:49d77d05a2072f2feec46b365c2a54530ae7060c9e2ed6759b805ce88300f12c')
  })

  test('with a table is version 2, with the field in every line', () => {
    const [first, second] = content.items
    const text = canonicalOf({ ...content, items: [{ ...first!, substanceTable: 'A' }, second!] })
    assert.equal(
      text,
      '{"appointmentId":"apt_a","doctorId":"usr_d","id":"rx_a","issuedAt":"2026-11-21T10:00:00.000Z","items":[{"dosage":"1 gélule","durationDays":3,"instructions":"قبل النوم","medication":"Tramadol 50 mg","substanceTable":"A"},{"dosage":"1 comprimé","durationDays":null,"instructions":null,"medication":"Paracétamol 1 g","substanceTable":null}],"patientId":"usr_p","tenantId":"ten_a","type":"medina-care/prescription/v2","validUntil":null}',
    )
    assert.equal(digestOf(text), 'sha256:0478ee9aaa7704d9fbc675cabf2e72182925dd28cce4ab787ee91824234c3c21')
  })
})

describe('a substance of table A, B or C', () => {
  test('is issued, returned and signed with its line', async () => {
    const { id } = await prescribe(platform, doctor, patient, undefined, tabled)
    assert.deepEqual(tablesOf((await read(id)).items), ['A', null])
    const { valid, canonical } = await signatureOf(id)
    assert.equal(valid, true)
    assert.deepEqual(JSON.parse(canonical).type, 'medina-care/prescription/v4')
    assert.deepEqual(tablesOf(JSON.parse(canonical).items), ['A', null])
  })

  test('cannot be changed without invalidating the signature', async () => {
    for (const tampering of [`'"B"'`, `'null'`]) {
      const { id } = await prescribe(platform, doctor, patient, undefined, tabled)
      await owner.query(
        `update prescriptions set items = jsonb_set(items, '{0,substanceTable}', ${tampering}) where id = $1`,
        [id],
      )
      assert.equal((await signatureOf(id)).valid, false, tampering)
    }
  })

  test('must be A, B or C', async () => {
    const body = { ...tabled, patientId: patient.id, appointmentId: 'apt_absent' }
    for (const substanceTable of ['D', 'a', '', null, 1]) {
      const items = [{ ...tramadol, substanceTable }]
      const refused = await call('POST', '/api/prescriptions', { token: doctor.token, body: { ...body, items } })
      assert.equal(refused.status, 422)
      assert.deepEqual(refused.body.error.details[0].path, ['items', 0, 'substanceTable'])
    }
  })

  test('is null in prescriptions of earlier versions, whose signatures stay valid', async () => {
    const { id } = await prescribe(platform, doctor, patient)
    await owner.query(`update prescriptions set items = items #- '{0,substanceTable}' where id = $1`, [id])
    assert.deepEqual(tablesOf((await read(id)).items), [null])
    assert.equal((await signatureOf(id)).valid, true)
  })
})

describe('the content of a prescription document', () => {
  const stated = (caller: Person, role: Role, id: string) => {
    const { services } = platform
    const actor: Actor = {
      tenantId,
      userId: caller.id,
      role,
      actsFor: [caller.id],
      clientId: caller.clientId,
      scopes: new Set(),
      plan: 'PRO',
      session: false,
      mayAct: true,
      maySign: true,
      merges: 0,
    }
    return services.database.inTransaction(
      tenantId,
      (db) => forDocument({ ...services, db } as FullContext, actor, id), // the fields in use
    )
  }

  test('is the whole signed content, for users who can see the prescription', async () => {
    const { id, signature, issuedAt } = await prescribe(platform, doctor, patient, undefined, {
      ...tabled,
      patientWeightKg: 12.5,
    })
    const absent = {
      instructions: null,
      durationDays: null,
      quantity: null,
      unit: null,
      refills: 0,
      substitutable: false,
    }
    const { printed, ...content } = (await stated(patient, 'PATIENT', id))!
    const { rows } = await platform.owner.query('select id, name from users where id = any($1)', [
      [doctor.id, patient.id],
    ])
    const nameOf = ({ id }: Person) => rows.find((row) => row.id === id).name
    assert.deepEqual([printed!.practitioner.name, printed!.patient.name], [nameOf(doctor), nameOf(patient)])
    assert.deepEqual(content, {
      covered: true,
      doctorId: doctor.id,
      patientId: patient.id,
      status: 'ISSUED',
      issuedAt: new Date(issuedAt),
      signedAt: new Date(issuedAt),
      validUntil: new Date(Date.parse(issuedAt) + 90 * 86_400_000),
      lines: [
        { ...tramadol, ...absent, substanceTable: 'A' },
        { ...paracetamol, ...absent, substanceTable: null },
      ],
      patientWeight: 12_500,
      signature,
      intact: true,
    })
    assert.equal(await stated(dentist, 'DENTIST', id), undefined)
  })

  test('states whether it matches the signature', async () => {
    const { id } = await prescribe(platform, doctor, patient)
    await owner.query(`update prescriptions set items = jsonb_set(items, '{0,dosage}', '"100"') where id = $1`, [id])
    assert.equal((await stated(doctor, 'DOCTOR', id))?.intact, false)
    await owner.query(
      'update prescriptions set signature = null, jws = null, kid = null, signed_at = null where id = $1',
      [id],
    )
    const unsigned = await stated(doctor, 'DOCTOR', id)
    assert.deepEqual([unsigned?.signature, unsigned?.intact], [null, false])
  })
})
