import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { describeSchema } from '../src/db/catalog.ts'
import { migrate } from '../src/db/migrate.ts'
import { MIGRATIONS, readMigrations } from '../src/db/migration-files.ts'
import { asOwner, newDatabase } from './harness.ts'
import { createMonth } from './months.ts'

/** The migration files of a commit, by name. */
export type MigrationState = { commit: string; files: Map<string, string> }

const folder = new URL('earlier/', import.meta.url)

/** Every state of the migrations from the time when applied files still changed, newest first. */
export async function earlierMigrations(): Promise<MigrationState[]> {
  const history = (await readFile(new URL('history.diff', folder), 'utf8')).split(/^commit /m).slice(1)
  let files = new Map((await readMigrations(MIGRATIONS)).map(({ name, text }) => [name, text]))
  for (const name of files.keys()) if (name > '0041_video_guests.sql') files.delete(name)
  return history.map((undoing) => {
    const state = { commit: undoing.slice(0, 7), files }
    files = revert(files, undoing)
    return state
  })
}

function revert(files: Map<string, string>, undoing: string): Map<string, string> {
  const before = new Map(files)
  for (const change of undoing.split(/^diff --git /m).slice(1)) {
    const name = change.match(/\/([^/\s]+\.sql)\n/)![1]!
    if (change.includes('\ndeleted file')) {
      before.delete(name)
      continue
    }
    const text = applyPatch(files.get(name)!, change)
    const blob = createHash('sha1')
      .update(`blob ${Buffer.byteLength(text)}\0${text}`)
      .digest('hex')
    assert.equal(blob, change.match(/^index \w+\.\.(\w+)/m)![1], `${name} as it was`)
    before.set(name, text)
  }
  return before
}

function applyPatch(text: string, change: string): string {
  const lines = text.split('\n')
  // From the end, so that earlier line numbers stay correct.
  for (const hunk of change.split(/^@@ /m).slice(1).reverse()) {
    const [, start, count] = hunk.match(/^-(\d+)(?:,(\d+))?/)!.map(Number)
    const after = hunk
      .split('\n')
      .slice(1, -1)
      .filter((line) => !line.startsWith('-'))
    lines.splice(start! - 1, Number.isNaN(count) ? 1 : count!, ...after.map((line) => line.slice(1)))
  }
  return lines.join('\n')
}

/** A database whose owner is not a superuser, so that forced policies apply to the owner. */
export async function newPlainDatabase(): Promise<{ url: string; superuserUrl: string }> {
  const url = new URL(await newDatabase())
  const database = `${url.pathname.slice(1)}_plain`
  const owner = `${database}_owner`
  await asOwner(url.href, async (superuser) => {
    await superuser.query(`create role ${owner} login createrole password 'plain'`)
    await superuser.query(`grant medina_app, medina_worker, medina_gate to ${owner} with admin option`)
    await superuser.query(`create database ${database} owner ${owner}`)
  })
  url.pathname = database
  const superuserUrl = url.href
  url.username = owner
  url.password = 'plain'
  return { url: url.href, superuserUrl }
}

/** Applies the missing migrations without recording digests, as earlier servers did. */
export async function applyEarlier(url: string, files: Map<string, string>): Promise<void> {
  await asOwner(url, async (owner) => {
    await owner.query(
      `create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())`,
    )
    const { rows } = await owner.query<{ name: string }>('select name from migrations')
    const applied = new Set(rows.map(({ name }) => name))
    for (const [name, text] of [...files].sort()) {
      if (applied.has(name)) continue
      await owner.query('begin')
      await owner.query(text)
      await owner.query('insert into migrations (name) values ($1)', [name])
      await owner.query('commit')
    }
  })
}

/** Replaces the rows of a database with those that the server of a commit wrote. */
export async function insertRowsOf(superuserUrl: string, commit: string): Promise<void> {
  const rows = await rowsOf(commit)
  await asOwner(superuserUrl, async (superuser) => {
    await superuser.query(`set session_replication_role = replica`) // without triggers and foreign keys
    const { rows: owner } = await superuser.query<{ name: string }>(
      'select datdba::regrole::text as name from pg_database where datname = current_database()',
    )
    await superuser.query(`set role ${owner[0]!.name}`)
    const { rows: partitioned } = await superuser.query<{ parent: string }>(
      'select partrelid::regclass::text as parent from pg_partitioned_table',
    )
    await createMonth(
      superuser,
      new Date('2026-11-01Z'), // the month of the rows
      partitioned.map(({ parent }) => parent),
    )
    await superuser.query('reset role')
    for (const [table, entries] of Object.entries(Object.groupBy(rows, ({ table }) => table))) {
      await superuser.query(`delete from ${table}`)
      const columns = Object.keys(entries![0]!.row).join(', ')
      await superuser.query(
        `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1)`,
        [JSON.stringify(entries!.map(({ row }) => row))],
      )
    }
  })
}

/** The schema of a database, one line for each object. */
export async function schemaLines(url: string): Promise<string[]> {
  const described = await asOwner(url, describeSchema)
  return described.map(({ what, essential, incidental }) => `${what}: ${essential}; ${incidental}`)
}

let expectedLines: Promise<string[]> | undefined

/** Asserts that the schema equals that of a new database, and that every migration has a digest. */
export async function assertUpToDate(url: string): Promise<void> {
  expectedLines ??= newPlainDatabase().then(async (database) => {
    await migrate(database.url, 'sandbox', undefined)
    return schemaLines(database.url)
  })
  const [actual, expected] = [await schemaLines(url), await expectedLines]
  const difference = {
    more: actual.filter((line) => !expected.includes(line)),
    less: expected.filter((line) => !actual.includes(line)),
  }
  assert.deepEqual(difference, { more: [], less: [] })
  const { rows } = await asOwner(url, (owner) => owner.query('select name from migrations where sha256 is null'))
  assert.deepEqual(rows, [])
}

/** The migration files of an earlier commit. */
export async function migrationsOf(commit: string): Promise<Map<string, string>> {
  const found = (await earlierMigrations()).find((state) => state.commit === commit)
  assert.ok(found, commit)
  return found.files
}

/** The rows of `earlier/<commit>.jsonl`. */
export async function rowsOf(commit: string): Promise<{ table: string; row: Record<string, unknown> }[]> {
  const lines = (await readFile(new URL(`${commit}.jsonl`, folder), 'utf8')).trim().split('\n')
  return lines.map((line) => JSON.parse(line))
}
