import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { allOperations } from '../src/app.ts'
import { deskKinds } from '../src/events/catalog.ts'
import { cashier } from '../src/features/money/invoices/invoices-testing.ts'
import { book, booking, eventsOf, newPerson, newSession, type Person } from './factories.ts'
import { type Answer, startPlatform } from './harness.ts'
import {
  bookCompletedConsultation,
  consult,
  enterResults,
  newPractice,
  orderTests,
  placeOrder,
  prescribe,
  propose,
  recordCondition,
  review,
} from './practice.ts'

/** The front desk manages schedules, money and patients' contact data, and sees no clinical content. */
const platform = await startPlatform()
const { call, owner } = platform
const { tenantId, admin, doctor, dentist, pharmacist } = await newPractice(platform)
const reception = await newPerson(platform, tenantId, 'RECEPTIONIST')
const newPatient = () => newPerson(platform, tenantId, 'PATIENT')

const callAs = (
  method: 'GET' | 'PUT' | 'POST' | 'DELETE',
  caller: Person,
  path: string,
  body?: object,
): Promise<Answer> => call(method, `/api/${path}`, { token: caller.token, ...(body && { body }) })
const statusOf = async (caller: Person, id: string) =>
  (await callAs('GET', caller, `appointments/${id}`)).body.appointment.status

let hours = 500
const nextSlot = (patient: Person, professional = doctor) => booking(platform, professional, patient, hours++)

describe('schedules', () => {
  test('the front desk books, confirms, moves and cancels for patients', async () => {
    const patient = await newPatient()
    const made = await callAs('POST', reception, 'appointments', nextSlot(patient))
    assert.equal(made.status, 201, made.text)
    const { id } = made.body.appointment
    const { startTime, endTime } = nextSlot(patient)
    for (const [change, status] of [
      [{ status: 'CONFIRMED' }, 'CONFIRMED'],
      [{ startTime, endTime }, 'CONFIRMED'],
      [{ status: 'CANCELLED' }, 'CANCELLED'],
    ] as const) {
      assert.equal((await callAs('PUT', reception, `appointments/${id}`, change)).status, 200)
      assert.equal(await statusOf(reception, id), status)
    }
    assert.deepEqual((await eventsOf(platform, id)).at(-1), {
      event: 'appointment.cancelled',
      data: { appointmentId: id, reason: 'reception_request' },
    })
  })

  test('the front desk sees the appointments of every professional', async () => {
    const patient = await newPatient()
    const ids = [await consult(platform, doctor, patient), await consult(platform, dentist, patient)]
    const { appointments } = (await callAs('GET', reception, `appointments?patientId=${patient.id}`)).body
    assert.deepEqual(
      appointments.map((one: { id: string }) => one.id),
      ids.toReversed(),
    )
  })

  test('a care relationship begins when the front desk books, or confirms the booking of a professional', async () => {
    const [one, other] = [await newPatient(), await newPatient()]
    const fileOf = async ({ id }: Person) => (await callAs('GET', doctor, `patients/${id}`)).status
    assert.equal(await fileOf(one), 404)
    await callAs('POST', reception, 'appointments', booking(platform, doctor, one, 5))
    assert.equal(await fileOf(one), 200)
    const { rows } = await owner.query('select basis from care_relationships where patient_id = $1', [one.id])
    assert.deepEqual(rows, [{ basis: 'BOOKED_BY_PATIENT' }])

    const { id } = (await callAs('POST', doctor, 'appointments', booking(platform, doctor, other, 6))).body.appointment
    assert.equal(await fileOf(other), 404)
    await callAs('PUT', reception, `appointments/${id}`, { status: 'CONFIRMED' })
    assert.equal(await fileOf(other), 200)
  })

  test('the front desk cannot start, complete, mark as missed or delete a visit', async () => {
    const id = await consult(platform, doctor, await newPatient())
    await callAs('PUT', reception, `appointments/${id}`, { status: 'CONFIRMED' })
    for (const status of ['IN_PROGRESS', 'COMPLETED', 'NO_SHOW']) {
      const refused = await callAs('PUT', reception, `appointments/${id}`, { status })
      assert.equal(refused.status, 403, status)
      assert.match(refused.body.error.message, /^The front desk cannot set this status/)
    }
    assert.equal((await callAs('DELETE', reception, `appointments/${id}`)).status, 403)
    assert.equal((await callAs('GET', reception, 'appointments/missed')).status, 403)
    assert.equal(await statusOf(admin, id), 'CONFIRMED')
  })

  test('the front desk books at most 24 hours in the past, and records older visits as past visits', async () => {
    const patient = await newPatient()
    const { pastVisit, ...old } = booking(platform, doctor, patient, -48)
    assert.equal((await callAs('POST', reception, 'appointments', old)).status, 422)
    assert.equal((await callAs('POST', reception, 'appointments', { ...old, pastVisit })).status, 201)
  })
})

describe('notes of an appointment', () => {
  test('cannot be written or guessed by the front desk, and are kept when it moves the appointment', async () => {
    const patient = await newPatient()
    const { id } = await book(platform, patient, doctor, patient, hours++, 'Palpitations')
    assert.equal((await callAs('GET', reception, `appointments/${id}`)).body.appointment.notes, null)
    const refusals = await Promise.all(
      ['Palpitations', 'Something else', null].map((notes) =>
        callAs('PUT', reception, `appointments/${id}`, { notes }),
      ),
    )
    assert.deepEqual(new Set(refusals.map(({ status, text }) => `${status} ${text}`)).size, 1)
    assert.equal(refusals[0]!.status, 403)
    const noted = { ...nextSlot(patient), notes: 'Palpitations' }
    assert.equal((await callAs('POST', reception, 'appointments', noted)).status, 403)
    const { startTime, endTime } = nextSlot(patient)
    assert.equal((await callAs('PUT', reception, `appointments/${id}`, { startTime, endTime })).status, 200)
    assert.equal((await callAs('GET', doctor, `appointments/${id}`)).body.appointment.notes, 'Palpitations')
  })
})

describe('money', () => {
  const { invoice, pay, refund } = cashier(platform)

  test('the front desk invoices, takes cash and cards, and prints invoices', async () => {
    const patient = await newPatient()
    const appointmentId = await consult(platform, doctor, patient)
    const made = await callAs('POST', reception, 'invoices', {
      patientId: patient.id,
      appointmentId,
      amountMAD: 40_000,
    })
    assert.equal(made.status, 201, made.text)
    const { id } = made.body.invoice
    assert.equal((await pay(reception, id, { method: 'CASH', amountMAD: 30_000 })).status, 201)
    assert.equal((await pay(reception, id, { method: 'CARD', amountMAD: 10_000, cardToken: 'tok_visa' })).status, 201)
    const shown = (await callAs('GET', reception, `invoices/${id}`)).body.invoice
    assert.deepEqual([shown.status, shown.doctorId, shown.payments.length], ['PAID', doctor.id, 2])
    const pdf = await callAs('POST', reception, 'pdf/generate', { templateId: 'invoice', data: { invoiceId: id } })
    assert.equal(pdf.status, 200, pdf.text)
    assert.equal((await callAs('GET', reception, `documents/${pdf.body.documentId}`)).status, 200)
    const { documents } = (await callAs('GET', reception, 'documents')).body
    assert.deepEqual([...new Set(documents.map((one: { templateId: string }) => one.templateId))], ['invoice'])
  })

  test('the front desk cannot refund payments, or cancel invoices and documents', async () => {
    const id = await invoice(doctor, await newPatient())
    assert.equal((await callAs('POST', reception, `invoices/${id}/cancel`, {})).status, 403)
    await pay(reception, id, { method: 'CASH', amountMAD: 30_000 })
    assert.equal((await refund(reception, id, { amountMAD: 30_000 })).status, 403)
    const pdf = await callAs('POST', reception, 'pdf/generate', { templateId: 'invoice', data: { invoiceId: id } })
    assert.equal((await callAs('POST', reception, `documents/${pdf.body.documentId}/cancel`, {})).status, 403)
  })
})

describe('people', () => {
  test('the front desk reads and corrects contact data of patients, not of colleagues', async () => {
    const patient = await newPatient()
    const phone = { phone: '+212612345678' }
    assert.equal((await callAs('PUT', reception, `users/${patient.id}/contact`, phone)).body.contact.phone, phone.phone)
    assert.equal((await callAs('GET', reception, `users/${patient.id}/contact`)).body.contact.phone, phone.phone)
    const own = await newSession(platform, reception)
    assert.equal((await callAs('PUT', own, `users/${reception.id}/contact`, phone)).status, 200)
    for (const { id } of [admin, doctor, await newPerson(platform, tenantId, 'RECEPTIONIST')]) {
      assert.equal((await callAs('GET', reception, `users/${id}/contact`)).status, 404)
      assert.equal((await callAs('PUT', reception, `users/${id}/contact`, phone)).status, 404)
    }
  })

  test('the front desk sees patients, colleagues and verified professionals with their e-mail addresses', async () => {
    const [patient, pending] = [await newPatient(), await newPerson(platform, tenantId, 'PENDING')]
    const { users } = (await callAs('GET', reception, 'users?pageSize=100')).body
    const listed = new Map(users.map((one: { id: string; email: string | null }) => [one.id, one.email]))
    for (const { id } of [patient, doctor, pharmacist, admin, reception])
      assert.equal(listed.get(id), `${id}@test.example`)
    assert.ok(!listed.has(pending.id))
    const named = (await callAs('GET', reception, `users?role=PATIENT&pageSize=100`)).body.users
    assert.ok(named.some((one: { id: string }) => one.id === patient.id))
    for (const path of ['', '/identity', '/consents'])
      assert.equal((await callAs('GET', reception, `patients/${patient.id}${path}`)).status, 200, path)
    assert.equal((await callAs('PUT', reception, `patients/${patient.id}/identity`, { sex: 'F' })).status, 403)
    assert.equal((await callAs('PUT', reception, `patients/${patient.id}/consents`, { consents: [] })).status, 403)
    assert.equal((await callAs('PUT', reception, `users/${patient.id}`, { disabled: true })).status, 403)
  })
})

describe('clinical content', () => {
  const NOTE = 'Palpitations-note'
  const CONDITION = 'Epilepsie-condition'
  const MEDICATION = 'Zolpidem-medication'
  const TEST = 'Troponine-test'
  const PARAM = 'Potassium-param'
  const COMMENT = 'Attentif-comment'
  const STATEMENT = 'Grossesse-statement'
  const REASON = 'Controle-reason'
  const secrets = [NOTE, CONDITION, MEDICATION, TEST, PARAM, COMMENT, STATEMENT, REASON]
  /** Ids of clinical records, by kind. */
  const ids: Record<string, string> = {}
  let patient: Person
  let webhookId: string

  before(async () => {
    patient = await newPatient()
    // By default an endpoint subscribes to all events.
    const hook = await callAs('POST', reception, 'webhooks', { url: 'http://localhost:9009/hook' })
    assert.equal(hook.status, 201, hook.text)
    webhookId = hook.body.webhook.id
    const visit = await bookCompletedConsultation(platform, doctor, patient)
    await callAs('PUT', doctor, `appointments/${visit}`, { notes: NOTE })
    ids.visit = visit
    ids.condition = await recordCondition(platform, doctor, patient, { name: CONDITION })
    ids.prescription = (await prescribe(platform, doctor, patient, visit, { medication: MEDICATION })).id
    ids.order = (await placeOrder(platform, patient, ids.prescription, pharmacist)).id
    ids.labOrder = (await orderTests(platform, doctor, patient, { tests: [TEST] })).id
    await enterResults(platform, doctor, ids.labOrder, [{ param: PARAM, value: 6.8, criticalHigh: 6.2 }])
    await callAs('PUT', doctor, `lab-orders/${ids.labOrder}`, { status: 'RELEASED' })
    await review(platform, patient, visit, 5, COMMENT)
    ids.followUp = await propose(platform, doctor, patient, { reason: REASON })
    const certificate = { templateId: 'certificate', data: { appointmentId: visit, statement: STATEMENT } }
    ids.certificate = (await callAs('POST', doctor, 'pdf/generate', certificate)).body.documentId
    const paper = { templateId: 'prescription', data: { prescriptionId: ids.prescription } }
    ids.paper = (await callAs('POST', doctor, 'pdf/generate', paper)).body.documentId
    await callAs('POST', doctor, 'pdf/generate', { templateId: 'attestation', data: { appointmentId: visit } })
    for (const id of [...Object.values(ids), webhookId]) assert.equal(typeof id, 'string')
  })

  test('is in no response to a read by the front desk', async () => {
    const reads = allOperations()
      .map(({ operation }) => operation)
      .filter(({ method, scope }) => method === 'GET' && scope !== 'public')
    assert.ok(reads.length > 50)
    let answered = 0
    for (const { path } of reads)
      for (const named of path.includes('{') ? [...Object.values(ids), patient.id, doctor.id, webhookId] : ['']) {
        const { status, text } = await callAs('GET', reception, path.replace('/api/', '').replaceAll(/\{\w+\}/g, named))
        if (status === 200) answered++
        for (const secret of secrets) assert.ok(!text.includes(secret), `${path} with ${named}: ${text}`)
      }
    assert.ok(answered > 10)
    for (const list of ['prescriptions', 'orders', 'lab-orders', 'follow-ups', 'reviews'])
      assert.equal((await callAs('GET', reception, `${list}?patientId=${patient.id}`)).body.pagination.total, 0, list)
    assert.equal((await callAs('GET', reception, `patients/${patient.id}/conditions`)).status, 403)
  })

  test('is in no document that the front desk generates', async () => {
    for (const [templateId, data, status] of [
      ['prescription', { prescriptionId: ids.prescription }, 422],
      ['certificate', { appointmentId: ids.visit, statement: 'Apte' }, 403],
      ['attestation', { appointmentId: ids.visit }, 403],
    ] as const) {
      const refused = await callAs('POST', reception, 'pdf/generate', { templateId, data })
      assert.equal(refused.status, status, `${templateId}: ${refused.text}`)
    }
    const templates = (await callAs('GET', reception, 'documents?pageSize=100')).body.documents
    assert.ok(templates.every((one: { templateId: string }) => one.templateId === 'invoice'))
  })

  test('cannot be written or released by the front desk', async () => {
    for (const [method, path, body] of [
      ['POST', 'prescriptions', { patientId: patient.id, appointmentId: ids.visit, medication: 'x', dosage: 'x' }],
      ['POST', `prescriptions/${ids.prescription}/cancel`, {}],
      ['POST', `prescriptions/${ids.prescription}/sign`, undefined],
      ['POST', `patients/${patient.id}/conditions`, { name: 'x', longTerm: true }],
      ['DELETE', `patients/conditions/${ids.condition}`, undefined],
      ['POST', 'lab-orders', { patientId: patient.id, tests: ['x'] }],
      ['PUT', `lab-orders/${ids.labOrder}`, { status: 'CANCELLED' }],
      ['PUT', `lab-orders/${ids.labOrder}/laboratory`, { laboratoryId: null }],
      ['PUT', `orders/${ids.order}`, { status: 'CANCELLED' }],
      ['POST', `follow-ups/${ids.followUp}/accept`, {}],
      ['POST', `patients/${patient.id}/emergency-access`, { reason: 'Unconscious on arrival' }],
    ] as const) {
      const { status } = await callAs(method, reception, path, body)
      assert.ok([403, 404].includes(status), `${method} ${path}: ${status}`)
    }
    const open = await consult(platform, doctor, patient)
    for (const identity of [reception.id, doctor.id, patient.id])
      assert.equal((await callAs('POST', reception, 'video/token', { appointmentId: open, identity })).status, 403)
    const guest = { name: 'Khadija', kind: 'FAMILY' }
    assert.equal((await callAs('POST', reception, `appointments/${open}/guests`, guest)).status, 403)
    assert.equal((await callAs('GET', reception, 'audit')).status, 403)
  })

  test('is in no webhook of the front desk, which receives only events about schedules and money', async () => {
    const { rows } = await owner.query<{ kind: string }>(
      `select distinct e.kind
       from webhook_deliveries d
       join events e on e.tenant_id = d.tenant_id and e.id = d.event_id
       where d.endpoint_id = $1`,
      [webhookId],
    )
    const kinds = rows.map(({ kind }) => kind)
    for (const kind of ['appointment.created', 'appointment.completed']) assert.ok(kinds.includes(kind), kind)
    assert.deepEqual(
      kinds.filter((kind) => !deskKinds.some((one) => one === kind)),
      [],
    )
    const { events } = (await callAs('GET', reception, 'events?pageSize=100')).body
    assert.ok(events.length > 0)
    for (const { event } of events) assert.ok(deskKinds.includes(event), event)
    const clinical = await owner.query(`select id from events where tenant_id = $1 and kind = 'prescription.created'`, [
      tenantId,
    ])
    assert.ok(clinical.rowCount)
    for (const { id } of clinical.rows) assert.equal((await callAs('GET', reception, `events/${id}`)).status, 404)
  })

  test('is not replayed when the front desk sends the idempotency key of a doctor', async () => {
    const headers = { 'idempotency-key': 'a-key-of-the-doctor' }
    const body = { name: CONDITION, longTerm: true }
    const path = `/api/patients/${patient.id}/conditions`
    assert.equal((await call('POST', path, { token: doctor.token, body, headers })).status, 201)
    const replayed = await call('POST', path, { token: reception.token, body, headers })
    assert.equal(replayed.status, 403)
    assert.ok(!replayed.text.includes(CONDITION))
  })
})
