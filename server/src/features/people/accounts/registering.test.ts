import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { eventsOf, newTenant } from '../../../../testing/factories.ts'
import { startPlatform } from '../../../../testing/harness.ts'
import { commonPasswords } from './common-passwords.ts'
import { enter, newEmail, PASSWORD, register } from './registration-testing.ts'

const platform = await startPlatform()
const { owner } = platform
const userRow = async (id: string) =>
  (
    await owner.query('select u.*, l.password_hash from users u join logins l on l.id = u.login_id where u.id = $1', [
      id,
    ])
  ).rows[0]

describe('a registration', () => {
  test('creates a sandbox account for signing in, and sends an event for a patient', async () => {
    const email = newEmail()
    const answer = await register(platform, { email: `  ${email} `, name: ' Amina Bouzid ' })
    assert.equal(answer.status, 201)
    const { id } = answer.body.user
    assert.deepEqual(answer.body, { ok: true, user: { id, email, role: 'PATIENT' } })
    const row = await userRow(id)
    assert.deepEqual([row.tenant_id, row.email, row.name], ['ten_sandbox', email, 'Amina Bouzid'])
    assert.match(row.password_hash, /^\$argon2id\$v=19\$m=32768,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
    assert.deepEqual(await eventsOf(platform, id), [{ event: 'patient.created', data: { patientId: id } }])
    const session = await enter(platform, email)
    assert.deepEqual(session.body.user, { id, email, name: 'Amina Bouzid', role: 'PATIENT', tenantId: 'ten_sandbox' })
  })

  test('has the given role, but cannot choose ADMIN or another organisation', async () => {
    for (const [given, role] of [
      ['DOCTOR', 'DOCTOR'],
      ['DENTIST', 'DENTIST'],
      ['PHARMACIST', 'PHARMACIST'],
      ['PHARMACY', 'PHARMACIST'],
    ]) {
      const { status, body } = await register(platform, { role: given })
      assert.deepEqual([status, body.user.role], [201, role])
      assert.ok((await userRow(body.user.id)).verified_at, 'the sandbox verifies at once')
      assert.deepEqual(await eventsOf(platform, body.user.id), [])
    }
    for (const role of ['ADMIN', 'admin', '', undefined, 'NURSE']) {
      const { status, body } = await register(platform, { role })
      assert.equal(status, 422)
      assert.deepEqual(body.error.details[0].path, ['role'])
    }
    const foreign = await newTenant(platform)
    const extra = { tenantId: foreign, tenant_id: foreign, id: 'usr_mine', verified_at: null, disabledAt: null }
    const { status, body } = await register(platform, extra)
    assert.equal(status, 422)
    assert.deepEqual(
      body.error.details.map(({ path }: { path: string[] }) => path.join('.')),
      Object.keys(extra),
    )
  })

  test('accepts any uncommon password of 8 to 128 characters', async () => {
    // The characters with the most UTF-16 units (6) and code points (4) before normalisation.
    const [widest, longest] = ['\u{16126}', '\u1f82'].map((letter) => letter.normalize('NFD')) as [string, string]
    const good = [
      'eight8 !',
      'x'.repeat(128),
      'كلمة سر طويلة',
      '🐪🐪🐪🐪🐪🐪🐪🐪',
      ' leading and trailing ',
      '\ttabs\tand 🐪',
      widest.repeat(128),
      longest.repeat(128),
    ]
    for (const password of good) {
      const email = newEmail()
      assert.equal((await register(platform, { email, password })).status, 201, password)
      assert.equal((await enter(platform, email, password)).status, 200, password)
    }
    const bad = [
      '',
      'seven77',
      widest.repeat(129),
      longest.repeat(129),
      'x'.repeat(129),
      '🐪🐪🐪🐪',
      'password',
      'PassWord1',
      'azertyuiop',
      'half \ud800 pair',
      'with \0 in it',
      12345678,
      null,
    ]
    for (const password of bad) {
      const { status, body } = await register(platform, { password })
      assert.equal(status, 422, String(password))
      assert.deepEqual(body.error.details[0].path, ['password'])
    }
    for (const password of commonPasswords) assert.ok(password.length >= 8 && password === password.toLowerCase())
  })

  test('checks every character of the password, in any Unicode normalisation form', async () => {
    const email = newEmail()
    const long = `${'é'.repeat(70)} 73rd byte and on`
    await register(platform, { email, password: long })
    assert.equal((await enter(platform, email, long.normalize('NFD'))).status, 200)
    assert.equal((await enter(platform, email, `${'é'.repeat(70)} 73rd byte and off`)).status, 401)
    assert.equal((await enter(platform, email, `${long} `)).status, 401)
  })

  test('needs a well-formed address', async () => {
    for (const email of [
      '',
      'nobody',
      'a@b',
      '@b.example',
      'a b@c.example',
      'a@b.example\r\nx: y',
      'a\0@b.example',
      `${'a'.repeat(250)}@b.example`,
      5,
    ]) {
      const { status, body } = await register(platform, { email })
      assert.deepEqual([status, body.error?.details[0].path], [422, ['email']], String(email))
    }
  })

  test('is unique by address, ignoring case, across organisations and in twenty concurrent requests', async () => {
    const email = newEmail()
    await register(platform, { email })
    for (const same of [email, email.toUpperCase(), ` ${email}`, 'b-doctor@sandbox.example']) {
      const { status, body } = await register(platform, { email: same })
      assert.deepEqual([status, body.error.code], [409, 'CONFLICT'], same)
    }
    const contested = newEmail()
    const racers = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        register(platform, { email: at % 2 ? contested : contested.toUpperCase() }),
      ),
    )
    assert.deepEqual(racers.map(({ status }) => status).sort(), [201, ...Array.from({ length: 11 }, () => 409)])
    const { rows } = await owner.query('select id from users where lower(email) = $1', [contested])
    assert.equal(rows.length, 1)
    assert.deepEqual((await eventsOf(platform, rows[0].id)).length, 1)
  })

  test('can be repeated with its Idempotency-Key, and the stored data of the key contains no secrets', async () => {
    const email = newEmail()
    const headers = { 'idempotency-key': `register-${email}` }
    const first = await register(platform, { email }, headers)
    const again = await register(platform, { email }, headers)
    assert.deepEqual([again.status, again.text], [201, first.text])
    assert.equal(again.headers.get('idempotency-replayed'), 'true')
    assert.equal((await register(platform, { email, password: 'another pass phrase' }, headers)).status, 422)
    const { rows } = await owner.query('select request_sha256 from idempotency_keys where key = $1', [
      headers['idempotency-key'],
    ])
    const body = { email, password: PASSWORD, name: 'Amina Bouzid', role: 'PATIENT' }
    const plain = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(body)))
    assert.ok(!rows[0].request_sha256.equals(Buffer.from(plain)))
  })

  test('is in the audit log as a visitor with the client address', async () => {
    const { body } = await register(platform)
    const { rows } = await owner.query(
      `select user_id, client_id, outcome, subject_id, patient_ids from audit_log
       where tenant_id = 'ten_sandbox' and operation = 'register' order by id desc limit 1`,
    )
    const { id } = body.user
    assert.deepEqual(rows, [
      { user_id: 'visitor', client_id: 'address/127.0.0.1', outcome: 'OK', subject_id: id, patient_ids: [id] },
    ])
  })

  test('does not hold a connection while the password is hashed', async () => {
    const own = await startPlatform({ DATABASE_POOL_SIZE: '2' })
    let finished = 0
    const registering = Array.from({ length: 12 }, async (_, at) => {
      const body = { email: `pool-${at}@register.example`, password: PASSWORD, name: 'Pool', role: 'PATIENT' }
      const { status } = await own.call('POST', '/api/auth/register', { body })
      finished++
      return status
    })
    await sleep(20)
    await own.tokenOf('sandbox-admin') // another write, which needs one of the two connections
    assert.ok(finished <= 6, `it waited for ${finished} registrations`)
    assert.deepEqual(new Set(await Promise.all(registering)), new Set([201]))
  })

  test('is not available without a registration organisation', async () => {
    const own = await startPlatform()
    own.config.registrationTenant = undefined
    const { status, body } = await own.call('POST', '/api/auth/register', {
      body: { email: newEmail(), password: PASSWORD, name: 'x', role: 'PATIENT' },
    })
    assert.deepEqual([status, body.error.code], [404, 'NOT_FOUND'])
  })

  test('reveals at most thirty registered addresses a minute', async () => {
    const own = await startPlatform()
    const taken = { email: 'doctor@sandbox.example', password: PASSWORD, name: 'x', role: 'PATIENT' }
    const statuses: number[] = []
    for (let at = 0; at < 31; at++)
      statuses.push((await own.call('POST', '/api/auth/register', { body: taken })).status)
    assert.deepEqual([new Set(statuses.slice(0, 30)), statuses[30]], [new Set([409]), 429])
  })
})
