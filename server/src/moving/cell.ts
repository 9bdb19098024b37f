import type pg from 'pg'
import { connect } from '../backup/dump.ts'
import { prepareSession } from '../backup/inventory.ts'
import type { Config } from '../config.ts'
import { Database } from '../db/database.ts'
import { StartError } from '../db/start-error.ts'
import { Clock } from '../lib/clock.ts'
import type { Vault } from '../lib/secrets.ts'
import type { Storage } from '../providers/storage/index.ts'
import { openStorage } from '../providers/storage/open.ts'

/** An installation of its own: database, keys, files. */
export type Cell = {
  config: Config
  vault: Vault
  /** A session that sees every row and can switch triggers off. */
  admin: pg.Client
  /** Connected as the worker. */
  worker: Database
  storage: Storage
  /** The roles with which its servers sign in. */
  roles: string[]
}

/**
 * Opens a cell.
 * @param urls of the servers' roles
 * @throws {StartError} if it cannot be used for a move
 */
export async function openCell(config: Config, vault: Vault, urls: { app: string; worker: string }): Promise<Cell> {
  const admin = await openAdmin(config)
  try {
    const storage = await openStorage(config, vault, new Clock())
    const worker = new Database({
      url: urls.worker,
      poolSize: 2,
      laneCount: 1,
      testClock: config.mode === 'sandbox',
      applicationName: 'medina-care move-tenant',
    })
    return { config, vault, admin, worker, storage, roles: Object.values(urls).map((url) => new URL(url).username) }
  } catch (error) {
    await admin.end()
    throw error
  }
}

/** Opens a session as the administrator of the database. */
export async function openAdmin({ databaseAdminUrl, databaseUrl }: Config): Promise<pg.Client> {
  const admin = await connect(databaseAdminUrl ?? databaseUrl!)
  try {
    await prepareSession(admin)
    await assertMayMove(admin)
    return admin
  } catch (error) {
    await admin.end()
    throw error
  }
}

async function assertMayMove(admin: pg.Client): Promise<void> {
  const { rows } = await admin.query<{ role: string; may: boolean }>(`
    select rolname as role, rolsuper
      or (rolbypassrls and has_parameter_privilege('session_replication_role', 'set')
        and pg_has_role((select tableowner from pg_tables where schemaname = 'public' and tablename = 'migrations'), 'usage')) as may
    from pg_roles
    where rolname = current_user`)
  const { role, may } = rows[0]!
  if (may) return
  throw new StartError(
    `The role ${role} of the database ${admin.database} may not move rows. Set DATABASE_ADMIN_URL to a superuser, or to a role with bypassrls, the rights of the owner, and "grant set on parameter session_replication_role".`,
  )
}

export async function closeCell({ admin, worker, storage }: Cell): Promise<void> {
  await Promise.all([admin.end(), worker.close(), storage.close()])
}

/** @throws {StartError} if rows of one cell cannot be used in the other */
export async function assertCompatible(source: Cell, target: Cell): Promise<void> {
  if (source.config.mode !== target.config.mode)
    throw new StartError(`One installation is in ${source.config.mode} mode, the other in ${target.config.mode}.`)
  const [ours, theirs] = [await identityOf(source), await identityOf(target)]
  if (ours.database === theirs.database) throw new StartError('Both installations have the same database.')
  if (ours.migrations !== theirs.migrations)
    throw new StartError('The installations have different migrations. Update both to the same version first.')
  const known = new Set(keyIdsOf(target))
  const lacking = keyIdsOf(source).filter((kid) => !known.has(kid))
  if (lacking.length > 0)
    throw new StartError(
      `${target.config.publicUrl} lacks the master key ${lacking.join(' and ')}. Append the keys of ${source.config.publicUrl} to its MASTER_KEY, and restart its servers.`,
    )
}

const keyIdsOf = ({ vault }: Cell): string[] => vault.deriveRing('key ids').map(({ kid }) => kid)

async function identityOf({ admin }: Cell): Promise<{ database: string; migrations: string }> {
  const { rows } = await admin.query<{ database: string; migrations: string }>(`
    select (select system_identifier from pg_control_system()) || '/' || d.oid as database,
      (select string_agg(name || ' ' || sha256, ',' order by name) from public.migrations) as migrations
    from pg_database d
    where d.datname = current_database()`)
  return rows[0]!
}

/** Whether the cells have the same folder or bucket of files. */
export const sharesFiles = (source: Cell, target: Cell): boolean =>
  JSON.stringify(source.config.storage) === JSON.stringify(target.config.storage)
