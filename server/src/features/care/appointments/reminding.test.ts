import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import pg from 'pg'
import { eventually } from '../../../../testing/eventually.ts'
import { book, newClinic } from '../../../../testing/factories.ts'
import { startWithoutDueItems } from '../../../../testing/nothing-due.ts'
import { allowNegativeClockOffset, jobResult, remindersTo, run, startReminding } from './reminding-testing.ts'

const {
  admin,
  bookWeekAgo,
  call,
  moveNearer,
  newDoctor,
  newPatient,
  owner,
  platform,
  put,
  reminders,
  startOf,
  timesIn,
} = await startReminding()

describe('reminders', () => {
  test('are sent once a day before and once two hours before', async () => {
    const own = await startWithoutDueItems()
    const { doctor: caller, patient } = await newClinic(own)
    const { id } = await book(own, caller, caller, patient, 30)
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
      assert.deepEqual(await run(own), jobResult(answer))
      assert.deepEqual(await reminders(patient, own), so_far)
    }
    for (const { variables, purpose } of await remindersTo(own, patient.id)) {
      assert.deepEqual(variables, { withName: name, startTime: start_time.toISOString() })
      assert.equal(purpose, 'SERVICE')
    }
    const { rows: kept } = await own.owner.query(
      `select useless_at from messages where recipient_user_id = $1 and template_code like 'APPOINTMENT_REMINDER%'`,
      [patient.id],
    )
    assert.equal(kept.length, 2)
    for (const { useless_at } of kept) assert.deepEqual(useless_at, start_time, 'none is sent after the visit began')
    assert.deepEqual(await reminders(caller, own), [], 'doctors get no reminders')
  })

  test('are sent for scheduled and confirmed appointments only', async () => {
    const patients = await Promise.all(Array.from({ length: 7 }, newPatient))
    const ids: string[] = []
    for (const [n, patient] of patients.entries()) ids.push(await bookWeekAgo(patient, 20 + n))
    const [, confirmed, cancelled, completed, deleted, started] = ids
    await put(admin, confirmed!, { status: 'CONFIRMED' })
    await put(admin, cancelled!, { status: 'CANCELLED' })
    await put(admin, completed!, { status: 'COMPLETED' })
    await call('DELETE', `/api/appointments/${deleted}`, { token: admin.token })
    await put(admin, started!, { status: 'CONFIRMED' })
    await put(admin, started!, { status: 'IN_PROGRESS' })
    await call('PUT', `/api/users/${patients[6]!.id}`, { token: admin.token, body: { disabled: true } })
    await moveNearer(ids[6]!, 6)
    assert.deepEqual(await run(platform), jobResult(2))
    for (const [n, patient] of patients.entries())
      assert.deepEqual(await reminders(patient), n < 2 ? [['D1', ids[n]]] : [], `${n}`)
  })

  test('are not sent for appointments that were booked or moved after the reminder was due', async () => {
    const [soon, today, tomorrow] = await Promise.all([newPatient(), newPatient(), newPatient()])
    const at = [1.9, 23.9, 24.1]
    const ids: string[] = []
    for (const [n, patient] of [soon, today, tomorrow].entries())
      ids.push((await book(platform, admin, await newDoctor(), patient, at[n])).id)
    await platform.advance(720) // the third is now due
    assert.deepEqual(await run(platform), jobResult(1))
    assert.deepEqual(
      [await reminders(soon), await reminders(today), await reminders(tomorrow)],
      [[], [], [['D1', ids[2]]]],
    )
    const moved = await newPatient()
    const id = await bookWeekAgo(moved, 50)
    assert.deepEqual(await run(platform), jobResult(0))
    await put(admin, id, timesIn(1.5))
    assert.deepEqual(await run(platform), jobResult(0), 'just moved to the next hours')
    assert.deepEqual(await reminders(moved), [])
  })

  test('are repeated after a move, not after other changes', async () => {
    const patient = await newPatient()
    const id = await bookWeekAgo(patient, 10)
    assert.deepEqual(await run(platform), jobResult(1))
    const { endTime } = timesIn(10.75)
    await put(admin, id, { status: 'CONFIRMED', endTime, notes: 'Bring the results' })
    assert.deepEqual(await run(platform), jobResult(0))
    await put(admin, id, timesIn(30))
    await owner.query(`update appointments set moved_at = moved_at - interval '1 day' where id = $1`, [id])
    assert.deepEqual(await run(platform), jobResult(0), 'not due yet')
    const again = await startOf(id)
    await moveNearer(id, 8)
    assert.deepEqual(await run(platform), jobResult(1))
    assert.deepEqual(await reminders(patient), [
      ['D1', id],
      ['D1', id],
    ])
    const [, second] = await remindersTo(platform, patient.id)
    assert.equal(second!.variables.startTime, new Date(again.getTime() - 8 * 3_600_000).toISOString())
  })

  test('are not repeated when the clock is set back', async () => {
    const own = await startWithoutDueItems()
    await allowNegativeClockOffset(own)
    const { doctor: caller, patient } = await newClinic(own)
    const { id } = await book(own, caller, caller, patient, 30)
    await own.advance(7 * 3600)
    assert.deepEqual(await run(own), jobResult(1))
    await own.advance(22 * 3600)
    assert.deepEqual(await run(own), jobResult(1))
    await own.advance(-22 * 3600)
    assert.deepEqual(await run(own), jobResult(0))
    await own.advance(22.5 * 3600)
    assert.deepEqual(await run(own), jobResult(0))
    assert.deepEqual(await reminders(patient, own), [
      ['D1', id],
      ['H2', id],
    ])
  })

  test('are not sent for a concurrently cancelled appointment', async () => {
    const patient = await newPatient()
    const id = await bookWeekAgo(patient, 20)
    const cancelling = new pg.Client({ connectionString: platform.ownerUrl })
    await cancelling.connect()
    after(() => cancelling.end())
    await cancelling.query('begin')
    await cancelling.query(`update appointments set status = 'CANCELLED' where id = $1`, [id])
    const running = run(platform)
    await eventually(async () => {
      const { rows } = await owner.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rows.length > 0
    }, 'the run to wait')
    await cancelling.query('commit')
    assert.deepEqual(await running, jobResult(0))
    assert.deepEqual(await reminders(patient), [])
  })

  test('wait for another run that reminds the same patient', async () => {
    const patient = await newPatient()
    await bookWeekAgo(patient, 20)
    const client = await owner.connect()
    let running: ReturnType<typeof run>
    try {
      await client.query('begin')
      await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
        `reminders:${admin.tenantId}:${patient.id}`,
      ])
      running = run(platform)
      await eventually(async () => {
        const { rows } = await owner.query(
          `select from pg_locks where locktype = 'advisory' and not granted
             and database = (select oid from pg_database where datname = current_database())`,
        )
        return rows.length > 0
      }, 'the run to wait')
      assert.deepEqual(await reminders(patient), [])
    } finally {
      client.release(true)
    }
    assert.deepEqual(await running, jobResult(1))
    assert.equal((await reminders(patient)).length, 1)
  })

  test('are audited with the patient', async () => {
    const patient = await newPatient()
    const id = await bookWeekAgo(patient, 20)
    await run(platform)
    const { rows } = await owner.query(
      `select user_id, client_id, operation, patient_ids from audit_log where subject_id = $1 and user_id = 'platform'`,
      [id],
    )
    assert.deepEqual(rows, [
      { user_id: 'platform', client_id: 'cron', operation: '/api/cron/reminders', patient_ids: [patient.id] },
    ])
  })
})
