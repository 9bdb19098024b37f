import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  applyEarlier,
  assertUpToDate,
  insertRowsOf,
  migrationsOf,
  newPlainDatabase,
  rowsOf,
} from '../../testing/earlier.ts'
import { asOwner, startPlatform } from '../../testing/harness.ts'
import { scopes } from '../actor.ts'
import { migrate } from './migrate.ts'
import { MIGRATIONS, readMigrations } from './migration-files.ts'

/** A database with a commit's migrations and its server's rows, migrated to the newest version. */
async function upgraded(commit: string, migrations: string) {
  const database = await newPlainDatabase()
  await applyEarlier(database.url, await migrationsOf(migrations))
  await insertRowsOf(database.superuserUrl, commit)
  await migrate(database.url, 'sandbox', undefined)
  const query = (text: string) =>
    asOwner(database.superuserUrl, async (superuser) => (await superuser.query(text)).rows)
  return { ...database, query, rows: await rowsOf(commit) }
}

const lists = [
  'appointments',
  'prescriptions',
  'orders',
  'lab-orders',
  'invoices',
  'reviews',
  'follow-ups',
  'patients',
  'doctors',
  'users',
  'clients',
  'leads',
  'services',
  'campaigns',
  'notifications',
  'documents',
  'webhooks',
  'events',
  'audit',
  'access-requests',
]

for (const [commit, migrations] of [
  ['3333278', '3333278'],
  ['cdb0f4c', '333c740'],
  ['4d73892', 'ade6228'],
] as const)
  test(`bookings and lists work on a database filled by the server of ${commit}, and no data is lost`, async () => {
    const { url, query, rows } = await upgraded(commit, migrations)
    await assertUpToDate(url)
    for (const [table, tableRows] of Object.entries(Object.groupBy(rows, (row) => row.table))) {
      const [found] = await query(`select count(*)::int as n from ${table}`)
      assert.equal(found.n, tableRows!.length, table)
    }

    const platform = await startPlatform({}, url)
    const token = await platform.tokenOf('sandbox-admin', Object.keys(scopes).join(' '))
    const start = Date.now() + 40 * 86_400_000
    const booked = await platform.call('POST', '/api/appointments', {
      token,
      body: {
        doctorId: 'usr_sandbox_doctor',
        patientId: 'usr_sandbox_patient',
        startTime: new Date(start).toISOString(),
        endTime: new Date(start + 1_800_000).toISOString(),
      },
    })
    assert.equal(booked.status, 201, booked.text)
    for (const list of lists) {
      const answer = await platform.call('GET', `/api/${list}`, { token })
      assert.equal(answer.status, 200, `${list}: ${answer.text}`)
    }
    const tenantAppointments = rows.filter(
      ({ table, row }) => table === 'appointments' && row.tenant_id === 'ten_sandbox',
    )
    const { body } = await platform.call('GET', '/api/appointments', { token })
    assert.equal(body.pagination.total, tenantAppointments.length + 1)
    await platform.stop()
  })

test('consents from before the table of current consents are in it if still valid', async () => {
  const { query } = await upgraded('cdb0f4c', '333c740')
  assert.deepEqual(await query('select patient_id, name, version from consents_in_force'), [
    { patient_id: 'usr_sandbox_patient', name: 'TELECONSULTATION', version: 1 },
  ])
})

test('an invoice keeps its doctor after the column was renamed', async () => {
  const { query, rows } = await upgraded('cdb0f4c', '333c740')
  const written = rows.filter(({ table }) => table === 'invoices').map(({ row }) => [row.id, row.practitioner_id])
  const found = await query('select id, doctor_id from invoices order by id')
  assert.deepEqual(
    found.map(({ id, doctor_id }) => [id, doctor_id]),
    written.toSorted(),
  )
})

test('a reminder queued before the upgrade expires when the first of its appointments begins', async () => {
  const { query } = await upgraded('4d73892', 'ade6228')
  const waiting = await query(`
    select m.useless_at = (select min(start_time) from appointments a where a.id = any(m.about)) as ends
    from messages m
    where m.next_at is not null and m.template_code = 'APPOINTMENT_REMINDER_D1'`)
  assert.deepEqual(waiting, [{ ends: true }])
  const others = `next_at is null or template_code <> 'APPOINTMENT_REMINDER_D1'`
  const [otherMessages] = await query(
    `select count(*)::int as all, count(useless_at)::int as ends from messages where ${others}`,
  )
  assert.ok(otherMessages.all > 0)
  assert.equal(otherMessages.ends, 0)
})

test('webhook statistics continue from the introduction of the engine', async () => {
  const { url, superuserUrl } = await newPlainDatabase()
  await applyEarlier(url, await migrationsOf('768f279'))
  await migrate(url, 'sandbox', undefined)
  const [row] = await asOwner(superuserUrl, async (superuser) => {
    const { rows } = await superuser.query(`
      select p.minute = date_trunc('minute', m.applied_at) as right_minute
      from webhook_minutes_position p
      join migrations m on m.name = '0018_webhook_engine.sql'`)
    return rows
  })
  assert.deepEqual(row, { right_minute: true })
})

test('recipients who replied get no more campaign messages, before and after the upgrade', async () => {
  const { url, superuserUrl } = await newPlainDatabase()
  await applyEarlier(url, await migrationsOf('1d853a5'))
  const inDatabase = (text: string) => asOwner(superuserUrl, async (superuser) => (await superuser.query(text)).rows)
  const people = ['answered', 'stopped', 'early', 'unsent', 'silent', 'next']
  await inDatabase(`
    insert into tenants (tenant_id, name, plan) values ('ten_a', 'Clinic', 'PRO');
    insert into users (tenant_id, id, email, name, role) values ('ten_a', 'usr_admin', 'a@test.example', 'Admin', 'ADMIN');
    insert into leads (tenant_id, id, name, phone, source)
    select 'ten_a', 'lead_' || name, name, '+212600000000', 'site' from unnest('{${people}}'::text[]) name;
    insert into campaigns (tenant_id, id, name, steps, steps_made) values ('ten_a', 'cmp_a', 'News', '[{"number": 1}]', 1);
    insert into campaign_enrolments (tenant_id, id, campaign_id, lead_id, since, enrolled_by, enrolled_at, steps_sent)
    select 'ten_a', 'enr_' || name, 'cmp_a', 'lead_' || name, now(), 'usr_admin', now() - interval '1 hour',
      case when name = 'unsent' then 0 else 1 end
    from unnest('{${people}}'::text[]) name`)
  const answer = (name: string, stop: boolean, at = 'now()') =>
    inDatabase(`
      insert into message_replies (tenant_id, id, provider, provider_reply_id, channel, from_phone, lead_id, text, stop, at)
      values ('ten_a', 'rpl_${name}', 'test', '${name}', 'SMS', '+212600000000', 'lead_${name}', 'text', ${stop}, ${at})`)
  await answer('answered', false)
  await answer('stopped', true)
  await answer('early', false, `now() - interval '2 hours'`)
  await answer('unsent', false)

  await migrate(url, 'production', undefined)
  await assertUpToDate(url)
  await answer('next', false)
  const stopped = await inDatabase(
    'select person_id, stop_reason from campaign_enrolments where ended_at is not null order by 1',
  )
  assert.deepEqual(stopped, [
    { person_id: 'lead_answered', stop_reason: 'REPLIED' },
    { person_id: 'lead_next', stop_reason: 'REPLIED' },
    { person_id: 'lead_stopped', stop_reason: 'OPTED_OUT' },
  ])
})

test('appointments of one person that overlap in two organisations do not stop the upgrade', async () => {
  const { url, superuserUrl } = await newPlainDatabase()
  const earlier = (await readMigrations(MIGRATIONS)).filter(({ name }) => name < '0061')
  await applyEarlier(url, new Map(earlier.map(({ name, text }) => [name, text])))
  const inDatabase = (text: string) => asOwner(superuserUrl, async (superuser) => (await superuser.query(text)).rows)
  await inDatabase(`
    insert into tenants (tenant_id, name, plan) values ('ten_a', 'A', 'PRO'), ('ten_b', 'B', 'PRO');
    insert into logins (id, email) values ('lgn_1', 'doctor@test.example');
    insert into users (tenant_id, id, email, name, role, login_id, verified_at)
    select 'ten_' || place, 'usr_' || place || '_' || lower(role), 'doctor@test.example', 'D', role,
      case role when 'DOCTOR' then 'lgn_1' end, case role when 'DOCTOR' then now() end
    from unnest(array['a', 'b']) place, unnest(array['DOCTOR', 'PATIENT']) role`)
  const book = (place: string, day: number, minute = 0) =>
    inDatabase(`
      insert into appointments (tenant_id, id, doctor_id, patient_id, start_time, end_time, video_room_id)
      select 'ten_${place}', 'apt_${place}${day}_${minute}', 'usr_${place}_doctor', 'usr_${place}_patient', start, start + interval '30 minutes',
        'room_${place}${day}_${minute}'
      from (select timestamptz '2030-01-${day} 10:${minute}' as start) s`)
  for (const [place, day] of [
    ['a', 10],
    ['b', 10],
    ['a', 11],
  ] as const)
    await book(place, day)

  await migrate(url, 'production', undefined)
  await assertUpToDate(url)
  const [{ kept }] = await inDatabase('select count(*)::int as kept from appointments where calendar is not null')
  assert.equal(kept, 3)
  await assert.rejects(book('b', 11), { constraint: 'appointments_no_overlap' }, 'others are of one calendar now')
  await assert.rejects(book('a', 11, 15), { constraint: 'appointments_no_overlap' })
})
