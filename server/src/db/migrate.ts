import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import { assertPolicies, assertRestored } from './assert-whole.ts'
import { assertMode, type Mode, recordMode } from './mode.ts'
import { ensureRoles } from './roles.ts'
import { StartError } from './start-error.ts'

const folder = new URL('../../migrations/', import.meta.url)

/**
 * Brings the database to the newest migration, each in a transaction of its own, one server at a time.
 * @param ownerUrl the role that owns the schema
 * @param mode what a new database is created for
 * @returns the names of the migrations that were applied
 * @throws {StartError} when the database is unreachable, too old or of the other mode, or a migration fails
 */
export async function migrate(
  ownerUrl: string,
  mode: Mode,
  passwords: { app: string; worker: string } | undefined,
): Promise<string[]> {
  const owner = new pg.Client({
    connectionString: ownerUrl,
    connectionTimeoutMillis: 5000,
    application_name: 'medina-care migrate',
  })
  owner.on('error', () => {}) // the query under way reports it
  try {
    await owner.connect()
  } catch (error) {
    throw new StartError(`The database cannot be reached at ${withoutPassword(ownerUrl)}: ${reason(error)}`)
  }
  try {
    const version = Number((await owner.query('show server_version_num')).rows[0].server_version_num)
    if (version < 150_000)
      throw new StartError(`PostgreSQL 15 or newer is needed; this is ${Math.floor(version / 10_000)}.`)
    await assertRestored(owner)
    // Servers that start together wait here for the first.
    await owner.query(`select pg_advisory_lock(hashtextextended('medina-care migrate', 0))`)
    await assertMode(owner, mode)
    await ensureRoles(owner, ownerUrl, passwords)
    const applied = await applyAll(owner)
    await recordMode(owner, mode)
    await assertPolicies(owner)
    // Also of an installation that was asleep for longer than partitions are made ahead.
    await owner.query('call make_all_partitions()')
    // Also of a database that was restored into another cluster.
    await owner.query('call continue_audit_numbering()')
    await owner.query('call continue_event_numbering()')
    return applied
  } finally {
    await owner.end()
  }
}

async function applyAll(owner: pg.Client): Promise<string[]> {
  await owner.query(
    `create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())`,
  )
  const { rows } = await owner.query<{ name: string }>('select name from migrations')
  const applied = new Set(rows.map((row) => row.name))
  // Names that this version does not know are a newer one's: migrations only ever add, so that both can run at once.
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const missing = files.filter((name) => !applied.has(name))
  for (const name of missing) {
    const text = await readFile(new URL(name, folder), 'utf8')
    try {
      // A migration that cannot have its lock gives up rather than queue the whole application behind it.
      await owner.query(`begin; set local lock_timeout = '5s'`)
      await owner.query(text)
      await owner.query('insert into migrations (name) values ($1)', [name])
      await owner.query('commit')
    } catch (error) {
      await owner.query('rollback').catch(() => {}) // the connection may be gone; the cause is what matters
      throw new StartError(`Migration ${name} failed: ${reason(error)}`, { cause: error })
    }
  }
  return missing
}

function reason(error: unknown): string {
  // Node tries every address of a host and reports them together, under an empty message.
  if (error instanceof AggregateError) return error.errors.map(reason).join('; ')
  return error instanceof Error ? error.message : String(error)
}

function withoutPassword(url: string): string {
  const shown = new URL(url)
  if (shown.password) shown.password = '…'
  return decodeURI(shown.href)
}
