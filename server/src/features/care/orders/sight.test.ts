import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newPerson, type Person } from '../../../../testing/factories.ts'
import { pathsOf, startPlatform } from '../../../../testing/harness.ts'
import { runInLockOrder } from '../../../../testing/lock-order.ts'
import { newPractice, placeOrder, prescribe } from '../../../../testing/practice.ts'
import { allOperations } from '../../../app.ts'

/** Visibility of prescription and patient to a pharmacy, with an order and after its cancellation or rejection. */
const platform = await startPlatform()
const { call } = platform
const { admin, doctor, tenantId } = await newPractice(platform)

const MEDICATION = 'Zolpidem 10 mg, comprimé'
const get = (caller: Person, path: string) => call('GET', path, { token: caller.token })
const post = (caller: Person, path: string, body: object = {}) => call('POST', path, { token: caller.token, body })
const put = (caller: Person, id: string, status: string) =>
  call('PUT', `/api/orders/${id}`, { token: caller.token, body: { status } })
const order = (caller: Person, prescriptionId: string, at: Person) =>
  post(caller, '/api/orders', { prescriptionId, pharmacyId: at.id })
const document = (caller: Person, prescriptionId: string) =>
  post(caller, '/api/pdf/generate', { templateId: 'prescription', data: { prescriptionId } })
const write = (caller: Person, to: Person) =>
  post(caller, '/api/notifications/send', {
    recipientUserId: to.id,
    templateCode: 'ORDER_READY',
    variables: { pharmacyName: 'Pharmacie' },
  })

/** A patient's order at a new pharmacy, which generated a document of the prescription. */
async function newOrder(steps: string[] = []) {
  const [patient, pharmacist] = await Promise.all([
    newPerson(platform, tenantId, 'PATIENT', undefined, 'Ghizlane Unmistakable'),
    newPerson(platform, tenantId, 'PHARMACIST'),
  ])
  const line = { medication: MEDICATION, dosage: '1 au coucher', instructions: undefined }
  const { id: prescriptionId } = await prescribe(platform, doctor, patient, undefined, line)
  const { id } = await placeOrder(platform, patient, prescriptionId, pharmacist)
  const { documentId } = (await document(pharmacist, prescriptionId)).body
  for (const step of steps) assert.equal((await put(pharmacist, id, step)).status, 200)
  return { patient, pharmacist, prescriptionId, id, documentId }
}
type Ordered = Awaited<ReturnType<typeof newOrder>>

const reads = allOperations()
  .map(({ operation }) => operation)
  .filter(({ method, scope, path }) => method === 'GET' && scope !== 'public' && path !== '/api/sandbox/messages')

async function assertSees({ pharmacist, patient, prescriptionId, documentId }: Ordered) {
  const shown = await get(pharmacist, `/api/prescriptions/${prescriptionId}`)
  assert.deepEqual([shown.status, shown.body.prescription?.medication], [200, MEDICATION])
  assert.equal((await get(pharmacist, `/api/prescriptions/${prescriptionId}/signature`)).status, 200)
  assert.equal((await get(pharmacist, `/api/documents/${documentId}`)).status, 200)
  assert.equal((await get(pharmacist, `/api/users/${patient.id}`)).status, 200)
  assert.equal((await write(pharmacist, patient)).status, 200)
  assert.equal((await get(pharmacist, `/api/prescriptions?patientId=${patient.id}`)).body.pagination.total, 1)
}

async function assertSeesNothing(created: Ordered) {
  const { pharmacist, patient, prescriptionId, documentId, id } = created
  for (const [method, path, target] of [
    ['GET', '/api/prescriptions/', prescriptionId],
    ['GET', '/api/prescriptions/:/signature', prescriptionId],
    ['POST', '/api/prescriptions/:/sign', prescriptionId],
    ['POST', '/api/prescriptions/:/cancel', prescriptionId],
    ['GET', '/api/documents/', documentId],
    ['POST', '/api/documents/:/cancel', documentId],
    ['GET', '/api/users/', patient.id],
  ] as const) {
    const send = (named: string) => {
      const body = method === 'POST' && !path.endsWith('/sign') ? {} : undefined
      return call(method, path.includes(':') ? path.replace(':', named) : path + named, {
        token: pharmacist.token,
        body,
      })
    }
    const refused = await send(target)
    assert.equal(refused.status, 404, path)
    assert.equal(refused.text, (await send(target.replace(/_.*/, '_absent'))).text, 'identical responses')
  }

  for (const act of [
    (named: string) => order(pharmacist, named, pharmacist),
    (named: string) => document(pharmacist, named),
  ]) {
    const refused = await act(prescriptionId)
    assert.equal(refused.status, 422)
    assert.ok(pathsOf(refused)[0]!.endsWith('prescriptionId'))
    assert.equal(refused.text, (await act('rx_absent')).text, 'identical responses')
  }
  assert.equal((await write(pharmacist, patient)).status, 403)

  for (const list of ['prescriptions', 'orders', 'documents'])
    assert.equal((await get(pharmacist, `/api/${list}?patientId=${patient.id}`)).body.pagination.total, 0, list)
  for (const { path } of reads)
    for (const named of path.includes('{') ? [prescriptionId, documentId, patient.id, id] : ['']) {
      const { text } = await get(pharmacist, path.replaceAll(/\{\w+\}/g, named))
      for (const secret of [MEDICATION, 'Unmistakable', patient.id])
        assert.ok(!text.includes(secret), `${path}: ${text}`)
    }
}

/** An order as the API returns it to a pharmacy that no longer sees its prescription. */
const withheld = ({ id, prescriptionId, pharmacist }: Ordered, status: string) => ({
  id,
  status,
  prescriptionId,
  prescription: { id: prescriptionId, medication: null },
  pharmacyId: pharmacist.id,
  patientId: null,
  patient: null,
  deliveryRequested: false,
  dispensed: null,
})

const report = (orderId: string, status: string) =>
  call('POST', '/api/internal/order-status-update', {
    body: { orderId, status },
    headers: { 'x-internal-token': 'sandbox-internal-token' },
  })

const outcomes: Record<string, { steps?: string[]; end: (created: Ordered) => Promise<unknown>; status: string }> = {
  'its patient cancels it': { end: ({ patient, id }) => put(patient, id, 'CANCELLED'), status: 'CANCELLED' },
  'the pharmacy rejects it': { end: ({ pharmacist, id }) => put(pharmacist, id, 'REJECTED'), status: 'REJECTED' },
  'the pharmacy cancels it': {
    steps: ['PREPARING'],
    end: ({ pharmacist, id }) => put(pharmacist, id, 'CANCELLED'),
    status: 'CANCELLED',
  },
  'the pharmacy’s application rejects it': { end: ({ id }) => report(id, 'REJECTED'), status: 'REJECTED' },
  'an administrator cancels it': { end: ({ id }) => put(admin, id, 'CANCELLED'), status: 'CANCELLED' },
  'the prescriber cancels the prescription': {
    steps: ['PREPARING', 'READY'],
    end: ({ prescriptionId }) => post(doctor, `/api/prescriptions/${prescriptionId}/cancel`),
    status: 'CANCELLED',
  },
}

describe('a pharmacy loses sight of prescription and patient when', () => {
  for (const [name, { steps, end, status }] of Object.entries(outcomes))
    test(name, async () => {
      const created = await newOrder(steps)
      await assertSees(created)
      await end(created)
      await assertSeesNothing(created)

      const { createdAt, updatedAt, pharmacy, ...shown } = (await get(created.pharmacist, `/api/orders/${created.id}`))
        .body.order
      assert.deepEqual(shown, withheld(created, status), 'the order and its status stay visible')
      assert.ok(createdAt && updatedAt && pharmacy.name)
      for (const query of ['', `?status=${status}`, `?prescriptionId=${created.prescriptionId}`]) {
        const { orders } = (await get(created.pharmacist, `/api/orders${query}`)).body
        assert.deepEqual(orders, [{ ...withheld(created, status), createdAt, updatedAt, pharmacy }])
      }
      assert.equal(
        (await put(created.pharmacist, created.id, status)).status,
        200,
        'the current status changes nothing',
      )
      for (const to of ['PENDING', 'PREPARING', 'DELIVERED'])
        assert.equal((await put(created.pharmacist, created.id, to)).status, 409)

      for (const caller of [created.patient, doctor, admin]) {
        const { order } = (await get(caller, `/api/orders/${created.id}`)).body
        assert.deepEqual([order.patientId, order.patient.id], [created.patient.id, created.patient.id])
        assert.equal(order.prescription.medication, MEDICATION)
      }
    })
})

test('a read of a cancelled or rejected order by its pharmacy is audited without the patient', async () => {
  const { patient, pharmacist, id } = await newOrder()
  await get(pharmacist, `/api/orders/${id}`)
  await put(patient, id, 'CANCELLED')
  await get(pharmacist, `/api/orders/${id}`)
  const { rows } = await platform.owner.query(
    `select patient_ids from audit_log where subject_id = $1 and operation = 'readOrder' order by id`,
    [id],
  )
  assert.deepEqual(rows, [{ patient_ids: [patient.id] }, { patient_ids: [] }])
})

test('a new order makes the prescription visible again, and the earlier order still hides it', async () => {
  const created = await newOrder()
  await put(created.patient, created.id, 'CANCELLED')
  assert.equal((await order(created.pharmacist, created.prescriptionId, created.pharmacist)).status, 422)
  const again = await order(created.patient, created.prescriptionId, created.pharmacist)
  assert.equal(again.status, 201)
  await assertSees(created)
  const { orders } = (await get(created.pharmacist, '/api/orders')).body
  assert.deepEqual(
    orders.map((one: { id: string; patientId: string | null }) => [one.id, one.patientId]),
    [
      [again.body.order.id, created.patient.id],
      [created.id, null],
    ],
  )
})

test('a pharmacy that delivered still sees the prescription after its cancellation', async () => {
  const created = await newOrder(['PREPARING', 'READY', 'DELIVERED'])
  assert.equal((await post(doctor, `/api/prescriptions/${created.prescriptionId}/cancel`)).status, 200)
  await assertSees(created)
})

test('only that pharmacy loses sight, and only of that prescription', async () => {
  const created = await newOrder()
  const elsewhere = await newPerson(platform, tenantId, 'PHARMACIST')
  const { id: otherPrescription } = await prescribe(platform, doctor, created.patient)
  await placeOrder(platform, created.patient, otherPrescription, created.pharmacist)
  await put(created.patient, created.id, 'CANCELLED')
  await placeOrder(platform, created.patient, created.prescriptionId, elsewhere)

  assert.equal((await get(elsewhere, `/api/prescriptions/${created.prescriptionId}`)).status, 200)
  assert.equal((await get(created.pharmacist, `/api/prescriptions/${created.prescriptionId}`)).status, 404)
  assert.equal((await get(created.pharmacist, `/api/prescriptions/${otherPrescription}`)).status, 200)
  assert.equal(
    (await get(created.pharmacist, `/api/users/${created.patient.id}`)).status,
    200,
    'through the other prescription',
  )
  const { orders } = (await get(created.pharmacist, `/api/orders?patientId=${created.patient.id}`)).body
  assert.deepEqual(
    orders.map((one: { prescriptionId: string }) => one.prescriptionId),
    [otherPrescription],
  )
})

test('a pharmacy cannot order again during a cancellation by the patient, in either sequence', async () => {
  for (const cancelledFirst of [true, false]) {
    const { patient, pharmacist, prescriptionId, id } = await newOrder()
    const reorder = () => order(pharmacist, prescriptionId, pharmacist)
    const cancel = () => put(patient, id, 'CANCELLED')
    const answers = await runInLockOrder(
      platform,
      prescriptionId,
      cancelledFirst ? [cancel, reorder] : [reorder, cancel],
    )
    const [cancelled, reordered] = cancelledFirst ? answers : answers.toReversed()
    assert.equal(cancelled!.status, 200, cancelled!.text)
    assert.equal(reordered!.status, cancelledFirst ? 422 : 409, reordered!.text)
    const { orders } = (await get(admin, `/api/orders?prescriptionId=${prescriptionId}`)).body
    assert.deepEqual(
      orders.map((one: { status: string }) => one.status),
      ['CANCELLED'],
    )
  }
})

test('a pharmacy gets no repeated response after it lost the order', async () => {
  const { patient, pharmacist, id, prescriptionId } = await newOrder()
  const keyed = (key: string) => ({ 'idempotency-key': `${key}-${id}` })
  const calls = [
    () =>
      call('PUT', `/api/orders/${id}`, {
        token: pharmacist.token,
        body: { status: 'PREPARING' },
        headers: keyed('prepare'),
      }),
    () =>
      call('POST', '/api/pdf/generate', {
        token: pharmacist.token,
        body: { templateId: 'prescription', data: { prescriptionId } },
        headers: keyed('print'),
      }),
  ]
  for (const repeat of calls) assert.equal((await repeat()).status, 200)
  for (const repeat of calls) {
    const again = await repeat()
    assert.deepEqual([again.status, again.headers.get('idempotency-replayed')], [200, 'true'])
  }
  assert.equal((await put(admin, id, 'CANCELLED')).status, 200)
  for (const repeat of calls) {
    const again = await repeat()
    assert.equal(again.status, 403, again.text)
    for (const secret of [MEDICATION, 'Unmistakable', patient.id]) assert.ok(!again.text.includes(secret))
  }
})

test('a pharmacy that rejected an order gets no repeated response with its document, even if it has another order of the patient', async () => {
  const { patient, pharmacist, id, prescriptionId } = await newOrder()
  const { id: another } = await prescribe(platform, doctor, patient)
  await placeOrder(platform, patient, another, pharmacist)
  const print = () =>
    call('POST', '/api/pdf/generate', {
      token: pharmacist.token,
      body: { templateId: 'prescription', data: { prescriptionId } },
      headers: { 'idempotency-key': `print-${id}` },
    })
  for (const replayed of [undefined, 'true']) {
    const { status, headers } = await print()
    assert.deepEqual([status, headers.get('idempotency-replayed') ?? undefined], [200, replayed])
  }
  assert.equal((await put(pharmacist, id, 'REJECTED')).status, 200)
  const again = await print()
  assert.equal(again.status, 403, again.text)
})
