import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newPlainDatabase } from '../../testing/earlier.ts'
import { asOwner, newDatabase } from '../../testing/harness.ts'
import { differencesOfSchema } from './assert-schema.ts'
import { migrate } from './migrate.ts'
import { MIGRATIONS, readMigrations } from './migration-files.ts'
import { StartError } from './start-error.ts'

/** A sandbox's database from before digests were recorded, with an altered schema. */
async function altered(statements: string): Promise<string> {
  const url = await newDatabase()
  await asOwner(url, (owner) => owner.query(`update migrations set sha256 = null; ${statements}`))
  return url
}

const withoutDigest = async (url: string): Promise<number> =>
  asOwner(url, async (owner) => (await owner.query('select from migrations where sha256 is null')).rowCount!)

const alterations = [
  ['drop policy tenant on messages', 'policy tenant on messages is missing'],
  ['alter policy tenant on leads using (true)', 'policy tenant on leads differs'],
  ['create policy all_rows on orders to medina_app using (true)', 'policy all_rows on orders is unexpected'],
  ['alter table reviews no force row level security', 'relation reviews differs'],
  ['alter table messages alter next_at drop default', 'column messages.next_at differs'],
  ['alter table messages alter channel set not null', 'column messages.channel differs'],
  ['alter table leads alter name type varchar(80)', 'column leads.name differs'],
  ['alter table messages drop useless_at', 'column messages.useless_at is missing'],
  [`alter table leads add note text not null default ''`, 'column leads.note is unexpected'],
  ['drop table video_participants cascade', 'relation video_participants is missing'],
  ['drop index messages_due', 'index messages_due is missing'],
  ['create unique index one_each on orders (tenant_id, id, status)', 'unique index one_each is unexpected'],
  ['alter table reviews drop constraint reviews_rating_check', 'constraint reviews_rating_check on reviews is missing'],
  ['alter table reviews disable trigger rated', 'trigger rated on reviews differs'],
  [
    'create or replace function utc_text(at timestamptz) returns text language sql as $$ select at::text $$',
    'function utc_text(timestamp with time zone) differs',
  ],
  ['alter function stop_person security invoker', 'function stop_person() differs'],
  ['alter function stop_answered owner to current_user', 'function stop_answered() differs'],
  ['grant execute on function end_webhook_table to public', 'function end_webhook_table(integer) differs'],
  ['grant update on audit_log to medina_app', 'relation audit_log differs'],
  ['revoke select (slug) on public_doctors from medina_app', 'column public_doctors.slug differs'],
  [
    'create function id_floor(prefix text) returns text language sql as $$ select prefix $$',
    'function id_floor(text) is unexpected',
  ],
  ['revoke usage on schema public from medina_worker', 'schema public differs'],
] as const

test('detects every kind of schema change', async () => {
  const url = await altered(alterations.map(([statement]) => statement).join('; '))
  const found = await asOwner(url, async (owner) => differencesOfSchema(owner, await readMigrations(MIGRATIONS)))
  assert.deepEqual(found.toSorted(), alterations.map(([, line]) => line).toSorted())
})

test('an altered database without digests fails the start with one line naming the difference', async () => {
  const url = await altered('drop policy tenant on messages; alter table messages alter next_at drop default')
  const files = await withoutDigest(url)
  await assert.rejects(migrate(url, 'sandbox', undefined), (error: Error) => {
    assert.ok(error instanceof StartError)
    assert.match(error.message, /: policy tenant on messages is missing; column messages\.next_at differs\. See /)
    assert.ok(!error.message.includes('\n'))
    return true
  })
  assert.equal(await withoutDigest(url), files, 'no digest is recorded')
})

test('a database without digests is accepted with permitted additions and tuning', async () => {
  const url = await altered(`
    create index for_a_report on messages (template_code);
    alter table messages set (fillfactor = 80);
    alter index messages_due set (fillfactor = 80);
    alter table messages alter template_code set statistics 500;
    comment on table messages is 'what people are sent';
    create table report (day date primary key, sent int);
    create function sent_on(day date) returns int language sql as 'select sent from report r where r.day = sent_on.day';
    grant select on messages to pg_monitor`)
  assert.deepEqual(await migrate(url, 'sandbox', undefined), [])
  assert.equal(await withoutDigest(url), 0)
  const { rows } = await asOwner(url, (owner) =>
    owner.query(`select nspname from pg_namespace where nspname ~ 'medina'`),
  )
  assert.deepEqual(rows, [], 'the comparison schema is gone')
})

test('a database without digests is accepted after a restore into a cluster with lower counters', async () => {
  const url = await altered('')
  await asOwner(url, async (owner) => {
    await owner.query('begin')
    await owner.query(
      'alter table audit_log no force row level security; alter table events no force row level security',
    )
    await owner.query(`
      update audit_position set xid = pg_current_xact_id()::text::bigint + 1000000;
      insert into events (tenant_id, id, kind, subject_id, audience, body, created_at, xid)
      select tenant_id, new_id('evt'), 'test', '', '{}', '', now(), (pg_current_xact_id()::text::bigint + 1000000)::text::xid8
      from tenants limit 1;
      call continue_audit_numbering();
      call continue_event_numbering()`)
    await owner.query('alter table audit_log force row level security; alter table events force row level security')
    await owner.query('commit')
  })
  const { rows } = await asOwner(url, (owner) =>
    owner.query(`select from pg_attrdef where pg_get_expr(adbin, adrelid) ~ 'pg_current_xact_id.*\\+'`),
  )
  assert.ok(rows.length >= 2, 'both numberings continue above')
  await migrate(url, 'sandbox', undefined)
  assert.equal(await withoutDigest(url), 0)
})

test('a superuser may migrate a database without digests of any owner', async () => {
  const { url, superuserUrl } = await newPlainDatabase()
  await migrate(url, 'sandbox', undefined)
  await asOwner(superuserUrl, (superuser) => superuser.query('update migrations set sha256 = null'))
  await migrate(superuserUrl, 'sandbox', undefined)
  assert.equal(await withoutDigest(superuserUrl), 0)
})

test('a refused database is accepted once repaired', async () => {
  const url = await altered('alter table messages drop useless_at')
  await assert.rejects(migrate(url, 'sandbox', undefined), /column messages\.useless_at is missing/)
  await asOwner(url, (owner) =>
    owner.query('alter table messages add useless_at timestamptz; grant update (useless_at) on messages to medina_app'),
  )
  await migrate(url, 'sandbox', undefined)
  assert.equal(await withoutDigest(url), 0)
})
