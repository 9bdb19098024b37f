import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { eventsOf, newPerson, type Person } from '../../../../testing/factories.ts'
import { startPlatform } from '../../../../testing/harness.ts'
import { enterResults, labResults, newPractice, openFile, orderTests } from '../../../../testing/practice.ts'

const platform = await startPlatform()
const { call, owner } = platform
const practice = await newPractice(platform)
const { admin, doctor, dentist, patient, pharmacist } = practice

await openFile(platform, admin, patient)

const post = (caller: Person, id: string, results: unknown) =>
  call('POST', `/api/lab-orders/${id}/results`, { token: caller.token, body: { results } })
const get = (caller: Person, id: string) => call('GET', `/api/lab-orders/${id}/results`, { token: caller.token })
const put = (caller: Person, id: string, status: string) =>
  call('PUT', `/api/lab-orders/${id}`, { token: caller.token, body: { status } })
const newLabOrder = async () => (await orderTests(platform, doctor, patient)).id
const statusOf = async (id: string) =>
  (await call('GET', `/api/lab-orders/${id}`, { token: admin.token })).body.labOrder.status
const changed = (labOrderId: string, status: string) => ({
  event: 'lab_order.status_changed',
  data: { labOrderId, status },
})
/** The events of an order after its creation. */
const news = async (id: string) => (await eventsOf(platform, id)).slice(1)

type Shown = { param: string; value: number | string; flag: string | null }

describe('entering results', () => {
  test('sets RESULTS_READY from any status, and publishes the change once', async () => {
    for (const steps of [
      [],
      ['COLLECTED'],
      ['COLLECTED', 'IN_PROGRESS'],
      ['COLLECTED', 'IN_PROGRESS', 'RESULTS_READY'],
    ]) {
      const id = await newLabOrder()
      for (const step of steps) await put(doctor, id, step)
      const answer = await post(doctor, id, labResults)
      assert.equal(answer.status, 201)
      const result = answer.body.labResult.id
      assert.match(result, /^res_[0-9a-f]{32}$/)
      assert.partialDeepStrictEqual(answer.body, { labResult: { id: result, labOrderId: id } })
      assert.equal(await statusOf(id), 'RESULTS_READY')
      const expected = steps.at(-1) === 'RESULTS_READY' ? steps : [...steps, 'RESULTS_READY']
      assert.deepEqual(
        await news(id),
        expected.map((status) => changed(id, status)),
      )
      assert.deepEqual(await eventsOf(platform, result), [], 'no event before the release')
    }
  })

  test('returns the values unchanged, with a flag for each number', async () => {
    const id = await newLabOrder()
    const result = await enterResults(platform, doctor, id, [...labResults, { param: ' Aspect ', value: ' limpide ' }])
    const { labResult } = (await get(doctor, id)).body
    const none = { unit: null, low: null, high: null, criticalLow: null, criticalHigh: null }
    assert.deepEqual(labResult, {
      ...result,
      enteredAt: labResult.enteredAt,
      releasedAt: null,
      results: [
        { ...labResults[0], flag: 'NORMAL' },
        { ...labResults[1], flag: 'HIGH' },
        { ...labResults[2], flag: 'CRITICAL_HIGH' },
        { param: 'Aspect', value: 'limpide', ...none, flag: null },
      ],
    })
    assert.ok(Date.parse(labResult.enteredAt))
    const withoutFlags = labResult.results.map(({ flag: _, ...value }: Record<string, unknown>) => value)
    const sentBack = await post(doctor, id, withoutFlags)
    assert.equal(sentBack.status, 201, 'accepts its own output')
    assert.deepEqual((await get(doctor, id)).body.labResult.results, labResult.results)
  })

  test('keeps every digit of a number', async () => {
    const id = await newLabOrder()
    const numbers = [0.1, 0.1 + 0.2, 5.35, -12.5, 0, 1e-7, 5e-324, 123456789.12345679, 2 ** 53 - 1, 1e21, 1.7e308]
    const given = numbers.map((value, at) => ({ param: `P${at}`, value, low: value, high: value }))
    await enterResults(platform, doctor, id, given)
    await put(doctor, id, 'RELEASED')
    const { results } = (await get(patient, id)).body.labResult
    assert.deepEqual(
      results.map(({ value, low, high, flag }: Record<string, unknown>) => [value, low, high, flag]),
      numbers.map((value) => [value, value, value, 'NORMAL']),
    )
  })

  test('flags values beyond inclusive bounds', async () => {
    const bounds = { criticalLow: 2.5, low: 3.5, high: 5.1, criticalHigh: 6.5 }
    const rows: [number | string, object, string | null][] = [
      [2.49, bounds, 'CRITICAL_LOW'],
      [2.5, bounds, 'LOW'],
      [3.49, bounds, 'LOW'],
      [3.5, bounds, 'NORMAL'],
      [5.1, bounds, 'NORMAL'],
      [5.11, bounds, 'HIGH'],
      [6.5, bounds, 'HIGH'],
      [6.51, bounds, 'CRITICAL_HIGH'],
      [9, { low: 3.5 }, 'NORMAL'],
      [9, { high: 5 }, 'HIGH'],
      [9, { criticalHigh: 8 }, 'CRITICAL_HIGH'],
      [0, { low: 0, high: 0, criticalLow: 0, criticalHigh: 0 }, 'NORMAL'],
      [-1, { criticalLow: 0 }, 'CRITICAL_LOW'],
      [9, {}, null],
      [9, { low: null, high: null }, null],
      ['positif', {}, null],
    ]
    const id = await newLabOrder()
    const given = rows.map(([value, more], at) => ({ param: `P${at}`, value, ...more }))
    const result = await enterResults(platform, doctor, id, given)
    const { results } = (await get(doctor, id)).body.labResult
    assert.deepEqual(
      results.map(({ flag }: Shown) => flag),
      rows.map(([, , flag]) => flag),
    )
    await put(doctor, id, 'RELEASED')
    const alerts = (await eventsOf(platform, result.id)).filter(({ event }) => event === 'lab_result.critical_alert')
    assert.deepEqual(
      alerts.map(({ data }) => (data as Shown).param),
      ['P0', 'P7', 'P10', 'P12'],
    )
  })

  test('reports invalid values, crossing bounds and duplicates together', async () => {
    const id = await newLabOrder()
    const at = (value: unknown, more: object = {}) => [{ param: 'K', value, ...more }]
    for (const [results, ...paths] of [
      [undefined, 'results'],
      [[], 'results'],
      [Array.from({ length: 201 }, (_, n) => ({ param: `P${n}`, value: n })), 'results'],
      [[{ value: 1 }], 'results.0.param'],
      [[{ param: 'K' }], 'results.0.value'],
      [at(null), 'results.0.value'],
      [at(true), 'results.0.value'],
      [at(''), 'results.0.value'],
      [at('two\nlines'), 'results.0.value'],
      [at('x'.repeat(201)), 'results.0.value'],
      [at(1, { unit: 'x'.repeat(51) }), 'results.0.unit'],
      [at(1, { low: '1' }), 'results.0.low'],
      [at('positif', { low: 1, criticalHigh: 2 }), 'results.0.low', 'results.0.criticalHigh'],
      [at(1, { low: 2, high: 1 }), 'results.0.high'],
      [at(1, { criticalLow: 2, low: 1 }), 'results.0.low'],
      [at(1, { criticalLow: 2, high: 1 }), 'results.0.high'],
      [at(1, { criticalLow: 2, criticalHigh: 1 }), 'results.0.criticalHigh'],
      [at(1, { low: 3, high: 2, criticalHigh: 1 }), 'results.0.high', 'results.0.criticalHigh'],
      [[...at(1), ...at(2), { param: ' K ', value: 3 }], 'results.1.param', 'results.2.param'],
    ] as const) {
      const answer = await post(doctor, id, results)
      assert.equal(answer.status, 422, answer.text)
      assert.deepEqual(
        answer.body.error.details.map(({ path }: { path: string[] }) => path.join('.')),
        paths,
        JSON.stringify(results)?.slice(0, 200),
      )
    }
    for (const endless of ['1e999', '-1e999']) {
      const raw = `{"results":[{"param":"K","value":${endless}}]}`
      const answer = await call('POST', `/api/lab-orders/${id}/results`, { token: doctor.token, raw })
      assert.deepEqual([answer.status, answer.body.error.details[0].path], [422, ['results', 0, 'value']])
    }
    assert.deepEqual([await statusOf(id), (await get(doctor, id)).status], ['ORDERED', 404])
  })

  test('again replaces the results under a new id, and keeps earlier versions', async () => {
    const id = await newLabOrder()
    const first = await enterResults(platform, doctor, id, [{ param: 'K', value: 6.9, criticalHigh: 6 }])
    const second = await enterResults(platform, admin, id, [{ param: 'K', value: 4.1, criticalHigh: 6 }])
    assert.notEqual(first.id, second.id)
    assert.deepEqual(await news(id), [changed(id, 'RESULTS_READY')])
    const { labResult } = (await get(doctor, id)).body
    assert.deepEqual([labResult.id, labResult.results[0].value], [second.id, 4.1])
    const kept = await owner.query(
      `select id, version, results -> 0 -> 'value' as value from lab_results where lab_order_id = $1 order by version`,
      [id],
    )
    assert.deepEqual(kept.rows, [
      { id: first.id, version: 1, value: 6.9 },
      { id: second.id, version: 2, value: 4.1 },
    ])
    await put(doctor, id, 'RELEASED')
    assert.equal((await get(patient, id)).body.labResult.id, second.id)
    assert.deepEqual(await eventsOf(platform, first.id), [], 'no alert for replaced values')
    const allowed = await owner.query(`select has_any_column_privilege('medina_app', 'lab_results', 'update')
      or has_table_privilege('medina_app', 'lab_results', 'delete') as allowed`)
    assert.equal(allowed.rows[0].allowed, false, 'the database allows no change')
  })

  test('keeps all of twenty concurrent entries, and publishes the status once', async () => {
    const id = await newLabOrder()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => post(n % 2 ? doctor : admin, id, [{ param: 'K', value: n }])),
    )
    assert.deepEqual(
      answers.map(({ status }) => status),
      Array(20).fill(201),
    )
    const { rows } = await owner.query('select version from lab_results where lab_order_id = $1 order by version', [id])
    assert.deepEqual(
      rows.map(({ version }) => version),
      Array.from({ length: 20 }, (_, n) => n + 1),
    )
    assert.deepEqual(await news(id), [changed(id, 'RESULTS_READY')])
  })

  test('is refused after the order is RELEASED or CANCELLED', async () => {
    for (const status of ['RELEASED', 'CANCELLED']) {
      const id = await newLabOrder()
      await enterResults(platform, doctor, id)
      await put(doctor, id, status)
      const answer = await post(doctor, id, labResults)
      assert.equal(answer.status, 409)
      assert.deepEqual(answer.body.error.details, { state: { from: status, to: 'RESULTS_READY', allowed: [] } })
      assert.equal((await get(doctor, id)).status, 200, 'still visible to its doctor')
      assert.equal((await get(patient, id)).status, status === 'RELEASED' ? 200 : 404)
    }
  })

  test('is only allowed to the doctor and administrators', async () => {
    const id = await newLabOrder()
    for (const caller of [patient, pharmacist]) assert.equal((await post(caller, id, labResults)).status, 403)
    const elsewhere = await newPractice(platform)
    for (const caller of [dentist, elsewhere.doctor, elsewhere.admin]) {
      const foreign = await post(caller, id, labResults)
      assert.equal(foreign.status, 404)
      assert.equal(foreign.text, (await post(caller, 'lab_absent', labResults)).text)
    }
  })
})

describe('reading results', () => {
  test('is possible for the patient after the release only', async () => {
    const id = await newLabOrder()
    const absent = (await get(patient, 'lab_absent')).text
    const seen = async (caller: Person) => {
      const { status, text } = await get(caller, id)
      if (status === 404) assert.equal(text, absent)
      return status
    }
    assert.deepEqual([await seen(patient), await seen(doctor), await seen(admin)], [404, 404, 404])
    await enterResults(platform, doctor, id)
    assert.deepEqual([await seen(patient), await seen(doctor), await seen(admin)], [404, 200, 200])
    await put(doctor, id, 'RELEASED')
    assert.deepEqual([await seen(patient), await seen(doctor), await seen(admin)], [200, 200, 200])
    const { labResult } = (await get(patient, id)).body
    const { labOrder } = (await call('GET', `/api/lab-orders/${id}`, { token: patient.token })).body
    assert.ok(labResult.releasedAt)
    assert.equal(labResult.releasedAt, labOrder.releasedAt)
    const elsewhere = await newPractice(platform)
    const otherPatient = await newPerson(platform, practice.tenantId, 'PATIENT')
    for (const caller of [dentist, pharmacist, otherPatient, elsewhere.admin, elsewhere.doctor, elsewhere.patient])
      assert.equal(await seen(caller), 404)
  })
})

describe('releasing results', () => {
  test('publishes the status, the results and each critical value', async () => {
    const id = await newLabOrder()
    const { id: labResultId } = await enterResults(platform, doctor, id, [
      ...labResults,
      { param: 'Calcium', value: 1.4, criticalLow: 1.5 },
      { param: 'Parasites', value: 'nombreux' },
    ])
    await put(doctor, id, 'RELEASED')
    assert.deepEqual(await news(id), [changed(id, 'RESULTS_READY'), changed(id, 'RELEASED')])
    const url = `${platform.url}/api/lab-orders/${id}/results`
    assert.deepEqual(await eventsOf(platform, labResultId), [
      { event: 'lab_result.published', data: { labResultId, url } },
      { event: 'lab_result.critical_alert', data: { labResultId, param: 'Potassium', value: 6.8 } },
      { event: 'lab_result.critical_alert', data: { labResultId, param: 'Calcium', value: 1.4 } },
    ])
    const answer = await fetch(url, { headers: { authorization: `Bearer ${patient.token}` } })
    assert.equal(((await answer.json()) as { labResult: { id: string } }).labResult.id, labResultId)
  })

  test('notifies doctor and patient; only the doctor gets alerts', async () => {
    const id = await newLabOrder()
    const { id: labResultId } = await enterResults(platform, doctor, id)
    await put(admin, id, 'RELEASED')
    const audiences = async (subjects: string[]) => {
      const { rows } = await owner.query('select kind, audience from events where subject_id = any($1) order by seq', [
        subjects,
      ])
      return rows.map(({ kind, audience }) => [kind, ...audience])
    }
    assert.deepEqual(await audiences([id, labResultId]), [
      ['lab_order.created', doctor.id, patient.id],
      ['lab_order.status_changed', doctor.id, patient.id],
      ['lab_order.status_changed', doctor.id, patient.id],
      ['lab_result.published', doctor.id, patient.id],
      ['lab_result.critical_alert', doctor.id],
    ])
    const { id: withoutDoctor } = await orderTests(platform, admin, patient)
    const result = await enterResults(platform, admin, withoutDoctor)
    await put(admin, withoutDoctor, 'RELEASED')
    assert.deepEqual((await audiences([result.id])).at(-1), ['lab_result.critical_alert'], 'visible to administrators')
  })

  test('returns and publishes only the released results during concurrent entries', async () => {
    for (let round = 0; round < 5; round++) {
      const id = await newLabOrder()
      const created = [await enterResults(platform, doctor, id)]
      const answers = await Promise.all([
        ...Array.from({ length: 5 }, () => post(doctor, id, labResults)),
        put(admin, id, 'RELEASED'),
        ...Array.from({ length: 5 }, () => post(doctor, id, labResults)),
      ])
      for (const { status, body } of answers) if (status === 201) created.push(body.labResult)
      const shown = (await get(patient, id)).body.labResult
      for (const { id: result } of created) {
        const published = (await eventsOf(platform, result)).filter(({ event }) => event === 'lab_result.published')
        assert.equal(published.length, result === shown.id ? 1 : 0)
      }
    }
  })
})

describe('the hook lab-result-released', () => {
  const released = (body: object, token = 'sandbox-internal-token') =>
    call('POST', '/api/internal/lab-result-released', { body, headers: { 'x-internal-token': token } })

  test('releases once for repeated and concurrent calls', async () => {
    const id = await newLabOrder()
    const { id: labResultId } = await enterResults(platform, doctor, id)
    const answers = await Promise.all(Array.from({ length: 20 }, () => released({ labOrderId: id })))
    for (const { status, body } of [...answers, await released({ labOrderId: id })]) {
      assert.equal(status, 200)
      assert.deepEqual(Object.keys(body), ['ok', 'timestamp'])
      assert.equal(body.ok, true)
      assert.ok(Date.parse(body.timestamp))
    }
    assert.deepEqual(await news(id), [changed(id, 'RESULTS_READY'), changed(id, 'RELEASED')])
    const url = `${platform.url}/api/lab-orders/${id}/results`
    assert.deepEqual(await eventsOf(platform, labResultId), [
      { event: 'lab_result.published', data: { labResultId, url } },
      { event: 'lab_result.critical_alert', data: { labResultId, param: 'Potassium', value: 6.8 } },
    ])
    assert.equal((await get(patient, id)).status, 200)
  })

  test('fails with an error code, and leaves the order unchanged', async () => {
    const ordered = await newLabOrder()
    const empty = await newLabOrder()
    for (const step of ['COLLECTED', 'IN_PROGRESS', 'RESULTS_READY']) await put(doctor, empty, step)
    const cancelled = await newLabOrder()
    await put(doctor, cancelled, 'CANCELLED')
    for (const [body, status, error] of [
      [{ labOrderId: 'lab_absent' }, 404, 'lab_order_not_found'],
      [{ labOrderId: ordered }, 409, 'invalid_transition'],
      [{ labOrderId: empty }, 409, 'invalid_transition'],
      [{ labOrderId: cancelled }, 409, 'invalid_transition'],
      [{ labOrderId: 'ord_1' }, 422, 'unprocessable'],
      [{}, 422, 'unprocessable'],
    ] as const) {
      const answer = await released(body)
      assert.deepEqual([answer.status, answer.body], [status, { error }])
    }
    const refused = await released({ labOrderId: ordered }, 'wrong')
    assert.deepEqual([refused.status, refused.body], [403, { error: 'forbidden' }])
    assert.deepEqual(await Promise.all([ordered, empty, cancelled].map(statusOf)), [
      'ORDERED',
      'RESULTS_READY',
      'CANCELLED',
    ])
  })

  test('is audited under the user platform in the tenant of the order', async () => {
    const own = await newPractice(platform)
    const { id } = await orderTests(platform, own.doctor, own.patient)
    await enterResults(platform, own.doctor, id)
    await released({ labOrderId: id })
    const { rows } = await owner.query(
      `select user_id, client_id, subject_id, patient_ids from audit_log where tenant_id = $1 and operation like '/api/internal/%'`,
      [own.tenantId],
    )
    assert.deepEqual(rows, [
      { user_id: 'platform', client_id: 'internal', subject_id: id, patient_ids: [own.patient.id] },
    ])
  })
})

test('every operation on results is audited with the patient', async () => {
  const own = await newPractice(platform)
  const { id } = await orderTests(platform, own.doctor, own.patient)
  await enterResults(platform, own.doctor, id)
  await get(own.patient, id)
  await put(own.doctor, id, 'RELEASED')
  await get(own.patient, id)
  const { rows } = await owner.query(
    `select operation, outcome, user_id, subject_id, patient_ids from audit_log where tenant_id = $1 and operation not in ('issueToken', 'stateRelationship') order by id`,
    [own.tenantId],
  )
  const patientIds = [own.patient.id]
  assert.deepEqual(
    rows.map(({ operation, outcome, user_id, patient_ids }) => [operation, outcome, user_id, patient_ids]),
    [
      ['submitLabOrder', 'OK', own.doctor.id, patientIds],
      ['enterLabResults', 'OK', own.doctor.id, patientIds],
      ['readLabResult', 'NOT_FOUND', own.patient.id, []],
      ['updateLabOrder', 'OK', own.doctor.id, patientIds],
      ['readLabResult', 'OK', own.patient.id, patientIds],
    ],
  )
  assert.ok(rows.every(({ subject_id }) => subject_id === id))
})
