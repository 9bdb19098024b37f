import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { asOwner, newDatabase, newFolder } from '../../testing/harness.ts'
import { migrate } from './migrate.ts'
import { MIGRATIONS, readMigrations } from './migration-files.ts'
import { readReleased } from './released.ts'
import { StartError } from './start-error.ts'

const migrations = await readMigrations(MIGRATIONS)

/** A copy of the migrations with edited texts. */
async function folderWith(edit: (text: string, name: string) => string): Promise<URL> {
  const folder = await newFolder()
  await cp(fileURLToPath(MIGRATIONS), folder, { recursive: true })
  for (const { name, text } of migrations) await writeFile(join(folder, name), edit(text, name))
  return pathToFileURL(`${folder}/`)
}

test('records the SHA-256 of every applied file', async () => {
  const { rows } = await asOwner(await newDatabase(), (owner) =>
    owner.query('select name, sha256 from migrations order by name'),
  )
  assert.deepEqual(
    rows,
    migrations.map(({ name, sha256 }) => ({ name, sha256 })),
  )
})

test('an edited applied migration fails the start with the name of the file', async () => {
  const url = await newDatabase()
  const folder = await folderWith((text, name) => (name.startsWith('0021') ? `${text}-- one more comment\n` : text))
  await assert.rejects(migrate(url, 'sandbox', undefined, folder), (error: Error) => {
    assert.ok(error instanceof StartError)
    assert.match(error.message, /^server\/migrations\/0021_messages\.sql: /)
    assert.ok(!error.message.includes('\n'))
    return true
  })
  assert.deepEqual(await migrate(url, 'sandbox', undefined), [], 'with the file as it was the server starts')
})

test('line endings of a checkout do not matter', async () => {
  const folder = await folderWith((text) => text.replaceAll('\n', '\r\n'))
  assert.deepEqual(await migrate(await newDatabase(), 'sandbox', undefined, folder), [])
  assert.deepEqual(await readMigrations(folder), migrations)
})

test('starts with migrations of a newer version applied', async () => {
  const url = await newDatabase()
  await asOwner(url, (owner) =>
    owner.query(`insert into migrations (name, sha256) values ('9999_to_come.sql', repeat('0', 64))`),
  )
  assert.deepEqual(await migrate(url, 'sandbox', undefined), [])
})

test('no migration of a release has been edited, renamed or removed', async () => {
  const now = new Map(migrations.map(({ name, sha256 }) => [name, sha256]))
  for (const [name, sha256] of await readReleased())
    assert.equal(now.get(name), sha256, `server/migrations/${name} is part of a release: add a migration instead`)
})

test('the list of releases has the migrations of the newest tag', async (t) => {
  const git = (...words: string[]) =>
    execFileSync('git', words, { cwd: import.meta.dirname, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  const tag = (() => {
    try {
      return git('tag', '--list', 'v*', '--merged', 'HEAD', '--sort=-version:refname').split('\n')[0]
    } catch {
      return undefined // no git, or no repository
    }
  })()
  if (!tag) return t.skip('no tag of a release in this checkout: the list of releases alone was compared')
  const folder = 'server/migrations'
  const names = git('ls-tree', '--full-tree', '--name-only', `${tag}:${folder}`)
    .split('\n')
    .filter((name) => name.endsWith('.sql'))
  assert.ok(names.length > 0, `migrations of ${tag}`)
  const released = await readReleased()
  for (const name of names) {
    const text = git('show', `${tag}:${folder}/${name}`)
    assert.equal(await readFile(new URL(name, MIGRATIONS), 'utf8').catch(() => undefined), text, `${name} of ${tag}`)
    assert.ok(released.has(name), `${name} of ${tag} is not in released.sha256`)
  }
})
