import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { describe, test } from 'node:test'
import { book, booking, newClinic } from '../../testing/factories.ts'
import { startPlatform } from '../../testing/harness.ts'

const platform = await startPlatform()
const { call } = platform
const { admin, doctor, patient } = await newClinic(platform)
const post = (body: object) =>
  call('POST', '/api/appointments', { token: admin.token, body: { ...booking(platform, doctor, patient), ...body } })

describe('validation', () => {
  const faults: [string, object, string][] = [
    ['a time without offset', { startTime: '2031-01-01T10:00:00' }, 'startTime'],
    ['a date', { startTime: '2031-01-01' }, 'startTime'],
    ['the year 9999', { startTime: '9999-01-01T00:00:00Z' }, 'startTime'],
    ['the year 1969', { startTime: '1969-12-31T23:59:59Z' }, 'startTime'],
    ['a leap second', { startTime: '2031-01-01T10:00:60Z' }, 'startTime'],
    ['30 February', { startTime: '2031-02-30T10:00:00Z' }, 'startTime'],
    ['a number for a time', { startTime: 1_900_000_000 }, 'startTime'],
    ['an id of another kind', { doctorId: 'apt_1' }, 'doctorId'],
    ['an id with a quote', { doctorId: "usr_1'" }, 'doctorId'],
    ['an endless id', { doctorId: `usr_${'a'.repeat(5000)}` }, 'doctorId'],
    ['an object for an id', { doctorId: { $ne: null } }, 'doctorId'],
    ['NUL in notes', { notes: 'a\0b' }, 'notes'],
    ['an unpaired surrogate in notes', { notes: 'a\ud800b' }, 'notes'],
    ['notes without end', { notes: 'x'.repeat(5001) }, 'notes'],
    ['a missing field', { patientId: undefined }, 'patientId'],
  ]
  for (const [name, body, field] of faults) {
    test(`names the field: ${name}`, async () => {
      const answer = await post(body)
      assert.equal(answer.status, 422)
      assert.equal(answer.body.error.code, 'UNPROCESSABLE')
      assert.deepEqual(
        answer.body.error.details.map((fault: { path: string[] }) => fault.path),
        [[field]],
      )
      assert.ok(answer.body.error.details[0].message)
    })
  }

  test('reports all faults at once', async () => {
    const answer = await call('POST', '/api/appointments', { token: admin.token, body: { notes: 1 } })
    assert.deepEqual(
      answer.body.error.details.map((fault: { path: string[] }) => fault.path[0]),
      ['doctorId', 'patientId', 'startTime', 'endTime', 'notes'],
    )
  })

  test('explains faults in words of its own instead of the library’s', async () => {
    const explained = async (path: string, body: object) => {
      const answer = await call('POST', path, { token: admin.token, body })
      assert.equal(answer.status, 422)
      return answer.body.error.details.map((fault: { path: unknown[]; message: string }) => [
        fault.path.join('.'),
        fault.message,
      ])
    }
    const person = { patientId: patient.id }
    assert.deepEqual(await explained('/api/invoices', { ...person, amountMAD: 12.5, description: 'x'.repeat(501) }), [
      ['amountMAD', 'must be a whole number'],
      ['description', 'must have at most 500 characters'],
    ])
    assert.deepEqual(await explained('/api/invoices', { ...person, amountMAD: 0, description: '' }), [
      ['amountMAD', 'must be at least 1'],
      ['description', 'must not be empty'],
    ])
    assert.deepEqual(await explained('/api/invoices/inv_1/payments', { method: 'GOLD', amountMAD: '1' }), [
      ['method', 'must be CARD or CASH'],
      ['amountMAD', 'must be a number'],
    ])
    assert.deepEqual(await explained('/api/lab-orders', { ...person, tests: [] }), [['tests', 'must not be empty']])
    assert.deepEqual(await explained('/api/lab-orders', { ...person, tests: 'TSH' }), [['tests', 'must be a list']])
    assert.deepEqual(await explained('/api/orders', { prescriptionId: 1, pharmacyId: null, deliveryRequested: 'no' }), [
      ['prescriptionId', 'must be text'],
      ['pharmacyId', 'must be text'],
      ['deliveryRequested', 'must be true or false'],
    ])
  })

  test('names query parameters that are repeated, negative, huge, fractional or unknown', async () => {
    for (const [query, field] of [
      ['page=1&page=2', 'page'],
      ['page=0', 'page'],
      ['page=-1', 'page'],
      ['page=1.5', 'page'],
      ['page=1e1', 'page'],
      ['page=', 'page'],
      ['pageSize=0', 'pageSize'],
      ['pageSize=101', 'pageSize'],
      ['pageSize=1000000000', 'pageSize'],
      ['status=MAYBE', 'status'],
      ['status=', 'status'],
      ['status=SCHEDULED&status=MAYBE', 'status'],
      ['doctorId=usr_1&doctorId=usr_2', 'doctorId'],
      ['from=yesterday', 'from'],
      ['doctorId=apt_1', 'doctorId'],
      ['patientId=usr_1%00', 'patientId'],
    ] as const) {
      const answer = await call('GET', `/api/appointments?${query}`, { token: admin.token })
      assert.equal(answer.status, 422, query)
      assert.equal(answer.body.error.details[0].path[0], field, query)
      if (query.includes('&') && field !== 'status')
        assert.equal(answer.body.error.details[0].message, 'must be a single value')
    }
  })

  test('refuses fields that the server sets, each by name', async () => {
    const set = { id: 'apt_mine', status: 'COMPLETED', videoRoomId: 'room_mine', tenantId: 'ten_other' }
    const answer = await post(set)
    assert.equal(answer.status, 422)
    const paths = answer.body.error.details.map(({ path }: { path: string[] }) => path.join('.'))
    assert.deepEqual(paths, Object.keys(set))
  })
})

describe('routes', () => {
  test('answer 404 in the envelope when unknown, and 405 with Allow for another method', async () => {
    for (const path of [
      '/api/nothing',
      '/api/appointments/a/b',
      '/nothing',
      '/api/appointments/',
      '/api/appointments/%00',
      '/api/appointments/%zz',
      '/api//appointments',
      `/api/appointments/apt_${'a'.repeat(500)}`,
    ]) {
      const answer = await call('GET', path, { token: admin.token })
      assert.equal(answer.status, 404, path)
      assert.equal(answer.body.error.code, 'NOT_FOUND', path)
    }
    const wrong = await call('PATCH', '/api/appointments')
    assert.equal(wrong.status, 405)
    assert.equal(wrong.body.error.code, 'METHOD_NOT_ALLOWED')
    assert.deepEqual(new Set(wrong.headers.get('allow')!.split(', ')), new Set(['GET', 'HEAD', 'POST']))
    assert.equal((await call('DELETE', '/api/auth/token')).status, 405)
    assert.equal((await call('PUT', '/api/health')).status, 405)
    assert.equal((await call('QUERY', '/api/health')).status, 405)
    assert.equal(wrong.headers.get('cache-control'), 'no-store', 'errors are not cached')
    const me = await call('PUT', '/api/users/me', { token: admin.token, body: {} })
    assert.deepEqual([me.status, me.headers.get('allow')], [405, 'GET, HEAD'], 'not treated as a user with the id "me"')
    assert.equal((await call('POST', '/api/nothing', { raw: '{' })).status, 404, 'regardless of the body')
    const hook = await call('GET', '/api/internal/appointment-confirmed')
    assert.deepEqual([hook.status, hook.body], [405, { error: 'method_not_allowed' }], 'in the format of its route')
  })

  test('answer under /api/v1 too, and to HEAD where they answer GET', async () => {
    const { id } = await book(platform, admin, doctor, patient, 72)
    const v1 = await call('GET', `/api/v1/appointments/${id}`, { token: admin.token })
    assert.equal(v1.body.appointment.id, id)
    assert.equal((await call('GET', '/api/v1/nothing')).status, 404)
    const head = await call('HEAD', `/api/appointments/${id}`, { token: admin.token })
    assert.equal(head.status, 200)
    assert.equal(head.text, '')
  })

  test('return a well-formed X-Request-Id, or generate one', async () => {
    assert.equal(
      (await call('GET', '/api/health', { headers: { 'x-request-id': 'abc-1.2_3' } })).headers.get('x-request-id'),
      'abc-1.2_3',
    )
    for (const bad of ['a b', 'x'.repeat(65), '<script>']) {
      assert.match(
        (await call('GET', '/api/health', { headers: { 'x-request-id': bad } })).headers.get('x-request-id')!,
        /^req_/,
      )
    }
  })
})

describe('a call with an Idempotency-Key', () => {
  const keyed = (key: string, body: object, token = admin.token) =>
    call('POST', '/api/appointments', { token, body, headers: { 'idempotency-key': key } })

  test('is executed once; a repeat gets the same bytes', async () => {
    const body = booking(platform, doctor, patient, 200)
    const first = await keyed('once', body)
    const again = await keyed('once', body)
    assert.equal(first.status, 201)
    assert.equal(again.status, 201)
    assert.equal(again.text, first.text)
    assert.equal(first.headers.get('idempotency-replayed'), null)
    assert.equal(again.headers.get('idempotency-replayed'), 'true')
    const { rows } = await platform.owner.query(
      `select outcome from audit_log where operation = 'bookAppointment' and request_id = any($1) order by id`,
      [[first.headers.get('x-request-id'), again.headers.get('x-request-id')]],
    )
    assert.deepEqual(
      rows.map(({ outcome }) => outcome),
      ['OK', 'REPLAYED'],
    )
  })

  test('is refused with another body, and independent for another client or path', async () => {
    await keyed('twice', booking(platform, doctor, patient, 201))
    const other = await keyed('twice', booking(platform, doctor, patient, 202))
    assert.equal(other.status, 422)
    assert.deepEqual(other.body.error.details[0].path, ['Idempotency-Key'])
    assert.equal((await keyed('twice', booking(platform, doctor, patient, 203), doctor.token)).status, 201)
    const { id } = await book(platform, admin, doctor, patient, 204)
    assert.equal(
      (
        await call('PUT', `/api/appointments/${id}`, {
          token: admin.token,
          body: { notes: 'x' },
          headers: { 'idempotency-key': 'twice' },
        })
      ).status,
      200,
    )
  })

  test('is executed once for twenty concurrent calls, with one answer', async () => {
    const body = booking(platform, doctor, patient, 210)
    const answers = await Promise.all(Array.from({ length: 20 }, () => keyed('race', body)))
    assert.deepEqual(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size, 1)
    assert.equal(answers[0]!.status, 201)
  })

  test('is executed again after an error, and after a day', async () => {
    const body = booking(platform, doctor, patient, 220)
    const { id } = await book(platform, admin, doctor, patient, 220)
    assert.equal((await keyed('anew', body)).status, 409)
    await call('PUT', `/api/appointments/${id}`, { token: admin.token, body: { status: 'CANCELLED' } })
    assert.equal((await keyed('anew', body)).status, 201)
    await platform.owner.query(
      `update idempotency_keys set created_at = created_at - interval '25 hours' where key = 'anew'`,
    )
    assert.equal((await keyed('anew', body)).status, 409, 'the first call holds the slot')
  })

  test('is refused with a malformed key', async () => {
    for (const key of ['', 'x'.repeat(256), 'a b'])
      assert.equal((await keyed(key, booking(platform, doctor, patient, 230))).status, 422, key)
  })

  test('has its answer encrypted in the database', async () => {
    await keyed('sealed', booking(platform, doctor, patient, 240))
    const { rows } = await platform.owner.query(`select body_encrypted from idempotency_keys where key = 'sealed'`)
    assert.ok(!rows[0].body_encrypted.toString('latin1').includes('apt_'))
  })
})

test('refuses requests that are not HTTP and closes their connection', async () => {
  for (const text of [
    'GARBAGE\r\n\r\n',
    'GET /api/health HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
    `GET /api/health HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`,
  ]) {
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(platform.config.port, '127.0.0.1', () => socket.write(text))
      let received = ''
      socket.on('data', (chunk) => {
        received += chunk
      })
      socket.on('close', () => resolve(received))
      socket.on('error', reject)
    })
    assert.match(answer, /^HTTP\/1\.1 4\d\d /)
  }
})

test('internal errors reveal no stack, SQL or path', async () => {
  await platform.owner.query('alter table appointments rename to hidden')
  try {
    const answer = await call('GET', '/api/appointments/apt_1', { token: admin.token })
    assert.equal(answer.status, 500)
    assert.deepEqual(Object.keys(answer.body.error), ['code', 'message'])
    assert.equal(answer.body.error.code, 'INTERNAL_SERVER_ERROR')
    assert.doesNotMatch(answer.text, /select|appointments|\.ts|node_modules|relation/i)
  } finally {
    await platform.owner.query('alter table hidden rename to appointments')
  }
})

test('under maintenance all routes except health answer 503 with Retry-After', async () => {
  const closed = await startPlatform({ MAINTENANCE: '1' }, platform.ownerUrl)
  const answer = await closed.call('GET', '/api/users/me', { token: admin.token })
  assert.equal(answer.status, 503)
  assert.equal(answer.body.error.code, 'SERVICE_UNAVAILABLE')
  assert.ok(Number(answer.headers.get('retry-after')) >= 1)
  assert.equal((await closed.call('GET', '/api/health')).status, 200)
  await closed.stop()
})
