import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { eventually } from '../../../../testing/eventually.ts'
import { book, newClinic, newPerson, newTenant, type Person } from '../../../../testing/factories.ts'
import { startPlatform } from '../../../../testing/harness.ts'
import { sealAll, verify, workerDatabase } from '../../../../testing/sealing.ts'

const platform = await startPlatform()
const { call, owner } = platform
const worker = workerDatabase(platform)

// biome-ignore lint/suspicious/noExplicitAny: API responses, of which each test reads a part.
type Entry = any
const list = async (admin: Person, query = '') => {
  const answer = await call('GET', `/api/audit?${query}`, { token: admin.token })
  assert.equal(answer.status, 200, answer.text)
  return answer.body as { audit: Entry[]; pagination: { total: number; totalPages: number; totalIsEstimate?: true } }
}
const read = (caller: Person, path: string, headers: Record<string, string> = {}) =>
  call('GET', path, { token: caller.token, headers })

describe('the audit log', () => {
  test('records user, operation, patients, client, time, address and outcome', async () => {
    const { tenantId, admin, doctor, patient } = await newClinic(platform)
    const appointment = await book(platform, patient, doctor, patient)
    await read(doctor, `/api/appointments/${appointment.id}`, { 'x-request-id': 'look-1' })
    await read(doctor, '/api/appointments/apt_absent')
    const refused = await call('DELETE', `/api/appointments/${appointment.id}`, { token: doctor.token })
    assert.equal(refused.status, 403)
    const { audit, pagination } = await list(admin, 'operation=readAppointment')
    assert.equal(pagination.total, 2)
    assert.partialDeepStrictEqual(audit[0], { outcome: 'NOT_FOUND', subjectId: 'apt_absent', patientIds: [] })
    const { id, at, address, sealed, ...rest } = audit[1]
    assert.deepEqual(rest, {
      userId: doctor.id,
      userName: `Person ${doctor.id.slice(-4)}`,
      clientId: doctor.clientId,
      operation: 'readAppointment',
      outcome: 'OK',
      subjectId: appointment.id,
      patientIds: [patient.id],
      requestId: 'look-1',
    })
    assert.match(id, /^aud_/)
    assert.ok(Math.abs(Date.parse(at) - Date.now()) < 60_000)
    assert.match(address, /127\.0\.0\.1/)
    assert.equal(typeof sealed, 'boolean')
    const deletion = (await list(admin, 'operation=deleteAppointment')).audit
    assert.deepEqual(
      deletion.map(({ outcome, userId }) => [outcome, userId]),
      [['FORBIDDEN', doctor.id]],
    )
    assert.equal((await owner.query('select from audit_log where tenant_id = $1', [tenantId])).rowCount! > 4, true)
  })

  test('finds all users who read a patient’s record, sealed or not, each row once, newest first', async () => {
    const { tenantId, admin, doctor, patient } = await newClinic(platform)
    const other = await newPerson(platform, tenantId, 'PATIENT')
    const [mine, theirs] = [
      await book(platform, admin, doctor, patient),
      await book(platform, admin, doctor, other, 48),
    ]
    await read(doctor, `/api/appointments/${mine.id}`)
    await sealAll(worker)
    // Sealing is blocked, so the following rows are not in the index yet.
    const holder = await owner.connect()
    await holder.query('begin; select from audit_position for update')
    await read(doctor, `/api/appointments/${theirs.id}`)
    await read(patient, `/api/appointments/${mine.id}`)
    await read(doctor, '/api/appointments')
    const before = await list(admin, `patientId=${patient.id}`)
    await holder.query('rollback')
    holder.release()
    const expected = [
      ['listAppointments', doctor.id],
      ['readAppointment', patient.id],
      ['readAppointment', doctor.id],
      ['bookAppointment', admin.id],
    ]
    assert.deepEqual(
      before.audit.map(({ operation, userId }) => [operation, userId]),
      expected,
    )
    assert.deepEqual(
      before.audit.map(({ sealed }) => sealed),
      [false, false, true, true],
    )
    assert.equal(before.pagination.total, 4)
    await sealAll(worker)
    const after = await list(admin, `patientId=${patient.id}`)
    assert.deepEqual(
      after.audit.map(({ operation }) => operation),
      ['listAudit', ...expected.map(([operation]) => operation)],
      'and to have looked here is in it as well',
    )
    assert.ok(after.audit.every(({ sealed }) => sealed))
    assert.deepEqual((await verify(platform, tenantId)).faults, [])
  })

  test('is readable only by administrators with the scope, for their own tenant, and reads are audited', async () => {
    const { admin, doctor, patient, tenantId } = await newClinic(platform)
    const foreign = await newClinic(platform)
    await read(patient, '/api/appointments')
    for (const caller of [doctor, patient]) assert.equal((await read(caller, '/api/audit')).status, 403)
    const scopeless = await newPerson(platform, tenantId, 'ADMIN', ['users:read'])
    assert.equal((await read(scopeless, '/api/audit')).status, 403)
    const seen = await list(foreign.admin, 'pageSize=100')
    assert.ok(!JSON.stringify(seen).includes(tenantId) && !JSON.stringify(seen).includes(patient.id))
    const about = await list(foreign.admin, `patientId=${patient.id}`)
    assert.equal(about.pagination.total, 0)
    await sealAll(worker)
    assert.deepEqual(
      (await list(foreign.admin, `patientId=${patient.id}`)).audit.map(({ operation }) => operation),
      ['listAudit'],
      'their own question and nothing of the other tenant',
    )
    const ownLog = await list(admin, 'operation=listAudit')
    assert.deepEqual(
      ownLog.audit.map(({ userId, outcome }) => [userId, outcome]),
      [
        [scopeless.id, 'FORBIDDEN'],
        [patient.id, 'FORBIDDEN'],
        [doctor.id, 'FORBIDDEN'],
      ],
    )
  })

  test('is searched by user, operation and time, in pages', async () => {
    const { admin, doctor, patient } = await newClinic(platform)
    const appointment = await book(platform, admin, doctor, patient)
    for (let n = 0; n < 3; n++) await read(doctor, `/api/appointments/${appointment.id}`)
    await read(patient, `/api/appointments/${appointment.id}`)
    await read(patient, '/api/appointments/apt_absent')
    const total = async (query: string) => (await list(admin, query)).pagination.total
    assert.equal(await total(`operation=readAppointment&userId=${doctor.id}`), 3)
    assert.equal(await total(`operation=readAppointment&clientId=${patient.clientId}`), 2)
    assert.equal(await total('outcome=NOT_FOUND'), 1)
    assert.equal(await total(`subjectId=${appointment.id}`), 5)
    assert.equal(await total(`patientId=${patient.id}&userId=${doctor.id}&subjectId=${appointment.id}`), 3)
    const reads = (await list(admin, 'operation=readAppointment')).audit
    const [newest, oldest] = [reads[0].at, reads.at(-1).at]
    assert.equal(await total(`operation=readAppointment&from=${oldest}`), 5)
    assert.equal(await total(`operation=readAppointment&to=${oldest}`), 0)
    assert.equal(await total(`operation=readAppointment&from=${newest}`), reads.filter(({ at }) => at >= newest).length)
    const second = await list(admin, 'operation=readAppointment&pageSize=2&page=2')
    assert.deepEqual(
      second.audit.map(({ id }) => id),
      reads.slice(2, 4).map(({ id }) => id),
    )
    assert.equal(second.pagination.totalPages, 3)
    for (const wrong of ['patientId=x', 'from=yesterday', 'pageSize=0', 'userId='])
      assert.equal((await read(admin, `/api/audit?${wrong}`)).status, 422, wrong)
  })

  test('finds with two filters the rows that match both, sealed or not', async () => {
    const { tenantId, admin, doctor, patient } = await newClinic(platform)
    const other = await newPerson(platform, tenantId, 'PATIENT')
    const appointments = [await book(platform, patient, doctor, patient), await book(platform, admin, doctor, other, 2)]
    const readAll = async () => {
      for (const { id } of appointments)
        for (const caller of [doctor, patient, admin]) await read(caller, `/api/appointments/${id}`)
    }
    await readAll()
    await sealAll(worker)
    await readAll()
    // Many rows of one user, so that this filter is not the one with the fewest.
    await owner.query(
      `insert into audit_log (tenant_id, id, at, user_id, client_id, operation, outcome, subject_id, patient_ids, request_id)
       select tenant_id, id_floor('aud', now()) || lpad(n::text, 20, '0'), now(), user_id, client_id, 'listAppointments', 'OK', null, '{}', 'many'
       from (select * from audit_log where tenant_id = $1 and user_id = $2 limit 1) one, generate_series(1, 1200) n`,
      [tenantId, doctor.id],
    )
    const before = new Date().toISOString()
    const all: Entry[] = []
    for (let page = 1; page <= 13; page++)
      all.push(...(await list(admin, `to=${before}&pageSize=100&page=${page}`)).audit)
    assert.ok(all.length > 1200)
    const matches: Record<string, (row: Entry, value: string) => boolean> = {
      userId: (row, value) => row.userId === value,
      clientId: (row, value) => row.clientId === value,
      operation: (row, value) => row.operation === value,
      outcome: (row, value) => row.outcome === value,
      subjectId: (row, value) => row.subjectId === value,
      patientId: (row, value) => row.patientIds.includes(value),
    }
    const values: Record<string, string[]> = {
      userId: [doctor.id, patient.id],
      clientId: [doctor.clientId, admin.clientId],
      operation: ['readAppointment', 'listAppointments'],
      outcome: ['OK', 'NOT_FOUND'],
      subjectId: appointments.map(({ id }) => id),
      patientId: [patient.id, other.id],
    }
    const names = Object.keys(values)
    let found = 0
    for (const [n, first] of names.entries())
      for (const second of names.slice(n + 1))
        for (const a of values[first]!)
          for (const b of values[second]!) {
            const expected = all.filter((row) => matches[first]!(row, a) && matches[second]!(row, b))
            const answer = await list(admin, `to=${before}&pageSize=100&${first}=${a}&${second}=${b}`)
            const ids = (rows: Entry[]) => rows.map(({ id }) => id)
            assert.deepEqual(ids(answer.audit), ids(expected.slice(0, 100)), `${first}=${a}, ${second}=${b}`)
            assert.equal(answer.pagination.total, expected.length)
            found += expected.length
          }
    assert.ok(found > 0)
  })

  test('is counted to ten thousand and estimated beyond', async () => {
    const { tenantId, admin } = await newClinic(platform)
    await owner.query(
      `insert into audit_log (tenant_id, id, user_id, client_id, operation, outcome, request_id)
       select $1, new_id('aud'), 'platform', 'internal', 'bulk', 'OK', 'r' from generate_series(1, 10050)`,
      [tenantId],
    )
    const { pagination } = await list(admin, 'operation=bulk')
    assert.ok(pagination.total > 10_000)
    assert.equal(pagination.totalIsEstimate, true)
    const beyond = await list(admin, 'operation=bulk&page=101&pageSize=100')
    assert.equal(beyond.audit.length, 50, 'rows beyond the count are still listed')
    assert.equal(beyond.audit[0].userName, null)
  })

  test('refuses a search that takes too long', async () => {
    const { admin } = await newClinic(platform)
    const holder = await owner.connect()
    await list(admin) // who calls is remembered for a moment, so that only the search meets the lock
    await holder.query('begin; lock table users in access exclusive mode')
    const slow = read(admin, '/api/audit?outcome=nothing')
    const answer = await slow.finally(async () => {
      await holder.query('rollback')
      holder.release()
    })
    assert.equal(answer.status, 422)
    assert.match(answer.body.error.details[0].message, /narrow from and to/)
  })
})

describe('refused requests', () => {
  const outcomesOf = async ({ tenantId }: { tenantId: string }, operation: string) =>
    (
      await owner.query<{ outcome: string; user_id: string; client_id: string }>(
        `select outcome, user_id, client_id from audit_log where tenant_id = $1 and operation = $2 and outcome <> 'OK' order by id`,
        [tenantId, operation],
      )
    ).rows

  test('a revoked or expired token leaves a row, once a minute for each client', async (t) => {
    const own = await startPlatform()
    const clinic = await newClinic(own)
    const { doctor } = clinic
    const secret = { client_id: doctor.clientId, client_secret: doctor.secret }
    const me = () => own.call('GET', '/api/users/me', { token: doctor.token })
    assert.equal((await me()).status, 200)
    await own.call('POST', '/api/auth/revoke', { body: { ...secret, token: doctor.token } })
    await new Promise((resolve) => setTimeout(resolve, 1000))
    for (let n = 0; n < 3; n++) assert.equal((await me()).status, 401)
    await own.advance(3601)
    for (let n = 0; n < 3; n++) assert.equal((await me()).body.error.code, 'token_expired')
    const expected = ['OK', 'UNAUTHORIZED', 'token_expired']
    const assertNoted = async () => {
      const { rows } = await own.owner.query(
        `select outcome, user_id, client_id from audit_log where tenant_id = $1 and operation = 'readMe' order by id`,
        [clinic.tenantId],
      )
      const caller = { user_id: doctor.id, client_id: doctor.clientId }
      assert.deepEqual(
        rows,
        expected.map((outcome) => ({ outcome, ...caller })),
      )
    }
    await assertNoted()
    const later = performance.now() + 61_000
    t.mock.method(performance, 'now', () => later)
    await me()
    expected.push('token_expired')
    await assertNoted()
    await own.stop()
  })

  test('a client above its limits leaves one row a minute, and a forged token none', async () => {
    const own = await startPlatform({ RATE_LIMIT_STARTER: '3/1000' })
    const tenantId = await newTenant(own, 'STARTER')
    const person = await newPerson(own, tenantId, 'DOCTOR')
    const me = (token: string) => own.call('GET', '/api/users/me', { token })
    let last = 200
    for (let n = 0; n < 40 && last === 200; n++) last = (await me(person.token)).status
    assert.equal(last, 429)
    for (let n = 0; n < 5; n++) assert.equal((await me(person.token)).status, 429)
    assert.equal((await me(`${person.token.slice(0, -4)}AAAA`)).status, 401)
    const { rows } = await own.owner.query(
      `select outcome from audit_log where tenant_id = $1 and operation = 'readMe' and outcome <> 'OK'`,
      [tenantId],
    )
    assert.deepEqual(rows, [{ outcome: 'TOO_MANY_REQUESTS' }])
    await own.stop()
  })

  test('a row is recorded for granted, refreshed, reused, revoked and guessed tokens', async () => {
    const clinic = await newClinic(platform)
    const { admin } = clinic
    const secret = { client_id: admin.clientId, client_secret: admin.secret }
    const token = (body: object) => call('POST', '/api/auth/token', { body: { ...secret, ...body } })
    const first = (await token({ grant_type: 'client_credentials' })).body
    const refresh = { grant_type: 'refresh_token', refresh_token: first.refresh_token }
    assert.equal((await token(refresh)).status, 200)
    await owner.query(`update refresh_tokens set used_at = used_at - interval '1 minute' where tenant_id = $1`, [
      clinic.tenantId,
    ])
    assert.equal((await token(refresh)).status, 400, 'later reuse counts as theft')
    assert.equal((await token({ grant_type: 'refresh_token', refresh_token: 'unknown' })).status, 400)
    assert.equal((await token({ grant_type: 'password' })).status, 400)
    assert.equal((await token({ grant_type: 'client_credentials', scope: 'nonsense' })).status, 400)
    for (let n = 0; n < 3; n++)
      assert.equal((await token({ grant_type: 'client_credentials', client_secret: 'guess' })).status, 401)
    const rows = async () =>
      (
        await owner.query(
          `select outcome, subject_id from audit_log
           where tenant_id = $1 and operation = 'issueToken' and client_id = $2 and user_id = $3 order by id offset 1`,
          [clinic.tenantId, admin.clientId, admin.id],
        )
      ).rows
    // The response does not wait for the row of a wrong secret.
    await eventually(async () => (await rows()).length >= 7, 'seven rows')
    const all = await rows()
    assert.deepEqual(
      all.map(({ outcome }) => outcome),
      [
        'OK',
        'OK',
        'refresh_token_reused',
        'invalid_grant',
        'unsupported_grant_type',
        'invalid_scope',
        'invalid_client',
      ],
    )
    const family = all[0].subject_id
    assert.match(family, /^fam_/)
    assert.deepEqual([all[1].subject_id, all[2].subject_id], [family, family])
    const another = (await token({ grant_type: 'client_credentials' })).body
    await call('POST', '/api/auth/revoke', { body: { ...secret, token: another.refresh_token } })
    const revoked = await owner.query(
      `select outcome, subject_id from audit_log where tenant_id = $1 and operation = 'revokeToken'`,
      [clinic.tenantId],
    )
    assert.equal(revoked.rows.length, 1)
    assert.match(revoked.rows[0].subject_id, /^fam_/)
    assert.deepEqual(await outcomesOf(clinic, 'revokeToken'), [])
  })
})
