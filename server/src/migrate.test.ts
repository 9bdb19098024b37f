import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { startChild, tokenAt } from '../testing/child.ts'
import { runCommand } from '../testing/command.ts'
import { newPlainDatabase } from '../testing/earlier.ts'
import { asOwner, newDatabase, newFolder } from '../testing/harness.ts'
import { testMasterKeys } from '../testing/roles.ts'
import { migrate } from './db/migrate.ts'
import { MIGRATIONS, readMigrations } from './db/migration-files.ts'

const dataDir = await newFolder()
const MASTER_KEY = testMasterKeys[0]!.toString('base64')
const newest = async (database: string) => {
  const { rows } = await asOwner(database, (owner) => owner.query('select max(name) as name from migrations'))
  return rows[0].name as string
}
const environment = (database: string) => ({ DATABASE_URL: database, MASTER_KEY, DATA_DIR: dataDir })

/** A database without the newest migration, and the name of that. */
async function withoutNewest(): Promise<{ database: string; name: string }> {
  const folder = await newFolder()
  const migrations = await readMigrations(MIGRATIONS)
  const { name } = migrations.pop()!
  await Promise.all(migrations.map((one) => writeFile(join(folder, one.name), one.text)))
  const { url: database } = await newPlainDatabase()
  await migrate(database, 'sandbox', undefined, pathToFileURL(`${folder}/`))
  return { database, name }
}

/** A server that does not migrate. */
function startWithout(database: string, settings: Record<string, string> = {}) {
  const child = startChild({
    ...environment(database),
    MIGRATE: 'off',
    PORT: String(randomInt(20_000, 32_000)),
    ...settings,
  })
  after(() => child.end('SIGKILL'))
  return child
}

test('with MIGRATE=off a server refuses a database that lacks migrations, until npm run migrate applies them', async () => {
  const { database, name } = await withoutNewest()
  const refusal = await startWithout(database).refusal()
  assert.match(refusal, new RegExp(`^The database lacks the migrations from ${name} on\\. Run \`npm run migrate\``))
  assert.notEqual(await newest(database), name, 'the refused server has changed nothing')

  const applied = await runCommand('migrate', [], environment(database))
  assert.deepEqual(applied, { code: 0, out: `Applied ${name}.\n`, err: '' })
  const again = await runCommand('migrate', [], environment(database))
  assert.deepEqual(again, { code: 0, out: 'The database is up to date.\n', err: '' })

  const child = startWithout(database)
  await child.ready()
  assert.equal((await fetch(`${child.url}/api/ready`)).status, 200)
  assert.equal(await child.end('SIGTERM'), 0)
})

test('with MIGRATE=off a server never signs in as the owner', async () => {
  const database = new URL(await newDatabase())
  database.username = 'absent_owner'
  const child = startWithout(database.href)
  await child.ready()
  assert.ok(await tokenAt(child.url, 'sandbox-admin'))
  assert.equal(await child.end('SIGTERM'), 0)
})

test('with MIGRATE=off a server refuses an empty database, unknown roles, an edited migration and the other mode', async () => {
  const url = new URL(await newDatabase())
  const empty = `${url.pathname.slice(1)}_empty`
  await asOwner(url.href, (owner) => owner.query(`create database ${empty}`))
  const emptyUrl = new URL(url)
  emptyUrl.pathname = empty
  assert.match(
    await startWithout(emptyUrl.href).refusal(),
    /has not been migrated to this version\. Run `npm run migrate`/,
  )

  const otherKey = Buffer.alloc(32, 9).toString('base64')
  assert.match(
    await startWithout(url.href, { MASTER_KEY: otherKey }).refusal(),
    /medina_app:….*password authentication failed for user "medina_app"\. Run `npm run migrate`/,
  )

  const production = await newDatabase('production')
  assert.match(await startWithout(production).refusal(), /^This database is for production; set MODE=production/)

  const edited = await newDatabase()
  await asOwner(edited, (owner) =>
    owner.query(`update migrations set sha256 = repeat('0', 64) where name like '0001%'`),
  )
  assert.match(await startWithout(edited).refusal(), /0001_foundation\.sql: edited after this database applied it/)
})

test('npm run migrate names the settings that it needs', async () => {
  const { code, err } = await runCommand('migrate', [], { DATA_DIR: dataDir })
  assert.equal(code, 1)
  assert.match(err, /^Set DATABASE_URL and MASTER_KEY to the values that the servers use/)
  const embedded = startChild({ DATA_DIR: dataDir, MIGRATE: 'off', PORT: '1' })
  assert.equal(await embedded.exited, 1)
  assert.match(embedded.output(), /DATABASE_URL is missing: MIGRATE=off needs an external PostgreSQL/)
})
