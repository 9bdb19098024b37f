import type pg from 'pg'
import { assertSchema } from './assert-schema.ts'
import { assertPolicies, assertRestored } from './assert-whole.ts'
import { connectAtStart, reasonOf } from './connect-at-start.ts'
import { MIGRATIONS, type Migration, readMigrations } from './migration-files.ts'
import { assertMode, type Mode, recordMode } from './mode.ts'
import { retryOnDeadlock } from './retry-on-deadlock.ts'
import { ensureRoles, type RolePasswords } from './roles.ts'
import { StartError } from './start-error.ts'

/** Repairs databases from before digests were recorded, whose migrations were edited after they were applied. */
const REPAIR = '0042_edited_migrations.sql'

/**
 * Applies all missing migrations, each in its own transaction, one server at a time.
 * @param ownerUrl the role that owns the schema
 * @param mode of a new database
 * @param folder of the migrations; another one in tests
 * @returns the names of the applied migrations
 * @throws {StartError} if the database is unreachable, too old or has the other mode, if a migration fails, or if an applied
 * migration was edited
 */
export async function migrate(
  ownerUrl: string,
  mode: Mode,
  passwords: RolePasswords | undefined,
  folder = MIGRATIONS,
): Promise<string[]> {
  const owner = await connectAtStart(ownerUrl, 'medina-care migrate')
  try {
    const version = Number((await owner.query('show server_version_num')).rows[0].server_version_num)
    if (version < 150_000)
      throw new StartError(`PostgreSQL 15 or newer is required; the server runs ${Math.floor(version / 10_000)}.`)
    await assertRestored(owner)
    // Servers that start concurrently wait here.
    await owner.query(`select pg_advisory_lock(hashtextextended('medina-care migrate', 0))`)
    await assertMode(owner, mode)
    await ensureRoles(owner, ownerUrl, passwords)
    const applied = await applyAll(owner, await readMigrations(folder))
    await recordMode(owner, mode)
    await assertPolicies(owner)
    // The installation may have been down for longer than partitions are created ahead.
    await owner.query('call make_all_partitions()')
    // The database may have been restored into another cluster.
    await owner.query('call continue_audit_numbering()')
    await owner.query('call continue_event_numbering()')
    return applied
  } finally {
    await owner.end()
  }
}

/**
 * Checks that all migrations have been applied, without the rights of the owner.
 * @param url of the application's role
 * @throws {StartError} if the database is unreachable, has the other mode, or lacks a migration, or if an applied migration
 * was edited
 */
export async function assertMigrated(url: string, mode: Mode): Promise<void> {
  const client = await connectAtStart(url, 'medina-care start').catch((error) => {
    throw isUnknownRole(error.cause) ? new StartError(`${error.message}. ${MIGRATE_FIRST}`) : error
  })
  try {
    await assertRestored(client)
    const { rows } = await client
      .query<{ name: string; sha256: string | null }>('select name, sha256 from migrations')
      .catch((error) => {
        throw isUnreadable(error)
          ? new StartError(`The database has not been migrated to this version. ${MIGRATE_FIRST}`)
          : error
      })
    const applied = new Map(rows.map(({ name, sha256 }) => [name, sha256]))
    const migrations = await readMigrations(MIGRATIONS)
    refuseEdited(migrations, applied)
    const missing = migrations.filter(({ name }) => !applied.has(name))
    if (missing.length > 0)
      throw new StartError(`The database lacks the migrations from ${missing[0]!.name} on. ${MIGRATE_FIRST}`)
    await assertMode(client, mode)
  } finally {
    await client.end()
  }
}

const MIGRATE_FIRST = 'Run `npm run migrate` with this version, or start without MIGRATE=off.'

/** The role does not exist or has another password: the migration sets both. */
const isUnknownRole = ({ code }: { code?: string }): boolean => code === '28000' || code === '28P01'

/** The table does not exist, or is from before the application's role could read it. */
const isUnreadable = ({ code }: { code?: string }): boolean => code === '42P01' || code === '42501'

async function applyAll(owner: pg.Client, migrations: Migration[]): Promise<string[]> {
  const applied = await readApplied(owner)
  refuseEdited(migrations, applied)
  // Unknown names belong to a newer version. Both versions can run at once, because migrations only add.
  const missing = migrations.filter(({ name }) => !applied.has(name))
  const withoutDigest = migrations.filter(({ name }) => applied.get(name) === null)
  if (withoutDigest.length === 0) return applyEach(owner, missing)

  // The repair comes first: migrations after an edited one rely on its current text.
  const repaired = [...missing.filter(({ name }) => name === REPAIR), ...missing.filter(({ name }) => name < REPAIR)]
  const names = await applyEach(owner, repaired)
  await assertSchema(
    owner,
    migrations.filter(({ name }) => applied.has(name) || names.includes(name)),
  )
  for (const { name, sha256 } of withoutDigest)
    await owner.query('update migrations set sha256 = $2 where name = $1', [name, sha256])
  return [
    ...names,
    ...(await applyEach(
      owner,
      missing.filter((migration) => !repaired.includes(migration)),
    )),
  ]
}

/** The SHA-256 of each applied file by name; null if it was applied before digests were recorded. */
async function readApplied(owner: pg.Client): Promise<Map<string, string | null>> {
  await owner.query(
    `create table if not exists migrations (
       name text primary key,
       applied_at timestamptz not null default now(),
       sha256 text
     )`,
  )
  // Checked first, because `add column` waits for a running dump even if the column exists.
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
    `${files}: edited after this database applied it. Restore the files of the release; see "A migration that was edited" in docs/operating.md.`,
  )
}

async function applyEach(owner: pg.Client, migrations: Migration[]): Promise<string[]> {
  for (const migration of migrations) {
    try {
      // A server of the previous version may be running, and lock the same tables in another order.
      await retryOnDeadlock(() => apply(owner, migration))
    } catch (error) {
      throw new StartError(`Migration ${migration.name} failed: ${reasonOf(error)}`, { cause: error })
    }
  }
  return migrations.map(({ name }) => name)
}

async function apply(owner: pg.Client, { name, text, sha256 }: Migration): Promise<void> {
  try {
    // A migration that cannot get its lock fails instead of blocking the whole application.
    await owner.query(`begin; set local lock_timeout = '5s'`)
    await owner.query(text)
    await owner.query('insert into migrations (name, sha256) values ($1, $2)', [name, sha256])
    await owner.query('commit')
  } catch (error) {
    await owner.query('rollback').catch(() => {}) // the connection may be lost; the original error matters
    throw error
  }
}
