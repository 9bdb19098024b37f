import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import pg from 'pg'
import { localMinute } from '../../lib/moroccan-time.ts'
import { eventually } from '../../testing/eventually.ts'
import { book, booking, messagesTo, newClinic, newPerson, newTenant, type Person } from '../../testing/factories.ts'
import { newDatabase, type Platform } from '../../testing/harness.ts'
import { killInTheMiddle } from '../../testing/killed-job.ts'
import { leaveNothingDue, startWithNothingDue } from '../../testing/nothing-due.ts'

const platform = await startWithNothingDue()
await startAtTen(platform)
const { call, owner } = platform
const clinic = await newClinic(platform)
const { tenantId, admin } = clinic
const newPatient = () => newPerson(platform, tenantId, 'PATIENT')
const newDoctor = () => newPerson(platform, tenantId, 'DOCTOR')

/** Ten in the morning in Morocco: what lies up to 14 hours ahead is today, and 14 to 38 hours ahead tomorrow. */
async function startAtTen(of: Platform) {
  await of.advance((((600 - localMinute(of.services.clock.now()) + 1440) % 1440) + 1440) * 60)
}

const letClockGoBack = (of: Platform) =>
  of.owner.query('alter table test_clock drop constraint test_clock_ahead_by_check')

const headers = { 'x-cron-secret': 'sandbox-cron-secret' }
const run = async (on = platform) => {
  const answer = await on.call('POST', '/api/cron/reminders', { headers })
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}
const done = (succeeded: number) => ({ ok: true, processed: succeeded, succeeded, failed: 0 })
const put = (by: Person, id: string, body: object) => call('PUT', `/api/appointments/${id}`, { token: by.token, body })

/** An appointment with a doctor who has no other, booked a week ago. */
async function booked(patient: Person, hoursAhead: number): Promise<string> {
  const { id } = await book(platform, admin, await newDoctor(), patient, hoursAhead)
  await owner.query(`update appointments set created_at = created_at - interval '1 week' where id = $1`, [id])
  return id
}

/** Of all that somebody was told, the reminders. */
const remindersTo = async (on: Platform, userId: string) =>
  (await messagesTo(on, userId)).filter(({ template_code }) => template_code.startsWith('APPOINTMENT_REMINDER_'))

/** What somebody was reminded of: which reminder, and of which appointments. */
const reminders = async ({ id }: Pick<Person, 'id'>, on = platform) =>
  (await remindersTo(on, id)).map(({ template_code, about }) => [
    template_code.replace('APPOINTMENT_REMINDER_', ''),
    ...about,
  ])

const timesIn = (hours: number) => {
  const { startTime, endTime } = booking(platform, admin, admin, hours)
  return { startTime, endTime }
}

/** As if the clock had gone on while an appointment waited. */
const comeNearer = (id: string, hours: number) =>
  owner.query(
    `update appointments
     set start_time = start_time - $2 * interval '1 hour', end_time = end_time - $2 * interval '1 hour'
     where id = $1`,
    [id, hours],
  )

const startOf = async (id: string): Promise<Date> =>
  (await owner.query('select start_time from appointments where id = $1', [id])).rows[0].start_time

describe('reminders', () => {
  test('come once from a day before, and once more from two hours before, until the start', async () => {
    const own = await startWithNothingDue()
    const { doctor: by, patient } = await newClinic(own)
    const { id } = await book(own, by, by, patient, 30)
    const { rows } = await own.owner.query(
      'select start_time, name from appointments a join users d on d.id = a.doctor_id where a.id = $1',
      [id],
    )
    const [{ start_time, name }] = rows
    for (const [hours, answer, so_far] of [
      [0, 0, []],
      [5.9, 0, []],
      [0.1, 1, [['D1', id]]],
      [0.25, 0, [['D1', id]]],
      [21.65, 0, [['D1', id]]],
      [
        0.1,
        1,
        [
          ['D1', id],
          ['H2', id],
        ],
      ],
      [
        0.25,
        0,
        [
          ['D1', id],
          ['H2', id],
        ],
      ],
    ] as const) {
      await own.advance(hours * 3600)
      assert.deepEqual(await run(own), done(answer))
      assert.deepEqual(await reminders(patient, own), so_far)
    }
    for (const { variables, purpose } of await remindersTo(own, patient.id)) {
      assert.deepEqual(variables, { withName: name, startTime: start_time.toISOString() })
      assert.equal(purpose, 'SERVICE')
    }
    assert.deepEqual(await reminders(by, own), [], 'doctors have their calendar')
  })

  test('are for what is scheduled or confirmed, and nothing else', async () => {
    const patients = await Promise.all(Array.from({ length: 7 }, newPatient))
    const ids: string[] = []
    for (const [n, patient] of patients.entries()) ids.push(await booked(patient, 20 + n))
    const [, confirmed, cancelled, completed, deleted, started] = ids
    await put(admin, confirmed!, { status: 'CONFIRMED' })
    await put(admin, cancelled!, { status: 'CANCELLED' })
    await put(admin, completed!, { status: 'COMPLETED' })
    await call('DELETE', `/api/appointments/${deleted}`, { token: admin.token })
    await put(admin, started!, { status: 'CONFIRMED' })
    await put(admin, started!, { status: 'IN_PROGRESS' })
    await call('PUT', `/api/users/${patients[6]!.id}`, { token: admin.token, body: { disabled: true } })
    await comeNearer(ids[6]!, 6)
    assert.deepEqual(await run(), done(2))
    for (const [n, patient] of patients.entries())
      assert.deepEqual(await reminders(patient), n < 2 ? [['D1', ids[n]]] : [], `${n}`)
  })

  test('are not of a time that was chosen later than the reminder would have come', async () => {
    const [soon, today, tomorrow] = await Promise.all([newPatient(), newPatient(), newPatient()])
    const at = [1.9, 23.9, 24.1]
    const ids: string[] = []
    for (const [n, patient] of [soon, today, tomorrow].entries())
      ids.push((await book(platform, admin, await newDoctor(), patient, at[n])).id)
    await platform.advance(720) // the third's day before has come
    assert.deepEqual(await run(), done(1))
    assert.deepEqual(
      [await reminders(soon), await reminders(today), await reminders(tomorrow)],
      [[], [], [['D1', ids[2]]]],
    )
    const moved = await newPatient()
    const id = await booked(moved, 50)
    assert.deepEqual(await run(), done(0))
    await put(admin, id, timesIn(1.5))
    assert.deepEqual(await run(), done(0), 'who moves it to the next hour knows of it')
    assert.deepEqual(await reminders(moved), [])
  })

  test('come anew for an appointment that is moved, and not for one that is otherwise changed', async () => {
    const patient = await newPatient()
    const id = await booked(patient, 10)
    assert.deepEqual(await run(), done(1))
    const { endTime } = timesIn(10.75)
    await put(admin, id, { status: 'CONFIRMED', endTime, notes: 'Bring the results' })
    assert.deepEqual(await run(), done(0))
    await put(admin, id, timesIn(30))
    await owner.query(`update appointments set moved_at = moved_at - interval '1 day' where id = $1`, [id])
    assert.deepEqual(await run(), done(0), 'it is not yet the day before')
    const again = await startOf(id)
    await comeNearer(id, 8)
    assert.deepEqual(await run(), done(1))
    assert.deepEqual(await reminders(patient), [
      ['D1', id],
      ['D1', id],
    ])
    const [, second] = await remindersTo(platform, patient.id)
    assert.equal(second!.variables.startTime, new Date(again.getTime() - 8 * 3_600_000).toISOString())
  })

  test('of one day in Morocco are one message, which names the earliest and lists the others', async () => {
    const patient = await newPatient()
    const [last, first, second] = [await booked(patient, 37), await booked(patient, 20), await booked(patient, 21)]
    const dayAfter = await booked(patient, 39)
    assert.deepEqual(await run(), done(1))
    assert.deepEqual(await reminders(patient), [['D1', first, second, last]])
    const { variables } = (await remindersTo(platform, patient.id))[0]!
    assert.equal(variables.startTime, (await startOf(first)).toISOString())
    const further = JSON.parse(variables.furtherVisits!)
    assert.deepEqual(
      further.map(({ startTime }: { startTime: string }) => startTime),
      [(await startOf(second)).toISOString(), (await startOf(last)).toISOString()],
    )
    assert.deepEqual(Object.keys(further[0]), ['withName', 'startTime'])
    assert.equal((await reminders(patient)).flat().includes(dayAfter), false)

    const late = await booked(patient, 22)
    await put(admin, second, timesIn(26))
    assert.deepEqual(await run(), done(1))
    assert.deepEqual(
      (await reminders(patient)).slice(1),
      [['D1', late, second]],
      'what came or moved later has its own',
    )
  })

  test('two hours before are of those that are near', async () => {
    const patient = await newPatient()
    const [near, nearer, far] = [await booked(patient, 1.9), await booked(patient, 1), await booked(patient, 6)]
    assert.deepEqual(await run(), done(2))
    const sent = await reminders(patient)
    assert.deepEqual(sent.toSorted(), [
      ['D1', far],
      ['H2', nearer, near],
    ])
  })

  test('that a late run finds together are the one of two hours before, and the other never comes', async () => {
    const patient = await newPatient()
    const [id, past] = [await booked(patient, 1.2), await booked(patient, 1.2)]
    await comeNearer(past, 2)
    assert.deepEqual(await run(), done(1))
    assert.deepEqual(await reminders(patient), [['H2', id]])
    const { rows } = await owner.query(`select key from effects where key like '%' || $1 || '%' order by key`, [id])
    const start = (await startOf(id)).toISOString()
    assert.deepEqual(rows, [{ key: `D1 ${id} ${start}` }, { key: `H2 ${id} ${start}` }])
  })

  test('do not come again when the clock is set back', async () => {
    const own = await startWithNothingDue()
    await letClockGoBack(own)
    const { doctor: by, patient } = await newClinic(own)
    const { id } = await book(own, by, by, patient, 30)
    await own.advance(7 * 3600)
    assert.deepEqual(await run(own), done(1))
    await own.advance(22 * 3600)
    assert.deepEqual(await run(own), done(1))
    await own.advance(-22 * 3600)
    assert.deepEqual(await run(own), done(0))
    await own.advance(22.5 * 3600)
    assert.deepEqual(await run(own), done(0))
    assert.deepEqual(await reminders(patient, own), [
      ['D1', id],
      ['H2', id],
    ])
  })

  test('of 20 September 2026, a day of 25 hours, are one message; of the next day another', async () => {
    const own = await startWithNothingDue()
    await letClockGoBack(own)
    await own.advance((Date.UTC(2026, 8, 17, 12) - own.services.clock.nowMs()) / 1000)
    const { admin: by, doctor: one, patient } = await newClinic(own)
    const at = async (startTime: string) => {
      const endTime = new Date(Date.parse(startTime) + 900_000).toISOString()
      const body = { doctorId: one.id, patientId: patient.id, startTime, endTime }
      return (await own.call('POST', '/api/appointments', { token: by.token, body })).body.appointment.id as string
    }
    const before = await at('2026-09-19T22:30:00Z') // 23:30, still an hour ahead of UTC
    const first = await at('2026-09-19T23:10:00Z') // 00:10
    const last = await at('2026-09-20T23:50:00Z') // 23:50, no longer
    const next = await at('2026-09-21T00:10:00Z')
    await own.advance((Date.UTC(2026, 8, 19, 0) - own.services.clock.nowMs()) / 1000)
    assert.deepEqual(await run(own), done(2))
    await own.advance(87_300)
    assert.deepEqual(await run(own), done(1))
    assert.deepEqual(
      (await reminders(patient, own)).toSorted(),
      [
        ['D1', before],
        ['D1', first, last],
        ['D1', next],
      ].toSorted(),
    )
  })

  test('of what is cancelled at the same moment do not come', async () => {
    const patient = await newPatient()
    const id = await booked(patient, 20)
    const cancelling = new pg.Client({ connectionString: platform.ownerUrl })
    await cancelling.connect()
    after(() => cancelling.end())
    await cancelling.query('begin')
    await cancelling.query(`update appointments set status = 'CANCELLED' where id = $1`, [id])
    const running = run()
    await eventually(async () => {
      const { rows } = await owner.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rows.length > 0
    }, 'the run to wait')
    await cancelling.query('commit')
    assert.deepEqual(await running, done(0))
    assert.deepEqual(await reminders(patient), [])
  })

  test('are written down with whose they are', async () => {
    const patient = await newPatient()
    const id = await booked(patient, 20)
    await run()
    const { rows } = await owner.query(
      `select user_id, client_id, operation, patient_ids from audit_log where subject_id = $1 and user_id = 'platform'`,
      [id],
    )
    assert.deepEqual(rows, [
      { user_id: 'platform', client_id: 'cron', operation: '/api/cron/reminders', patient_ids: [patient.id] },
    ])
  })
})

/** Appointments that are due, of so many patients with two of a day each. */
async function manyDue(db: pg.Pool, patients: number): Promise<string> {
  const tenant = await newTenant({ ...platform, owner: db })
  await db.query(
    `insert into users (tenant_id, id, email, name, role)
     select $1, 'usr_d' || $2, 'd' || $2 || '@test.example', 'D', 'DOCTOR'
     union all
     select $1, 'usr_p' || n || '_' || $2, 'p' || n || '_' || $2 || '@test.example', 'P', 'PATIENT' from generate_series(1, $3::int) n`,
    [tenant, tenant.slice(-8), patients],
  )
  await db.query(
    `with booked as (
       insert into appointments (tenant_id, id, doctor_id, patient_id, start_time, end_time, video_room_id, created_at)
       select $1, new_id('apt'), 'usr_d' || $2, 'usr_p' || n || '_' || $2, at, at + interval '50 milliseconds', new_id('room'), now()
       from generate_series(1, $3::int) n
       cross join generate_series(0, 1) more
       cross join lateral (
         select date_trunc('second', now()) + interval '72 hours' + (n + more * $3) * interval '100 milliseconds' as at
       ) slot
       returning tenant_id, video_room_id
     )
     insert into video_rooms (tenant_id, id) select tenant_id, video_room_id from booked`,
    [tenant, tenant.slice(-8), patients],
  )
  return tenant
}

/** How many messages and keys there are, and how many patients have been written to. */
const sent = async (db: pg.Pool, tenant: string) =>
  (
    await db.query(
      `select count(*)::int as messages, count(distinct recipient_user_id)::int as patients,
         (select count(*)::int from effects where tenant_id = $1) as keys
       from messages where tenant_id = $1`,
      [tenant],
    )
  ).rows[0]

describe('many reminders', () => {
  test('called for fifty times at once come once', async () => {
    const own = await startWithNothingDue()
    const tenant = await manyDue(own.owner, 300)
    await own.advance(49 * 3600)
    const answers = await Promise.all(Array.from({ length: 50 }, () => run(own)))
    assert.equal(
      answers.reduce((sum, { succeeded }) => sum + succeeded, 0),
      300,
    )
    assert.ok(answers.every(({ ok, failed }) => ok && failed === 0))
    assert.deepEqual(await sent(own.owner, tenant), { messages: 300, patients: 300, keys: 600 })
  })

  test('of which one fails come for all others, and for that one with the next run', async () => {
    const own = await startWithNothingDue()
    const tenant = await manyDue(own.owner, 100)
    await own.advance(49 * 3600)
    await own.owner.query(`
      create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
      create trigger refuse before insert on messages for each row
        when (new.recipient_user_id like 'usr\\_p42\\_%') execute function refuse()`)
    assert.deepEqual(await run(own), { ok: true, processed: 101, succeeded: 99, failed: 2 })
    assert.deepEqual(await sent(own.owner, tenant), { messages: 99, patients: 99, keys: 198 })
    await own.owner.query('drop function refuse cascade')
    assert.deepEqual(await run(own), done(1))
    assert.deepEqual(await sent(own.owner, tenant), { messages: 100, patients: 100, keys: 200 })
  })

  test('killed in the middle go on at the next run, and none comes twice', async () => {
    const url = await newDatabase()
    const db = new pg.Pool({ connectionString: url, max: 2 })
    after(() => db.end())
    await leaveNothingDue(db)
    const tenant = await manyDue(db, 1500)
    await db.query(`insert into test_clock (ahead_by) values (interval '49 hours')`)
    const { before, answer } = await killInTheMiddle(
      url,
      db,
      'reminders',
      async () => (await sent(db, tenant)).messages,
    )
    assert.ok(before < 1500)
    assert.deepEqual(answer, done(1500 - before))
    assert.deepEqual(await sent(db, tenant), { messages: 1500, patients: 1500, keys: 3000 })
  })
})
