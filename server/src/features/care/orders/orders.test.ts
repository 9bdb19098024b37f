import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newPerson, type Person } from '../../../../testing/factories.ts'
import { pathsOf, startPlatform } from '../../../../testing/harness.ts'
import { consult, newPractice, placeOrder, prescribe } from '../../../../testing/practice.ts'

const platform = await startPlatform()
const { call } = platform
const practice = await newPractice(platform)
const { admin, doctor, dentist, patient, pharmacist } = practice

const post = (caller: Person, body: object) => call('POST', '/api/orders', { token: caller.token, body })
const put = (caller: Person, id: string, status: string) =>
  call('PUT', `/api/orders/${id}`, { token: caller.token, body: { status } })
const statusOf = async (id: string) =>
  (await call('GET', `/api/orders/${id}`, { token: admin.token })).body.order.status
/** Creates an order, and advances it through the given steps. */
async function orderAfter(...steps: string[]): Promise<string> {
  const { id } = await placeOrder(platform, patient, (await prescribe(platform, doctor, patient)).id, pharmacist)
  for (const step of steps) assert.equal((await put(pharmacist, id, step)).status, 200)
  return id
}

describe('placing an order', () => {
  test('returns a PENDING order with medicine and names', async () => {
    const { id: prescriptionId } = await prescribe(platform, doctor, patient)
    const body = { prescriptionId, pharmacyId: pharmacist.id, deliveryRequested: true }
    const placed = await post(patient, body)
    assert.equal(placed.status, 201)
    const { id } = placed.body.order
    assert.match(id, /^ord_[0-9a-f]{32}$/)
    assert.partialDeepStrictEqual(placed.body, { order: { id, status: 'PENDING' } })
    const { order } = (await call('GET', `/api/orders/${id}`, { token: pharmacist.token })).body
    assert.deepEqual(
      { ...order, pharmacy: order.pharmacy.id, patient: order.patient.id },
      {
        id,
        ...body,
        patientId: patient.id,
        status: 'PENDING',
        dispensed: null,
        createdAt: order.createdAt,
        updatedAt: order.createdAt,
        prescription: { id: prescriptionId, medication: 'Amoxicilline 1 g, comprimé' },
        pharmacy: pharmacist.id,
        patient: patient.id,
      },
    )
    assert.ok(order.pharmacy.name && order.patient.name)
    const { rows } = await platform.owner.query(`select count(*)::int as n from events where subject_id = $1`, [id])
    assert.equal(rows[0].n, 0, 'the catalogue has no order events')
  })

  test('is allowed to the patient, the prescriber and administrators; for other callers the prescription is unknown', async () => {
    const other = await newPerson(platform, practice.tenantId, 'PATIENT')
    const ids = await Promise.all(
      Array.from({ length: 3 }, async () => (await prescribe(platform, doctor, patient)).id),
    )
    for (const [at, caller] of [patient, doctor, admin].entries())
      assert.equal((await post(caller, { prescriptionId: ids[at]!, pharmacyId: pharmacist.id })).status, 201)
    const { id: unordered } = await prescribe(platform, doctor, patient)
    for (const caller of [other, dentist, pharmacist]) {
      const foreign = await post(caller, { prescriptionId: unordered, pharmacyId: pharmacist.id })
      const absent = await post(caller, { prescriptionId: 'rx_absent', pharmacyId: pharmacist.id })
      assert.equal(foreign.status, 422)
      assert.deepEqual(pathsOf(foreign), ['prescriptionId'])
      assert.equal(foreign.text, absent.text)
    }
  })

  test('is allowed to a pharmacy only at itself, and on a prescription that it sees', async () => {
    const { id: prescriptionId } = await prescribe(platform, doctor, patient)
    const another = await newPerson(platform, practice.tenantId, 'PHARMACIST')
    const { id } = await placeOrder(platform, patient, prescriptionId, pharmacist)
    for (const step of ['PREPARING', 'READY', 'DELIVERED']) await put(pharmacist, id, step)
    assert.equal((await post(pharmacist, { prescriptionId, pharmacyId: another.id })).status, 403)
    assert.equal((await post(another, { prescriptionId, pharmacyId: another.id })).status, 422)
    const { prescription } = (await call('GET', `/api/prescriptions/${prescriptionId}`, { token: pharmacist.token }))
      .body
    assert.equal(prescription.timesDelivered, 1, 'the pharmacy sees the delivery')
  })

  test('reports an unknown, unverified or disabled pharmacy with all other faults', async () => {
    const elsewhere = await newPractice(platform)
    const foreignPrescription = await prescribe(platform, elsewhere.doctor, elsewhere.patient)
    const { id: prescriptionId } = await prescribe(platform, doctor, patient)
    const unverified = await newPerson(platform, practice.tenantId, 'PHARMACIST')
    await platform.owner.query('update users set verified_at = null where id = $1', [unverified.id])
    const disabled = await newPerson(platform, practice.tenantId, 'PHARMACIST')
    await call('PUT', `/api/users/${disabled.id}`, { token: admin.token, body: { disabled: true } })
    for (const pharmacyId of ['usr_absent', elsewhere.pharmacist.id, doctor.id, unverified.id, disabled.id]) {
      const answer = await post(patient, { prescriptionId, pharmacyId })
      assert.equal(answer.status, 422)
      assert.deepEqual(pathsOf(answer), ['pharmacyId'])
      assert.equal(answer.text, (await post(patient, { prescriptionId, pharmacyId: 'usr_absent' })).text)
      assert.deepEqual(pathsOf(await post(patient, { prescriptionId: foreignPrescription.id, pharmacyId })), [
        'prescriptionId',
        'pharmacyId',
      ])
    }
    assert.equal(
      (await post(patient, { prescriptionId, pharmacyId: pharmacist.id, deliveryRequested: 'yes' })).status,
      422,
    )
  })

  test('accepts one of twenty concurrent orders, and returns its id in the conflicts', async () => {
    for (let round = 0; round < 5; round++) {
      const { id: prescriptionId } = await prescribe(platform, doctor, patient)
      const callers = [patient, doctor, admin]
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, n) => post(callers[n % 3]!, { prescriptionId, pharmacyId: pharmacist.id })),
      )
      const won = answers.filter(({ status }) => status === 201)
      assert.equal(won.length, 1)
      for (const lost of answers.filter((answer) => answer !== won[0])) {
        assert.equal(lost.status, 409)
        assert.equal(lost.body.error.code, 'CONFLICT')
        assert.deepEqual(lost.body.error.details, { order: { id: won[0]!.body.order.id } })
      }
    }
  })

  test('is possible again after a cancellation or rejection; the database allows one open order', async () => {
    const { id: prescriptionId } = await prescribe(platform, doctor, patient)
    const body = { prescriptionId, pharmacyId: pharmacist.id }
    const first = await placeOrder(platform, patient, prescriptionId, pharmacist)
    await put(patient, first.id, 'CANCELLED')
    const second = await placeOrder(platform, patient, prescriptionId, pharmacist)
    await put(pharmacist, second.id, 'REJECTED')
    const third = await placeOrder(platform, patient, prescriptionId, pharmacist)
    for (const status of ['PREPARING', 'READY']) {
      await put(pharmacist, third.id, status)
      assert.deepEqual((await post(patient, body)).body.error.details, { order: { id: third.id } })
    }
    await assert.rejects(
      platform.owner.query(`update orders set status = 'PENDING' where id = $1`, [first.id]),
      /orders_open/,
    )
  })

  test('is refused on cancelled and expired prescriptions', async () => {
    const cancelled = await prescribe(platform, doctor, patient)
    await call('POST', `/api/prescriptions/${cancelled.id}/cancel`, { token: doctor.token, body: {} })
    const refused = await post(patient, { prescriptionId: cancelled.id, pharmacyId: pharmacist.id })
    assert.equal(refused.status, 409)
    assert.match(refused.body.error.message, /cancelled/)
    const validUntil = new Date(platform.services.clock.nowMs() + 60_000).toISOString()
    const short = await prescribe(platform, doctor, patient, undefined, { validUntil })
    await platform.advance(60)
    const late = await post(patient, { prescriptionId: short.id, pharmacyId: pharmacist.id })
    assert.equal(late.status, 409)
    assert.ok(late.body.error.message.includes(validUntil))
  })

  test('refuses fields that the server sets', async () => {
    const { id: prescriptionId } = await prescribe(platform, doctor, patient)
    const set = { id: 'ord_mine', status: 'DELIVERED', createdAt: '2001-01-01T00:00:00Z', patientId: admin.id }
    const { status, body } = await post(patient, { prescriptionId, pharmacyId: pharmacist.id, ...set })
    assert.equal(status, 422)
    const paths = body.error.details.map(({ path }: { path: string[] }) => path.join('.'))
    assert.deepEqual(paths, Object.keys(set))
  })
})

describe('updating the status', () => {
  test('follows the transition table', async () => {
    const all = ['PENDING', 'PREPARING', 'READY', 'DELIVERED', 'CANCELLED', 'REJECTED']
    const transitions: Record<string, string[]> = {
      PENDING: ['PREPARING', 'CANCELLED', 'REJECTED'],
      PREPARING: ['READY', 'CANCELLED', 'REJECTED'],
      READY: ['DELIVERED'],
      DELIVERED: [],
      CANCELLED: [],
      REJECTED: [],
    }
    const paths: Record<string, string[]> = {
      PENDING: [],
      PREPARING: ['PREPARING'],
      READY: ['PREPARING', 'READY'],
      DELIVERED: ['PREPARING', 'READY', 'DELIVERED'],
      CANCELLED: ['CANCELLED'],
      REJECTED: ['PREPARING', 'REJECTED'],
    }
    for (const from of all) {
      for (const to of all) {
        const id = await orderAfter(...paths[from]!)
        const answer = await put(pharmacist, id, to)
        if (to === from || transitions[from]!.includes(to)) {
          assert.partialDeepStrictEqual(
            [answer.status, answer.body],
            [200, { order: { id, status: to } }],
            `${from} → ${to}`,
          )
        } else {
          assert.equal(answer.status, 409, `${from} → ${to}`)
          assert.deepEqual(answer.body.error.details, { state: { from, to, allowed: transitions[from] } })
          assert.equal(await statusOf(id), from)
        }
      }
    }
  })

  test('is allowed to the pharmacy and administrators; patients can cancel PENDING orders', async () => {
    const id = await orderAfter()
    const another = await newPerson(platform, practice.tenantId, 'PHARMACIST')
    assert.equal((await put(another, id, 'PREPARING')).status, 404)
    assert.equal((await put(dentist, id, 'PREPARING')).status, 404)
    for (const status of ['PREPARING', 'CANCELLED', 'REJECTED'])
      assert.equal((await put(doctor, id, status)).status, 403)
    for (const status of ['PREPARING', 'REJECTED', 'READY']) assert.equal((await put(patient, id, status)).status, 403)
    assert.equal((await put(admin, id, 'PREPARING')).status, 200)
    const late = await put(patient, id, 'CANCELLED')
    assert.equal(late.status, 409)
    assert.deepEqual(late.body.error.details, { state: { from: 'PREPARING', to: 'CANCELLED', allowed: [] } })
    assert.equal((await put(patient, await orderAfter(), 'CANCELLED')).status, 200)
    for (const status of ['', 'LOST', 3])
      assert.equal((await call('PUT', `/api/orders/${id}`, { token: admin.token, body: { status } })).status, 422)
    assert.equal((await call('PUT', `/api/orders/${id}`, { token: admin.token, body: {} })).status, 422)
  })

  test('sets updatedAt, but not for the current status', async () => {
    const id = await orderAfter()
    const shown = async () => (await call('GET', `/api/orders/${id}`, { token: patient.token })).body.order
    const before = await shown()
    await put(pharmacist, id, 'PENDING')
    assert.deepEqual(await shown(), before)
    await platform.advance(60)
    await put(pharmacist, id, 'PREPARING')
    const after = await shown()
    assert.ok(Date.parse(after.updatedAt) >= Date.parse(before.updatedAt) + 60_000)
    assert.equal(after.createdAt, before.createdAt)
  })

  test('to PREPARING is refused for an unsigned prescription, to every caller', async () => {
    const { id: prescriptionId } = await prescribe(platform, doctor, patient)
    // Like a prescription in production before the prescriber signs it.
    await platform.owner.query(
      'update prescriptions set signature = null, jws = null, kid = null, signed_at = null where id = $1',
      [prescriptionId],
    )
    const { id } = await placeOrder(platform, patient, prescriptionId, pharmacist)
    for (const caller of [pharmacist, admin]) {
      const answer = await put(caller, id, 'PREPARING')
      assert.equal(answer.status, 409)
      assert.match(answer.body.error.message, /sign/)
      assert.deepEqual(answer.body.error.details, {
        state: { from: 'PENDING', to: 'PREPARING', allowed: ['CANCELLED', 'REJECTED'] },
      })
    }
    await call('POST', `/api/prescriptions/${prescriptionId}/sign`, { token: doctor.token })
    assert.equal((await put(pharmacist, id, 'PREPARING')).status, 200)
  })

  test('is refused to an unverified pharmacy', async () => {
    const unknown = await newPerson(platform, practice.tenantId, 'PHARMACIST')
    const { id } = await placeOrder(platform, patient, (await prescribe(platform, doctor, patient)).id, unknown)
    await platform.owner.query('update users set verified_at = null where id = $1', [unknown.id])
    await new Promise((resolve) => setTimeout(resolve, 1000)) // the status of a token is cached for a second
    const answer = await put(unknown, id, 'PREPARING')
    assert.equal(answer.status, 403)
    assert.match(answer.body.error.message, /administrator .* must verify/)
  })

  test('applies concurrent updates once', async () => {
    for (let round = 0; round < 5; round++) {
      const id = await orderAfter()
      const answers = await Promise.all([
        ...Array.from({ length: 5 }, () => put(patient, id, 'CANCELLED')),
        ...Array.from({ length: 5 }, () => put(pharmacist, id, 'PREPARING')),
      ])
      const [cancelled, prepared] = [answers.slice(0, 5), answers.slice(5)].map((group) =>
        group.map(({ status }) => status),
      )
      const statusAfter = await statusOf(id)
      assert.deepEqual(cancelled, Array(5).fill(statusAfter === 'CANCELLED' ? 200 : 409))
      assert.deepEqual(prepared, Array(5).fill(statusAfter === 'CANCELLED' ? 409 : 200))
    }
  })
})

describe('visibility', () => {
  test('patients see their own orders, pharmacies those placed with them, prescribers those on their prescriptions, administrators all', async () => {
    const own = await newPractice(platform)
    const otherPatient = await newPerson(platform, own.tenantId, 'PATIENT')
    const otherPharmacy = await newPerson(platform, own.tenantId, 'PHARMACIST')
    const order = async (caller: Person, to: Person, at: Person) =>
      (await placeOrder(platform, to, (await prescribe(platform, caller, to)).id, at)).id
    const a = await order(own.doctor, own.patient, own.pharmacist)
    const b = await order(own.dentist, own.patient, otherPharmacy)
    const c = await order(own.doctor, otherPatient, own.pharmacist)
    const seenBy = async (caller: Person, query = '') => {
      const { body } = await call('GET', `/api/orders${query}`, { token: caller.token })
      assert.equal(body.pagination.total, body.orders.length)
      return body.orders.map(({ id }: { id: string }) => id)
    }
    assert.deepEqual(await seenBy(own.admin), [c, b, a])
    assert.deepEqual(await seenBy(own.patient), [b, a])
    assert.deepEqual(await seenBy(own.pharmacist), [c, a])
    assert.deepEqual(await seenBy(otherPharmacy), [b])
    assert.deepEqual(await seenBy(own.doctor), [c, a])
    assert.deepEqual(await seenBy(own.dentist), [b])
    assert.deepEqual(
      await seenBy(own.pharmacist, `?pharmacyId=${otherPharmacy.id}`),
      [],
      'filters do not widen visibility',
    )
    assert.deepEqual(await seenBy(own.patient, `?patientId=${otherPatient.id}`), [])
    assert.deepEqual(await seenBy(admin, `?patientId=${own.patient.id}`), [])
    for (const [caller, id] of [
      [own.patient, c],
      [own.pharmacist, b],
      [own.dentist, a],
      [admin, a],
    ] as const) {
      for (const send of [
        (named: string) => call('GET', `/api/orders/${named}`, { token: caller.token }),
        (named: string) => put(caller, named, 'CANCELLED'),
      ]) {
        const foreign = await send(id)
        assert.equal(foreign.status, 404)
        assert.equal(foreign.text, (await send('ord_absent')).text, 'identical responses')
      }
    }
  })

  test('lists by status, person, prescription and time, page by page, newest first', async () => {
    const own = await newPractice(platform)
    const created: string[] = []
    const appointmentId = await consult(platform, own.doctor, own.patient)
    for (let n = 0; n < 5; n++) {
      const rx = await prescribe(platform, own.doctor, own.patient, appointmentId)
      created.unshift((await placeOrder(platform, own.patient, rx.id, own.pharmacist)).id)
    }
    await put(own.pharmacist, created[0]!, 'PREPARING')
    await put(own.pharmacist, created[1]!, 'REJECTED')
    const list = async (query: string) => (await call('GET', `/api/orders?${query}`, { token: own.admin.token })).body
    const second = await list('page=2&pageSize=2')
    assert.deepEqual(
      second.orders.map(({ id }: { id: string }) => id),
      created.slice(2, 4),
    )
    const { nextCursor, ...counted } = second.pagination
    assert.equal(typeof nextCursor, 'string')
    assert.deepEqual(counted, { page: 2, pageSize: 2, total: 5, totalPages: 3 })
    const total = async (query: string) => (await list(query)).pagination.total
    assert.equal(await total('status=PENDING'), 3)
    assert.equal(await total('status=PREPARING,REJECTED'), 2)
    assert.equal(await total(`patientId=${own.patient.id}`), 5)
    assert.equal(await total(`patientId=${own.doctor.id}`), 0)
    assert.equal(await total(`pharmacyId=${own.pharmacist.id}&status=REJECTED`), 1)
    assert.equal(await total(`prescriptionId=${second.orders[0].prescriptionId}`), 1)
    await platform.advance(600)
    const from = new Date(platform.services.clock.nowMs() - 60_000).toISOString()
    const rx = await prescribe(platform, own.doctor, own.patient, appointmentId)
    await placeOrder(platform, own.patient, rx.id, own.pharmacist)
    assert.equal(await total(`from=${from}`), 1)
    assert.equal(await total(`to=${from}`), 5)
    for (const query of ['status=LOST', 'patientId=x', 'to=2031-01-01'])
      assert.equal((await call('GET', `/api/orders?${query}`, { token: own.admin.token })).status, 422, query)
  })
})
