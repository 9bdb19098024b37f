import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asOwner, newDatabase } from '../../testing/harness.ts'
import { keptTables } from '../features/platform/sandbox/kept-tables.ts'
import { idFloor, newId } from '../lib/ids.ts'
import { migrate } from './migrate.ts'

const ownerUrl = await newDatabase()
const rowsOf = <R extends object>(text: string, ...values: unknown[]) =>
  asOwner(ownerUrl, async (owner) => (await owner.query<R>(text, values)).rows)

/** Tables without a tenant. */
const withoutTenant = [
  'jobs',
  'migrations',
  'installation',
  'code_limits',
  'logins',
  'passkey_challenges',
  'passkeys',
  'password_resets',
  'recovery_codes',
  'second_factor_challenges',
  'sign_in_choices',
  'sign_in_failures',
  'signing_keys',
  'test_clock',
  'tenant_moves',
  'moved_secrets',
  'totp_secrets',
  'audit_position',
  'event_numbering',
  'webhook_minutes_position',
]

/**
 * The public directory has no policies: only triggers write it, and with policies its filters could not use indexes.
 */
const publicTables = ['public_doctors']

const tables = await rowsOf<{
  name: string
  forced: boolean
  partition: boolean
  policies: number
  key: string[] | null
}>(`
  select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as forced, c.relispartition as partition,
    (select count(*)::int from pg_policy p where p.polrelid = c.oid and 'medina_app'::regrole = any(p.polroles)) as policies,
    (select array_agg(a.attname::text order by k.n)
     from pg_index i
     cross join lateral unnest(i.indkey) with ordinality as k (attnum, n)
     join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
     where i.indrelid = c.oid and i.indisprimary) as key
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
  order by 1`)

test('every tenant table has forced row-level security, and its key begins with the tenant', () => {
  const tenantTables = tables.filter(
    ({ name, partition }) => !partition && ![...withoutTenant, ...publicTables].includes(name),
  )
  assert.ok(tenantTables.length >= 14)
  for (const { name, forced, policies, key } of tenantTables) {
    assert.ok(forced, `${name}: row-level security is not forced`)
    assert.equal(policies, 1, `${name}: policies of the application's role`)
    assert.equal(key?.[0], 'tenant_id', `${name}: key`)
  }
})

test('the serving roles own nothing, bypass no policies, and access partitions only through the parent', async () => {
  const roles = await rowsOf<{ name: string }>(`
    select rolname as name from pg_roles
    where rolname in ('medina_app', 'medina_worker', 'medina_gate')
      and not rolsuper and not rolbypassrls and not rolcreaterole and not rolcreatedb`)
  assert.equal(roles.length, 3)
  assert.deepEqual(
    await rowsOf(
      `select relname from pg_class where relowner in ('medina_app'::regrole, 'medina_worker'::regrole) and relnamespace = 'public'::regnamespace`,
    ),
    [],
  )
  const reachable = await rowsOf(`
    select c.relname from pg_class c cross join unnest(array['medina_app', 'medina_worker', 'medina_gate']) as role
    where c.relispartition and c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and has_table_privilege(role, c.oid, 'select, insert, update, delete')`)
  assert.deepEqual(reachable, [])
})

test('public tables are written only by triggers, and hide their tenant', async () => {
  const may = await rowsOf<{ role: string; write: boolean; tenant: boolean; read: boolean }>(`
    select role, has_any_column_privilege(role, 'public_doctors', 'insert, update')
        or has_table_privilege(role, 'public_doctors', 'delete, truncate') as write,
      has_column_privilege(role, 'public_doctors', 'tenant_id', 'select') as tenant,
      has_column_privilege(role, 'public_doctors', 'slug', 'select') as read
    from unnest(array['medina_app', 'medina_worker']) as role`)
  assert.deepEqual(may, [
    { role: 'medina_app', write: false, tenant: false, read: true },
    { role: 'medina_worker', write: false, tenant: false, read: false },
  ])
})

test('the audit log and the events are append-only', async () => {
  for (const table of ['audit_log', 'audit_seals', 'audit_of_patients', 'events', 'webhook_attempts']) {
    const [may] = await rowsOf<{ change: boolean }>(
      `
      select bool_or(has_table_privilege(role, $1, 'update') or has_table_privilege(role, $1, 'delete') or has_table_privilege(role, $1, 'truncate')) as change
      from unnest(array['medina_app', 'medina_worker', 'medina_gate']) as role`,
      table,
    )
    assert.equal(may!.change, false, table)
  }
})

test('each tenant table is classified for the sandbox reset, and no kept table references an emptied one', async () => {
  const rows = await rowsOf<{ name: string; goes: boolean; leans: boolean }>(`
    select c.relname as name, p.oid is not null as goes,
      exists (
        select from pg_constraint k
        join pg_policy other on other.polrelid = k.confrelid and other.polname = 'reset'
        where k.contype = 'f' and k.conrelid = c.oid) as leans
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
    left join pg_policy p on p.polrelid = c.oid and p.polname = 'reset'
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`)
  for (const { name, goes, leans } of rows) {
    assert.notEqual(goes, keptTables.includes(name), name)
    assert.ok(goes || !leans, `${name} refers to what a reset empties`)
  }
  assert.deepEqual(
    keptTables.filter((name) => !rows.some((row) => row.name === name)),
    [],
  )
})

test('foreign keys of tenant tables include the tenant', async () => {
  const loose = await rowsOf<{ conname: string }>(`
    select conname from pg_constraint k
    where k.contype = 'f' and k.connamespace = 'public'::regnamespace
      and not exists (select from pg_attribute a where a.attrelid = k.conrelid and a.attnum = any(k.conkey) and a.attname = 'tenant_id')`)
  // A login belongs to no tenant.
  assert.deepEqual(loose.map(({ conname }) => conname).sort(), [
    'passkeys_login_id_fkey',
    'recovery_codes_login_id_fkey',
    'second_factor_challenges_login_id_fkey',
    'totp_secrets_login_id_fkey',
    'users_login_id_fkey',
  ])
})

test('logins are reached only through functions', async () => {
  const [may] = await rowsOf<{ any: boolean }>(`
    select bool_or(has_any_column_privilege(role, 'logins', 'select, insert, update, references')
      or has_table_privilege(role, 'logins', 'delete, truncate')) as any
    from unnest(array['medina_app', 'medina_worker', 'public']) as role`)
  assert.deepEqual(may, { any: false })
})

test('ids of database and server have the same format, and sort by time', async () => {
  const [row] = await rowsOf<{ id: string; floor: string }>(
    `select new_id('evt') as id, id_floor('evt', timestamptz '2026-12-01T00:00:00Z') as floor`,
  )
  const form = /^evt_[0-9a-f]{32}$/
  assert.match(row!.id, form)
  assert.match(newId('evt'), form)
  assert.equal(row!.floor, idFloor('evt', Date.UTC(2026, 11, 1)))
  const ids = Array.from({ length: 2000 }, () => newId('evt'))
  assert.equal(new Set(ids).size, ids.length)
  const [before, after] = [
    newId('evt'),
    await new Promise<string>((resolve) => setTimeout(() => resolve(newId('evt')), 3)),
  ]
  assert.ok(before < after)
  assert.ok(Math.abs(Number.parseInt(row!.id.slice(4, 16), 16) - Date.now()) < 60_000)
})

test('business time is real time plus the transaction’s offset', async () => {
  await asOwner(ownerUrl, async (owner) => {
    const ahead = async () =>
      (await owner.query(`select extract(epoch from app_now() - now())::int as sec`)).rows[0].sec
    assert.equal(await ahead(), 0)
    await owner.query('begin')
    await owner.query(`select set_config('app.clock_offset', '2 days', true)`)
    assert.equal(await ahead(), 172_800)
    await owner.query('commit')
    assert.equal(await ahead(), 0)
  })
})

test('partitions are created ahead of each month', async () => {
  const floors = await rowsOf<{ name: string; months: number }>(`
    select parent.relname as name, count(*)::int as months
    from pg_inherits i join pg_class parent on parent.oid = i.inhparent join pg_class child on child.oid = i.inhrelid
    where parent.relkind = 'p'
    group by 1 order by 1`)
  assert.deepEqual(
    floors.map(({ name }) => name),
    ['audit_log', 'audit_of_patients', 'events', 'request_log', 'webhook_attempts', 'webhook_deliveries'],
  )
  for (const { name, months } of floors) assert.equal(months, name === 'request_log' ? 11 : 4, name) // of days
  await rowsOf('call make_all_partitions(5)')
  const count = async () => {
    const [row] = await rowsOf<{ n: number }>(
      `select count(*)::int as n from pg_inherits i join pg_class c on c.oid = i.inhparent where c.relname = 'events'`,
    )
    return row!.n
  }
  assert.equal(await count(), 6)
  const nextMonth = `webhook_attempts_${new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() + 1)).toISOString().slice(0, 7).replace('-', '_')}`
  const created = async () =>
    (await rowsOf<{ found: string | null }>('select to_regclass($1)::text as found', nextMonth))[0]!.found
  assert.equal(await created(), nextMonth)
  await rowsOf(`drop table ${nextMonth}`)
  await migrate(ownerUrl, 'sandbox', undefined)
  assert.equal(await created(), nextMonth, 'a start creates missing ones')
  assert.equal(await count(), 6, 'and keeps existing ones')
})

test('an owner without superuser rights can set up a database', async () => {
  const url = new URL(ownerUrl)
  const name = `plain_${url.pathname.slice(1)}` // roles belong to the cluster
  await asOwner(ownerUrl, async (owner) => {
    await owner.query(`create role ${name} login createrole password 'plain'`)
    await owner.query(`grant medina_app, medina_worker, medina_gate to ${name} with admin option`)
    await owner.query(`create database ${name} owner ${name}`)
  })
  url.username = name
  url.password = 'plain'
  url.pathname = name
  const applied = await migrate(url.href, 'sandbox', undefined)
  assert.ok(applied.length >= 6)
  assert.deepEqual(await migrate(url.href, 'sandbox', undefined), [], 'a second start applies nothing')
})
