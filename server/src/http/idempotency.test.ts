import assert from 'node:assert/strict'
import { test } from 'node:test'
import { booking, newClinic, type Person } from '../../testing/factories.ts'
import { startPlatform } from '../../testing/harness.ts'
import { testMasterKeys } from '../../testing/roles.ts'
import { Vault } from '../lib/secrets.ts'
import { claimKey, repeatableCall } from './idempotency.ts'

const platform = await startPlatform()
const { call, services } = platform
const { admin, doctor, patient, tenantId } = await newClinic(platform)

const keyed = ({ token }: Pick<Person, 'token'>, key: string, body: object) =>
  call('POST', '/api/appointments', { token, body, headers: { 'idempotency-key': key } })

test('after a change of the master key, retries get their answer, and other bodies are refused', async () => {
  const body = booking(platform, doctor, patient, 100)
  const first = await keyed(admin, 'before-the-change', body)
  assert.equal(first.status, 201)
  const changed = new Vault([Buffer.alloc(32, 'the next master key'), ...testMasterKeys])
  const holder = { tenantId, userId: admin.id, clientId: admin.clientId }
  const claim = (asked: unknown) =>
    services.database.inTransaction(tenantId, (tx) =>
      claimKey(tx, changed, holder, repeatableCall('before-the-change', 'POST /api/appointments', asked)!),
    )
  assert.deepEqual(await claim(body), { status: 201, body: first.text, replayed: true })
  await assert.rejects(claim({ ...body, notes: 'other' }), { status: 422 })
})

test('a call whose key is still in use after 10 seconds gets a 503, which clients repeat', async () => {
  const holder = await platform.owner.connect()
  const body = booking(platform, doctor, patient, 400)
  try {
    await holder.query('begin')
    await holder.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `idempotency:${tenantId}:${admin.clientId}:POST /api/appointments:slow-first-call`,
    ])
    const begunAt = performance.now()
    const refused = await keyed(admin, 'slow-first-call', body)
    const waitedMs = performance.now() - begunAt
    assert.ok(waitedMs > 9900 && waitedMs < 20_000, `${waitedMs} ms`)
    assert.equal(refused.status, 503, refused.text)
    assert.equal(refused.body.error.code, 'SERVICE_UNAVAILABLE')
    assert.ok(Number(refused.headers.get('retry-after')) >= 1)
  } finally {
    await holder.query('rollback')
    holder.release()
  }
  assert.equal((await keyed(admin, 'slow-first-call', body)).status, 201)
})

test('a DELETE whose answer was lost is replayed with its key, and answers 404 without it', async () => {
  const { body } = await keyed(admin, 'to-delete', booking(platform, doctor, patient, 500))
  const path = `/api/appointments/${body.appointment.id}`
  const remove = (key?: string) =>
    call('DELETE', path, { token: admin.token, headers: key === undefined ? {} : { 'idempotency-key': key } })
  const first = await remove('delete-once')
  assert.equal(first.status, 200, first.text)
  const again = await remove('delete-once')
  assert.deepEqual([again.status, again.text], [200, first.text])
  assert.equal(again.headers.get('idempotency-replayed'), 'true')
  assert.equal((await remove()).status, 404)
  assert.equal((await remove('another-key')).status, 404)
})

test('a key that is used again after 24 hours has a new effect, and replays its answer', async () => {
  const first = await keyed(admin, 'every-day', booking(platform, doctor, patient, 200))
  await platform.advance(24 * 3600 + 1)
  const grant = { grant_type: 'client_credentials', client_id: admin.clientId, client_secret: admin.secret }
  const caller = { token: (await call('POST', '/api/auth/token', { body: grant })).body.access_token }
  const body = booking(platform, doctor, patient, 300)
  const second = await keyed(caller, 'every-day', body)
  assert.equal(second.status, 201, second.text)
  assert.notEqual(second.body.appointment.id, first.body.appointment.id)
  const retry = await keyed(caller, 'every-day', body)
  assert.equal(retry.headers.get('idempotency-replayed'), 'true')
  assert.equal(retry.text, second.text)
})
