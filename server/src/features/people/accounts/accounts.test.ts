import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { book, messagesTo, newClinic, newPerson, type Person } from '../../../../testing/factories.ts'
import { startPlatform } from '../../../../testing/harness.ts'
import { placeOrder, prescribe } from '../../../../testing/practice.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import { joinLogin } from './actions.ts'
import { enter, newEmail, PASSWORD, register } from './registration-testing.ts'

const platform = await startPlatform()
const { call, owner } = platform
const userRow = async (id: string) => (await owner.query('select * from users where id = $1', [id])).rows[0]

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
    const waiting = async () => {
      const { body } = await own.call('GET', '/api/users?verified=false&role=DOCTOR', { token: admin.token })
      return body.users.map((user: { id: string }) => user.id).filter((one: string) => one !== 'usr_sandbox_pending')
    }
    assert.deepEqual(await waiting(), [id])
    const seen = () => own.call('GET', `/api/users/${id}`, { token: patient.token })
    assert.equal((await seen()).status, 404, 'patients do not see them yet')
    const token = (await enter(own, email)).body.accessToken
    assert.equal((await own.services.tokens.actor(token)).role, 'PENDING')

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
    assert.deepEqual(await row(), before, 'repeating it changes nothing')
    assert.equal((await seen()).status, 200)
    assert.deepEqual(await waiting(), [])
    await sleep(1000)
    const again = (await enter(own, email)).body.accessToken
    assert.equal((await own.services.tokens.actor(again)).role, 'DOCTOR')
  })

  test('can be verified only by administrators of their organisation; other roles cannot be verified', async () => {
    const clinic = await newClinic(platform)
    const foreign = await newClinic(platform)
    const verify = (caller: Person, id: string) => call('POST', `/api/users/${id}/verify`, { token: caller.token })
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
  const list = async (caller: Person, query = ''): Promise<{ users: Member[]; pagination: { total: number } }> => {
    const { status, body } = await call('GET', `/api/users?pageSize=100${query}`, { token: caller.token })
    assert.equal(status, 200)
    return body
  }

  async function town() {
    const clinic = await newClinic(platform)
    const personWith = (role: Parameters<typeof newPerson>[2]) => newPerson(platform, clinic.tenantId, role)
    const [dentist, pharmacist, stranger] = [
      await personWith('DENTIST'),
      await personWith('PHARMACIST'),
      await personWith('PATIENT'),
    ]
    const unverified = await personWith('DOCTOR')
    const disabled = await personWith('DOCTOR')
    await owner.query('update users set verified_at = null where id = $1', [unverified.id])
    await owner.query('update users set disabled_at = now() where id = $1', [disabled.id])
    await book(platform, clinic.admin, clinic.doctor, clinic.patient)
    return { ...clinic, dentist, pharmacist, stranger, unverified, disabled }
  }

  test('are visible according to role and care relationship, and the total counts only visible users', async () => {
    const t = await town()
    await placeOrder(platform, t.patient, (await prescribe(platform, t.doctor, t.patient)).id, t.pharmacist)
    const everyone = [t.admin, t.doctor, t.patient, t.dentist, t.pharmacist, t.stranger, t.unverified, t.disabled]
    const open = [t.doctor, t.dentist, t.pharmacist]
    for (const [caller, visible] of [
      [t.admin, everyone],
      [t.doctor, [...open, t.admin, t.patient]],
      [t.dentist, [...open, t.admin]],
      [t.pharmacist, [...open, t.admin, t.patient]],
      [t.unverified, [...open, t.unverified]],
      [t.patient, [...open, t.patient]],
      [t.stranger, [...open, t.stranger]],
    ] as const) {
      const { users, pagination } = await list(caller)
      const expected = visible.map(({ id }) => id).sort()
      assert.deepEqual(users.map(({ id }) => id).sort(), expected)
      assert.equal(pagination.total, expected.length)
      for (const { id } of everyone) {
        const one = await call('GET', `/api/users/${id}`, { token: caller.token })
        assert.equal(one.status, expected.includes(id) ? 200 : 404)
        if (one.status === 200)
          assert.deepEqual(
            one.body.user,
            users.find((user) => user.id === id),
          )
      }
    }
  })

  test('show their e-mail address only to administrators, themselves and colleagues', async () => {
    const t = await town()
    const shown = async (caller: Person) =>
      (await list(caller)).users
        .filter(({ email }) => email !== null)
        .map(({ id }) => id)
        .sort()
    const ids = (...people: Person[]) => people.map(({ id }) => id).sort()
    assert.equal((await shown(t.admin)).length, 8)
    assert.deepEqual(await shown(t.doctor), ids(t.doctor, t.dentist, t.pharmacist, t.admin))
    assert.deepEqual(await shown(t.patient), ids(t.patient))
    assert.deepEqual(await shown(t.unverified), ids(t.unverified))
  })

  test('are filtered by role and verification, newest first, in pages', async () => {
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
      const { nextCursor, ...pagination } = body.pagination
      assert.deepEqual(pagination, { page, pageSize: 3, total: 8, totalPages: 3 })
      assert.equal(nextCursor === null, page > 2)
      pages.push(...body.users.map(({ id }: Member) => id))
    }
    assert.deepEqual(pages, [...pages].sort().reverse())
    assert.equal(new Set(pages).size, 8)
    for (const query of ['role=NURSE', 'verified=maybe', 'pageSize=101'])
      assert.equal((await call('GET', `/api/users?${query}`, { token: t.admin.token })).status, 422, query)
  })

  test('of another organisation are not found', async () => {
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

  test('are audited with the patients whose data was read', async () => {
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
  test('disables a user, whose sessions and tokens end within a second, and enables them again', async () => {
    const email = newEmail()
    const { id } = (await register(platform, { email, role: 'DOCTOR' })).body.user
    const admin = await newPerson(platform, 'ten_sandbox', 'ADMIN')
    const token = (await enter(platform, email)).body.accessToken
    const disable = (disabled: boolean, target = id) =>
      call('PUT', `/api/users/${target}`, { token: admin.token, body: { disabled } })
    for (const [by, own] of [
      [token, id],
      [admin.token, admin.id],
    ])
      assert.equal((await call('GET', '/api/users/me', { token: by })).body.id, own)
    assert.equal((await disable(true)).body.user.disabled, true)
    assert.equal((await disable(true)).status, 200, 'repeating it changes nothing')
    assert.equal((await enter(platform, email)).status, 401)
    await sleep(1000)
    assert.equal((await call('GET', '/api/users/me', { token })).status, 401)
    assert.equal((await disable(false)).body.user.disabled, false)
    assert.equal((await call('GET', '/api/users/me', { token })).status, 401, 'ended tokens stay invalid')
    assert.equal((await enter(platform, email)).status, 200)
    assert.equal((await disable(true, admin.id)).status, 409)
  })

  test('revokes the tokens of clients, including refresh tokens, when disabling the user as whom they act', async () => {
    const { admin, doctor } = await newClinic(platform)
    const credentials = { client_id: doctor.clientId, client_secret: doctor.secret }
    const token = (body: object) => call('POST', '/api/auth/token', { body: { ...credentials, ...body } })
    const before = (await token({ grant_type: 'client_credentials' })).body
    for (const disabled of [true, false])
      await call('PUT', `/api/users/${doctor.id}`, { token: admin.token, body: { disabled } })
    await sleep(1000)
    for (const old of [doctor.token, before.access_token])
      assert.equal((await call('GET', '/api/users/me', { token: old })).status, 401)
    const refreshed = await token({ grant_type: 'refresh_token', refresh_token: before.refresh_token })
    assert.equal(refreshed.body.error.details.oauth, 'invalid_grant')
    const after = (await token({ grant_type: 'client_credentials' })).body
    assert.equal((await call('GET', '/api/users/me', { token: after.access_token })).status, 200)
  })

  test('who disables a user during their sign-in leaves no session', async () => {
    const email = newEmail()
    const { id } = (await register(platform, { email })).body.user
    const caller = await owner.connect()
    await caller.query('begin')
    await caller.query('select from users where id = $1 for update', [id])
    await caller.query('update users set disabled_at = now() where id = $1', [id])
    const meanwhile = enter(platform, email) // finds them enabled, for nothing is committed yet
    await sleep(1000)
    await caller.query('delete from sessions where user_id = $1', [id])
    await caller.query('commit')
    caller.release()
    await meanwhile
    assert.equal((await owner.query('select from sessions where user_id = $1', [id])).rowCount, 0)
  })

  test('cannot rename themselves if there is another administrator, and a new name of the staff is reported', async () => {
    const { tenantId, admin, doctor, patient } = await newClinic(platform)
    const rename = ({ id }: Person, name: string, caller = admin) =>
      call('PUT', `/api/users/${id}`, { token: caller.token, body: { name } })
    assert.equal((await rename(admin, 'Salma Idrissi')).status, 200, 'there is no other administrator')
    const colleague = await newPerson(platform, tenantId, 'ADMIN')
    assert.equal((await rename(admin, 'Dr Youssef Benali')).status, 409)
    assert.equal((await rename(admin, 'Salma Idrissi')).status, 200, 'it is their name')
    assert.equal((await rename(doctor, 'Dr Salma Idrissi', doctor)).status, 403)
    const noticesTo = async ({ id }: Person) =>
      (await messagesTo(platform, id, 'MEMBER_RENAMED')).map(({ variables }) => variables)
    const { name: before } = await userRow(doctor.id)
    assert.equal((await rename(doctor, 'Dr Omar Fassi')).status, 200)
    await rename(doctor, 'Dr Omar Fassi')
    await rename(patient, 'Amina El Fassi')
    const renamed = { administratorName: 'Salma Idrissi', previousName: before, userName: 'Dr Omar Fassi' }
    assert.deepEqual([await noticesTo(doctor), await noticesTo(colleague)], [[renamed], [renamed]])
    assert.deepEqual([await noticesTo(admin), await noticesTo(patient)], [[], []])
    assert.equal((await rename(admin, 'Salma Alaoui', colleague)).status, 200)
    assert.equal((await noticesTo(admin)).length, 1)
  })

  test('renames a user and changes nothing else', async () => {
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

test('a login that does not exist is not reported as one that already has a user', async () => {
  const { tenantId, patient } = await newClinic(platform)
  await owner.query('update users set login_id = null where id = $1', [patient.id])
  const joined = platform.services.database.inTransaction(tenantId, (db) =>
    joinLogin({ db, trail: { tenantId } } as UnitOfWork, patient.id, 'lgn_absent'),
  )
  await assert.rejects(joined, { constraint: 'users_login_id_fkey' })
})
