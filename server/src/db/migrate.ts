import pg from 'pg'
import { assertSchema } from './assert-schema.ts'
import { assertPolicies, assertRestored } from './assert-whole.ts'
import { MIGRATIONS, type Migration, readMigrations } from './migration-files.ts'
import { assertMode, type Mode, recordMode } from './mode.ts'
import { ensureRoles } from './roles.ts'
import { StartError } from './start-error.ts'
import { Watchdog } from './watchdog.ts'

/** Brings databases of before digests were kept up to what was edited in files that they had applied. */
const REPAIR = '0042_edited_migrations.sql'

/**
 * Brings the database to the newest migration, each in a transaction of its own, one server at a time.
 * @param ownerUrl the role that owns the schema
 * @param mode what a new database is created for
 * @param folder of the migrations; another one in tests
 * @returns the names of the migrations that were applied
 * @throws {StartError} when the database is unreachable, too old or of the other mode, a migration fails, or one that was
 * applied has been edited since
 */
export async function migrate(
  ownerUrl: string,
  mode: Mode,
  passwords: { app: string; worker: string } | undefined,
  folder = MIGRATIONS,
): Promise<string[]> {
  const connection = {
    connectionString: ownerUrl,
    connectionTimeoutMillis: 5000,
    application_name: 'medina-care migrate',
  }
  const owner = new pg.Client(connection)
  owner.on('error', () => {}) // the query under way reports it
  new Watchdog(connection).watch(owner)
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
    const applied = await applyAll(owner, await readMigrations(folder))
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

async function applyAll(owner: pg.Client, migrations: Migration[]): Promise<string[]> {
  const applied = await readApplied(owner)
  refuseEdited(migrations, applied)
  // Names that this version does not know are a newer one's: migrations only ever add, so that both can run at once.
  const missing = migrations.filter(({ name }) => !applied.has(name))
  const unvouched = migrations.filter(({ name }) => applied.get(name) === null)
  if (unvouched.length === 0) return applyEach(owner, missing)

  // The repair comes first: migrations after an edited one count on what it says now.
  const repaired = [...missing.filter(({ name }) => name === REPAIR), ...missing.filter(({ name }) => name < REPAIR)]
  const names = await applyEach(owner, repaired)
  await assertSchema(
    owner,
    migrations.filter(({ name }) => applied.has(name) || names.includes(name)),
  )
  for (const { name, sha256 } of unvouched)
    await owner.query('update migrations set sha256 = $2 where name = $1', [name, sha256])
  return [
    ...names,
    ...(await applyEach(
      owner,
      missing.filter((migration) => !repaired.includes(migration)),
    )),
  ]
}

/** The SHA-256 of each file that was applied, by its name; null before digests were kept. */
async function readApplied(owner: pg.Client): Promise<Map<string, string | null>> {
  await owner.query(
    `create table if not exists migrations (
       name text primary key,
       applied_at timestamptz not null default now(),
       sha256 text
     )`,
  )
  // Asked first: even where the column exists, `add column` waits for a dump that is under way.
  const { rowCount } = await owner.query(
    `select from pg_attribute where attrelid = 'migrations'::regclass and attname = 'sha256'`,
  )
  if (!rowCount) await owner.query('alter table migrations add column sha256 text')
  const { rows } = await owner.query<{ name: string; sha256: string | null }>('select name, sha256 from migrations')
  return new Map(rows.map(({ name, sha256 }) => [name, sha256]))
}

function refuseEdited(migrations: Migration[], applied: Map<string, string | null>): void {
  const edited = migrations.filter(({ name, sha256 }) => (applied.get(name) ?? sha256) !== sha256)
  if (edited.length === 0) return
  const files = edited.map(({ name }) => `server/migrations/${name}`).join(', ')
  throw new StartError(
    `${files}: not the text that this database has applied. Restore the files of the release; see "A migration that was edited" in docs/operating.md.`,
  )
}

async function applyEach(owner: pg.Client, migrations: Migration[]): Promise<string[]> {
  for (const { name, text, sha256 } of migrations) {
    try {
      // A migration that cannot have its lock gives up rather than queue the whole application behind it.
      await owner.query(`begin; set local lock_timeout = '5s'`)
      await owner.query(text)
      await owner.query('insert into migrations (name, sha256) values ($1, $2)', [name, sha256])
      await owner.query('commit')
    } catch (error) {
      await owner.query('rollback').catch(() => {}) // the connection may be gone; the cause is what matters
      throw new StartError(`Migration ${name} failed: ${reason(error)}`, { cause: error })
    }
  }
  return migrations.map(({ name }) => name)
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
