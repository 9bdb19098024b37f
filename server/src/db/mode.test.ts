import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, test } from 'node:test'
import { startChild } from '../../testing/child.ts'
import { asOwner, newDatabase } from '../../testing/harness.ts'
import { testMasterKeys } from '../../testing/roles.ts'
import { migrate } from './migrate.ts'
import type { Mode } from './mode.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'medina-mode-'))
after(() => rm(dataDir, { recursive: true, force: true }))

const sandbox = {
  PORT: String(randomInt(20_000, 26_000)),
  DATA_DIR: dataDir,
  MASTER_KEY: testMasterKeys[0]!.toString('base64'),
}
const production = {
  ...sandbox,
  PORT: String(randomInt(26_000, 32_000)),
  MODE: 'production',
  STORAGE_URL: `file://${dataDir}/files`,
  CRON_SECRET: 'c'.repeat(32),
  INTERNAL_TOKEN: 'i'.repeat(32),
  PUBLIC_URL: 'https://api.example.ma',
}

const FOR_PRODUCTION = /^This database is for production; set MODE=production\./
const FOR_A_SANDBOX = /^This database is for a sandbox; set MODE=sandbox\./

/** Every row of every table, and the passwords of the server's roles. */
const contentOf = (url: string) =>
  asOwner(url, async (owner) => {
    const { rows: tables } = await owner.query<{ name: string }>(
      `select quote_ident(schemaname) || '.' || quote_ident(tablename) as name
       from pg_tables where schemaname in ('public', 'graphile_worker') order by 1`,
    )
    const content: Record<string, string> = {}
    for (const { name } of tables) {
      const { rows } = await owner.query(
        `select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) from ${name} t`,
      )
      content[name] = rows[0].md5
    }
    const { rows: roles } = await owner.query(
      `select rolname, rolpassword from pg_authid where rolname like 'medina\\_%' order by 1`,
    )
    return { content, roles }
  })

/** Starts a server that must exit with 1, one line and an unchanged database. */
async function assertRefused(url: string, env: Record<string, string>, line: RegExp): Promise<void> {
  const before = await contentOf(url)
  const child = startChild({ ...env, DATABASE_URL: url })
  await child.ready().then(
    () => child.end('SIGTERM'),
    () => {}, // it has exited by itself
  )
  assert.match(await child.refusal(), line)
  assert.deepEqual(await contentOf(url), before)
}

const run = (file: string, args: string[], env: Record<string, string>): Promise<{ code: unknown; stderr: string }> =>
  new Promise((done) =>
    execFile(
      process.execPath,
      [resolve(import.meta.dirname, '..', file), ...args],
      { env: { PATH: process.env.PATH ?? '', ...env } },
      (error, _, stderr) => done({ code: error?.code ?? 0, stderr }),
    ),
  )

const modeIn = (url: string) =>
  asOwner(url, async (owner) => (await owner.query('select mode from installation')).rows[0]?.mode)

test('a server without MODE does not open a production database', async () => {
  const url = await newDatabase('production')
  await assertRefused(url, sandbox, FOR_PRODUCTION)
  const otherKey = Buffer.alloc(32, 'another').toString('base64')
  await assertRefused(url, { ...sandbox, MODE: 'sandbox', MASTER_KEY: otherKey }, FOR_PRODUCTION)
})

test('production does not open a sandbox database', async () => {
  await assertRefused(await newDatabase('sandbox'), production, FOR_A_SANDBOX)
})

test('commands that write refuse a database of the other mode', async () => {
  const url = await newDatabase('production')
  const before = await contentOf(url)
  const env = { ...sandbox, DATABASE_URL: url }
  const options = ['--name', 'Atlas', '--plan', 'PRO', '--admin-name', 'Salma', '--admin-email', 'salma@atlas.example']
  for (const { code, stderr } of [
    await run('create-organization.ts', options, env),
    await run('rotate-signing-key.ts', [], env),
  ]) {
    assert.equal(code, 1)
    assert.match(stderr, FOR_PRODUCTION)
    assert.equal(stderr.trim().split('\n').length, 1, stderr)
  }
  assert.deepEqual(await contentOf(url), before)
})

test('of two concurrent first starts, one sets the mode and the other refuses', async (t) => {
  const url = await newEmptyDatabase()
  const servers = [sandbox, production].map((env) => startChild({ ...env, DATABASE_URL: url }))
  t.after(() => Promise.all(servers.map((server) => server.end('SIGKILL'))))
  const outcomes = await Promise.all(
    servers.map((server) =>
      server.ready().then(
        () => 'ready',
        () => 'refused',
      ),
    ),
  )
  assert.deepEqual(outcomes.toSorted(), ['ready', 'refused'], servers.map((server) => server.output()).join('\n'))
  const winner = outcomes.indexOf('ready')
  assert.equal(await modeIn(url), ['sandbox', 'production'][winner])
  assert.match(await servers[1 - winner]!.refusal(), [FOR_A_SANDBOX, FOR_PRODUCTION][winner]!)
  assert.equal(await servers[winner]!.end('SIGTERM'), 0)
  const { rows } = await asOwner(url, (owner) => owner.query('select tenant_id from tenants'))
  assert.equal(rows.length > 0, winner === 0, 'production is not seeded')
})

async function newEmptyDatabase(template?: string): Promise<string> {
  const url = new URL(await newDatabase())
  const name = `${url.pathname.slice(1)}_own`
  await asOwner(url.href, (owner) => owner.query(`create database ${name} ${template ? `template ${template}` : ''}`))
  url.pathname = name
  return url.href
}

/** A database of the previous version, whose owner is bound by forced policies. */
async function earlierDatabase(): Promise<(tenants: string[]) => Promise<string>> {
  const template = new URL(await newEmptyDatabase())
  const name = template.pathname.slice(1)
  const owner = `${name}_owner`
  await asOwner(template.href, async (superuser) => {
    await superuser.query(`create role ${owner} login createrole password 'plain'`)
    await superuser.query(`grant medina_app, medina_worker, medina_gate to ${owner} with admin option`)
    await superuser.query(`alter database ${name} owner to ${owner}`)
  })
  const superuserUrl = template.href
  template.username = owner
  template.password = 'plain'
  await migrate(template.href, 'sandbox', undefined)
  await asOwner(superuserUrl, async (superuser) => {
    await superuser.query('drop table installation')
    await superuser.query('alter table test_clock drop bound_by')
    await superuser.query(`delete from migrations where name = '0043_mode_and_test_clock.sql'`)
  })
  return async (tenants) => {
    const url = new URL(await newEmptyDatabase(name))
    await asOwner(url.href, async (superuser) => {
      await superuser.query(`alter database ${url.pathname.slice(1)} owner to ${owner}`)
      for (const [at, tenant] of tenants.entries()) {
        await superuser.query(
          `insert into tenants (tenant_id, name, plan, created_at) values ($1, 'T', 'PRO', now() + $2 * interval '1 day')`,
          [tenant, at],
        )
        await superuser.query(
          `insert into users (tenant_id, id, email, name, role) values ($1, 'usr_' || $1, $1 || '@test.example', 'A', 'ADMIN')`,
          [tenant],
        )
        await superuser.query(
          `insert into clients (tenant_id, id, acts_as, name, scopes) values ($1, 'cli_' || $1, 'usr_' || $1, 'C', '{}')`,
          [tenant],
        )
      }
    })
    url.username = owner
    url.password = 'plain'
    return url.href
  }
}

test('the mode of an earlier version’s database follows its first organisation', async (t) => {
  const holding = await earlierDatabase()
  const cases: { name: string; tenants: string[]; mode: Mode | undefined }[] = [
    { name: 'nothing but the sandbox', tenants: ['ten_sandbox', 'ten_sandbox_b'], mode: 'sandbox' },
    { name: 'organisations', tenants: ['ten_1', 'ten_2'], mode: 'production' },
    { name: 'a sandbox that others joined', tenants: ['ten_sandbox', 'ten_1'], mode: 'sandbox' },
    { name: 'organisations among whom a sandbox was seeded', tenants: ['ten_1', 'ten_sandbox'], mode: 'production' },
    { name: 'nothing', tenants: [], mode: undefined },
  ]
  const line = { sandbox: FOR_A_SANDBOX, production: FOR_PRODUCTION }
  for (const { name, tenants, mode } of cases) {
    await t.test(name, async () => {
      const url = await holding(tenants)
      const other: Mode = mode === 'sandbox' ? 'production' : 'sandbox'
      if (mode) {
        await assert.rejects(migrate(url, other, undefined), { name: 'StartError', message: line[mode] })
        const kept = `select to_regclass('installation') as made, count(*)::int as n from clients where disabled_at is null`
        const { rows } = await asOwner(url, async (owner) => {
          await owner.query('alter table clients no force row level security')
          const found = await owner.query(kept)
          await owner.query('alter table clients force row level security')
          return found
        })
        assert.deepEqual(rows, [{ made: null, n: tenants.length }], 'nothing was written')
      }
      await migrate(url, mode ?? other, undefined)
      assert.equal(await modeIn(url), mode ?? other)
      await assert.rejects(migrate(url, mode ? other : 'production', undefined), { name: 'StartError' })
    })
  }
})

test('sandbox accounts are locked in a production database that was once opened as a sandbox', async () => {
  const holding = await earlierDatabase()
  const url = await holding(['ten_1', 'ten_sandbox', 'ten_sandbox_b'])
  await migrate(url, 'production', undefined)
  const enabled = await asOwner(url, async (owner) => {
    for (const table of ['users', 'clients']) await owner.query(`alter table ${table} no force row level security`)
    return Promise.all(
      ['users', 'clients'].map(async (table) => {
        const { rows } = await owner.query(`select tenant_id from ${table} where disabled_at is null`)
        return rows.map(({ tenant_id }) => tenant_id)
      }),
    )
  })
  assert.deepEqual(enabled, [['ten_1'], ['ten_1']])
})
