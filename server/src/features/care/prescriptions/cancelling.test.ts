import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventsOf, messagesTo, newPerson, type Person } from '../../../../testing/factories.ts'
import { startPlatform } from '../../../../testing/harness.ts'
import { runInLockOrder } from '../../../../testing/lock-order.ts'
import { newPractice, placeOrder, prescribe } from '../../../../testing/practice.ts'

const platform = await startPlatform()
const { call } = platform
const practice = await newPractice(platform)
const { admin, doctor, dentist, patient, pharmacist, tenantId } = practice

const statusOf = async (id: string) =>
  (await call('GET', `/api/prescriptions/${id}`, { token: admin.token })).body.prescription.status
const orderStatusOf = async (id: string) =>
  (await call('GET', `/api/orders/${id}`, { token: admin.token })).body.order.status
const cancel = (caller: Person, id: string, body: object = {}) =>
  call('POST', `/api/prescriptions/${id}/cancel`, { token: caller.token, body })
const moveOrder = (id: string, status: string) =>
  call('PUT', `/api/orders/${id}`, { token: pharmacist.token, body: { status } })
const report = (hook: string, body: object) =>
  call('POST', `/api/internal/${hook}`, { body, headers: { 'x-internal-token': 'sandbox-internal-token' } })
/** Templates of the messages about an order, to one person. */
const templatesTo = async (to: Person, orderId: string) =>
  (await messagesTo(platform, to.id))
    .filter(({ about }) => about.includes(orderId))
    .map(({ template_code }) => template_code)

/** A prescription with one order at the pharmacy, advanced step by step. */
async function newOrder(...steps: string[]) {
  const { id } = await prescribe(platform, doctor, patient)
  const order = await placeOrder(platform, patient, id, pharmacist)
  for (const step of steps) assert.equal((await moveOrder(order.id, step)).status, 200)
  return { id, orderId: order.id }
}

test('the prescriber and administrators can cancel once, with a reason', async () => {
  const mine = await prescribe(platform, doctor, patient)
  assert.equal((await cancel(patient, mine.id)).status, 403)
  assert.equal((await cancel(dentist, mine.id)).status, 404)
  const first = await cancel(doctor, mine.id, { reason: 'Allergie signalée' })
  assert.partialDeepStrictEqual(first.body, {
    prescription: { id: mine.id, status: 'CANCELLED', cancelReason: 'Allergie signalée' },
  })
  const again = await cancel(admin, mine.id, { reason: 'other' })
  assert.deepEqual([again.status, again.text], [200, first.text], 'a repetition changes nothing')
  assert.equal((await eventsOf(platform, mine.id)).length, 2)
  const [byDoctor, byAdmin] = [await prescribe(platform, doctor, patient), await prescribe(platform, doctor, patient)]
  assert.equal((await cancel(doctor, byDoctor.id)).body.prescription.cancelReason, 'doctor_request')
  assert.equal((await cancel(admin, byAdmin.id)).body.prescription.cancelReason, 'admin_request')
})

test('cancelling cancels every open order and notifies its pharmacy and patient once; closed orders stay', async () => {
  for (const caller of [doctor, admin])
    for (const [steps, status] of [
      [[], 'CANCELLED'],
      [['PREPARING'], 'CANCELLED'],
      [['PREPARING', 'READY'], 'CANCELLED'],
      [['PREPARING', 'READY', 'DELIVERED'], 'DELIVERED'],
      [['REJECTED'], 'REJECTED'],
    ] as const) {
      const { id, orderId } = await newOrder(...steps)
      const [toPharmacy, toPatient] = [await templatesTo(pharmacist, orderId), await templatesTo(patient, orderId)]
      const answers = await Promise.all(Array.from({ length: 5 }, () => cancel(caller, id)))
      for (const answer of answers) assert.equal(answer.status, 200, answer.text)
      assert.equal(await statusOf(id), 'CANCELLED')
      assert.equal(await orderStatusOf(orderId), status)
      const wasOpen = status === 'CANCELLED'
      assert.deepEqual(await templatesTo(pharmacist, orderId), [...toPharmacy, ...(wasOpen ? ['ORDER_WITHDRAWN'] : [])])
      assert.deepEqual(await templatesTo(patient, orderId), [...toPatient, ...(wasOpen ? ['ORDER_CANCELLED'] : [])])
    }
})

test('a delivered prescription can be cancelled after its validity', async () => {
  const validUntil = new Date(platform.services.clock.nowMs() + 60_000).toISOString()
  const { id } = await prescribe(platform, doctor, patient, undefined, { validUntil })
  const order = await placeOrder(platform, patient, id, pharmacist)
  for (const step of ['PREPARING', 'READY', 'DELIVERED']) await moveOrder(order.id, step)
  await platform.advance(600)
  assert.equal((await cancel(doctor, id)).status, 200)
  const { prescription } = (await call('GET', `/api/prescriptions/${id}`, { token: pharmacist.token })).body
  assert.deepEqual([prescription.status, prescription.timesDelivered], ['CANCELLED', 1])
})

test('a pharmacy lists its delivered prescriptions by status, time and prescriber, before and after cancelling', async () => {
  const pharmacy = await newPerson(platform, tenantId, 'PHARMACIST')
  const delivered = async (caller: Person) => {
    const { id, issuedAt } = await prescribe(platform, caller, patient)
    const order = await placeOrder(platform, patient, id, pharmacy)
    for (const status of ['PREPARING', 'READY', 'DELIVERED'])
      await call('PUT', `/api/orders/${order.id}`, { token: pharmacy.token, body: { status } })
    return { id, issuedAt }
  }
  const [first, second] = [await delivered(doctor), await delivered(dentist)]
  const listed = async (query: string) => {
    const { body } = await call('GET', `/api/prescriptions?${query}`, { token: pharmacy.token })
    return body.prescriptions.map(({ id }: { id: string }) => id)
  }
  assert.deepEqual(await listed('status=ISSUED'), [second.id, first.id])
  await cancel(doctor, first.id)
  for (const [query, ids] of [
    ['status=ISSUED', [second.id]],
    ['status=CANCELLED', [first.id]],
    ['status=ISSUED,CANCELLED', [second.id, first.id]],
    [`to=${second.issuedAt}`, [first.id]],
    [`from=${second.issuedAt}`, [second.id]],
    [`doctorId=${dentist.id}`, [second.id]],
    [`patientId=${patient.id}&status=CANCELLED`, [first.id]],
  ] as const)
    assert.deepEqual(await listed(query), ids, query)
})

test('after cancelling, new orders and status changes are refused, by API and by hook', async () => {
  const another = await newPerson(platform, tenantId, 'PHARMACIST')
  for (const steps of [[], ['PREPARING', 'READY'], ['PREPARING', 'READY', 'DELIVERED']]) {
    const { id, orderId } = await newOrder(...steps)
    await cancel(doctor, id)
    const statusAfter = await orderStatusOf(orderId)
    for (const [caller, status] of [
      [patient, 409],
      [doctor, 409],
      [admin, 409],
      [pharmacist, statusAfter === 'DELIVERED' ? 409 : 422],
    ] as const) {
      const body = { prescriptionId: id, pharmacyId: pharmacist.id }
      assert.equal((await call('POST', '/api/orders', { token: caller.token, body })).status, status)
    }
    const routed = await report('prescription-issued', { prescriptionId: id, pharmacyId: another.id })
    assert.deepEqual([routed.status, routed.body], [409, { error: 'conflict' }])
    const repeated = await report('prescription-issued', { prescriptionId: id, pharmacyId: pharmacist.id })
    assert.deepEqual([repeated.status, repeated.body.routedOrderId], [200, orderId], 'the closed order')
    for (const status of ['PENDING', 'PREPARING', 'READY', 'DELIVERED'].filter((one) => one !== statusAfter)) {
      assert.equal((await moveOrder(orderId, status)).status, 409)
      const reported = await report('order-status-update', { orderId, status })
      assert.deepEqual([reported.status, reported.body], [409, { error: 'invalid_transition' }])
    }
    assert.equal(await orderStatusOf(orderId), statusAfter)
    const { orders } = (await call('GET', `/api/orders?prescriptionId=${id}`, { token: admin.token })).body
    assert.equal(orders.length, 1)
  }
})

test('a cancellation and an order update take effect in the order of their arrival', async () => {
  for (const byHook of [false, true])
    for (const [before, to] of [
      [['PREPARING'], 'READY'],
      [['PREPARING', 'READY'], 'DELIVERED'],
    ] as const)
      for (const cancelledFirst of [true, false]) {
        const { id, orderId } = await newOrder(...before)
        const stop = () => cancel(doctor, id)
        const move = () => (byHook ? report('order-status-update', { orderId, status: to }) : moveOrder(orderId, to))
        const answers = await runInLockOrder(platform, id, cancelledFirst ? [stop, move] : [move, stop])
        const [cancelled, moved] = cancelledFirst ? answers : answers.toReversed()
        assert.deepEqual([cancelled!.status, moved!.status], [200, cancelledFirst ? 409 : 200])
        assert.equal(await statusOf(id), 'CANCELLED')
        const wasDelivered = !cancelledFirst && to === 'DELIVERED'
        assert.equal(await orderStatusOf(orderId), wasDelivered ? 'DELIVERED' : 'CANCELLED')
        const withdrawn = (await templatesTo(pharmacist, orderId)).filter((one) => one === 'ORDER_WITHDRAWN')
        assert.equal(withdrawn.length, wasDelivered ? 0 : 1)
      }
})

test('concurrent cancellations, updates and orders neither deadlock nor leave an open order', async () => {
  for (let round = 0; round < 5; round++) {
    const { id, orderId } = await newOrder('PREPARING')
    const body = { prescriptionId: id, pharmacyId: pharmacist.id }
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, n) => {
        if (n % 4 === 0) return cancel(n % 8 ? doctor : admin, id)
        if (n % 4 === 1) return moveOrder(orderId, n % 8 === 1 ? 'READY' : 'CANCELLED')
        if (n % 4 === 2) return report('order-status-update', { orderId, status: 'DELIVERED' })
        return call('POST', '/api/orders', { token: patient.token, body })
      }),
    )
    for (const { status, text } of answers) assert.ok([200, 201, 409].includes(status), text)
    assert.equal(await statusOf(id), 'CANCELLED')
    const { orders } = (await call('GET', `/api/orders?prescriptionId=${id}`, { token: admin.token })).body
    for (const { status } of orders) assert.ok(['CANCELLED', 'DELIVERED'].includes(status), status)
  }
})

test('concurrent ordering leaves no open order on a cancelled prescription', async () => {
  for (const cancelledFirst of [true, false]) {
    const { id } = await prescribe(platform, doctor, patient)
    const stop = () => cancel(doctor, id)
    const body = { prescriptionId: id, pharmacyId: pharmacist.id }
    const place = () => call('POST', '/api/orders', { token: patient.token, body })
    const answers = await runInLockOrder(platform, id, cancelledFirst ? [stop, place] : [place, stop])
    const [cancelled, placed] = cancelledFirst ? answers : answers.toReversed()
    assert.deepEqual([cancelled!.status, placed!.status], [200, cancelledFirst ? 409 : 201])
    const { orders } = (await call('GET', `/api/orders?prescriptionId=${id}`, { token: admin.token })).body
    assert.deepEqual(
      orders.map(({ status }: { status: string }) => status),
      cancelledFirst ? [] : ['CANCELLED'],
    )
  }
})
