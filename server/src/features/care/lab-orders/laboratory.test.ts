import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { eventsOf, newPerson, newTenant, type Person } from '../../../../testing/factories.ts'
import { type Answer, pathsOf, startPlatform } from '../../../../testing/harness.ts'
import { consult, newPractice, openFile, orderTests, prescribe, recordCondition } from '../../../../testing/practice.ts'
import { allOperations } from '../../../app.ts'
import { deliveryId } from '../../platform/webhooks/delivery-id.ts'

/** The access of a laboratory to lab orders, next to another laboratory with its own lab orders. */
const platform = await startPlatform()
const { call, owner } = platform
const { tenantId, admin, doctor, dentist, pharmacist } = await newPractice(platform)
const [laboratory, other] = await Promise.all(
  [1, 2].map(() => newPerson(platform, tenantId, 'LABORATORY')) as [Promise<Person>, Promise<Person>],
)

let orders = 0
const callAs = (method: 'GET' | 'PUT' | 'POST', caller: Person, path: string, body?: object): Promise<Answer> =>
  call(method, `/api/${path}`, { token: caller.token, ...(body && { body }) })
const read = (caller: Person, id: string) => callAs('GET', caller, `lab-orders/${id}`)
const move = (caller: Person, id: string, status: string) => callAs('PUT', caller, `lab-orders/${id}`, { status })
const choose = (caller: Person, id: string, laboratoryId: string | null) =>
  callAs('PUT', caller, `lab-orders/${id}/laboratory`, { laboratoryId })
const enter = (caller: Person, id: string) =>
  callAs('POST', caller, `lab-orders/${id}/results`, { results: [{ param: 'Troponine', value: 12 }] })
const listed = async (caller: Person, query = '') =>
  (await callAs('GET', caller, `lab-orders?pageSize=100${query}`)).body.labOrders.map(({ id }: { id: string }) => id)

/** A new patient with an attested identity, and a lab order for them. */
async function newLabOrder(at: Person | null = laboratory) {
  orders++
  const [name, tested, birthDate] = [`Ghizlane ${orders} Unmistakable`, `Troponine ${orders}`, `${1960 + orders}-05-17`]
  const patient = await newPerson(platform, tenantId, 'PATIENT', undefined, name)
  await callAs('PUT', patient, `patients/${patient.id}/identity`, {
    birthDate,
    sex: 'F',
    nationalId: 'ZZ100001',
  })
  const { id } = await orderTests(platform, doctor, patient, { tests: [tested], ...(at && { laboratoryId: at.id }) })
  return { patient, id, name, tested, birthDate }
}

const reads = allOperations()
  .map(({ operation }) => operation)
  // The laboratory keeps its messages, which contain the name of the patient.
  .filter(({ method, scope, name }) => method === 'GET' && scope !== 'public' && name !== 'listKeptMessages')

/** Tries every read with the ids. */
async function assertSeesNothing(
  caller: Person,
  { patient, id, name, tested, birthDate }: Awaited<ReturnType<typeof newLabOrder>>,
) {
  const refused = await read(caller, id)
  assert.equal(refused.status, 404)
  assert.equal(refused.text, (await read(caller, 'lab_absent')).text)
  assert.ok(!(await listed(caller)).includes(id))
  for (const { path } of reads)
    for (const named of path.includes('{') ? [id, patient.id] : ['']) {
      const { text } = await callAs('GET', caller, path.replace('/api/', '').replaceAll(/\{\w+\}/g, named))
      for (const secret of [name, patient.id, tested, birthDate]) assert.ok(!text.includes(secret), `${path}: ${text}`)
    }
  for (const act of [
    move(caller, id, 'COLLECTED'),
    move(caller, id, 'CANCELLED'),
    enter(caller, id),
    callAs('GET', caller, `lab-orders/${id}/results`),
  ])
    assert.equal((await act).status, 404)
}

describe('a lab order', () => {
  test('can be read, updated, completed with results and released by its laboratory', async () => {
    const { patient, id, name, tested, birthDate } = await newLabOrder()
    const { labOrder } = (await read(laboratory, id)).body
    assert.deepEqual(
      [labOrder.patient, labOrder.birthDate, labOrder.sex, labOrder.laboratory.id, labOrder.tests],
      [{ id: patient.id, name }, birthDate, 'F', laboratory.id, [tested]],
    )
    for (const status of ['COLLECTED', 'IN_PROGRESS']) assert.equal((await move(laboratory, id, status)).status, 200)
    assert.equal((await enter(laboratory, id)).status, 201)
    assert.equal((await callAs('GET', laboratory, `lab-orders/${id}/results`)).status, 200)
    assert.equal((await callAs('GET', patient, `lab-orders/${id}/results`)).status, 404)
    assert.equal((await move(laboratory, id, 'RELEASED')).status, 200)
    assert.equal((await callAs('GET', patient, `lab-orders/${id}/results`)).status, 200)
    assert.equal((await read(laboratory, id)).body.labOrder.status, 'RELEASED')
    assert.deepEqual(
      (await eventsOf(platform, id)).map(({ event }) => event),
      ['lab_order.created', ...Array(4).fill('lab_order.status_changed')],
    )
  })

  test('shows the identity of the patient to its laboratory only', async () => {
    const { patient, id, birthDate } = await newLabOrder()
    await openFile(platform, admin, patient)
    for (const caller of [patient, doctor, admin]) {
      const { labOrder } = (await read(caller, id)).body
      assert.deepEqual([labOrder.birthDate, labOrder.sex], [null, null])
    }
    assert.ok(!(await read(laboratory, id)).text.includes('ZZ100001'))
    const { labOrders } = (await callAs('GET', laboratory, `lab-orders?patientId=${patient.id}`)).body
    assert.equal(labOrders[0].birthDate, birthDate)
  })

  test('is hidden from other laboratories, and from all laboratories while it has none', async () => {
    const otherLabOrder = await newLabOrder(other)
    const unaddressed = await newLabOrder(null)
    assert.ok((await listed(other)).includes(otherLabOrder.id))
    await assertSeesNothing(laboratory, otherLabOrder)
    await assertSeesNothing(laboratory, unaddressed)
    const all = await listed(laboratory)
    const { rows } = await owner.query('select id from lab_orders where laboratory_id = $1', [laboratory.id])
    assert.deepEqual(new Set(all), new Set(rows.map(({ id }) => id)))
  })

  test('is hidden from its laboratory when it is cancelled', async () => {
    const created = await newLabOrder()
    assert.equal((await move(doctor, created.id, 'CANCELLED')).status, 200)
    await assertSeesNothing(laboratory, created)
  })

  test('is hidden from the previous laboratory when it is addressed to another one', async () => {
    for (const next of [other.id, null]) {
      const created = await newLabOrder()
      assert.ok((await read(laboratory, created.id)).text.includes(created.name))
      assert.equal((await choose(created.patient, created.id, next)).status, 200)
      await assertSeesNothing(laboratory, created)
      assert.equal((await read(other, created.id)).status, next ? 200 : 404)
    }
  })
})

describe('choosing the laboratory', () => {
  test('is allowed to the patient, the ordering doctor and administrators', async () => {
    const { patient, id } = await newLabOrder(null)
    for (const caller of [patient, doctor, admin])
      for (const { id: laboratoryId } of [other, laboratory]) {
        const answer = await choose(caller, id, laboratoryId)
        assert.partialDeepStrictEqual(answer.body, { labOrder: { id, laboratoryId } })
      }
    assert.equal((await choose(laboratory, id, other.id)).status, 403)
    const stranger = await newPerson(platform, tenantId, 'PATIENT')
    for (const caller of [stranger, dentist]) assert.equal((await choose(caller, id, other.id)).status, 404)
    assert.equal((await read(laboratory, id)).status, 200)
  })

  test('is refused after the laboratory has started', async () => {
    const { patient, id } = await newLabOrder()
    await move(laboratory, id, 'COLLECTED')
    const refused = await choose(patient, id, other.id)
    assert.equal(refused.status, 409)
    assert.equal(refused.body.error.details.state.from, 'COLLECTED')
    assert.equal((await read(other, id)).status, 404)
  })

  test('accepts verified laboratories of the organisation only, with the same fault for all others', async () => {
    const { patient, id } = await newLabOrder(null)
    const unverified = await newPerson(platform, tenantId, 'LABORATORY')
    await owner.query('update users set verified_at = null where id = $1', [unverified.id])
    const disabled = await newPerson(platform, tenantId, 'LABORATORY')
    await owner.query('update users set disabled_at = now() where id = $1', [disabled.id])
    const foreign = await newPerson(platform, await newTenant(platform), 'LABORATORY')
    const wrong = [unverified.id, disabled.id, foreign.id, pharmacist.id, patient.id, 'usr_absent']
    for (const laboratoryId of wrong) {
      const late = await choose(patient, id, laboratoryId)
      const early = await callAs('POST', doctor, 'lab-orders', { patientId: patient.id, tests: ['x'], laboratoryId })
      for (const answer of [late, early]) {
        assert.equal(answer.status, 422, answer.text)
        assert.deepEqual(pathsOf(answer), ['laboratoryId'])
      }
    }
  })
})

test('a laboratory has no access to any other operation', async () => {
  const { patient, id } = await newLabOrder()
  const appointmentId = await consult(platform, doctor, patient)
  const rx = await prescribe(platform, doctor, patient, appointmentId, { medication: 'Zolpidem' })
  const condition = await recordCondition(platform, doctor, patient, { name: 'Epilepsie' })
  await callAs('PUT', doctor, `appointments/${appointmentId}`, { notes: 'Palpitations' })
  for (const { path } of reads)
    for (const named of path.includes('{') ? [id, patient.id, appointmentId, rx.id, condition, doctor.id] : ['']) {
      const { text } = await callAs('GET', laboratory, path.replace('/api/', '').replaceAll(/\{\w+\}/g, named))
      for (const secret of ['Zolpidem', 'Epilepsie', 'Palpitations', 'ZZ100001', `${patient.id}@test.example`])
        assert.ok(!text.includes(secret), `${path}: ${text}`)
    }
  for (const path of [`users/${patient.id}`, `users/${patient.id}/contact`, `patients/${patient.id}`])
    assert.ok([403, 404].includes((await callAs('GET', laboratory, path)).status), path)
  for (const list of ['appointments', 'prescriptions', 'orders', 'invoices', 'documents', 'follow-ups', 'patients'])
    assert.equal((await callAs('GET', laboratory, list)).body.pagination?.total ?? 0, 0, list)
  const submitted = await callAs('POST', laboratory, 'lab-orders', { patientId: patient.id, tests: ['x'] })
  assert.equal(submitted.status, 403)
})

test('a laboratory gets webhooks and events of its lab orders only while they are addressed to it', async () => {
  const subscriber = await newPerson(platform, tenantId, 'LABORATORY')
  const hook = await callAs('POST', subscriber, 'webhooks', { url: 'http://localhost:9009/hook' })
  assert.equal(hook.status, 201, hook.text)
  const eventsFor = async (caller: Person) => (await callAs('GET', caller, 'events?pageSize=100')).body.events
  const kindsFor = async (caller: Person) => (await eventsFor(caller)).map(({ event }: { event: string }) => event)
  const delivered = async () =>
    (
      await owner.query<{ id: string; kind: string; subject_id: string }>(
        `select e.id, e.kind, e.subject_id
         from webhook_deliveries d
         join events e on e.tenant_id = d.tenant_id and e.id = d.event_id
         where d.endpoint_id = $1
         order by e.seq`,
        [hook.body.webhook.id],
      )
    ).rows

  await newLabOrder()
  assert.deepEqual(await delivered(), [], 'of another laboratory')
  const { patient, id } = await newLabOrder(subscriber)
  await enter(subscriber, id)
  await move(subscriber, id, 'RELEASED')
  const kinds = [
    'lab_order.created',
    'lab_order.status_changed',
    'lab_order.status_changed',
    'lab_result.published',
  ] as const
  assert.deepEqual(
    (await delivered()).map(({ kind }) => kind),
    kinds,
  )
  assert.deepEqual((await kindsFor(subscriber)).toSorted(), kinds)

  const lost = await newLabOrder(subscriber)
  assert.equal((await kindsFor(subscriber)).length, 5)
  await choose(lost.patient, lost.id, laboratory.id)
  const deliveries = (await delivered()).filter(({ subject_id }) => subject_id === lost.id)
  assert.deepEqual(
    deliveries.map(({ kind }) => kind),
    ['lab_order.created', 'lab_order.status_changed'],
  )
  // It got the events before, and can no longer read them.
  assert.equal((await kindsFor(subscriber)).length, 4)
  for (const event of deliveries) {
    assert.equal((await callAs('GET', subscriber, `events/${event.id}`)).status, 404)
    const resent = await callAs(
      'POST',
      subscriber,
      `webhooks/deliveries/${deliveryId({ eventId: event.id, endpointId: hook.body.webhook.id, n: 0 })}/resend`,
    )
    assert.equal(resent.status, 403, resent.text)
  }
  assert.ok((await kindsFor(laboratory)).includes('lab_order.status_changed'))
  assert.ok(!JSON.stringify(await eventsFor(subscriber)).includes(patient.id))
})

test('a laboratory registers, and waits for its verification outside the sandbox', async () => {
  const pending = await newPerson(platform, tenantId, 'LABORATORY')
  const { id } = await newLabOrder(pending)
  await owner.query('update users set verified_at = null where id = $1', [pending.id])
  assert.equal((await callAs('PUT', admin, `users/${pending.id}`, { name: 'Laboratoire' })).body.user.verified, false)
  const body = { email: `${pending.id}@lab.example`, password: 'une phrase facile', name: 'Laboratoire Atlas' }
  const registered = await call('POST', '/api/auth/register', { body: { ...body, role: 'LABORATORY' } })
  assert.deepEqual([registered.status, registered.body.user?.role], [201, 'LABORATORY'], registered.text)
  const refused = await move(pending, id, 'COLLECTED')
  assert.equal(refused.status, 403)
  assert.match(refused.body.error.message, /has not been verified/)
  assert.equal((await callAs('POST', admin, `users/${pending.id}/verify`)).body.user.verified, true)
})

test('a laboratory gets no repeated response after the lab order moved to another laboratory', async () => {
  const { id, name } = await newLabOrder()
  const body = { status: 'COLLECTED' }
  const headers = { 'idempotency-key': `collect-${id}` }
  const collect = () => call('PUT', `/api/lab-orders/${id}`, { token: laboratory.token, body, headers })
  assert.equal((await collect()).status, 200)
  assert.equal((await collect()).headers.get('idempotency-replayed'), 'true')
  await owner.query('update lab_orders set laboratory_id = $2 where id = $1', [id, other.id])
  const again = await collect()
  assert.equal(again.status, 403, again.text)
  assert.ok(!again.text.includes(name))
})
