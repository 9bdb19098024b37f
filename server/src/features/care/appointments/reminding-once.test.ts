import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import pg from 'pg'
import { newTenant } from '../../../../testing/factories.ts'
import { newDatabase } from '../../../../testing/harness.ts'
import { killMidRun } from '../../../../testing/killed-job.ts'
import { deleteDueItems, startWithoutDueItems } from '../../../../testing/nothing-due.ts'
import { jobResult, run } from './reminding-testing.ts'

/** Inserts two due appointments of one day for each of that many patients. */
async function manyDue(owner: pg.Pool, patients: number): Promise<string> {
  const tenant = await newTenant({ owner })
  await owner.query(
    `insert into users (tenant_id, id, email, name, role)
     select $1, 'usr_d' || $2, 'd' || $2 || '@test.example', 'D', 'DOCTOR'
     union all
     select $1, 'usr_p' || n || '_' || $2, 'p' || n || '_' || $2 || '@test.example', 'P', 'PATIENT' from generate_series(1, $3::int) n`,
    [tenant, tenant.slice(-8), patients],
  )
  await owner.query(
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

/** Counts the messages, the keys and the patients who got a message. */
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
  test('are sent once by fifty concurrent runs', async () => {
    const own = await startWithoutDueItems()
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

  test('are sent even if one fails, and the next run repeats that one', async () => {
    const own = await startWithoutDueItems()
    const tenant = await manyDue(own.owner, 100)
    await own.advance(49 * 3600)
    await own.owner.query(`
      create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
      create trigger refuse before insert on messages for each row
        when (new.recipient_user_id like 'usr\\_p42\\_%') execute function refuse()`)
    assert.deepEqual(await run(own), { ok: true, processed: 101, succeeded: 99, failed: 2 })
    assert.deepEqual(await sent(own.owner, tenant), { messages: 99, patients: 99, keys: 198 })
    await own.owner.query('drop function refuse cascade')
    assert.deepEqual(await run(own), jobResult(1))
    assert.deepEqual(await sent(own.owner, tenant), { messages: 100, patients: 100, keys: 200 })
  })

  test('continue with the next run after a crash, without duplicates', async () => {
    const url = await newDatabase()
    const db = new pg.Pool({ connectionString: url, max: 2 })
    after(() => db.end())
    await deleteDueItems(db)
    const tenant = await manyDue(db, 1500)
    await db.query(`insert into test_clock (ahead_by) values (interval '49 hours')`)
    const { before, answer } = await killMidRun(url, db, 'reminders', async () => (await sent(db, tenant)).messages)
    assert.ok(before < 1500)
    assert.deepEqual(answer, jobResult(1500 - before))
    assert.deepEqual(await sent(db, tenant), { messages: 1500, patients: 1500, keys: 3000 })
  })
})
