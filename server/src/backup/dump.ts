import { join } from 'node:path'
import pg from 'pg'
import { assertPolicies, assertRestored } from '../db/assert-whole.ts'
import { StartError } from '../db/start-error.ts'
import { writeSynced } from './atomic-folder.ts'
import { fileKeysOf, type Inventory, prepareSession, takeInventory } from './inventory.ts'
import { findProgram, type Program, run } from './programs.ts'
import { rolesScript } from './roles.ts'
import { DUMP, hashing, ROLES, type Sums } from './sums.ts'

/** The manifest's fields about a saved database. */
export type Saved = {
  kind: 'dump' | 'base'
  postgres: { server: number; program: number }
  database: Inventory
  /** The files that its documents need. */
  fileKeys: string[]
}

/**
 * Dumps a database with pg_dump while servers run. Dump, counts and checksums use one snapshot.
 * @param ownerUrl the servers' DATABASE_URL
 * @param address of a role that sees every row, on the same server or a standby
 */
export async function dumpDatabase(ownerUrl: string, address: string, folder: string, sums: Sums): Promise<Saved> {
  const client = await connect(address)
  const stop = new AbortController()
  try {
    await prepareSession(client)
    if (address !== ownerUrl) await assertSameDatabase(client, ownerUrl)
    await assertSeesAll(client)
    await assertRestored(client)
    await assertPolicies(client)
    const server = await majorOf(client)
    const program = await findProgram('pg_dump', server)
    await client.query('begin isolation level repeatable read read only')
    const { rows } = await client.query<{ snapshot: string }>('select pg_export_snapshot() as snapshot')
    const [sum, contents] = await Promise.all([
      dump(program, address, rows[0]!.snapshot, join(folder, DUMP), stop.signal),
      contentsOf(client),
    ])
    sums.set(DUMP, sum)
    const roles = hashing()
    await writeSynced(join(folder, ROLES), [await rolesScript(client, contents.database.roles)], roles.through)
    sums.set(ROLES, roles.digest())
    return { kind: 'dump', postgres: { server, program: program.major }, ...contents }
  } finally {
    stop.abort() // ends a running dump if the rest failed
    await client.end()
  }
}

/** pg_dump writes to a pipe, so that it ends with this process, even after `kill -9`. */
async function dump(program: Program, address: string, snapshot: string, path: string, stop: AbortSignal) {
  const args = ['--format=custom', `--snapshot=${snapshot}`, '--lock-wait-timeout=60s', '--no-password']
  const { child, ended } = run(program, args, address)
  stop.addEventListener('abort', () => child.kill())
  const { through, digest } = hashing()
  await writeSynced(path, child.stdout!, through)
  await ended
  return digest()
}

export async function contentsOf(client: pg.ClientBase): Promise<Pick<Saved, 'database' | 'fileKeys'>> {
  return { database: await takeInventory(client), fileKeys: await fileKeysOf(client) }
}

export async function connect(address: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: address,
    application_name: 'medina-care backup',
    connectionTimeoutMillis: 5000,
  })
  client.on('error', () => {}) // the running query reports it
  await client.connect().catch((error) => {
    const { username, host, pathname } = new URL(address)
    throw new StartError(
      `The database ${host}${pathname} cannot be reached as ${username}: ${error.message || error.code}`,
    )
  })
  return client
}

export async function majorOf(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ major: number }>(
    `select current_setting('server_version_num')::int / 10000 as major`,
  )
  return rows[0]!.major
}

async function assertSameDatabase(client: pg.Client, ownerUrl: string): Promise<void> {
  const owner = await connect(ownerUrl)
  try {
    const identify = `
      select system_identifier || '/' || d.oid as id
      from pg_control_system(), pg_database d
      where d.datname = current_database()`
    const [ours, theirs] = [await client.query(identify), await owner.query(identify)]
    if (ours.rows[0].id !== theirs.rows[0].id)
      throw new StartError(
        'DATABASE_BACKUP_URL and DATABASE_URL name different databases. Set both to the same database.',
      )
  } finally {
    await owner.end()
  }
}

/** A role bound by policies, or without read permission, would dump tables without their rows. */
async function assertSeesAll(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ role: string; bypasses: boolean; reads: boolean }>(`
    select rolname as role, rolsuper or rolbypassrls as bypasses,
      rolsuper or pg_has_role('pg_read_all_data', 'usage') as reads
    from pg_roles
    where rolname = current_user`)
  const { role, bypasses, reads } = rows[0]!
  if (bypasses && reads) return
  const database = client.database ?? 'medina'
  throw new StartError(
    `The role ${role} ${bypasses ? 'may not read every table' : 'is bound by row-level security'}: its backup would lack rows. As a superuser, run
  create role medina_backup login bypassrls password '…' in role pg_read_all_data;
and set DATABASE_BACKUP_URL=postgres://medina_backup:…@HOST/${database}.`,
  )
}
