import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newPerson, type Person } from '../../../../testing/factories.ts'
import { type Answer, startPlatform } from '../../../../testing/harness.ts'
import { runInLockOrder } from '../../../../testing/lock-order.ts'
import { newPractice, placeOrder, prescribe } from '../../../../testing/practice.ts'

const platform = await startPlatform()
const { call, owner } = platform
const practice = await newPractice(platform)
const { admin, doctor, patient, pharmacist, tenantId } = practice
const another = await newPerson(platform, tenantId, 'PHARMACIST')

const order = (caller: Person, prescriptionId: string, at = pharmacist) =>
  call('POST', '/api/orders', { token: caller.token, body: { prescriptionId, pharmacyId: at.id } })
const move = (id: string, status: string) =>
  call('PUT', `/api/orders/${id}`, { token: pharmacist.token, body: { status } })
const report = (hook: string, body: object) =>
  call('POST', `/api/internal/${hook}`, { body, headers: { 'x-internal-token': 'sandbox-internal-token' } })
const ordersOn = async (prescriptionId: string) =>
  (await call('GET', `/api/orders?prescriptionId=${prescriptionId}`, { token: admin.token })).body.orders

const narcotic = {
  medication: 'Sulfate de morphine 10 mg, gélule',
  dosage: '1 gélule toutes les 12 heures',
  instructions: undefined,
  items: [
    { medication: 'Sulfate de morphine 10 mg, gélule', dosage: '1 gélule toutes les 12 heures', substanceTable: 'B' },
  ],
}

/** Creates a prescription with one order, and advances it through the given steps. */
async function newOrder(steps: string[] = [], extra: object = {}) {
  const { id: prescriptionId } = await prescribe(platform, doctor, patient, undefined, extra)
  const { id } = await placeOrder(platform, patient, prescriptionId, pharmacist)
  for (const step of steps) assert.equal((await move(id, step)).status, 200)
  return { prescriptionId, id }
}
const newDeliveredOrder = (extra?: object) => newOrder(['PREPARING', 'READY', 'DELIVERED'], extra)

function assertNothingLeft({ status, body, text }: Answer) {
  assert.equal(status, 409, text)
  assert.equal(body.error.code, 'CONFLICT')
  assert.deepEqual(body.error.details, { dispensing: { left: 0 } })
}

test('refuses a second order on a delivered prescription, of any table, from any caller, at any pharmacy', async () => {
  for (const extra of [{}, narcotic]) {
    const { prescriptionId, id } = await newDeliveredOrder(extra)
    for (const caller of [patient, doctor, admin])
      for (const at of [pharmacist, another]) assertNothingLeft(await order(caller, prescriptionId, at))
    assertNothingLeft(await order(pharmacist, prescriptionId))
    assert.equal((await order(another, prescriptionId, another)).status, 422)
    assert.deepEqual(
      (await ordersOn(prescriptionId)).map((one: { id: string }) => one.id),
      [id],
    )
  }
})

test('a refusal states the delivery rather than the expiry, and the cancellation rather than both', async () => {
  const validUntil = new Date(platform.services.clock.nowMs() + 60_000).toISOString()
  const { prescriptionId } = await newDeliveredOrder({ validUntil })
  await platform.advance(60)
  assertNothingLeft(await order(patient, prescriptionId))
  await call('POST', `/api/prescriptions/${prescriptionId}/cancel`, { token: doctor.token, body: {} })
  const late = await order(patient, prescriptionId)
  assert.equal(late.status, 409)
  assert.match(late.body.error.message, /cancelled/)
})

test('a delivered prescription is not routed to another pharmacy; a repeated call returns the delivered order', async () => {
  const { prescriptionId, id } = await newDeliveredOrder()
  const elsewhere = await report('prescription-issued', { prescriptionId, pharmacyId: another.id })
  assert.deepEqual([elsewhere.status, elsewhere.body], [409, { error: 'conflict' }])
  const again = await report('prescription-issued', { prescriptionId, pharmacyId: pharmacist.id })
  assert.deepEqual([again.status, again.body.routedOrderId], [200, id])
  assert.equal((await ordersOn(prescriptionId)).length, 1)
})

test('refuses an order that is concurrent with the delivery of another one, in either sequence', async () => {
  for (const byHook of [false, true]) {
    for (const placedFirst of [false, true]) {
      const { prescriptionId, id } = await newOrder(['PREPARING', 'READY'])
      const place = () => order(patient, prescriptionId, another)
      const deliver = () =>
        byHook ? report('order-status-update', { orderId: id, status: 'DELIVERED' }) : move(id, 'DELIVERED')
      const answers = await runInLockOrder(platform, prescriptionId, placedFirst ? [place, deliver] : [deliver, place])
      const [placed, moved] = placedFirst ? answers : answers.toReversed()
      assert.equal(moved!.status, 200, moved!.text)
      if (placedFirst) assert.deepEqual([placed!.status, placed!.body.error.details], [409, { order: { id } }])
      else assertNothingLeft(placed!)
      assert.equal((await ordersOn(prescriptionId)).length, 1)
    }
  }
})

test('accepts one of many concurrent orders, and none after the delivery', async () => {
  const pharmacies = [pharmacist, another]
  const everyone = (prescriptionId: string) =>
    Promise.all(
      Array.from({ length: 20 }, (_, n) => {
        const at = pharmacies[n % 2]!
        if (n % 4 < 2) return order([patient, doctor, admin][n % 3]!, prescriptionId, at)
        return report('prescription-issued', { prescriptionId, pharmacyId: at.id })
      }),
    )
  for (let round = 0; round < 3; round++) {
    const { id: prescriptionId } = await prescribe(platform, doctor, patient)
    const won = new Set(
      (await everyone(prescriptionId))
        .filter(({ status }) => status < 300)
        .map(({ body }) => body.order?.id ?? body.routedOrderId),
    )
    assert.equal(won.size, 1)
    const [{ id, status }, ...extra] = await ordersOn(prescriptionId)
    assert.deepEqual([id, status, extra], [[...won][0], 'PENDING', []])
    for (const step of ['PREPARING', 'READY', 'DELIVERED'])
      await call('PUT', `/api/orders/${id}`, { token: admin.token, body: { status: step } })
    for (const { status, body } of await everyone(prescriptionId))
      assert.ok(status === 409 || (status === 200 && body.routedOrderId === id), JSON.stringify(body))
    assert.equal((await ordersOn(prescriptionId)).length, 1)
  }
})

const add = (prescriptionId: string, status: string) =>
  owner.query<{ id: string }>(
    `insert into orders (tenant_id, id, prescription_id, patient_id, doctor_id, pharmacy_id, delivery_requested, status)
     select $1, new_id('ord'), id, patient_id, doctor_id, $3, false, $4 from prescriptions where id = $2
     returning id`,
    [tenantId, prescriptionId, pharmacist.id, status],
  )

test('the database refuses a second open order, and a delivery that exceeds the amount left', async () => {
  const { prescriptionId } = await newOrder()
  await assert.rejects(add(prescriptionId, 'PENDING'), /orders_open/)
  const { prescriptionId: emptied } = await newDeliveredOrder()
  await assert.rejects(add(emptied, 'DELIVERED'), /dispenses more/)
})

test('an open order of an earlier version on a delivered prescription can only be cancelled or rejected', async () => {
  for (const byHook of [false, true])
    for (const status of ['PENDING', 'PREPARING', 'READY']) {
      const { prescriptionId } = await newDeliveredOrder()
      const id = (await add(prescriptionId, status)).rows[0]!.id
      const [next] = { PENDING: ['PREPARING'], PREPARING: ['READY'], READY: ['DELIVERED'] }[status]!
      const advance = () => (byHook ? report('order-status-update', { orderId: id, status: next }) : move(id, next!))
      const answer = await advance()
      assert.equal(answer.status, 409)
      if (!byHook) {
        const state = { from: status, to: next, allowed: ['CANCELLED', 'REJECTED'] }
        assert.deepEqual(answer.body.error.details, { dispensing: { left: 0 }, state })
      }
      assert.equal((await move(id, 'CANCELLED')).status, 200)
      assertNothingLeft(await order(patient, prescriptionId))
    }
})

test('counts a delivery by an earlier version, which records no quantities, as one fill of each line', async () => {
  const { prescriptionId, id } = await newDeliveredOrder({ quantity: 30, refills: 1 })
  await owner.query('update orders set dispensed = null where id = $1', [id])
  const { prescription } = (await call('GET', `/api/prescriptions/${prescriptionId}`, { token: patient.token })).body
  assert.deepEqual([prescription.items[0].left, prescription.timesDelivered], [30, 1])
})
