import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import pg from 'pg'
import { book, booking, eventsOf, newClinic, newTenant, type Person } from '../testing/factories.ts'
import { newDatabase, startPlatform } from '../testing/harness.ts'
import { killMidRun } from '../testing/killed-job.ts'
import { runTask } from '../testing/run-task.ts'
import { jobs } from './cron.ts'
import { schedule } from './jobs/schedule.ts'

const platform = await startPlatform({ CRON_SECRET: 'sandbox-cron-secret,the-next-secret' })
const { call, owner } = platform
const clinic = await newClinic(platform)
const { admin, doctor, patient } = clinic

const run = (secret: string | undefined = 'sandbox-cron-secret') =>
  call('POST', '/api/cron/auto-cancel', { headers: secret ? { 'x-cron-secret': secret } : {} })
const put = (by: Person, id: string, body: object) => call('PUT', `/api/appointments/${id}`, { token: by.token, body })
const statusOf = async (id: string) =>
  (await owner.query('select status from appointments where id = $1', [id])).rows[0].status
const waitedFor = (id: string, time: string) =>
  owner.query(`update appointments set unconfirmed_since = unconfirmed_since - $2::interval where id = $1`, [id, time])

let hours = 100
const newAppointment = async () => (await book(platform, doctor, doctor, patient, hours++)).id

/** Appointments unconfirmed for two days, as if booked individually. */
async function manyUnconfirmed(db: pg.Pool, count: number): Promise<{ tenantId: string; patientId: string }> {
  const tenantId = await newTenant({ ...platform, owner: db })
  const [patientId, doctorId] = ['usr_p', 'usr_d'].map((id) => `${id}${tenantId.slice(-8)}`)
  await db.query(
    `insert into users (tenant_id, id, email, name, role, verified_at)
     values ($1, $2, $2 || '@test.example', 'P', 'PATIENT', now()), ($1, $3, $3 || '@test.example', 'D', 'DOCTOR', now())`,
    [tenantId, patientId, doctorId],
  )
  await db.query(
    `with booked as (
       insert into appointments
         (tenant_id, id, doctor_id, patient_id, start_time, end_time, video_room_id, unconfirmed_since)
       select $1, new_id('apt'), $2, $3, at, at + interval '1 minute', new_id('room'), now() - interval '2 days'
       from generate_series(1, $4) n
       cross join lateral (select timestamptz '2060-01-01' + n * interval '1 minute' as at) slot
       returning tenant_id, video_room_id
     )
     insert into video_rooms (tenant_id, id) select tenant_id, video_room_id from booked`,
    [tenantId, doctorId, patientId, count],
  )
  return { tenantId, patientId: patientId! }
}

/** Counts a tenant's cancelled appointments, and their events and audit rows. */
const countsOf = async (db: pg.Pool, tenantId: string) =>
  (
    await db.query(
      `with e as (select subject_id, count(*)::int as n from events where tenant_id = $1 group by 1),
         l as (select subject_id, count(*)::int as n from audit_log where tenant_id = $1 group by 1)
       select count(*)::int as cancelled, min(e.n) as fewest_events, max(e.n) as most_events,
         min(l.n) as fewest_rows, max(l.n) as most_rows
       from appointments a
       left join e on e.subject_id = a.id
       left join l on l.subject_id = a.id
       where a.tenant_id = $1 and a.status = 'CANCELLED'`,
      [tenantId],
    )
  ).rows[0]

describe('auto-cancel', () => {
  test('cancels appointments unconfirmed for 24 hours, and no newer ones', async () => {
    const [old, young] = [await newAppointment(), await newAppointment()]
    await waitedFor(old, '24 hours')
    await waitedFor(young, '23 hours 59 minutes 30 seconds')
    const answer = await run()
    assert.deepEqual([answer.status, answer.body], [200, { ok: true, cancelled: 1 }])
    assert.deepEqual([await statusOf(old), await statusOf(young)], ['CANCELLED', 'SCHEDULED'])
    const { rows } = await owner.query('select cancel_reason from appointments where id = $1', [old])
    assert.deepEqual(rows, [{ cancel_reason: 'auto-cancel' }])
    assert.deepEqual((await eventsOf(platform, old)).slice(1), [
      { event: 'appointment.updated', data: { appointmentId: old, changes: ['status'] } },
      { event: 'appointment.cancelled', data: { appointmentId: old, reason: 'auto-cancel' } },
    ])
    assert.equal((await run()).body.cancelled, 0)
    assert.equal((await eventsOf(platform, old)).length, 3)
    await put(doctor, young, { status: 'CONFIRMED' }) // otherwise it would become due during another test
  })

  test('frees the slot, closes the room, and is audited as the platform', async () => {
    const at = booking(platform, doctor, patient, hours++)
    const again = () => call('POST', '/api/appointments', { token: patient.token, body: at })
    const { id, videoRoomId } = (await again()).body.appointment
    await waitedFor(id, '1 day')
    assert.equal((await again()).status, 409)
    await run()
    assert.equal((await again()).status, 201)
    const room = await owner.query('select closed_at from video_rooms where id = $1', [videoRoomId])
    assert.ok(room.rows[0].closed_at)
    const { rows } = await owner.query(
      `select user_id, client_id, operation, outcome, patient_ids from audit_log where subject_id = $1 and user_id = 'platform'`,
      [id],
    )
    assert.deepEqual(rows, [
      {
        user_id: 'platform',
        client_id: 'cron',
        operation: '/api/cron/auto-cancel',
        outcome: 'OK',
        patient_ids: [patient.id],
      },
    ])
  })

  test('skips appointments that were confirmed, ended, deleted, or took place unconfirmed', async () => {
    const [confirmed, missed, deleted, met, meeting] = await Promise.all(Array.from({ length: 5 }, newAppointment))
    await put(doctor, confirmed!, { status: 'CONFIRMED' })
    await put(doctor, missed!, { status: 'COMPLETED' })
    await call('DELETE', `/api/appointments/${deleted}`, { token: admin.token })
    const room = `where id = (select video_room_id from appointments where id = $1)`
    await owner.query(`update video_rooms set together_ms = 1 ${room}`, [met])
    await owner.query(`update video_rooms set together_since = now(), together_seen_at = now() ${room}`, [meeting])
    for (const id of [confirmed, missed, deleted, met, meeting]) await waitedFor(id!, '30 days')
    assert.equal((await run()).body.cancelled, 0)
    for (const [id, status] of [
      [confirmed, 'CONFIRMED'],
      [missed, 'COMPLETED'],
      [met, 'SCHEDULED'],
      [meeting, 'SCHEDULED'],
    ] as const)
      assert.equal(await statusOf(id!), status)
    assert.equal((await put(doctor, met!, { status: 'COMPLETED' })).status, 200, 'completing late is allowed')
  })

  test('counts from the move that reset the confirmation', async () => {
    const id = await newAppointment()
    await waitedFor(id, '3 days')
    await put(doctor, id, { status: 'CONFIRMED' })
    const { startTime, endTime } = booking(platform, doctor, patient, hours++)
    assert.equal((await put(patient, id, { startTime, endTime })).body.appointment.status, 'SCHEDULED')
    assert.equal((await run()).body.cancelled, 0)
    await waitedFor(id, '24 hours')
    assert.equal((await run()).body.cancelled, 1)
    assert.equal(await statusOf(id), 'CANCELLED')
  })

  test('uses business time, and cancels past appointments too', async () => {
    const own = await startPlatform()
    const { patient: who, doctor: by } = await newClinic(own)
    const [soon, later] = [await book(own, who, by, who, 2), await book(own, who, by, who, 200)]
    const headers = { 'x-cron-secret': 'sandbox-cron-secret' }
    const runsTo = async (events: number) => {
      assert.equal((await own.call('POST', '/api/cron/auto-cancel', { headers })).status, 200)
      for (const { id } of [soon, later]) assert.equal((await eventsOf(own, id)).length, events)
    }
    await own.advance(24 * 3600 - 60)
    await runsTo(1)
    await own.advance(60)
    await runsTo(3)
  })

  test('fifty concurrent calls cancel each appointment once, with its two events', async () => {
    const { tenantId } = await manyUnconfirmed(owner, 450)
    const answers = await Promise.all(Array.from({ length: 50 }, () => run()))
    assert.deepEqual(
      answers.filter(({ status, body }) => status !== 200 || body.ok !== true),
      [],
    )
    assert.equal(
      answers.reduce((sum, { body }) => sum + body.cancelled, 0),
      450,
    )
    const once = { cancelled: 450, fewest_events: 2, most_events: 2, fewest_rows: 1, most_rows: 1 }
    assert.deepEqual(await countsOf(owner, tenantId), once)
  })

  test('runs on one of two servers', async () => {
    const second = await startPlatform({}, platform.ownerUrl)
    const { tenantId } = await manyUnconfirmed(owner, 300)
    const headers = { 'x-cron-secret': 'sandbox-cron-secret' }
    const answers = await Promise.all([run(), second.call('POST', '/api/cron/auto-cancel', { headers })])
    assert.deepEqual(answers.map(({ body }) => body.cancelled).sort(), [0, 300])
    assert.equal((await countsOf(owner, tenantId)).most_events, 2)
  })

  test('races with confirmations: each appointment is either confirmed or cancelled', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, newAppointment))
    for (const id of ids) await waitedFor(id, '2 days')
    const confirming = Promise.all(ids.toReversed().map((id) => put(doctor, id, { status: 'CONFIRMED' })))
    const { body } = await run()
    const answers = await confirming
    const won = answers.filter(({ status }) => status === 200).length
    assert.equal(body.cancelled, 20 - won)
    for (const { status } of answers) assert.ok(status === 200 || status === 409)
    for (const id of ids) {
      const events = (await eventsOf(platform, id)).map(({ event }) => event)
      const expected = (await statusOf(id)) === 'CONFIRMED' ? ['updated'] : ['updated', 'cancelled']
      assert.deepEqual(
        events,
        ['created', ...expected].map((kind) => `appointment.${kind}`),
      )
    }
  })

  test('continues after a failing item, which the next run handles', async () => {
    const ids = await Promise.all(Array.from({ length: 5 }, newAppointment))
    for (const id of ids) await waitedFor(id, '2 days')
    await owner.query(`
      create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
      create trigger refuse before update on appointments for each row when (old.id = '${ids[2]}') execute function refuse()`)
    assert.equal((await run()).body.cancelled, 4)
    assert.equal(await statusOf(ids[2]!), 'SCHEDULED')
    assert.equal((await eventsOf(platform, ids[2]!)).length, 1, 'no cancellation event')
    await owner.query('drop function refuse cascade')
    assert.equal((await run()).body.cancelled, 1)
    assert.equal((await eventsOf(platform, ids[2]!)).length, 3)
  })

  test('continues after a kill without duplicate events', async () => {
    const url = await newDatabase()
    const db = new pg.Pool({ connectionString: url, max: 2 })
    after(() => db.end())
    const { tenantId } = await manyUnconfirmed(db, 3000)
    const cancelled = async () => (await countsOf(db, tenantId)).cancelled
    const { before, answer } = await killMidRun(url, db, 'auto-cancel', cancelled)
    assert.ok(before < 3000)
    assert.deepEqual(answer, { ok: true, cancelled: 3000 - before })
    const once = { cancelled: 3000, fewest_events: 2, most_events: 2, fewest_rows: 1, most_rows: 1 }
    assert.deepEqual(await countsOf(db, tenantId), once)
  })
})

describe('scheduled jobs', () => {
  test('refuse calls without one of the two secrets', async () => {
    const { token } = admin
    const id = await newAppointment()
    await waitedFor(id, '2 days')
    for (const answer of [
      await run('wrong'),
      await run(''),
      await run('sandbox-cron-secret,the-next-secret'),
      await call('POST', '/api/cron/auto-cancel', { token }),
      await call('POST', '/api/cron/auto-cancel', { headers: { 'x-internal-token': 'sandbox-internal-token' } }),
    ])
      assert.deepEqual([answer.status, answer.body], [403, { error: 'forbidden' }])
    assert.equal(await statusOf(id), 'SCHEDULED')
    assert.equal((await run('the-next-secret')).body.cancelled, 1)
  })

  test('refuse an address after thirty wrong secrets in a minute', async () => {
    const guessed = await startPlatform()
    const guess = (secret: string) =>
      guessed.call('POST', '/api/cron/auto-cancel', { headers: { 'x-cron-secret': secret } })
    for (let n = 0; n < 30; n++) assert.equal((await guess(`guess ${n}`)).status, 403)
    const refused = await guess('sandbox-cron-secret')
    assert.deepEqual([refused.status, refused.body], [429, { error: 'too_many_requests' }])
    assert.match(refused.headers.get('retry-after')!, /^[1-9]\d*$/)
  })

  test('are run by the server itself', async () => {
    for (const { name } of jobs) assert.ok(name in schedule, `${name} has no line in jobs/schedule.ts`)
    assert.equal(schedule['auto-cancel'].cron, '0 * * * *')
    const id = await newAppointment()
    await waitedFor(id, '2 days')
    await runTask(owner, 'auto-cancel')
    assert.equal(await statusOf(id), 'CANCELLED')
    const { rows } = await owner.query(
      `select user_id, address from audit_log where subject_id = $1 and client_id = 'cron'`,
      [id],
    )
    assert.deepEqual(rows, [{ user_id: 'platform', address: null }])
  })
})
