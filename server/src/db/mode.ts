import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { StartError } from './start-error.ts'

export type Mode = 'sandbox' | 'production'

const migration = new URL('../../migrations/0043_mode_and_test_clock.sql', import.meta.url)

/**
 * Refuses a database of the other mode, before anything is written: a sandbox would open a production database to clients
 * with published secrets.
 * @throws {StartError}
 */
export async function assertMode(owner: pg.ClientBase, mode: Mode): Promise<void> {
  const recorded = await modeOf(owner)
  if (recorded === undefined || recorded === mode) return
  throw new StartError(
    recorded === 'production'
      ? 'This database is for production; set MODE=production. A sandbox needs a database of its own.'
      : 'This database is for a sandbox; set MODE=sandbox. Production needs a database of its own.',
  )
}

/** Asserts the mode for a command that does not migrate. */
export async function assertModeAt(ownerUrl: string, mode: Mode): Promise<void> {
  const owner = new pg.Client({
    connectionString: ownerUrl,
    connectionTimeoutMillis: 5000,
    application_name: 'medina-care mode',
  })
  owner.on('error', () => {}) // the running query reports it
  try {
    await owner.connect()
    await assertMode(owner, mode)
  } finally {
    await owner.end().catch(() => {})
  }
}

/** Records the mode of a new database. */
export async function recordMode(owner: pg.ClientBase, mode: Mode): Promise<void> {
  await owner.query('insert into installation (mode) values ($1) on conflict do nothing', [mode])
}

/** @returns undefined for a new database */
async function modeOf(owner: pg.ClientBase): Promise<Mode | undefined> {
  const { rows } = await owner.query<{ isRecorded: boolean; isUsed: boolean }>(
    `select to_regclass('installation') is not null as "isRecorded", to_regclass('tenants') is not null as "isUsed"`,
  )
  const { isRecorded, isUsed } = rows[0]!
  if (isRecorded) return recordedIn(owner)
  if (!isUsed) return undefined
  // A database of an earlier version: runs the migration that records the mode, reads the mode, and rolls back.
  await owner.query(`begin; set local lock_timeout = '5s'`)
  try {
    await owner.query(await readFile(migration, 'utf8'))
    return await recordedIn(owner)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new StartError(`The mode of this database cannot be determined: ${why}. Try again.`, { cause: error })
  } finally {
    await owner.query('rollback').catch(() => {}) // the connection may be lost; the original error matters
  }
}

async function recordedIn(owner: pg.ClientBase): Promise<Mode | undefined> {
  return (await owner.query<{ mode: Mode }>('select mode from installation')).rows[0]?.mode
}
