import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { eventsOf, newClinic, newPerson, type Person } from '../../../../testing/factories.ts'
import { pathsOf, startPlatform } from '../../../../testing/harness.ts'
import { consult, newPractice, placeOrder, prescribe, prescriptionRequest } from '../../../../testing/practice.ts'

const platform = await startPlatform()
const { call } = platform
const practice = await newPractice(platform)
const { admin, doctor, dentist, patient, pharmacist } = practice

const issue = (caller: Person, body: object) => call('POST', '/api/prescriptions', { token: caller.token, body })
const read = async (caller: Person, id: string) =>
  (await call('GET', `/api/prescriptions/${id}`, { token: caller.token })).body.prescription
const cancel = (caller: Person, id: string, body: object = {}) =>
  call('POST', `/api/prescriptions/${id}/cancel`, { token: caller.token, body })

describe('issuing', () => {
  test('returns the signed prescription and publishes both events', async () => {
    const appointmentId = await consult(platform, doctor, patient)
    const answer = await issue(doctor, prescriptionRequest(patient, appointmentId))
    assert.equal(answer.status, 201)
    const { id, issuedAt, signature } = answer.body.prescription
    assert.match(id, /^rx_[0-9a-f]{32}$/)
    assert.match(signature, /^sha256:[0-9a-f]{64}$/)
    assert.partialDeepStrictEqual(answer.body.prescription, {
      id,
      medication: 'Amoxicilline 1 g, comprimé',
      dosage: '1 comprimé matin et soir',
      status: 'ISSUED',
      issuedAt,
      signature,
      signedAt: issuedAt,
    })
    assert.deepEqual(await eventsOf(platform, id), [
      { event: 'prescription.created', data: { prescriptionId: id, medication: 'Amoxicilline 1 g, comprimé' } },
      { event: 'prescription.signed', data: { prescriptionId: id, signature } },
    ])
    const { doctor: prescriber, patient: treated, ...shown } = await read(patient, id)
    assert.deepEqual([prescriber.id, treated.id], [doctor.id, patient.id])
    assert.ok(prescriber.name && treated.name)
    const line = {
      medication: 'Amoxicilline 1 g, comprimé',
      dosage: '1 comprimé matin et soir',
      instructions: 'Pendant les repas',
    }
    assert.deepEqual(shown, {
      id,
      patientId: patient.id,
      doctorId: doctor.id,
      appointmentId,
      ...line,
      items: [
        {
          ...line,
          durationDays: null,
          substanceTable: null,
          quantity: null,
          unit: null,
          refills: 0,
          substitutable: false,
          left: 1,
        },
      ],
      status: 'ISSUED',
      issuedAt,
      validUntil: new Date(Date.parse(issuedAt) + 90 * 86_400_000).toISOString(),
      patientWeightKg: null,
      cancelReason: null,
      signature,
      signedAt: issuedAt,
      timesDelivered: 0,
    })
  })

  test('keeps every line unchanged, in any script', async () => {
    const items = [
      { medication: 'باراسيتامول 1 غ', dosage: 'حبة كل ٦ ساعات', instructions: 'بعد الأكل 🍽️', durationDays: 5 },
      { medication: 'ⴰⵙⴰⴼⴰⵔ "2 %" \\ \u2028 é', dosage: '½ mesure < 10 kg', instructions: '' },
      { medication: 'Sérum physiologique', dosage: '1 dosette', durationDays: 3650 },
    ]
    const { medication, dosage, instructions } = items[0]!
    const { id } = await prescribe(platform, doctor, patient, undefined, { medication, dosage, instructions, items })
    const shown = await read(patient, id)
    const absentFields = {
      instructions: null,
      durationDays: null,
      substanceTable: null,
      quantity: null,
      unit: null,
      refills: 0,
      substitutable: false,
      left: 1,
    }
    assert.deepEqual(
      shown.items,
      items.map((item) => ({ ...absentFields, ...item })),
    )
    assert.deepEqual([shown.medication, shown.dosage, shown.instructions], [medication, dosage, instructions])
    const { body } = await call('GET', `/api/prescriptions/${id}/signature`, { token: patient.token })
    assert.equal(body.signature.valid, true)
  })

  test('accepts up to a hundred lines, of which the first equals the single fields', async () => {
    const appointmentId = await consult(platform, doctor, patient)
    const one = prescriptionRequest(patient, appointmentId)
    const { medication, dosage, instructions } = one
    const line = { medication, dosage, instructions }
    const lines = (n: number) => Array.from({ length: n }, () => line)
    assert.equal((await issue(doctor, { ...one, items: lines(100) })).status, 201)
    for (const [more, path] of [
      [{ items: lines(101) }, 'items'],
      [{ items: [] }, 'items'],
      [{ items: [{ ...line, dosage: '2 comprimés' }] }, 'items.0.dosage'],
      [{ items: [{ medication, dosage }] }, 'items.0.instructions'],
      [{ items: [{ ...line, medication: '' }] }, 'items.0.medication'],
      [{ items: [line, { dosage }] }, 'items.1.medication'],
      [{ items: [line, { ...line, durationDays: 0 }] }, 'items.1.durationDays'],
      [{ items: [line, ...Array.from({ length: 11 }, () => ({ ...line, instructions: 'x'.repeat(2000) }))] }, 'items'],
      [{ medication: ' ' }, 'medication'],
      [{ dosage: undefined }, 'dosage'],
      [{ medication: 'x'.repeat(201) }, 'medication'],
      [{ instructions: 'nul \0' }, 'instructions'],
      [{ validUntil: '2020-01-01T00:00:00Z' }, 'validUntil'],
    ] as const) {
      const answer = await issue(doctor, { ...one, ...more })
      assert.equal(answer.status, 422, JSON.stringify(more).slice(0, 80))
      assert.ok(pathsOf(answer).includes(path), `${path}: ${pathsOf(answer)}`)
    }
  })

  test('is allowed to doctors and dentists, on their own appointment with the patient', async () => {
    const appointmentId = await consult(platform, dentist, patient)
    assert.equal((await issue(dentist, prescriptionRequest(patient, appointmentId))).status, 201)
    for (const caller of [admin, patient, pharmacist]) {
      const answer = await issue(caller, prescriptionRequest(patient, appointmentId))
      assert.equal(answer.status, 403)
      assert.match(answer.body.error.message, /DOCTOR or DENTIST/)
    }
    const other = await newPerson(platform, practice.tenantId, 'PATIENT')
    const elsewhere = await newClinic(platform)
    const foreignVisit = await consult(platform, elsewhere.doctor, elsewhere.patient)
    const withOther = await consult(platform, doctor, other)
    const answers = await Promise.all(
      ['apt_absent', foreignVisit, appointmentId, withOther].map((named) =>
        issue(doctor, prescriptionRequest(patient, named)),
      ),
    )
    for (const { status, text } of answers) {
      assert.equal(status, 422)
      assert.equal(text, answers[0]!.text, 'the same for absent ids and those of other tenants, doctors and patients')
    }
    assert.deepEqual(pathsOf(answers[0]!), ['appointmentId'])
    for (const named of ['usr_absent', elsewhere.patient.id, admin.id]) {
      const answer = await issue(doctor, { ...prescriptionRequest(patient, withOther), patientId: named })
      assert.equal(answer.status, 422)
      assert.deepEqual(pathsOf(answer), ['patientId', 'appointmentId'])
    }
  })

  test('is refused on cancelled, deleted and missed appointments', async () => {
    const on = async (end: (id: string) => Promise<{ status: number }>) => {
      const id = await consult(platform, doctor, patient)
      assert.equal((await end(id)).status, 200)
      return (await issue(doctor, prescriptionRequest(patient, id))).status
    }
    const put = (status: string) => (id: string) =>
      call('PUT', `/api/appointments/${id}`, { token: admin.token, body: { status } })
    assert.equal(await on(put('CANCELLED')), 409)
    assert.equal(await on(put('COMPLETED')), 201)
    assert.equal(await on((id) => call('DELETE', `/api/appointments/${id}`, { token: admin.token })), 422)
    const missed = await consult(platform, doctor, patient)
    await platform.owner.query(`update appointments set status = 'NO_SHOW' where id = $1`, [missed])
    assert.equal((await issue(doctor, prescriptionRequest(patient, missed))).status, 409)
  })

  test('refuses fields that the server sets', async () => {
    const set = {
      id: 'rx_mine',
      tenantId: 'ten_sandbox',
      doctorId: dentist.id,
      status: 'CANCELLED',
      issuedAt: '2001-01-01T00:00:00.000Z',
      signature: `sha256:${'0'.repeat(64)}`,
      timesDelivered: 9,
    }
    const appointmentId = await consult(platform, doctor, patient)
    const answer = await issue(doctor, { ...prescriptionRequest(patient, appointmentId), ...set })
    assert.equal(answer.status, 422)
    assert.deepEqual(pathsOf(answer), Object.keys(set))
  })

  test('is refused to unverified professionals', async () => {
    const unknown = await newPerson(platform, practice.tenantId, 'DOCTOR')
    const signed = await prescribe(platform, unknown, patient)
    const appointmentId = await consult(platform, unknown, patient)
    await platform.owner.query('update users set verified_at = null where id = $1', [unknown.id])
    await new Promise((resolve) => setTimeout(resolve, 1000)) // the status of a token is cached for a second
    for (const answer of [
      await issue(unknown, prescriptionRequest(patient, appointmentId)),
      await call('POST', `/api/prescriptions/${signed.id}/sign`, { token: unknown.token }),
      await call('POST', '/api/signing-keys', { token: unknown.token }),
      await call('GET', `/api/prescriptions/${signed.id}`, { token: unknown.token }),
    ]) {
      assert.equal(answer.status, 403)
      assert.match(answer.body.error.message, /administrator .* must verify/)
    }
  })

  test('creates one prescription for one Idempotency-Key', async () => {
    const body = prescriptionRequest(patient, await consult(platform, doctor, patient))
    const headers = { 'idempotency-key': 'once-rx' }
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => call('POST', '/api/prescriptions', { token: doctor.token, body, headers })),
    )
    assert.equal(new Set(answers.map(({ text }) => text)).size, 1)
    assert.equal((await eventsOf(platform, answers[0]!.body.prescription.id)).length, 2)
  })
})

describe('visibility', () => {
  test('patients and prescribers see their own prescriptions, pharmacies those ordered from them, administrators all; totals count visible ones only', async () => {
    const own = await newPractice(platform)
    const otherPatient = await newPerson(platform, own.tenantId, 'PATIENT')
    const otherPharmacy = await newPerson(platform, own.tenantId, 'PHARMACIST')
    const a = await prescribe(platform, own.doctor, own.patient)
    const b = await prescribe(platform, own.dentist, own.patient)
    const c = await prescribe(platform, own.doctor, otherPatient)
    const order = await placeOrder(platform, own.patient, a.id, own.pharmacist)
    await call('PUT', `/api/orders/${order.id}`, { token: own.patient.token, body: { status: 'CANCELLED' } })
    await placeOrder(platform, own.patient, a.id, own.pharmacist)
    await placeOrder(platform, otherPatient, c.id, otherPharmacy)
    const seenBy = async (caller: Person, query = '') => {
      const { body } = await call('GET', `/api/prescriptions${query}`, { token: caller.token })
      assert.equal(body.pagination.total, body.prescriptions.length)
      return body.prescriptions.map(({ id }: { id: string }) => id)
    }
    assert.deepEqual(await seenBy(own.admin), [c.id, b.id, a.id])
    assert.deepEqual(await seenBy(own.patient), [b.id, a.id])
    assert.deepEqual(await seenBy(otherPatient), [c.id])
    assert.deepEqual(await seenBy(own.doctor), [c.id, a.id])
    assert.deepEqual(await seenBy(own.dentist), [b.id])
    assert.deepEqual(await seenBy(own.pharmacist), [a.id], 'listed once for two orders')
    assert.deepEqual(await seenBy(otherPharmacy), [c.id])
    assert.deepEqual(
      await seenBy(own.pharmacist, `?patientId=${otherPatient.id}`),
      [],
      'filters do not widen visibility',
    )
    assert.deepEqual(await seenBy(own.patient, `?patientId=${otherPatient.id}`), [])
    assert.deepEqual(await seenBy(own.doctor, `?doctorId=${own.dentist.id}`), [])
    assert.deepEqual(await seenBy(admin, `?patientId=${own.patient.id}`), [])
    for (const [caller, id] of [
      [own.patient, c.id],
      [own.doctor, b.id],
      [own.pharmacist, b.id],
      [admin, a.id],
    ] as const) {
      for (const [method, path, body] of [
        ['GET', '', undefined],
        ['GET', '/signature', undefined],
        ['POST', '/sign', undefined],
        ['POST', '/cancel', {}],
      ] as const) {
        const send = (named: string) =>
          call(method, `/api/prescriptions/${named}${path}`, { token: caller.token, body })
        const foreign = await send(id)
        assert.equal(foreign.status, 404, path)
        assert.equal(foreign.text, (await send('rx_absent')).text, 'identical responses')
      }
    }
  })

  test('lists by person, appointment, status and time, page by page, newest first', async () => {
    const own = await newPractice(platform)
    const created: string[] = []
    const appointmentId = await consult(platform, own.doctor, own.patient)
    for (let n = 0; n < 5; n++)
      created.unshift((await prescribe(platform, own.doctor, own.patient, n < 2 ? appointmentId : undefined)).id)
    await cancel(own.doctor, created[0]!)
    const list = async (query: string) =>
      (await call('GET', `/api/prescriptions?${query}`, { token: own.admin.token })).body
    const second = await list('page=2&pageSize=2')
    assert.deepEqual(
      second.prescriptions.map(({ id }: { id: string }) => id),
      created.slice(2, 4),
    )
    const { nextCursor, ...counted } = second.pagination
    assert.equal(typeof nextCursor, 'string')
    assert.deepEqual(counted, { page: 2, pageSize: 2, total: 5, totalPages: 3 })
    const total = async (query: string) => (await list(query)).pagination.total
    assert.equal(await total(`patientId=${own.patient.id}`), 5)
    assert.equal(await total(`doctorId=${own.dentist.id}`), 0)
    assert.equal(await total(`appointmentId=${appointmentId}`), 2)
    assert.equal(await total('status=CANCELLED'), 1)
    assert.equal(await total('status=ISSUED,CANCELLED'), 5)
    const third = await read(own.doctor, created[2]!)
    assert.equal(await total(`from=${third.issuedAt}`), 3)
    assert.equal(await total(`to=${third.issuedAt}`), 2)
    for (const query of ['status=SIGNED', 'patientId=x', 'from=2031-01-01', 'pageSize=101'])
      assert.equal((await call('GET', `/api/prescriptions?${query}`, { token: own.admin.token })).status, 422, query)
  })

  test('every operation is audited with the patient', async () => {
    const own = await newPractice(platform)
    const { id } = await prescribe(platform, own.doctor, own.patient)
    await call('GET', `/api/prescriptions/${id}`, { token: own.patient.token })
    await call('GET', `/api/prescriptions/${id}/signature`, { token: own.admin.token })
    await cancel(own.doctor, id)
    const { rows } = await platform.owner.query(
      `select operation, subject_id, patient_ids from audit_log where tenant_id = $1 and operation like '%rescription%' order by id`,
      [own.tenantId],
    )
    assert.deepEqual(
      rows,
      ['issuePrescription', 'readPrescription', 'readPrescriptionSignature', 'cancelPrescription'].map((operation) => ({
        operation,
        subject_id: id,
        patient_ids: [own.patient.id],
      })),
    )
  })
})
