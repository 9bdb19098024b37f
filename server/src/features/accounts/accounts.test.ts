import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { book, eventsOf, newClinic, newPerson, newTenant, type Person } from '../../testing/factories.ts'
import { type Answer, startPlatform } from '../../testing/harness.ts'
import { placeOrder, prescribe } from '../../testing/practice.ts'
import { commonPasswords } from './common-passwords.ts'

const platform = await startPlatform()
const { call, owner } = platform
const PASSWORD = 'une phrase facile'

let made = 0
const newEmail = () => `person-${++made}@register.example`
const register = (fields: object = {}, headers: Record<string, string> = {}): Promise<Answer> =>
  call('POST', '/api/auth/register', {
    headers,
    body: { email: newEmail(), password: PASSWORD, name: 'Amina Bouzid', role: 'PATIENT', ...fields },
  })
const userRow = async (id: string) => (await owner.query('select * from users where id = $1', [id])).rows[0]

/** Signs in as somebody who registered, and gives their access token. */
async function enter(email: string, password = PASSWORD, on = platform): Promise<Answer> {
  const cookie = (answer: Response) =>
    answer.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ')
  const csrf = await fetch(`${on.url}/api/auth/csrf`)
  const { csrfToken } = (await csrf.json()) as { csrfToken: string }
  const entered = await fetch(`${on.url}/api/auth/callback/credentials`, {
    method: 'POST',
    headers: { cookie: cookie(csrf) },
    body: new URLSearchParams({ email, password, csrfToken }),
  })
  if (entered.status !== 200) return { status: entered.status, headers: entered.headers, body: undefined, text: '' }
  return on.call('GET', '/api/auth/session', { headers: { cookie: cookie(entered) } })
}

describe('somebody who registers', () => {
  test('gets an account of the sandbox that they can sign in to, and a patient is told of to subscribers', async () => {
    const email = newEmail()
    const answer = await register({ email: `  ${email} `, name: ' Amina Bouzid ' })
    assert.equal(answer.status, 201)
    const { id } = answer.body.user
    assert.deepEqual(answer.body, { ok: true, user: { id, email, role: 'PATIENT' } })
    const row = await userRow(id)
    assert.deepEqual([row.tenant_id, row.email, row.name], ['ten_sandbox', email, 'Amina Bouzid'])
    assert.match(row.password_hash, /^\$argon2id\$v=19\$m=32768,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
    assert.deepEqual(await eventsOf(platform, id), [{ event: 'patient.created', data: { patientId: id } }])
    const session = await enter(email)
    assert.deepEqual(session.body.user, { id, email, name: 'Amina Bouzid', role: 'PATIENT', tenantId: 'ten_sandbox' })
  })

  test('is what they say, but never an administrator, nor of another organisation', async () => {
    for (const [given, role] of [
      ['DOCTOR', 'DOCTOR'],
      ['DENTIST', 'DENTIST'],
      ['PHARMACIST', 'PHARMACIST'],
      ['PHARMACY', 'PHARMACIST'],
    ]) {
      const { status, body } = await register({ role: given })
      assert.deepEqual([status, body.user.role], [201, role])
      assert.ok((await userRow(body.user.id)).verified_at, 'the sandbox verifies at once')
      assert.deepEqual(await eventsOf(platform, body.user.id), [])
    }
    for (const role of ['ADMIN', 'admin', '', undefined, 'NURSE']) {
      const { status, body } = await register({ role })
      assert.equal(status, 422)
      assert.deepEqual(body.error.details[0].path, ['role'])
    }
    const foreign = await newTenant(platform)
    const extra = { tenantId: foreign, tenant_id: foreign, id: 'usr_mine', verified_at: null, disabledAt: null }
    const { status, body } = await register(extra)
    assert.equal(status, 201)
    assert.equal((await userRow(body.user.id)).tenant_id, 'ten_sandbox')
  })

  test('may choose any password of 8 to 128 characters that is none of the commonest', async () => {
    const good = [
      'eight8 !',
      'x'.repeat(128),
      'كلمة سر طويلة',
      '🐪🐪🐪🐪🐪🐪🐪🐪',
      ' leading and trailing ',
      '\ttabs\tand 🐪',
    ]
    for (const password of good) {
      const email = newEmail()
      assert.equal((await register({ email, password })).status, 201, password)
      assert.equal((await enter(email, password)).status, 200, password)
    }
    const bad = [
      '',
      'seven77',
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
      const { status, body } = await register({ password })
      assert.equal(status, 422, String(password))
      assert.deepEqual(body.error.details[0].path, ['password'])
    }
    for (const password of commonPasswords) assert.ok(password.length >= 8 && password === password.toLowerCase())
  })

  test('is known by every character of the password, however their keyboard composes it', async () => {
    const email = newEmail()
    const long = `${'é'.repeat(70)} 73rd byte and on`
    await register({ email, password: long })
    assert.equal((await enter(email, long.normalize('NFD'))).status, 200)
    assert.equal((await enter(email, `${'é'.repeat(70)} 73rd byte and off`)).status, 401)
    assert.equal((await enter(email, `${long} `)).status, 401)
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
      const { status, body } = await register({ email })
      assert.deepEqual([status, body.error?.details[0].path], [422, ['email']], String(email))
    }
  })

  test('is the only one with their address: in another case, in another organisation, and of twenty at one moment', async () => {
    const email = newEmail()
    await register({ email })
    for (const same of [email, email.toUpperCase(), ` ${email}`, 'b-doctor@sandbox.example']) {
      const { status, body } = await register({ email: same })
      assert.deepEqual([status, body.error.code], [409, 'CONFLICT'], same)
    }
    const contested = newEmail()
    const racers = await Promise.all(
      Array.from({ length: 12 }, (_, at) => register({ email: at % 2 ? contested : contested.toUpperCase() })),
    )
    assert.deepEqual(racers.map(({ status }) => status).sort(), [201, ...Array.from({ length: 11 }, () => 409)])
    const { rows } = await owner.query('select id from users where lower(email) = $1', [contested])
    assert.equal(rows.length, 1)
    assert.deepEqual((await eventsOf(platform, rows[0].id)).length, 1)
  })

  test('may repeat the call with its key, and what is kept of it cannot be guessed at', async () => {
    const email = newEmail()
    const headers = { 'idempotency-key': `register-${email}` }
    const first = await register({ email }, headers)
    const again = await register({ email }, headers)
    assert.deepEqual([again.status, again.text], [201, first.text])
    assert.equal(again.headers.get('idempotency-replayed'), 'true')
    assert.equal((await register({ email, password: 'another pass phrase' }, headers)).status, 422)
    const { rows } = await owner.query('select request_sha256 from idempotency_keys where key = $1', [
      headers['idempotency-key'],
    ])
    const body = { email, password: PASSWORD, name: 'Amina Bouzid', role: 'PATIENT' }
    const plain = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(body)))
    assert.ok(!rows[0].request_sha256.equals(Buffer.from(plain)))
  })

  test('is written down as a visitor of that address', async () => {
    const { body } = await register()
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
    await own.tokenOf('sandbox-admin') // a write of somebody else, in need of one of the two connections
    assert.ok(finished <= 6, `it waited for ${finished} registrations`)
    assert.deepEqual(new Set(await Promise.all(registering)), new Set([201]))
  })

  test('finds no door where the installation names no organisation', async () => {
    const own = await startPlatform()
    own.config.registrationTenant = undefined
    const { status, body } = await own.call('POST', '/api/auth/register', {
      body: { email: newEmail(), password: PASSWORD, name: 'x', role: 'PATIENT' },
    })
    assert.deepEqual([status, body.error.code], [404, 'NOT_FOUND'])
  })

  test('learns of no more than thirty addresses in a minute that somebody has them', async () => {
    const own = await startPlatform()
    const taken = { email: 'doctor@sandbox.example', password: PASSWORD, name: 'x', role: 'PATIENT' }
    const statuses: number[] = []
    for (let at = 0; at < 31; at++)
      statuses.push((await own.call('POST', '/api/auth/register', { body: taken })).status)
    assert.deepEqual([new Set(statuses.slice(0, 30)), statuses[30]], [new Set([409]), 429])
  })
})

describe('a professional in production', () => {
  test('is not verified until an administrator has verified them', async () => {
    const own = await startPlatform()
    own.config.mode = 'production'
    const email = newEmail()
    const answer = await own.call('POST', '/api/auth/register', {
      body: { email, password: PASSWORD, name: 'Dr New', role: 'DOCTOR' },
    })
    const { id } = answer.body.user
    const admin = await newPerson(own, 'ten_sandbox', 'ADMIN')
    const patient = await newPerson(own, 'ten_sandbox', 'PATIENT')
    const waiting = () => own.call('GET', '/api/users?verified=false&role=DOCTOR', { token: admin.token })
    assert.deepEqual(
      (await waiting()).body.users.map((user: { id: string }) => user.id),
      [id],
    )
    const seen = () => own.call('GET', `/api/users/${id}`, { token: patient.token })
    assert.equal((await seen()).status, 404, 'patients do not see them yet')
    const token = (await enter(email, PASSWORD, own)).body.accessToken
    assert.equal((await own.services.tokens.actor(token)).verified, false)

    const verify = () => own.call('POST', `/api/users/${id}/verify`, { token: admin.token })
    const first = await verify()
    assert.deepEqual([first.status, first.body.user.verified], [200, true])
    const row = async () =>
      (await own.owner.query('select verified_at, verified_by from users where id = $1', [id])).rows[0]
    const before = await row()
    assert.equal(before.verified_by, admin.id)
    await own.advance(60)
    const other = await newPerson(own, 'ten_sandbox', 'ADMIN')
    assert.equal((await own.call('POST', `/api/users/${id}/verify`, { token: other.token })).status, 200)
    assert.deepEqual(await row(), before, 'repeated, it changes nothing')
    assert.equal((await seen()).status, 200)
    assert.deepEqual((await waiting()).body.users, [])
    await sleep(1000)
    const again = (await enter(email, PASSWORD, own)).body.accessToken
    assert.equal((await own.services.tokens.actor(again)).verified, true)
  })

  test('is verified by administrators of their own organisation alone, and nobody else is', async () => {
    const clinic = await newClinic(platform)
    const foreign = await newClinic(platform)
    const verify = (by: Person, id: string) => call('POST', `/api/users/${id}/verify`, { token: by.token })
    assert.equal((await verify(clinic.doctor, clinic.doctor.id)).status, 403)
    assert.equal((await verify(foreign.admin, clinic.doctor.id)).status, 404)
    assert.equal((await verify(clinic.admin, 'usr_absent')).status, 404)
    for (const { id } of [clinic.patient, clinic.admin]) {
      const { status, body } = await verify(clinic.admin, id)
      assert.deepEqual([status, body.error.code], [409, 'CONFLICT'])
    }
  })
})

describe('the users of an organisation', () => {
  type Member = { id: string; email: string | null; role: string; tenantId: string }
  const list = async (by: Person, query = ''): Promise<{ users: Member[]; pagination: { total: number } }> => {
    const { status, body } = await call('GET', `/api/users?pageSize=100${query}`, { token: by.token })
    assert.equal(status, 200)
    return body
  }

  async function town() {
    const clinic = await newClinic(platform)
    const of = (role: Parameters<typeof newPerson>[2]) => newPerson(platform, clinic.tenantId, role)
    const [dentist, pharmacist, stranger] = [await of('DENTIST'), await of('PHARMACIST'), await of('PATIENT')]
    const unverified = await of('DOCTOR')
    const gone = await of('DOCTOR')
    await owner.query('update users set verified_at = null where id = $1', [unverified.id])
    await owner.query('update users set disabled_at = now() where id = $1', [gone.id])
    await book(platform, clinic.admin, clinic.doctor, clinic.patient)
    return { ...clinic, dentist, pharmacist, stranger, unverified, gone }
  }

  test('are seen by each as far as they have to do with them, and the total counts no others', async () => {
    const t = await town()
    await placeOrder(platform, t.patient, (await prescribe(platform, t.doctor, t.patient)).id, t.pharmacist)
    const everybody = [t.admin, t.doctor, t.patient, t.dentist, t.pharmacist, t.stranger, t.unverified, t.gone]
    const open = [t.doctor, t.dentist, t.pharmacist]
    for (const [by, visible] of [
      [t.admin, everybody],
      [t.doctor, [...open, t.admin, t.patient]],
      [t.dentist, [...open, t.admin]],
      [t.pharmacist, [...open, t.admin, t.patient]],
      [t.unverified, [...open, t.unverified]],
      [t.patient, [...open, t.patient]],
      [t.stranger, [...open, t.stranger]],
    ] as const) {
      const { users, pagination } = await list(by)
      const expected = visible.map(({ id }) => id).sort()
      assert.deepEqual(users.map(({ id }) => id).sort(), expected)
      assert.equal(pagination.total, expected.length)
      for (const { id } of everybody) {
        const one = await call('GET', `/api/users/${id}`, { token: by.token })
        assert.equal(one.status, expected.includes(id) ? 200 : 404)
        if (one.status === 200)
          assert.deepEqual(
            one.body.user,
            users.find((user) => user.id === id),
          )
      }
    }
  })

  test('show their e-mail address to administrators, to themselves, and to colleagues', async () => {
    const t = await town()
    const shown = async (by: Person) =>
      (await list(by)).users
        .filter(({ email }) => email !== null)
        .map(({ id }) => id)
        .sort()
    const ids = (...people: Person[]) => people.map(({ id }) => id).sort()
    assert.equal((await shown(t.admin)).length, 8)
    assert.deepEqual(await shown(t.doctor), ids(t.doctor, t.dentist, t.pharmacist, t.admin))
    assert.deepEqual(await shown(t.patient), ids(t.patient))
    assert.deepEqual(await shown(t.unverified), ids(t.unverified))
  })

  test('are found by role and by whether they are verified, newest first and page by page', async () => {
    const t = await town()
    const ids = async (query: string) => (await list(t.admin, query)).users.map(({ id }) => id)
    assert.deepEqual(await ids('&role=PHARMACIST'), [t.pharmacist.id])
    assert.deepEqual(await ids('&role=DENTIST,PHARMACIST'), [t.pharmacist.id, t.dentist.id])
    assert.deepEqual(await ids('&verified=false'), [t.unverified.id])
    assert.equal((await ids('&verified=true')).length, 7)
    assert.deepEqual(await ids('&role=PATIENT&verified=true'), [t.stranger.id, t.patient.id])
    const pages: string[] = []
    for (const page of [1, 2, 3, 4]) {
      const { body } = await call('GET', `/api/users?pageSize=3&page=${page}`, { token: t.admin.token })
      assert.deepEqual(body.pagination, { page, pageSize: 3, total: 8, totalPages: 3 })
      pages.push(...body.users.map(({ id }: Member) => id))
    }
    assert.deepEqual(pages, [...pages].sort().reverse())
    assert.equal(new Set(pages).size, 8)
    for (const query of ['role=NURSE', 'verified=maybe', 'pageSize=101'])
      assert.equal((await call('GET', `/api/users?${query}`, { token: t.admin.token })).status, 422, query)
  })

  test('of another organisation do not exist', async () => {
    const [own, foreign] = [await newClinic(platform), await newClinic(platform)]
    const { users } = await list(own.admin)
    assert.deepEqual(new Set(users.map(({ tenantId }) => tenantId)), new Set([own.tenantId]))
    assert.equal((await call('GET', `/api/users/${foreign.doctor.id}`, { token: own.admin.token })).status, 404)
    const changed = await call('PUT', `/api/users/${foreign.doctor.id}`, {
      token: own.admin.token,
      body: { disabled: true },
    })
    assert.equal(changed.status, 404)
  })

  test('name the patients whose data was read, in the log', async () => {
    const t = await town()
    await list(t.doctor)
    const { rows } = await owner.query(
      `select patient_ids from audit_log where tenant_id = $1 and operation = 'listUsers' order by id desc limit 1`,
      [t.tenantId],
    )
    assert.deepEqual(rows, [{ patient_ids: [t.patient.id] }])
  })
})

describe('an administrator', () => {
  test('disables somebody, whose sessions and tokens end within a second, and enables them again', async () => {
    const email = newEmail()
    const { id } = (await register({ email, role: 'DOCTOR' })).body.user
    const admin = await newPerson(platform, 'ten_sandbox', 'ADMIN')
    const token = (await enter(email)).body.accessToken
    const disable = (disabled: boolean, target = id) =>
      call('PUT', `/api/users/${target}`, { token: admin.token, body: { disabled } })
    assert.equal((await call('GET', '/api/users/me', { token })).status, 200)
    assert.equal((await disable(true)).body.user.disabled, true)
    assert.equal((await disable(true)).status, 200, 'repeated, it stays so')
    assert.equal((await enter(email)).status, 401)
    await sleep(1000)
    assert.equal((await call('GET', '/api/users/me', { token })).status, 401)
    assert.equal((await disable(false)).body.user.disabled, false)
    assert.equal((await call('GET', '/api/users/me', { token })).status, 401, 'what has ended does not come back')
    assert.equal((await enter(email)).status, 200)
    assert.equal((await disable(true, admin.id)).status, 409)
  })

  test('renames somebody, and changes nothing else of them', async () => {
    const { admin, patient } = await newClinic(platform)
    const before = await userRow(patient.id)
    const answer = await call('PUT', `/api/users/${patient.id}`, {
      token: admin.token,
      body: {
        name: ' Amina El Fassi ',
        role: 'ADMIN',
        email: 'other@test.example',
        tenantId: 'ten_sandbox',
        verified: true,
      },
    })
    assert.deepEqual([answer.status, answer.body.user.name], [200, 'Amina El Fassi'])
    assert.deepEqual(await userRow(patient.id), { ...before, name: 'Amina El Fassi' })
    for (const name of ['', '   ', 'x'.repeat(201), 5])
      assert.equal((await call('PUT', `/api/users/${patient.id}`, { token: admin.token, body: { name } })).status, 422)
    assert.equal((await call('PUT', `/api/users/${patient.id}`, { token: admin.token, body: {} })).status, 200)
  })
})
