import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { eventsOf, newPerson, type Person } from '../../../../testing/factories.ts'
import { pathsOf, startPlatform } from '../../../../testing/harness.ts'
import { consent, consult, enterResults, newPractice, openFile, orderTests } from '../../../../testing/practice.ts'

const platform = await startPlatform()
const { call } = platform
const practice = await newPractice(platform)
const { admin, doctor, dentist, patient, pharmacist } = practice

await openFile(platform, admin, patient)
await Promise.all([doctor, dentist].map((one) => consent(platform, patient, one)))

const post = (caller: Person, body: object) => call('POST', '/api/lab-orders', { token: caller.token, body })
const put = (caller: Person, id: string, status: unknown) =>
  call('PUT', `/api/lab-orders/${id}`, { token: caller.token, body: { status } })
const read = async (caller: Person, id: string) =>
  (await call('GET', `/api/lab-orders/${id}`, { token: caller.token })).body.labOrder
const transitions: Record<string, string[]> = {
  ORDERED: ['COLLECTED', 'CANCELLED'],
  COLLECTED: ['IN_PROGRESS', 'CANCELLED'],
  IN_PROGRESS: ['RESULTS_READY', 'CANCELLED'],
  RESULTS_READY: ['RELEASED', 'CANCELLED'],
  RELEASED: [],
  CANCELLED: [],
}
const all = Object.keys(transitions)

/** Creates a lab order with the given status, and results if needed. */
async function labOrderWith(status: string): Promise<string> {
  const { id } = await orderTests(platform, doctor, patient)
  const ready = status === 'RESULTS_READY' || status === 'RELEASED'
  if (ready) await enterResults(platform, doctor, id)
  const steps = ready ? all.slice(4, all.indexOf(status) + 1) : all.slice(1, all.indexOf(status) + 1)
  for (const step of status === 'CANCELLED' ? ['CANCELLED'] : steps)
    assert.equal((await put(doctor, id, step)).status, 200)
  return id
}

describe('ordering lab tests', () => {
  test('returns the order, publishes it, and shows it with names', async () => {
    const appointmentId = await consult(platform, doctor, patient)
    const tests = ['Numération formule sanguine', 'تحليل السكر']
    const answer = await post(doctor, { patientId: patient.id, appointmentId, tests: [`  ${tests[0]} `, tests[1]] })
    assert.equal(answer.status, 201)
    const { id } = answer.body.labOrder
    assert.match(id, /^lab_[0-9a-f]{32}$/)
    assert.partialDeepStrictEqual(answer.body, { labOrder: { id, tests, status: 'ORDERED' } })
    assert.deepEqual(await eventsOf(platform, id), [{ event: 'lab_order.created', data: { labOrderId: id, tests } }])
    for (const caller of [patient, doctor, admin]) {
      const shown = await read(caller, id)
      assert.deepEqual(
        { ...shown, doctor: shown.doctor.id, patient: shown.patient.id },
        {
          id,
          patientId: patient.id,
          doctorId: doctor.id,
          appointmentId,
          tests,
          status: 'ORDERED',
          createdAt: shown.createdAt,
          updatedAt: shown.createdAt,
          releasedAt: null,
          laboratoryId: null,
          laboratory: null,
          birthDate: null,
          sex: null,
          doctor: doctor.id,
          patient: patient.id,
        },
      )
      assert.ok(shown.doctor.name && shown.patient.name)
    }
  })

  test('is allowed to doctors, dentists and administrators', async () => {
    for (const caller of [doctor, dentist, admin])
      assert.equal((await post(caller, { patientId: patient.id, tests: ['TSH'] })).status, 201)
    for (const caller of [patient, pharmacist])
      assert.equal((await post(caller, { patientId: patient.id, tests: ['TSH'] })).status, 403)
  })

  test('is refused to unverified doctors, and to administrators in the name of an unverified doctor', async () => {
    const unknown = await newPerson(platform, practice.tenantId, 'DOCTOR')
    const before = await orderTests(platform, unknown, patient)
    await platform.owner.query('update users set verified_at = null where id = $1', [unknown.id])
    await new Promise((resolve) => setTimeout(resolve, 1000)) // the status of a token is cached for a second
    const results = { token: unknown.token, body: { results: [{ param: 'TSH', value: 1 }] } }
    for (const answer of [
      await post(unknown, { patientId: patient.id, tests: ['TSH'] }),
      await put(unknown, before.id, 'COLLECTED'),
      await call('POST', `/api/lab-orders/${before.id}/results`, results),
    ]) {
      assert.equal(answer.status, 403)
      assert.match(answer.body.error.message, /administrator .* must verify/)
    }
    const disabled = await newPerson(platform, practice.tenantId, 'DOCTOR')
    await platform.owner.query('update users set disabled_at = now() where id = $1', [disabled.id])
    for (const doctorId of [unknown.id, disabled.id]) {
      const named = await post(admin, { patientId: patient.id, doctorId, tests: ['TSH'] })
      assert.deepEqual([named.status, pathsOf(named)], [422, ['doctorId']])
    }
  })

  test('by an administrator is in the name of the given doctor, else of the appointment’s doctor, else of no doctor', async () => {
    const appointmentId = await consult(platform, doctor, patient)
    const doctorOf = async (body: object) => {
      const { id } = await orderTests(platform, admin, patient, body)
      const { doctorId, doctor: shown } = await read(patient, id)
      assert.equal(shown?.id ?? null, doctorId)
      return doctorId
    }
    assert.equal(await doctorOf({ appointmentId, doctorId: dentist.id }), dentist.id)
    assert.equal(await doctorOf({ appointmentId }), doctor.id)
    assert.equal(await doctorOf({ doctorId: dentist.id }), dentist.id)
    assert.equal(await doctorOf({}), null)
  })

  test('is allowed to doctors only in their own name', async () => {
    const body = { patientId: patient.id, tests: ['TSH'] }
    assert.equal((await post(doctor, { ...body, doctorId: doctor.id })).status, 201)
    const other = await post(doctor, { ...body, doctorId: dentist.id })
    assert.equal(other.status, 403)
    assert.match(other.body.error.message, /own name/)
    assert.deepEqual(pathsOf(await post(doctor, { ...body, doctorId: patient.id })), ['doctorId'])
  })

  test('reports every mismatch of patient, doctor and appointment', async () => {
    const elsewhere = await newPractice(platform)
    const otherPatient = await newPerson(platform, practice.tenantId, 'PATIENT')
    const foreignVisit = await consult(platform, elsewhere.doctor, elsewhere.patient)
    const tests = ['TSH']
    for (const patientId of ['usr_absent', elsewhere.patient.id, doctor.id]) {
      const answer = await post(doctor, { patientId, tests })
      assert.equal(answer.status, 422)
      assert.equal(answer.text, (await post(doctor, { patientId: 'usr_absent', tests })).text)
      assert.deepEqual(pathsOf(answer), ['patientId'])
    }
    for (const doctorId of ['usr_absent', elsewhere.doctor.id, pharmacist.id]) {
      const answer = await post(admin, { patientId: patient.id, doctorId, tests })
      assert.equal(answer.status, 422)
      assert.equal(answer.text, (await post(admin, { patientId: patient.id, doctorId: 'usr_absent', tests })).text)
      assert.deepEqual(pathsOf(answer), ['doctorId'])
    }
    const deleted = await consult(platform, doctor, patient)
    await call('DELETE', `/api/appointments/${deleted}`, { token: admin.token })
    const dentists = await consult(platform, dentist, patient)
    for (const appointmentId of [
      'apt_absent',
      foreignVisit,
      deleted,
      dentists,
      await consult(platform, doctor, otherPatient),
    ]) {
      const answer = await post(doctor, { patientId: patient.id, appointmentId, tests })
      const absent = await post(doctor, { patientId: patient.id, appointmentId: 'apt_absent', tests })
      assert.equal(answer.status, 422)
      assert.equal(answer.text, absent.text)
      assert.deepEqual(pathsOf(answer), ['appointmentId'])
    }
    assert.equal((await post(admin, { patientId: patient.id, appointmentId: dentists, tests })).status, 201)
    const faulty = { patientId: 'usr_absent', doctorId: 'usr_absent', appointmentId: 'apt_absent', tests }
    assert.deepEqual(pathsOf(await post(admin, faulty)), ['patientId', 'doctorId', 'appointmentId'])
    await platform.owner.query('update users set disabled_at = now() where id = $1', [otherPatient.id])
    assert.deepEqual(pathsOf(await post(doctor, { patientId: otherPatient.id, tests })), ['patientId'])
  })

  test('accepts 1 to 50 single-line tests without duplicates', async () => {
    const many = (length: number) => Array.from({ length }, (_, n) => `Test ${n}`)
    for (const [tests, ...paths] of [
      [undefined, 'tests'],
      [[], 'tests'],
      [many(51), 'tests'],
      [['TSH', ' '], 'tests.1'],
      [['TSH\nNFS'], 'tests.0'],
      [['x'.repeat(201)], 'tests.0'],
      [['TSH', 'NFS', ' TSH', 'TSH'], 'tests.2', 'tests.3'],
      ['TSH', 'tests'],
    ] as const) {
      const answer = await post(doctor, { patientId: patient.id, tests })
      assert.equal(answer.status, 422)
      assert.deepEqual(pathsOf(answer), paths, JSON.stringify(tests))
    }
    for (const tests of [many(50), ['x'.repeat(200)], ['Anti-E', 'Anti-e']])
      assert.deepEqual((await post(doctor, { patientId: patient.id, tests })).body.labOrder.tests, tests)
  })

  test('refuses fields that the server sets', async () => {
    const set = { id: 'lab_mine', status: 'RELEASED', releasedAt: '2001-01-01T00:00:00Z' }
    const { status, body } = await post(doctor, { patientId: patient.id, tests: ['TSH'], ...set })
    assert.equal(status, 422)
    const paths = body.error.details.map(({ path }: { path: string[] }) => path.join('.'))
    assert.deepEqual(paths, Object.keys(set))
  })
})

describe('updating the status', () => {
  test('follows the transition table, and publishes each step once', async () => {
    for (const from of all) {
      for (const to of all) {
        const id = await labOrderWith(from)
        const published = (await eventsOf(platform, id)).length
        const answer = await put(doctor, id, to)
        const news = (await eventsOf(platform, id)).slice(published)
        if (to === from || transitions[from]!.includes(to)) {
          assert.partialDeepStrictEqual(
            [answer.status, answer.body],
            [200, { labOrder: { id, status: to } }],
            `${from} → ${to}`,
          )
          const event = { event: 'lab_order.status_changed', data: { labOrderId: id, status: to } }
          assert.deepEqual(news, to === from ? [] : [event])
          assert.equal((await read(admin, id)).status, to)
        } else {
          assert.equal(answer.status, 409, `${from} → ${to}`)
          assert.deepEqual(answer.body.error.details, { state: { from, to, allowed: transitions[from] } })
          assert.deepEqual(news, [])
          assert.equal((await read(admin, id)).status, from)
        }
      }
    }
  })

  test('refuses to release without results', async () => {
    const { id } = await orderTests(platform, doctor, patient)
    for (const step of ['COLLECTED', 'IN_PROGRESS', 'RESULTS_READY'])
      assert.equal((await put(admin, id, step)).status, 200)
    const refused = await put(doctor, id, 'RELEASED')
    assert.equal(refused.status, 409)
    assert.match(refused.body.error.message, /No results have been entered/)
    assert.deepEqual(refused.body.error.details, {
      state: { from: 'RESULTS_READY', to: 'RELEASED', allowed: ['CANCELLED'] },
    })
    await enterResults(platform, doctor, id)
    assert.equal((await put(doctor, id, 'RELEASED')).status, 200)
  })

  test('is allowed to the doctor and administrators, refused to the patient, and hidden from other users', async () => {
    const { id } = await orderTests(platform, doctor, patient)
    const colleague = await newPerson(platform, practice.tenantId, 'DOCTOR')
    for (const caller of [patient, pharmacist]) assert.equal((await put(caller, id, 'COLLECTED')).status, 403)
    for (const caller of [dentist, colleague]) {
      const foreign = await put(caller, id, 'COLLECTED')
      assert.equal(foreign.status, 404)
      assert.equal(foreign.text, (await put(caller, 'lab_absent', 'COLLECTED')).text)
    }
    assert.equal((await put(admin, id, 'COLLECTED')).status, 200)
    for (const status of ['', 'LOST', 3, undefined]) assert.equal((await put(admin, id, status)).status, 422)
  })

  test('sets updatedAt and releasedAt, but not for the current status', async () => {
    const { id } = await orderTests(platform, doctor, patient)
    const before = await read(patient, id)
    await put(doctor, id, 'ORDERED')
    assert.deepEqual(await read(patient, id), before)
    await platform.advance(60)
    await enterResults(platform, doctor, id)
    await put(doctor, id, 'RELEASED')
    const after = await read(patient, id)
    assert.ok(Date.parse(after.updatedAt) >= Date.parse(before.updatedAt) + 60_000)
    assert.deepEqual([after.createdAt, after.releasedAt], [before.createdAt, after.updatedAt])
  })

  test('applies concurrent updates once', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await orderTests(platform, doctor, patient)
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, n) => put(n % 2 ? doctor : admin, id, n % 4 < 2 ? 'COLLECTED' : 'CANCELLED')),
      )
      // The first request decides whether the others find it COLLECTED or CANCELLED; it can also become both in turn.
      const statusAfter = (await read(admin, id)).status
      const published = (await eventsOf(platform, id)).slice(1).map(({ data }) => (data as { status: string }).status)
      assert.equal(statusAfter, 'CANCELLED')
      assert.ok(['CANCELLED', 'COLLECTED,CANCELLED'].includes(published.join()), published.join())
      for (const [n, { status }] of answers.entries()) assert.ok(status === 200 || (status === 409 && n % 4 < 2))
    }
  })
})

describe('visibility', () => {
  test('patients see their own lab orders, doctors and dentists those they ordered, administrators those of files they opened, pharmacies none', async () => {
    const own = await newPractice(platform)
    const otherPatient = await newPerson(platform, own.tenantId, 'PATIENT')
    const a = (await orderTests(platform, own.doctor, own.patient)).id
    const b = (await orderTests(platform, own.dentist, own.patient)).id
    const c = (await orderTests(platform, own.doctor, otherPatient)).id
    const d = (await orderTests(platform, own.admin, otherPatient)).id
    const seenBy = async (caller: Person, query = '') => {
      const { body } = await call('GET', `/api/lab-orders${query}`, { token: caller.token })
      assert.equal(body.pagination.total, body.labOrders.length)
      return body.labOrders.map(({ id }: { id: string }) => id)
    }
    await openFile(platform, own.admin, own.patient)
    assert.deepEqual(await seenBy(own.admin), [b, a])
    for (const again of [otherPatient, otherPatient]) await openFile(platform, own.admin, again)
    assert.deepEqual(await seenBy(own.admin), [d, c, b, a])
    assert.deepEqual(await seenBy(own.patient), [b, a])
    assert.deepEqual(await seenBy(otherPatient), [d, c])
    assert.deepEqual(await seenBy(own.doctor), [c, a])
    assert.deepEqual(await seenBy(own.dentist), [b])
    assert.deepEqual(await seenBy(own.pharmacist), [])
    assert.deepEqual(await seenBy(own.dentist, `?doctorId=${own.doctor.id}`), [], 'filters do not widen visibility')
    assert.deepEqual(await seenBy(own.patient, `?patientId=${otherPatient.id}`), [])
    assert.deepEqual(await seenBy(admin, `?patientId=${own.patient.id}`), [])
    for (const [caller, id] of [
      [own.patient, c],
      [own.doctor, b],
      [own.doctor, d],
      [own.pharmacist, a],
      [admin, a],
    ] as const) {
      const readBy = (named: string) => call('GET', `/api/lab-orders/${named}`, { token: caller.token })
      const foreign = await readBy(id)
      assert.equal(foreign.status, 404)
      assert.equal(foreign.text, (await readBy('lab_absent')).text, 'identical responses')
    }
  })

  test('lists by status, person and time, page by page, newest first', async () => {
    const own = await newPractice(platform)
    const created: string[] = []
    await openFile(platform, own.admin, own.patient)
    for (let n = 0; n < 5; n++) created.unshift((await orderTests(platform, own.doctor, own.patient)).id)
    await put(own.doctor, created[0]!, 'COLLECTED')
    await put(own.doctor, created[1]!, 'CANCELLED')
    const list = async (query: string) =>
      (await call('GET', `/api/lab-orders?${query}`, { token: own.admin.token })).body
    const second = await list('page=2&pageSize=2')
    assert.deepEqual(
      second.labOrders.map(({ id }: { id: string }) => id),
      created.slice(2, 4),
    )
    const { nextCursor, ...counted } = second.pagination
    assert.equal(typeof nextCursor, 'string')
    assert.deepEqual(counted, { page: 2, pageSize: 2, total: 5, totalPages: 3 })
    const total = async (query: string) => (await list(query)).pagination.total
    assert.equal(await total('status=ORDERED'), 3)
    assert.equal(await total('status=COLLECTED,CANCELLED'), 2)
    assert.equal(await total(`patientId=${own.patient.id}`), 5)
    assert.equal(await total(`patientId=${own.doctor.id}`), 0)
    assert.equal(await total(`doctorId=${own.doctor.id}&status=CANCELLED`), 1)
    await platform.advance(600)
    const from = new Date(platform.services.clock.nowMs() - 60_000).toISOString()
    await orderTests(platform, own.doctor, own.patient)
    assert.equal(await total(`from=${from}`), 1)
    assert.equal(await total(`to=${from}`), 5)
    for (const query of ['status=LOST', 'patientId=x', 'to=2031-01-01'])
      assert.equal((await call('GET', `/api/lab-orders?${query}`, { token: own.admin.token })).status, 422, query)
  })
})
