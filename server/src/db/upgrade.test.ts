import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { test } from 'node:test'
import type pg from 'pg'
import { asOwner, newDatabase } from '../testing/harness.ts'
import { migrate } from './migrate.ts'

const folder = new URL('../../migrations/', import.meta.url)
/** The first installations had the migrations up to here. */
const FIRST = '0006_audit_and_idempotency.sql'

/** A database whose owner is no superuser, so that forced policies bind it too, with the migrations that are named. */
async function newPlainDatabase(names: string[]): Promise<string> {
  const url = new URL(await newDatabase())
  const database = `${url.pathname.slice(1)}_plain`
  const owner = `${database}_owner`
  await asOwner(url.href, async (superuser) => {
    await superuser.query(`create role ${owner} login createrole password 'plain'`)
    await superuser.query(`grant medina_app, medina_worker, medina_gate to ${owner} with admin option`)
    await superuser.query(`create database ${database} owner ${owner}`)
  })
  url.username = owner
  url.password = 'plain'
  url.pathname = database
  await asOwner(url.href, async (plain) => {
    await plain.query('create table migrations (name text primary key, applied_at timestamptz not null default now())')
    for (const name of names) {
      await plain.query(await readFile(new URL(name, folder), 'utf8'))
      await plain.query('insert into migrations (name) values ($1)', [name])
    }
  })
  return url.href
}

const migrations = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()

/** Runs as the application does: with the rows of one tenant in sight. */
async function asTenant<T>(url: string, tenantId: string, work: (app: pg.Client) => Promise<T>): Promise<T> {
  return asOwner(url, async (owner) => {
    await owner.query('set role medina_app')
    await owner.query(`select set_config('app.tenant', $1, false)`, [tenantId])
    return work(owner)
  })
}

test('an installation with people in it comes up to date, though its owner is bound by the policies', async () => {
  const url = await newPlainDatabase(migrations.filter((name) => name <= FIRST))
  for (const tenantId of ['ten_sandbox', 'ten_first'])
    await asTenant(url, tenantId, async (app) => {
      const doctor = `usr_sandbox_${tenantId.slice(4)}`
      await app.query(`insert into tenants (tenant_id, name, plan) values ($1, 'Clinic', 'PRO')`, [tenantId])
      await app.query(
        `insert into users (tenant_id, id, email, name, role) values ($1, $2, $2 || '@test.example', 'Dr Benali', 'DOCTOR')`,
        [tenantId, doctor],
      )
      await app.query(
        `insert into doctors (tenant_id, user_id, slug, specialty, city) values ($1, $2, 'dr-benali', 'Cardiologie', 'Fès')`,
        [tenantId, doctor],
      )
      await app.query(
        `insert into clients (tenant_id, id, acts_as, name, scopes) values ($1, $2, $3, 'Client', '{users:read}')`,
        [tenantId, `sandbox-${tenantId.slice(4)}`, doctor],
      )
    })

  assert.deepEqual(
    await migrate(url, 'sandbox', undefined),
    migrations.filter((name) => name > FIRST),
  )

  const found = (tenantId: string) =>
    asTenant(url, tenantId, async (app) => {
      const { rows } = await app.query(`
        select u.verified_at = u.created_at as verified, u.password_hash is not null as has_password, d.slug,
          'audit:read' = any(c.scopes) as may_all, p.city_key
        from users u
        join doctors d on d.user_id = u.id
        join clients c on c.acts_as = u.id
        join public_doctors p on p.id = u.id`)
      return rows
    })
  const expected = { verified: true, city_key: 'fes' }
  assert.deepEqual(await found('ten_first'), [{ ...expected, has_password: false, slug: 'dr-benali', may_all: false }])
  assert.deepEqual(await found('ten_sandbox'), [
    { ...expected, has_password: true, slug: 'dr-benali-andbox', may_all: true },
  ])
})

test('a log that was restored into a younger cluster goes on above all its rows, of any owner', async () => {
  const url = await newPlainDatabase([])
  await migrate(url, 'sandbox', undefined)
  const write = (id: string) =>
    asTenant(url, 'ten_first', (app) =>
      app.query(
        `insert into audit_log (tenant_id, id, user_id, client_id, operation, outcome, request_id)
         values ('ten_first', new_id('aud'), 'u', 'c', 'o', 'OK', $1)`,
        [id],
      ),
    )
  await write('before')
  // What the dump brings along: numbers of an older cluster, and a row that was not sealed yet when it was made.
  await asOwner(url, async (owner) => {
    await owner.query('alter table audit_log no force row level security')
    await owner.query('update audit_log set xid = xid + 2000000000')
    await owner.query('update audit_position set xid = 1000000000')
    await owner.query('alter table audit_log force row level security')
  })
  await migrate(url, 'sandbox', undefined)
  await write('after')
  const { rows } = await asTenant(url, 'ten_first', (app) => app.query('select request_id from audit_log order by xid'))
  assert.deepEqual(rows, [{ request_id: 'before' }, { request_id: 'after' }])
})

test('of a prescription that was delivered several times, one order counts, and no row is lost', async () => {
  const url = await newPlainDatabase(migrations.filter((name) => name < '0044'))
  await asTenant(url, 'ten_first', async (app) => {
    await app.query(`insert into tenants (tenant_id, name, plan) values ('ten_first', 'Clinic', 'PRO')`)
    await app.query(
      `insert into users (tenant_id, id, email, name, role)
       select 'ten_first', 'usr_' || lower(role), role || '@test.example', role, role
       from unnest(array['DOCTOR', 'PATIENT', 'PHARMACIST']) as role`,
    )
    await app.query(
      `insert into appointments (tenant_id, id, doctor_id, patient_id, start_time, end_time, video_room_id)
       values ('ten_first', 'apt_1', 'usr_doctor', 'usr_patient', now(), now() + interval '1 hour', 'room_1')`,
    )
    for (const [id, orders] of Object.entries({
      rx_once: ['DELIVERED'],
      rx_thrice: ['DELIVERED', 'CANCELLED', 'DELIVERED', 'DELIVERED', 'REJECTED'],
      rx_open: ['DELIVERED', 'DELIVERED', 'READY'],
      rx_ended: ['CANCELLED', 'REJECTED'],
    })) {
      await app.query(
        `insert into prescriptions (tenant_id, id, doctor_id, patient_id, appointment_id, items, issued_at)
         values ('ten_first', $1, 'usr_doctor', 'usr_patient', 'apt_1', '[{"medication": "A"}]', now())`,
        [id],
      )
      for (const [n, status] of orders.entries())
        await app.query(
          `insert into orders (tenant_id, id, prescription_id, pharmacy_id, delivery_requested, status)
           values ('ten_first', $1, $2, 'usr_pharmacist', false, $3)`,
          [`ord_${id}_${n}`, id, status],
        )
    }
  })
  await migrate(url, 'production', undefined)

  await asTenant(url, 'ten_first', async (app) => {
    const { rows } = await app.query<{ id: string; marks: boolean[] }>(
      'select prescription_id as id, array_agg(repeated order by id) as marks from orders group by 1',
    )
    assert.deepEqual(Object.fromEntries(rows.map(({ id, marks }) => [id, marks])), {
      rx_once: [false],
      rx_thrice: [true, false, true, false, false],
      rx_open: [true, true, false],
      rx_ended: [false, false],
    })
    const add = (prescription: string) =>
      app.query(
        `insert into orders (tenant_id, id, prescription_id, pharmacy_id, delivery_requested)
         values ('ten_first', 'ord_new_' || $1::text, $1, 'usr_pharmacist', false)`,
        [prescription],
      )
    for (const id of ['rx_once', 'rx_thrice', 'rx_open']) await assert.rejects(add(id), /orders_once/)
    await add('rx_ended')
    await app.query(`update orders set status = 'DELIVERED' where id = 'ord_rx_open_2'`)
  })
})
