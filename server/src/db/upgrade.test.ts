import assert from 'node:assert/strict'
import { test } from 'node:test'
import type pg from 'pg'
import {
  applyEarlier,
  assertUpToDate,
  earlierMigrations,
  type MigrationState,
  migrationsOf,
  newPlainDatabase,
} from '../../testing/earlier.ts'
import { asOwner } from '../../testing/harness.ts'
import { migrate } from './migrate.ts'
import { MIGRATIONS, readMigrations } from './migration-files.ts'

const migrations = (await readMigrations(MIGRATIONS)).map(({ name }) => name)
const states = await earlierMigrations()

/** Together with upgrade-data.test.ts they cover every text that a migration ever had. UPGRADE_FROM=all tries all commits. */
const selectedCommits = '1ed04d9 1ac69db 33cef34 358fc53 768f279 a563f6e 4965def 4bfbc65 1d853a5 cd40b63 8e197e2'.split(
  ' ',
)
const filled = ['3333278', '333c740', 'ade6228']

test('covers every version of every migration file', () => {
  const textsOf = (some: MigrationState[]) => new Set(some.flatMap(({ files }) => [...files.values()]))
  const selectedStates = states.filter(({ commit }, at) => at === 0 || [...selectedCommits, ...filled].includes(commit))
  assert.equal(states.length, 40)
  assert.deepEqual([...textsOf(states).difference(textsOf(selectedStates))], [])
})

for (const { commit, files } of states) {
  if (!selectedCommits.includes(commit) && process.env.UPGRADE_FROM !== 'all') continue
  test(`a database of ${commit}, up to ${[...files.keys()].sort().at(-1)}, is migrated to the schema of a new one`, async () => {
    const { url } = await newPlainDatabase()
    await applyEarlier(url, files)
    const applied = await migrate(url, 'sandbox', undefined)
    assert.deepEqual(
      applied.toSorted(),
      migrations.filter((name) => !files.has(name)),
    )
    await assertUpToDate(url)
    assert.deepEqual(await migrate(url, 'sandbox', undefined), [], 'a second start applies nothing')
  })
}

test('a database that followed all commits has the schema of a new one', async () => {
  const { url } = await newPlainDatabase()
  for (const commit of ['1ac69db', '358fc53', '768f279', '4965def', '4bfbc65', 'ade6228', '1d853a5', '949e6db'])
    await applyEarlier(url, await migrationsOf(commit))
  await migrate(url, 'sandbox', undefined)
  await assertUpToDate(url)
})

/** Runs as the application's role, limited to one tenant's rows. */
async function asTenant<T>(url: string, tenantId: string, work: (app: pg.Client) => Promise<T>): Promise<T> {
  return asOwner(url, async (owner) => {
    await owner.query('set role medina_app')
    await owner.query(`select set_config('app.tenant', $1, false)`, [tenantId])
    return work(owner)
  })
}

test('an installation with data is migrated even if its owner is bound by policies', async () => {
  const { url } = await newPlainDatabase()
  await applyEarlier(url, await migrationsOf('3333278'))
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

  await migrate(url, 'sandbox', undefined)

  const found = (tenantId: string) =>
    asTenant(url, tenantId, async (app) => {
      const { rows } = await app.query(`
        select u.verified_at = u.created_at as verified, u.password_hash as kept_hash, a.password_hash is not null as has_password, d.slug,
          'audit:read' = any(c.scopes) as may_all, p.city_key
        from users u
        join doctors d on d.user_id = u.id
        join clients c on c.acts_as = u.id
        join public_doctors p on p.id = u.id
        join account_by_email(upper(u.email)) a on a.id = u.id and a.login_id = u.login_id`)
      return rows
    })
  const expected = { verified: true, kept_hash: null, city_key: 'fes' }
  assert.deepEqual(await found('ten_first'), [{ ...expected, has_password: false, slug: 'dr-benali', may_all: false }])
  assert.deepEqual(await found('ten_sandbox'), [
    { ...expected, has_password: true, slug: 'dr-benali-andbox', may_all: true },
  ])
})

test('a log restored into a cluster with a lower counter continues above all its rows, with any owner', async () => {
  const { url } = await newPlainDatabase()
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
  // As in a dump: numbers of an older cluster, and an unsealed row.
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

test('a prescription delivered several times keeps its orders and is not delivered again', async () => {
  const { url } = await newPlainDatabase()
  await applyEarlier(url, states[0]!.files)
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
    const add = (prescription: string) =>
      app.query(
        `insert into orders (tenant_id, id, prescription_id, patient_id, doctor_id, pharmacy_id, delivery_requested)
         values ('ten_first', 'ord_new_' || $1::text, $1, 'usr_patient', 'usr_doctor', 'usr_pharmacist', false)`,
        [prescription],
      )
    const { rows } = await app.query('select count(*)::int as n from orders')
    assert.equal(rows[0].n, 11)
    await assert.rejects(add('rx_open'), /orders_open/)
    const deliver = (id: string) => app.query(`update orders set status = 'DELIVERED' where id = $1`, [id])
    await assert.rejects(deliver('ord_rx_open_2'), /dispenses more/)
    await add('rx_thrice')
    await assert.rejects(deliver('ord_new_rx_thrice'), /dispenses more/)
    await add('rx_ended')
    await deliver('ord_new_rx_ended')
  })
})
