import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newPerson } from '../../../../testing/factories.ts'
import { startPlatform } from '../../../../testing/harness.ts'
import { newPractice, placeOrder, prescribe } from '../../../../testing/practice.ts'

const platform = await startPlatform()
const { call } = platform
const practice = await newPractice(platform)
const { admin, doctor, patient, pharmacist } = practice

const report = (hook: string, body: object, token = 'sandbox-internal-token') =>
  call('POST', `/api/internal/${hook}`, { body, headers: { 'x-internal-token': token } })
const callPrescriptionIssued = (body: object, token?: string) => report('prescription-issued', body, token)
const callOrderStatusUpdate = (body: object, token?: string) => report('order-status-update', body, token)
const ordersOn = async (prescriptionId: string) =>
  (await call('GET', `/api/orders?prescriptionId=${prescriptionId}`, { token: admin.token })).body.orders

describe('the hook prescription-issued', () => {
  test('places one order at the pharmacy in repeated and concurrent calls', async () => {
    const { id: prescriptionId } = await prescribe(platform, doctor, patient)
    const body = { prescriptionId, pharmacyId: pharmacist.id, deliveryRequested: true }
    const answers = await Promise.all(Array.from({ length: 10 }, () => callPrescriptionIssued(body)))
    const [{ id, status, deliveryRequested, pharmacyId }, ...extra] = await ordersOn(prescriptionId)
    assert.deepEqual([status, deliveryRequested, pharmacyId, extra.length], ['PENDING', true, pharmacist.id, 0])
    for (const answer of answers) {
      assert.equal(answer.status, 200)
      assert.deepEqual(answer.body, { ok: true, prescriptionId, routedOrderId: id })
    }
    await call('PUT', `/api/orders/${id}`, { token: patient.token, body: { status: 'CANCELLED' } })
    assert.equal((await callPrescriptionIssued(body)).body.routedOrderId, id, 'a late repeat does not change the order')
    assert.equal((await ordersOn(prescriptionId)).length, 1)
  })

  test('without a pharmacy places no order', async () => {
    const { id: prescriptionId } = await prescribe(platform, doctor, patient)
    for (const extra of [{}, { pharmacyId: null, deliveryRequested: null }])
      assert.deepEqual((await callPrescriptionIssued({ prescriptionId, ...extra })).body, {
        ok: true,
        prescriptionId,
        routedOrderId: null,
      })
    assert.deepEqual(await ordersOn(prescriptionId), [])
  })

  test('returns an order that the patient placed before', async () => {
    const { id: prescriptionId } = await prescribe(platform, doctor, patient)
    const { id } = await placeOrder(platform, patient, prescriptionId, pharmacist)
    assert.equal((await callPrescriptionIssued({ prescriptionId, pharmacyId: pharmacist.id })).body.routedOrderId, id)
  })

  test('fails with an error code', async () => {
    const elsewhere = await newPractice(platform)
    const another = await newPerson(platform, practice.tenantId, 'PHARMACIST')
    const { id: prescriptionId } = await prescribe(platform, doctor, patient)
    const { id: cancelled } = await prescribe(platform, doctor, patient)
    await call('POST', `/api/prescriptions/${cancelled}/cancel`, { token: doctor.token, body: {} })
    await placeOrder(platform, patient, prescriptionId, pharmacist)
    for (const [body, status, error] of [
      [{ prescriptionId: 'rx_absent' }, 404, 'rx_not_found'],
      [{ prescriptionId: 'apt_1' }, 422, 'unprocessable'],
      [{ prescriptionId, pharmacyId: elsewhere.pharmacist.id }, 422, 'unprocessable'],
      [{ prescriptionId, pharmacyId: patient.id }, 422, 'unprocessable'],
      [{ prescriptionId, pharmacyId: another.id }, 409, 'conflict'],
      [{ prescriptionId: cancelled, pharmacyId: pharmacist.id }, 409, 'conflict'],
    ] as const) {
      const answer = await callPrescriptionIssued(body)
      assert.deepEqual([answer.status, answer.body], [status, { error }])
    }
    const refused = await callPrescriptionIssued({ prescriptionId }, 'wrong')
    assert.deepEqual([refused.status, refused.body], [403, { error: 'forbidden' }])
  })
})

describe('the hook order-status-update', () => {
  test('updates the order, and a repeated call changes nothing', async () => {
    const { id } = await placeOrder(platform, patient, (await prescribe(platform, doctor, patient)).id, pharmacist)
    for (const status of ['PREPARING', 'READY', 'DELIVERED']) {
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => callOrderStatusUpdate({ orderId: id, status })),
      )
      for (const answer of answers) {
        assert.equal(answer.status, 200)
        assert.deepEqual(Object.keys(answer.body), ['ok', 'timestamp'])
        assert.equal(answer.body.ok, true)
        assert.ok(Date.parse(answer.body.timestamp))
      }
      const shown = await call('GET', `/api/orders/${id}`, { token: patient.token })
      assert.equal(shown.body.order.status, status)
    }
  })

  test('fails with an error code, and leaves the order unchanged', async () => {
    const { id } = await placeOrder(platform, patient, (await prescribe(platform, doctor, patient)).id, pharmacist)
    for (const [body, status, error] of [
      [{ orderId: 'ord_absent', status: 'PREPARING' }, 404, 'order_not_found'],
      [{ orderId: id, status: 'DELIVERED' }, 409, 'invalid_transition'],
      [{ orderId: id, status: 'LOST' }, 422, 'unprocessable'],
      [{ orderId: id }, 422, 'unprocessable'],
    ] as const) {
      const answer = await callOrderStatusUpdate(body)
      assert.deepEqual([answer.status, answer.body], [status, { error }])
    }
    const refused = await callOrderStatusUpdate({ orderId: id, status: 'PREPARING' }, '')
    assert.deepEqual([refused.status, refused.body], [403, { error: 'forbidden' }])
    const { order } = (await call('GET', `/api/orders/${id}`, { token: admin.token })).body
    assert.equal(order.status, 'PENDING')
  })

  test('is audited under the user platform in the tenant of the order', async () => {
    const own = await newPractice(platform)
    const rx = await prescribe(platform, own.doctor, own.patient)
    const { id } = await placeOrder(platform, own.patient, rx.id, own.pharmacist)
    await callOrderStatusUpdate({ orderId: id, status: 'PREPARING' })
    const { rows } = await platform.owner.query(
      `select user_id, client_id, subject_id, patient_ids from audit_log where tenant_id = $1 and operation like '/api/internal/%'`,
      [own.tenantId],
    )
    assert.deepEqual(rows, [
      { user_id: 'platform', client_id: 'internal', subject_id: id, patient_ids: [own.patient.id] },
    ])
  })
})
