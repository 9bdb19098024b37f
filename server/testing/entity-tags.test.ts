import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { allOperations } from '../src/app.ts'
import { hasEtag } from '../src/http/resources.ts'
import { startPlatform } from './harness.ts'
import { pathOf } from './operation-path.ts'
import { samplesOf } from './samples.ts'
import { newWorld } from './world.ts'

const platform = await startPlatform()
const { call } = platform
const world = await newWorld(platform)
const samples = await samplesOf(platform, world)
const operations = allOperations().map(({ operation }) => operation)
const { admin, doctor } = { admin: world.involved.ADMIN, doctor: world.involved.DOCTOR }

const STALE = '"AAAAAAAAAAAAAAAAAAAAAA"'
/** Reads whose response changes with time. */
const TIME_DEPENDENT = ['readClock', 'readMessage', 'readDelivery', 'readUsage']

describe('a read of one resource', () => {
  for (const op of operations.filter((one) => hasEtag(one) && !TIME_DEPENDENT.includes(one.name)))
    test(`${op.path}: returns a strong ETag, and 304 for a current copy`, async () => {
      const sample = await samples[op.name]!()
      const read = (headers = {}) => call('GET', pathOf(op, sample), { token: sample.caller!.token, headers })
      const first = await read()
      assert.equal(first.status, 200, first.text)
      const etag = first.headers.get('etag')!
      assert.match(etag, /^"[\w-]{22}"$/)
      for (const given of [etag, `W/${etag}`, `${STALE}, ${etag}`, '*']) {
        const known = await read({ 'if-none-match': given })
        assert.deepEqual([known.status, known.text, known.headers.get('etag')], [304, '', etag], given)
      }
      assert.equal((await read({ 'if-none-match': STALE })).status, 200)
    })
})

describe('an update or deletion with If-Match', () => {
  for (const op of operations.filter(({ method }) => method === 'PUT' || method === 'DELETE')) {
    const read = operations.find((one) => one.path === op.path && hasEtag(one))
    test(`${op.method} ${op.path}: refuses a stale tag${read ? ' and accepts the current one' : ''}`, async () => {
      const { id, caller, body } = await samples[op.name]!()
      const path = pathOf(op, { id })
      const { token } = caller!
      const send = (etag: string) =>
        call(op.method, path, { token, headers: { 'if-match': etag }, ...(op.body && { body }) })
      const refused = await send(STALE)
      assert.equal(refused.status, 412, refused.text)
      assert.equal(refused.body.error.code, 'PRECONDITION_FAILED')
      if (!read) return
      const { headers, status, text } = await call('GET', path, { token })
      assert.equal(status, 200, text)
      const etag = headers.get('etag')!
      const done = await send(etag)
      assert.equal(done.status, op.status ?? 200, done.text)
    })
  }

  test('accepts a tag that a proxy weakened, a list of tags, and an asterisk', async () => {
    const { id, caller } = await samples.readAppointment!()
    const path = `/api/appointments/${id}`
    const { token } = caller!
    const tag = async () => (await call('GET', path, { token })).headers.get('etag')!
    for (const form of ['W/%', `${STALE}, %`, '*']) {
      const given = form.replace('%', await tag())
      const headers = { 'if-match': given }
      assert.equal((await call('PATCH', path, { token, body: { notes: given }, headers })).status, 200, given)
    }
  })

  test('succeeds for only one of many concurrent requests with the same tag', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await samples.readAppointment!()
      const path = `/api/appointments/${id}`
      const etag = (await call('GET', path, { token: doctor.token })).headers.get('etag')!
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, at) =>
          call(at % 2 ? 'PUT' : 'PATCH', path, {
            token: doctor.token,
            body: { notes: `Note ${round} ${at}` },
            headers: { 'if-match': etag },
          }),
        ),
      )
      const statuses = answers.map(({ status }) => status).sort()
      assert.deepEqual(statuses, [200, ...Array(11).fill(412)])
    }
  })

  test('is refused after any other write of the resource, even a concurrent one', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await samples.readAppointment!()
      const path = `/api/appointments/${id}`
      const etag = (await call('GET', path, { token: doctor.token })).headers.get('etag')!
      const plain = Array.from({ length: 6 }, (_, at) =>
        call('PUT', path, { token: doctor.token, body: { notes: `Plain ${at}` } }),
      )
      const guarded = call('PUT', path, {
        token: doctor.token,
        body: { notes: 'Guarded' },
        headers: { 'if-match': etag },
      })
      const [last, ...others] = await Promise.all([guarded, ...plain])
      assert.ok(others.every(({ status }) => status === 200))
      if (last!.status === 412) continue
      // It ran first, so the other writes followed it.
      const { notes } = (await call('GET', path, { token: doctor.token })).body.appointment
      assert.match(notes, /^Plain/)
    }
  })

  test('is audited when refused, and is replayed without a current tag', async () => {
    const { id } = await samples.readAppointment!()
    const path = `/api/appointments/${id}`
    const { token } = doctor
    const etag = (await call('GET', path, { token })).headers.get('etag')!
    const headers = { 'if-match': etag, 'idempotency-key': `tagged-${id}` }
    const first = await call('PUT', path, { token, body: { notes: 'Once' }, headers })
    const again = await call('PUT', path, { token, body: { notes: 'Once' }, headers })
    assert.deepEqual([again.status, again.text], [200, first.text])
    assert.equal(first.headers.get('etag'), (await call('GET', path, { token })).headers.get('etag'))
    const stale = await call('DELETE', path, { token: admin.token, headers: { 'if-match': etag } })
    assert.equal(stale.status, 412)
    const { rows } = await platform.owner.query(
      `select from audit_log where user_id = $1 and operation = 'deleteAppointment' and outcome = 'PRECONDITION_FAILED'`,
      [admin.id],
    )
    assert.ok(rows.length > 0)
    assert.equal((await call('GET', path, { token })).status, 200, 'not deleted')
  })
})
