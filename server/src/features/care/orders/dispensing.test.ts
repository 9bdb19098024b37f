import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { messagesTo, newPerson, type Person } from '../../../../testing/factories.ts'
import { type Answer, pathsOf, startPlatform } from '../../../../testing/harness.ts'
import { runInLockOrder } from '../../../../testing/lock-order.ts'
import { newPractice, placeOrder, prescribe } from '../../../../testing/practice.ts'

const platform = await startPlatform()
const { call } = platform
const { admin, doctor, patient, pharmacist, tenantId } = await newPractice(platform)
const another = await newPerson(platform, tenantId, 'PHARMACIST')

const order = (caller: Person, prescriptionId: string, at = pharmacist, extra: object = {}) =>
  call('POST', '/api/orders', { token: caller.token, body: { prescriptionId, pharmacyId: at.id, ...extra } })
const move = (id: string, status: string, dispensed?: object[], at = pharmacist) =>
  call('PUT', `/api/orders/${id}`, { token: at.token, body: { status, dispensed } })
const transfer = (caller: Person, id: string, pharmacyId: string) =>
  call('POST', `/api/orders/${id}/transfer`, { token: caller.token, body: { pharmacyId } })
const codeOf = (prescriptionId: string, caller = patient) =>
  call('POST', `/api/prescriptions/${prescriptionId}/pickup-code`, { token: caller.token })
const report = (body: object) =>
  call('POST', '/api/internal/order-status-update', { body, headers: { 'x-internal-token': 'sandbox-internal-token' } })
const read = async (id: string) =>
  (await call('GET', `/api/prescriptions/${id}`, { token: patient.token })).body.prescription
const leftOn = async (id: string) => (await read(id)).items.map(({ left }: { left: number }) => left)
const orderOf = async (id: string) => (await call('GET', `/api/orders/${id}`, { token: patient.token })).body.order

const [A, B] = [
  { medication: 'Amlodipine 5 mg, comprimé', dosage: '1 le matin' },
  { medication: 'Paracétamol 1 g, comprimé', dosage: '1 si douleur' },
]
const withItems = (...items: object[]) => ({
  medication: undefined,
  dosage: undefined,
  instructions: undefined,
  items,
})
const ordinary = () =>
  prescribe(platform, doctor, patient, undefined, withItems({ ...A, quantity: 30, unit: 'comprimés', refills: 2 }, B))

/** An order that is READY. */
async function ready(prescriptionId: string, at = pharmacist): Promise<string> {
  const { id } = await placeOrder(platform, patient, prescriptionId, at)
  for (const step of ['PREPARING', 'READY']) assert.equal((await move(id, step, undefined, at)).status, 200)
  return id
}
async function deliver(prescriptionId: string, dispensed?: object[], at = pharmacist): Promise<string> {
  const id = await ready(prescriptionId, at)
  const answer = await move(id, 'DELIVERED', dispensed, at)
  assert.equal(answer.status, 200, answer.text)
  return id
}

function assertNothingLeft({ status, body, text }: Answer) {
  assert.equal(status, 409, text)
  assert.deepEqual(body.error.details, { dispensing: { left: 0 } })
}

describe('dispensing', () => {
  test('is counted for each line: one fill and its refills', async () => {
    const { id } = await ordinary()
    assert.deepEqual(await leftOn(id), [90, 1])
    const first = await deliver(id)
    assert.deepEqual((await orderOf(first)).dispensed, [
      { line: 1, quantity: 30 },
      { line: 2, quantity: 1 },
    ])
    assert.deepEqual(await leftOn(id), [60, 0])
    const second = await deliver(id)
    assert.deepEqual((await orderOf(second)).dispensed, [{ line: 1, quantity: 30 }], 'the second line has no refill')
    await deliver(id)
    assert.deepEqual(await leftOn(id), [0, 0])
    for (const caller of [patient, doctor, admin]) assertNothingLeft(await order(caller, id))
    assert.equal((await read(id)).timesDelivered, 3)
  })

  test('of a part of a fill leaves the rest, which any pharmacy can dispense', async () => {
    const { id } = await ordinary()
    await deliver(id, [{ line: 1, quantity: 10 }])
    assert.deepEqual(await leftOn(id), [80, 1])
    await deliver(id, [{ line: 2, quantity: 1 }], another)
    assert.deepEqual(await leftOn(id), [80, 0])
    for (const quantity of [30, 30]) await deliver(id, [{ line: 1, quantity }])
    const last = await deliver(id)
    assert.deepEqual((await orderOf(last)).dispensed, [{ line: 1, quantity: 20 }], 'what is left of the line')
    assertNothingLeft(await order(patient, id))
  })

  test('is refused for more than a fill or the amount left, unknown and repeated lines, and other statuses', async () => {
    const { id } = await ordinary()
    await deliver(id, [{ line: 2, quantity: 1 }])
    const open = await ready(id)
    for (const [dispensed, path] of [
      [[{ line: 1, quantity: 31 }], 'dispensed.0.quantity'],
      [[{ line: 2, quantity: 1 }], 'dispensed.0.quantity'],
      [[{ line: 3, quantity: 1 }], 'dispensed.0.line'],
      [[{ line: 0, quantity: 1 }], 'dispensed.0.line'],
      [[{ line: 1, quantity: 0 }], 'dispensed.0.quantity'],
      [[{ line: 1, quantity: 1.5 }], 'dispensed.0.quantity'],
      [
        [
          { line: 1, quantity: 20 },
          { line: 1, quantity: 20 },
        ],
        'dispensed.1.line',
      ],
      [[], 'dispensed'],
    ] as const) {
      const answer = await move(open, 'DELIVERED', [...dispensed])
      assert.equal(answer.status, 422, JSON.stringify(dispensed))
      assert.deepEqual(pathsOf(answer), [path])
    }
    assert.deepEqual(pathsOf(await move(open, 'READY', [{ line: 1, quantity: 1 }])), ['dispensed'])
    assert.deepEqual(await leftOn(id), [90, 0])
    assert.equal((await move(open, 'DELIVERED', [{ line: 1, quantity: 5 }])).status, 200)
    assert.equal((await move(open, 'DELIVERED', [{ line: 1, quantity: 5 }])).status, 200, 'a repeat')
    assert.equal((await move(open, 'DELIVERED')).status, 200, 'a repeat')
    assert.equal((await move(open, 'DELIVERED', [{ line: 1, quantity: 6 }])).status, 409)
    assert.deepEqual(await leftOn(id), [85, 0])
  })

  test('by the application of the pharmacy is counted too', async () => {
    const { id } = await ordinary()
    const orderId = await ready(id)
    assert.equal((await report({ orderId, status: 'DELIVERED', dispensed: [{ line: 1, quantity: 31 }] })).status, 422)
    assert.equal((await report({ orderId, status: 'DELIVERED', dispensed: [{ line: 1, quantity: 12 }] })).status, 200)
    assert.deepEqual(await leftOn(id), [78, 1])
  })

  test('of a table-B line is possible once, not four times within seconds', async () => {
    const narcotic = { medication: 'Morphine 10 mg, gélule', dosage: '1 toutes les 12 h', quantity: 14 }
    const extra = withItems({ ...narcotic, substanceTable: 'B' })
    const { id } = await prescribe(platform, doctor, patient, undefined, extra)
    await deliver(id)
    for (const caller of [patient, doctor, admin, patient]) assertNothingLeft(await order(caller, id))
    assert.equal((await read(id)).timesDelivered, 1)
  })

  test('of a controlled substance is refused after the validity, and the order can then only be cancelled or rejected', async () => {
    const ordinary = { medication: 'Macrogol 10 g, sachet', dosage: '1 par jour', quantity: 14 }
    const lineOf = (substanceTable?: 'A' | 'B', ...others: object[]) =>
      withItems(
        { medication: 'Morphine 10 mg, gélule', dosage: '1 toutes les 12 h', quantity: 14, substanceTable },
        ...others,
      )
    const validUntil = new Date(platform.services.clock.nowMs() + 60_000).toISOString()
    const open = async (extra: object, ...steps: string[]) => {
      const { id } = await prescribe(platform, doctor, patient, undefined, { ...extra, validUntil })
      const placed = await placeOrder(platform, patient, id, pharmacist)
      for (const step of steps) assert.equal((await move(placed.id, step)).status, 200)
      return placed.id
    }
    const orders = [
      { id: await open(lineOf('B')), next: 'PREPARING', from: 'PENDING' },
      { id: await open(lineOf('A'), 'PREPARING'), next: 'READY', from: 'PREPARING' },
      { id: await open(lineOf('B'), 'PREPARING', 'READY'), next: 'DELIVERED', from: 'READY' },
      { id: await open(lineOf('A'), 'PREPARING', 'READY'), next: 'DELIVERED', from: 'READY' },
      { id: await open(lineOf('A', ordinary), 'PREPARING'), next: 'READY', from: 'PREPARING' },
    ]
    const plain = await open(lineOf(), 'PREPARING', 'READY')
    const delivered = await open(lineOf('B'), 'PREPARING', 'READY', 'DELIVERED')
    await platform.advance(61)
    for (const [at, { id, next, from }] of orders.entries()) {
      const refused = await move(id, next)
      assert.equal(refused.status, 409, refused.text)
      assert.match(refused.body.error.message, /was valid until/)
      assert.deepEqual(refused.body.error.details.state, { from, to: next, allowed: ['CANCELLED', 'REJECTED'] })
      const reported = await report({ orderId: id, status: next })
      assert.deepEqual([reported.status, reported.body.error], [409, 'invalid_transition'])
      assert.equal((await move(id, at % 2 === 0 ? 'REJECTED' : 'CANCELLED')).status, 200)
    }
    assert.equal((await move(plain, 'DELIVERED')).status, 200, 'validity limits other orders only when they are placed')
    assert.equal((await move(delivered, 'DELIVERED')).status, 200, 'a repeat')
  })

  test('of the last refill succeeds for one of two concurrent orders', async () => {
    for (const at of [pharmacist, another]) {
      const extra = withItems({ ...A, refills: 1 })
      const { id } = await prescribe(platform, doctor, patient, undefined, extra)
      await deliver(id)
      const answers = await runInLockOrder(platform, id, [() => order(patient, id, at), () => order(admin, id)])
      assert.deepEqual(
        answers.map(({ status }) => status),
        [201, 409],
      )
      const { id: won } = answers[0]!.body.order
      assert.deepEqual(answers[1]!.body.error.details, { order: { id: won } })
      for (const step of ['PREPARING', 'READY']) await move(won, step, undefined, at)
      const [moved, late] = await runInLockOrder(platform, id, [
        () => move(won, 'DELIVERED', undefined, at),
        () => order(patient, id),
      ])
      assert.equal(moved!.status, 200)
      assertNothingLeft(late!)
      const racing = await Promise.all(Array.from({ length: 10 }, () => order(patient, id, another)))
      for (const answer of racing) assertNothingLeft(answer)
    }
  })

  test('is refused after the prescriber cancels, and earlier deliveries stay', async () => {
    const { id } = await ordinary()
    const delivered = await deliver(id)
    const open = await ready(id)
    const path = `/api/prescriptions/${id}/cancel`
    assert.equal((await call('POST', path, { token: doctor.token, body: {} })).status, 200)
    assert.deepEqual([(await orderOf(delivered)).status, (await orderOf(open)).status], ['DELIVERED', 'CANCELLED'])
    assert.deepEqual([(await read(id)).timesDelivered, await leftOn(id)], [1, [60, 0]])
    assert.equal((await order(patient, id)).status, 409)
    assert.equal((await move(open, 'DELIVERED')).status, 409)
  })
})

describe('changing the pharmacy', () => {
  const templatesTo = async (to: Person, id: string) =>
    (await messagesTo(platform, to.id)).filter(({ about }) => about.includes(id)).map((one) => one.template_code)

  test('is allowed to the patient while the order is PENDING; the first pharmacy no longer sees the order', async () => {
    const { id: prescriptionId } = await ordinary()
    const { id } = await placeOrder(platform, patient, prescriptionId, pharmacist)
    assert.equal((await transfer(doctor, id, another.id)).status, 403)
    assert.equal((await transfer(pharmacist, id, another.id)).status, 403)
    for (const wrong of [pharmacist.id, doctor.id, 'usr_absent'])
      assert.deepEqual(pathsOf(await transfer(patient, id, wrong)), ['pharmacyId'])
    const answer = await transfer(patient, id, another.id)
    assert.equal(answer.status, 201, answer.text)
    const { id: next, status } = answer.body.order
    assert.deepEqual([status, (await orderOf(id)).status], ['PENDING', 'CANCELLED'])
    const path = `/api/prescriptions/${prescriptionId}`
    assert.equal((await call('GET', path, { token: pharmacist.token })).status, 404)
    assert.equal((await call('GET', path, { token: another.token })).status, 200)
    assert.deepEqual(await templatesTo(pharmacist, id), ['ORDER_CREATED', 'ORDER_WITHDRAWN'])
    assert.deepEqual(await templatesTo(another, next), ['ORDER_CREATED'])
    await move(next, 'PREPARING', undefined, another)
    const late = await transfer(patient, next, pharmacist.id)
    assert.equal(late.status, 409)
    assert.deepEqual(late.body.error.details, { state: { from: 'PREPARING', to: 'CANCELLED', allowed: [] } })
  })

  test('is refused after the validity of the prescription, and the order stays', async () => {
    const validUntil = new Date(platform.services.clock.nowMs() + 60_000).toISOString()
    const { id: prescriptionId } = await prescribe(platform, doctor, patient, undefined, { validUntil })
    const { id } = await placeOrder(platform, patient, prescriptionId, pharmacist)
    await platform.advance(61)
    const refused = await transfer(patient, id, another.id)
    assert.equal(refused.status, 409, refused.text)
    assert.match(refused.body.error.message, /was valid until/)
    assert.equal((await orderOf(id)).status, 'PENDING')
  })

  test('back and forth sends each pharmacy one message a day about a new order, and one about its withdrawal', async () => {
    const { id: prescriptionId } = await ordinary()
    const first = await placeOrder(platform, patient, prescriptionId, pharmacist)
    const ids = [first.id]
    for (let at = 0; at < 16; at++) {
      const answer = await transfer(patient, ids.at(-1)!, at % 2 === 0 ? another.id : pharmacist.id)
      assert.equal(answer.status, 201, answer.text)
      ids.push(answer.body.order.id)
    }
    const templatesOf = async (to: Person) => (await Promise.all(ids.map((id) => templatesTo(to, id)))).flat()
    assert.deepEqual(await templatesOf(pharmacist), ['ORDER_CREATED', 'ORDER_WITHDRAWN', 'ORDER_CREATED'])
    assert.deepEqual(await templatesOf(another), ['ORDER_CREATED', 'ORDER_WITHDRAWN'])
  })

  test('and starting the preparation exclude each other, in either sequence', async () => {
    for (const startedFirst of [true, false]) {
      const { id: prescriptionId } = await ordinary()
      const { id } = await placeOrder(platform, patient, prescriptionId, pharmacist)
      const start = () => move(id, 'PREPARING')
      const change = () => transfer(patient, id, another.id)
      const answers = await runInLockOrder(platform, prescriptionId, startedFirst ? [start, change] : [change, start])
      assert.deepEqual(
        answers.map(({ status }) => status),
        startedFirst ? [200, 409] : [201, 409],
      )
    }
  })
})

describe('an order by a pharmacy for itself', () => {
  test('needs the code of the patient, which is valid for one order', async () => {
    const { id } = await ordinary()
    const absent = await order(another, 'rx_absent', another, { pickupCode: '7Q4M-2K9D' })
    for (const extra of [{}, { pickupCode: '7Q4M-2K9D' }, { pickupCode: '∞' }]) {
      const answer = await order(another, id, another, extra)
      assert.deepEqual([answer.status, answer.text], [422, absent.text], 'as for an unknown prescription')
    }
    const { pickupCode } = (await codeOf(id)).body
    assert.match(pickupCode.code, /^[0-9A-Z]{4}-[0-9A-Z]{4}$/)
    const { id: other } = await ordinary()
    assert.equal((await order(another, other, another, { pickupCode: pickupCode.code })).status, 422)
    assert.equal((await order(another, id, pharmacist, { pickupCode: pickupCode.code })).status, 422)
    const typed = pickupCode.code.toLowerCase().replace('-', ' ')
    const placed = await order(another, id, another, { pickupCode: typed })
    assert.equal(placed.status, 201, placed.text)
    const notices = [...(await messagesTo(platform, another.id)), ...(await messagesTo(platform, patient.id))]
    const ofOrder = notices.filter(({ about }) => about.includes(placed.body.order.id))
    assert.deepEqual(ofOrder, [], 'both are present')
    for (const step of ['PREPARING', 'READY', 'DELIVERED']) await move(placed.body.order.id, step, undefined, another)
    const repeated = await order(another, id, another, { pickupCode: pickupCode.code })
    assert.equal(repeated.status, 403, 'the code was used')
  })

  test('for a refill needs a new code, although the pharmacy sees the prescription', async () => {
    const { id } = await ordinary()
    await deliver(id)
    const withoutCode = await order(pharmacist, id)
    assert.equal(withoutCode.status, 403)
    assert.match(withoutCode.body.error.message, /code/)
    const { code, expiresAt } = (await codeOf(id)).body.pickupCode
    const sec = Math.ceil((Date.parse(expiresAt) - platform.services.clock.nowMs()) / 1000)
    assert.ok(sec > 14 * 60 && sec <= 30 * 60, `${sec} s`)
    await platform.advance(sec)
    assert.equal((await order(pharmacist, id, pharmacist, { pickupCode: code })).status, 403, 'expired')
    const fresh = (await codeOf(id)).body.pickupCode.code
    assert.equal((await order(pharmacist, id, pharmacist, { pickupCode: fresh })).status, 201)
  })

  test('is refused after the patient cancelled there, even with a code, until the patient orders there again', async () => {
    const { id } = await ordinary()
    const { id: first } = await placeOrder(platform, patient, id, pharmacist)
    await call('PUT', `/api/orders/${first}`, { token: patient.token, body: { status: 'CANCELLED' } })
    const { code } = (await codeOf(id)).body.pickupCode
    assert.equal((await order(pharmacist, id, pharmacist, { pickupCode: code })).status, 422)
    await deliver(id)
    const { id: refill } = await placeOrder(platform, patient, id, pharmacist)
    await call('PUT', `/api/orders/${refill}`, { token: patient.token, body: { status: 'CANCELLED' } })
    const again = (await codeOf(id)).body.pickupCode.code
    const answer = await order(pharmacist, id, pharmacist, { pickupCode: again })
    assert.equal(answer.status, 403, 'it still sees its own delivery')
    assert.equal((await order(patient, id)).status, 201)
  })

  test('is possible after the patient cancelled another prescription there, or this one at another pharmacy', async () => {
    const [{ id }, { id: other }] = [await ordinary(), await ordinary()]
    const { id: cancelled } = await placeOrder(platform, patient, id, pharmacist)
    await call('PUT', `/api/orders/${cancelled}`, { token: patient.token, body: { status: 'CANCELLED' } })
    for (const [prescriptionId, at] of [
      [other, pharmacist],
      [id, another],
    ] as const) {
      const { code } = (await codeOf(prescriptionId)).body.pickupCode
      const placed = await order(at, prescriptionId, at, { pickupCode: code })
      assert.equal(placed.status, 201, placed.text)
    }
  })

  test('needs a code that only the patient can create, while the prescription can be ordered', async () => {
    const { id } = await ordinary()
    for (const caller of [doctor, admin]) assert.equal((await codeOf(id, caller)).status, 403)
    assert.equal((await codeOf(id, pharmacist)).status, 404)
    assert.equal((await codeOf(id, await newPerson(platform, tenantId, 'PATIENT'))).status, 404)
    const { id: open } = await placeOrder(platform, patient, id, pharmacist)
    assert.deepEqual((await codeOf(id)).body.error.details, { order: { id: open } })
    const { id: single } = await prescribe(platform, doctor, patient)
    await deliver(single)
    assertNothingLeft(await codeOf(single))
  })
})
