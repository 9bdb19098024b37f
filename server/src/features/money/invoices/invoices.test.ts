import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { eventsOf, newClinic, newPerson, type Person } from '../../../../testing/factories.ts'
import { pathsOf, startPlatform } from '../../../../testing/harness.ts'
import { consult, newPractice } from '../../../../testing/practice.ts'
import { cashier } from './invoices-testing.ts'

const platform = await startPlatform()
const { call } = platform
const { post, pay, refund, invoice, read } = cashier(platform)
const practice = await newPractice(platform)
const { admin, doctor, dentist, patient, pharmacist } = practice
const create = (caller: Person, body: object) => post(caller, '', body)
const cancel = (caller: Person, id: string, body: object = {}) => post(caller, `/${id}/cancel`, body)
const card = (amountMAD: number, cardToken = 'tok_visa') => ({ method: 'CARD', amountMAD, cardToken })
const cash = (amountMAD: number) => ({ method: 'CASH', amountMAD })

describe('an invoice', () => {
  test('is OPEN until it is paid, with patient, doctor and appointment', async () => {
    const appointmentId = await consult(platform, doctor, patient)
    const body = { patientId: patient.id, appointmentId, amountMAD: 40_000, description: 'Consultation' }
    const answer = await create(doctor, body)
    assert.equal(answer.status, 201)
    const { id } = answer.body.invoice
    assert.match(id, /^inv_[0-9a-f]{32}$/)
    assert.partialDeepStrictEqual(answer.body.invoice, {
      id,
      amountMAD: 40_000,
      paidMAD: 0,
      refundedMAD: 0,
      status: 'OPEN',
    })
    const { createdAt, number, patient: billed, doctor: biller, ...shown } = await read(patient, id)
    assert.match(number, /^20\d\d-\d{6}$/)
    assert.ok(Math.abs(Date.parse(createdAt) - Date.now()) < 60_000)
    assert.deepEqual([billed.id, biller.id], [patient.id, doctor.id])
    assert.deepEqual(shown, {
      id,
      patientId: patient.id,
      doctorId: doctor.id,
      appointmentId,
      amountMAD: 40_000,
      paidMAD: 0,
      refundedMAD: 0,
      dueMAD: 40_000,
      status: 'OPEN',
      description: 'Consultation',
      cancelledAt: null,
      cancelReason: null,
      payments: [],
      refunds: [],
    })
  })

  test('gets consecutive numbers without gaps under concurrency', async () => {
    const own = await newClinic(platform)
    const good = { patientId: own.patient.id, amountMAD: 100 }
    const bad = { patientId: 'usr_absent', amountMAD: 100 }
    const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => create(own.admin, n % 3 === 2 ? bad : good)))
    assert.equal(answers.filter(({ status }) => status === 201).length, 20)
    const { body } = await call('GET', '/api/invoices?pageSize=100', { token: own.admin.token })
    const year = new Date(platform.services.clock.nowMs()).getUTCFullYear()
    assert.deepEqual(
      body.invoices.map(({ number }: { number: string }) => number).sort(),
      Array.from({ length: 20 }, (_, n) => `${year}-${String(n + 1).padStart(6, '0')}`),
    )
  })

  test('can be created by practitioners for their patients, and by administrators for all patients', async () => {
    const appointmentId = await consult(platform, doctor, patient)
    const good = { patientId: patient.id, appointmentId, amountMAD: 30_000 }
    for (const caller of [patient, pharmacist]) assert.equal((await create(caller, good)).status, 403)
    assert.equal((await create(doctor, { patientId: patient.id, amountMAD: 100 })).status, 201)
    const byAdmin = await create(admin, good)
    assert.equal((await read(admin, byAdmin.body.invoice.id)).doctorId, doctor.id)
    const loose = await create(admin, { patientId: patient.id, amountMAD: 100 })
    assert.equal((await read(patient, loose.body.invoice.id)).doctor, null)

    const unseen = await newPerson(platform, practice.tenantId, 'PATIENT')
    assert.equal((await create(doctor, { patientId: unseen.id, amountMAD: 100 })).status, 403)
    const elsewhere = await newClinic(platform)
    const foreignVisit = await consult(platform, elsewhere.doctor, elsewhere.patient)
    const withUnseen = await consult(platform, dentist, unseen)
    const refused = await Promise.all(
      ['apt_absent', foreignVisit, withUnseen].map((named) => create(admin, { ...good, appointmentId: named })),
    )
    refused.push(await create(dentist, good))
    for (const { status, text } of refused) {
      assert.equal(status, 422)
      assert.equal(text, refused[0]!.text, 'the same for absent ids and those of other tenants, patients and doctors')
    }
    assert.deepEqual(pathsOf(refused[0]!), ['appointmentId'])
    for (const patientId of ['usr_absent', elsewhere.patient.id, doctor.id]) {
      const answer = await create(admin, { patientId, amountMAD: 100 })
      assert.equal(answer.status, 422)
      assert.deepEqual(pathsOf(answer), ['patientId'])
      const byDoctor = await create(doctor, { patientId, amountMAD: 100 })
      assert.equal(byDoctor.status, 403)
      assert.equal(byDoctor.text, (await create(doctor, { patientId: unseen.id, amountMAD: 100 })).text)
    }
  })

  test('has an amount in whole centimes, up to a million dirhams', async () => {
    const createWith = (amountMAD: unknown) => create(admin, { patientId: patient.id, amountMAD })
    for (const right of [1, 100_000_000]) assert.equal((await createWith(right)).status, 201)
    for (const wrong of [0, -1, 100_000_001, 10.5, '100', null, undefined, 1e21]) {
      const answer = await createWith(wrong)
      assert.equal(answer.status, 422, String(wrong))
      assert.deepEqual([...new Set(pathsOf(answer))], ['amountMAD'])
    }
  })

  test('can be cancelled until it is paid in part, and is then no longer due', async () => {
    const id = await invoice(doctor, patient)
    assert.equal((await cancel(dentist, id)).status, 404)
    assert.equal((await cancel(patient, id)).status, 403)
    const answer = await cancel(doctor, id, { reason: 'Erreur de saisie' })
    const cancelled = { id, status: 'CANCELLED', cancelReason: 'Erreur de saisie' }
    assert.partialDeepStrictEqual([answer.status, answer.body.invoice], [200, cancelled])
    assert.partialDeepStrictEqual((await cancel(admin, id, { reason: 'Autre' })).body.invoice, cancelled)
    const refused = await pay(patient, id, card(100))
    assert.deepEqual([refused.status, refused.body.error.details], [409, { due: 0 }])
    assert.equal((await read(patient, id)).dueMAD, 0)
    const paid = await invoice(doctor, patient)
    await pay(doctor, paid, cash(1))
    const late = await cancel(admin, paid)
    assert.deepEqual(
      [late.status, late.body.error.details],
      [409, { state: { from: 'PARTIALLY_PAID', to: 'CANCELLED', allowed: [] } }],
    )
  })
})

describe('a payment', () => {
  test('by card or in cash is returned, counted and published', async () => {
    const id = await invoice(doctor, patient, 40_000)
    const first = await pay(patient, id, card(25_000))
    assert.equal(first.status, 201)
    const { id: paymentId, createdAt, ...payment } = first.body.payment
    assert.match(paymentId, /^pay_[0-9a-f]{32}$/)
    assert.match(createdAt, /Z$/)
    assert.deepEqual(payment, { invoiceId: id, method: 'CARD', amountMAD: 25_000, status: 'SUCCEEDED' })
    const between = await read(doctor, id)
    assert.deepEqual([between.status, between.paidMAD, between.dueMAD], ['PARTIALLY_PAID', 25_000, 15_000])
    assert.equal((await pay(doctor, id, cash(15_000))).status, 201)
    const paid = await read(admin, id)
    assert.deepEqual([paid.status, paid.paidMAD, paid.dueMAD], ['PAID', 40_000, 0])
    assert.deepEqual(paid.payments[0], first.body.payment)
    assert.deepEqual(
      paid.payments.map(({ method }: { method: string }) => method),
      ['CARD', 'CASH'],
    )
    assert.deepEqual(await eventsOf(platform, id), [
      { event: 'payment.succeeded', data: { invoiceId: id, amountMAD: 25_000 } },
      { event: 'payment.succeeded', data: { invoiceId: id, amountMAD: 15_000 } },
    ])
    const { rows } = await platform.owner.query('select distinct audience from events where subject_id = $1', [id])
    assert.deepEqual(rows, [{ audience: [doctor.id, patient.id] }])
  })

  test('never exceeds the amount due under concurrency', async () => {
    const id = await invoice(doctor, patient, 10_000)
    const over = await pay(patient, id, card(10_001))
    assert.deepEqual([over.status, over.body.error.details], [409, { due: 10_000 }])
    assert.doesNotMatch(over.body.error.message, /pending/)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => (n % 2 ? pay(patient, id, card(3000)) : pay(admin, id, cash(3000)))),
    )
    assert.equal(answers.filter(({ status }) => status === 201).length, 3)
    const refused = answers.filter(({ status }) => status === 409)
    assert.equal(refused.length, 17)
    const { paidMAD, dueMAD, payments } = await read(admin, id)
    assert.deepEqual([paidMAD, dueMAD, payments.length], [9000, 1000, 3])
    assert.equal((await eventsOf(platform, id)).length, 3)
  })

  test('in cash can be recorded by the doctor or an administrator', async () => {
    const id = await invoice(doctor, patient)
    const answer = await pay(patient, id, cash(100))
    assert.equal(answer.status, 403)
    assert.match(answer.body.error.message, /Patients cannot record cash/)
    for (const caller of [doctor, admin]) assert.equal((await pay(caller, id, cash(100))).status, 201)
    for (const caller of [pharmacist]) assert.equal((await pay(caller, id, card(100))).status, 403)
    assert.equal((await pay(dentist, id, card(100))).status, 404)
    assert.equal((await read(admin, id)).payments.length, 2)
  })

  test('is refused with a card number, and in cash with a card token', async () => {
    const id = await invoice(doctor, patient)
    for (const [body, path] of [
      [card(100, '4111111111111111'), 'cardToken'],
      [card(100, '4111-1111-1111-1111'), 'cardToken'],
      [card(100, 'two words'), 'cardToken'],
      [{ ...cash(100), cardToken: 'tok_visa' }, 'cardToken'],
      [{ amountMAD: 100 }, 'method'],
      [{ method: 'CHEQUE', amountMAD: 100 }, 'method'],
      [card(0), 'amountMAD'],
    ] as const) {
      const answer = await pay(doctor, id, body)
      assert.equal(answer.status, 422, JSON.stringify(body))
      assert.deepEqual(pathsOf(answer), [path])
    }
    assert.equal((await pay(patient, id, { method: 'CARD', amountMAD: 100 })).status, 201, 'the token is optional')
  })
})

describe('a refund', () => {
  test('returns the newest card payment first, cash last', async () => {
    const id = await invoice(doctor, patient, 30_000)
    const first = (await pay(patient, id, card(10_000))).body.payment.id
    await pay(doctor, id, cash(10_000))
    const second = (await pay(patient, id, card(10_000))).body.payment.id
    const answer = await refund(doctor, id, { amountMAD: 15_000, reason: 'Consultation écourtée' })
    assert.equal(answer.status, 201)
    const { id: refundId, createdAt, ...shown } = answer.body.refund
    assert.match(refundId, /^ref_[0-9a-f]{32}$/)
    assert.deepEqual(shown, {
      invoiceId: id,
      amountMAD: 15_000,
      refundedMAD: 15_000,
      reason: 'Consultation écourtée',
      status: 'SUCCEEDED',
    })
    const between = await read(patient, id)
    assert.deepEqual([between.status, between.refundedMAD, between.paidMAD], ['PARTIALLY_REFUNDED', 15_000, 30_000])
    assert.deepEqual(between.refunds, [answer.body.refund])
    assert.ok(createdAt)
    const last = await refund(admin, id, { amountMAD: 15_000 })
    assert.equal(last.status, 201)
    assert.equal((await read(patient, id)).status, 'REFUNDED')
    const { rows } = await platform.owner.query(
      `select key, amount from card_ledger where kind = 'REFUND' and key like any(array[$1, $2]) order by amount desc, key`,
      [`${refundId}/%`, `${last.body.refund.id}/%`],
    )
    assert.deepEqual(rows, [
      { key: `${refundId}/${second}`, amount: 10_000 },
      { key: `${refundId}/${first}`, amount: 5000 },
      { key: `${last.body.refund.id}/${first}`, amount: 5000 },
    ])
    assert.deepEqual((await eventsOf(platform, id)).slice(3), [
      { event: 'payment.refunded', data: { invoiceId: id, amountMAD: 15_000 } },
      { event: 'payment.refunded', data: { invoiceId: id, amountMAD: 15_000 } },
    ])
  })

  test('never exceeds the amount paid under concurrency', async () => {
    const id = await invoice(doctor, patient, 10_000)
    const none = await refund(doctor, id, { amountMAD: 1 })
    assert.deepEqual([none.status, none.body.error.details], [409, { refundable: 0 }])
    await pay(patient, id, card(4000))
    await pay(doctor, id, cash(4000))
    const answers = await Promise.all(Array.from({ length: 20 }, () => refund(doctor, id, { amountMAD: 1500 })))
    assert.equal(answers.filter(({ status }) => status === 201).length, 5)
    assert.equal(answers.filter(({ status }) => status === 409).length, 15)
    const shown = await read(doctor, id)
    assert.deepEqual([shown.refundedMAD, shown.refunds.length, shown.status], [7500, 5, 'PARTIALLY_REFUNDED'])
    const over = await refund(doctor, id, { amountMAD: 501 })
    assert.deepEqual([over.status, over.body.error.details], [409, { refundable: 500 }])
  })

  test('is allowed to the doctor of the invoice and administrators', async () => {
    const id = await invoice(doctor, patient)
    await pay(patient, id, card(100))
    for (const caller of [patient, pharmacist]) assert.equal((await refund(caller, id, { amountMAD: 1 })).status, 403)
    assert.equal((await refund(dentist, id, { amountMAD: 1 })).status, 404)
    for (const caller of [doctor, admin]) assert.equal((await refund(caller, id, { amountMAD: 1 })).status, 201)
  })

  test('of the whole amount closes the invoice: nothing is due', async () => {
    const id = await invoice(doctor, patient, 10_000)
    await pay(doctor, id, cash(4000))
    await refund(doctor, id, { amountMAD: 4000 })
    const { status, dueMAD } = await read(patient, id)
    assert.deepEqual([status, dueMAD], ['REFUNDED', 0])
    assert.equal((await pay(patient, id, card(6000))).status, 409)
  })
})

describe('visibility', () => {
  test('patients see their own invoices, practitioners those of their consultations, administrators all', async () => {
    const own = await newPractice(platform)
    const other = await newPerson(platform, own.tenantId, 'PATIENT')
    const a = await invoice(own.doctor, own.patient)
    const b = await invoice(own.dentist, own.patient)
    const c = await invoice(own.doctor, other)
    const seenBy = async (caller: Person, query = '') => {
      const { body } = await call('GET', `/api/invoices${query}`, { token: caller.token })
      assert.equal(body.pagination.total, body.invoices.length)
      return body.invoices.map(({ id }: { id: string }) => id)
    }
    assert.deepEqual(await seenBy(own.admin), [c, b, a])
    assert.deepEqual(await seenBy(own.patient), [b, a])
    assert.deepEqual(await seenBy(own.doctor), [c, a])
    assert.deepEqual(await seenBy(own.dentist), [b])
    assert.deepEqual(await seenBy(own.pharmacist), [])
    assert.deepEqual(await seenBy(own.patient, `?patientId=${other.id}`), [], 'filters do not widen visibility')
    assert.deepEqual(await seenBy(admin, `?patientId=${own.patient.id}`), [])
    for (const [caller, id] of [
      [own.patient, c],
      [own.dentist, a],
      [own.pharmacist, a],
      [admin, a],
    ] as const) {
      const foreign = await call('GET', `/api/invoices/${id}`, { token: caller.token })
      assert.equal(foreign.status, 404)
      assert.equal(foreign.text, (await call('GET', '/api/invoices/inv_absent', { token: caller.token })).text)
    }
  })

  test('lists by status, person and time, page by page, newest first', async () => {
    const own = await newClinic(platform)
    const created: string[] = []
    for (let n = 0; n < 5; n++) created.unshift(await invoice(own.doctor, own.patient, 1000))
    await pay(own.doctor, created[0]!, cash(1000))
    await pay(own.doctor, created[1]!, cash(500))
    await cancel(own.doctor, created[2]!)
    const list = async (query: string) => (await call('GET', `/api/invoices?${query}`, { token: own.admin.token })).body
    const second = await list('page=2&pageSize=2')
    assert.deepEqual(
      second.invoices.map(({ id }: { id: string }) => id),
      created.slice(2, 4),
    )
    const { nextCursor, ...counted } = second.pagination
    assert.equal(typeof nextCursor, 'string')
    assert.deepEqual(counted, { page: 2, pageSize: 2, total: 5, totalPages: 3 })
    const total = async (query: string) => (await list(query)).pagination.total
    assert.equal(await total('status=OPEN'), 2)
    assert.equal(await total('status=PAID,PARTIALLY_PAID,CANCELLED'), 3)
    assert.equal(await total(`patientId=${own.patient.id}`), 5)
    assert.equal(await total(`patientId=${own.doctor.id}`), 0)
    assert.equal(await total(`doctorId=${own.doctor.id}`), 5)
    assert.equal(await total(`doctorId=${own.patient.id}`), 0)
    await platform.advance(600)
    const from = new Date(platform.services.clock.nowMs() - 60_000).toISOString()
    await invoice(own.doctor, own.patient)
    assert.equal(await total(`from=${from}`), 1)
    assert.equal(await total(`to=${from}`), 5)
    for (const query of ['status=LOST', 'patientId=x', 'to=2031-01-01'])
      assert.equal((await call('GET', `/api/invoices?${query}`, { token: own.admin.token })).status, 422, query)
  })
})
