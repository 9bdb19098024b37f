import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { isUnfinished, UNFINISHED } from '../db/assert-whole.ts'
import { ensureRoles } from '../db/roles.ts'
import { StartError } from '../db/start-error.ts'
import { connect, majorOf } from './dump.ts'
import { assertSame, countObjects, countTables, fileKeysOf, prepareSession } from './inventory.ts'
import type { Manifest } from './manifest.ts'
import { findProgram, type Program, run } from './programs.ts'
import { DUMP, ROLES } from './sums.ts'

type Passwords = Parameters<typeof ensureRoles>[2]

/** An empty database, locked against other restores by the client. */
export type Target = { client: pg.Client; address: string; program: Program }

/** @throws {StartError} if the backup is incompatible, or the database is not empty */
export async function claimEmptyDatabase(address: string, manifest: Manifest): Promise<Target> {
  const client = await connect(address)
  try {
    await prepareSession(client)
    await assertFits(client, manifest)
    await assertEmpty(client)
    const { rows } = await client.query<{ free: boolean }>(
      `select pg_try_advisory_lock(hashtextextended('medina-care migrate', 0)) as free`,
    )
    if (!rows[0]!.free)
      throw new StartError('A server is starting on this database, or another restore is running. Stop it first.')
    const atLeast = Math.max(await majorOf(client), manifest.postgres.program)
    return { client, address, program: await findProgram('pg_restore', atLeast) }
  } catch (error) {
    await client.end()
    throw error
  }
}

async function assertFits(client: pg.Client, { postgres, database }: Manifest): Promise<void> {
  const { rows } = await client.query<{ role: string; encoding: string; makesRoles: boolean; lacking: string[] }>(
    `select current_user as role, current_setting('server_encoding') as encoding,
       (select rolsuper or rolcreaterole from pg_roles where rolname = current_user) as "makesRoles",
       array(select name from unnest($1::text[]) name where to_regrole(quote_ident(name)) is null) as lacking`,
    [database.roles],
  )
  const { role, encoding, makesRoles, lacking } = rows[0]!
  const server = await majorOf(client)
  if (server < postgres.server)
    throw new StartError(
      `The backup is of PostgreSQL ${postgres.server}; this is ${server}: restore into the same or newer.`,
    )
  if (encoding !== database.encoding)
    throw new StartError(`The backup is encoded in ${database.encoding}; this database in ${encoding}.`)
  if (role !== database.owner)
    throw new StartError(
      `The tables of the backup belong to the role ${database.owner}: DATABASE_URL must name it, not ${role}. Where it does not exist, create it: create role ${database.owner} login createrole password '…'.`,
    )
  if (lacking.length > 0 && !makesRoles)
    throw new StartError(
      `These roles do not exist here, and ${role} may not create them: ${lacking.join(', ')}. As a superuser, run ${ROLES} of the backup: psql -f ${ROLES}.`,
    )
}

async function assertEmpty(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(`
    select format('%I.%I', n.nspname, c.relname) as name
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    where n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
      and c.relname <> '${UNFINISHED}'
      and not exists (
        select from pg_depend e where e.classid = 'pg_class'::regclass and e.objid = c.oid and e.deptype = 'e')
      and c.relkind in ('r', 'p', 'v', 'm', 'S', 'f')
    limit 1`)
  if (rows[0])
    throw new StartError(
      `The database is not empty: it has ${rows[0].name}. Restore into a new one (drop database …; create database … owner …).`,
    )
}

/**
 * Restores the roles; then tables and rows, which are compared with the manifest; then constraints and policies, which come
 * last because policies may hide rows. Servers refuse to start on the database until `endRestore`.
 * @returns the keys of the files that its documents need
 * @throws {StartError}
 */
export async function loadDatabase(
  target: Target,
  backup: string,
  manifest: Manifest,
  passwords: Passwords,
): Promise<string[]> {
  const { client, address } = target
  const { database } = manifest
  await client.query(`create table if not exists public.${UNFINISHED} (began_at timestamptz not null default now())`)
  await client.query(await readFile(join(backup, ROLES), 'utf8'))
  await ensureRoles(client, address, passwords)
  await withOwners(client, database.roles, async () => {
    await restoreSections(target, backup, ['pre-data', 'data'])
  })
  assertSame('rows of', database.tables, await countTables(client))
  const fileKeys = await fileKeysOf(client)
  await restoreSections(target, backup, ['post-data'])
  assertSame('the number of', database.objects, await countObjects(client))
  await client.query('analyze')
  return fileKeys
}

/** Restoring a function's owner requires that role to have the CREATE privilege on the schema. */
async function withOwners(client: pg.Client, roles: string[], work: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select rolname as name from pg_roles
     where rolname = any($1) and not has_schema_privilege(oid, 'public', 'create')`,
    [roles],
  )
  const names = rows.map(({ name }) => pg.escapeIdentifier(name)).join(', ')
  if (names !== '') await client.query(`grant create on schema public to ${names}`)
  await work()
  if (names !== '') await client.query(`revoke create on schema public from ${names}`)
}

/**
 * Restores sections in one transaction. pg_restore reads from a pipe, so that it ends with this process. Comments are
 * skipped, because extensions may have another owner here.
 */
async function restoreSections({ program, address }: Target, backup: string, sections: string[]): Promise<void> {
  const args = [
    ...sections.map((section) => `--section=${section}`),
    ...['--single-transaction', '--exit-on-error', '--no-comments', '--no-password'],
    `--dbname=${decodeURIComponent(new URL(address).pathname.slice(1))}`,
  ]
  const { child, ended } = run(program, args, address, 'pipe')
  child.stdout!.resume()
  // It may stop reading early; if it fails, its output has the cause.
  pipeline(createReadStream(join(backup, DUMP)), child.stdin!).catch(() => {})
  await ended
}

/** @throws {StartError} if DATABASE_WORKER_URL still names another database */
export async function assertTarget(workerUrl: string): Promise<void> {
  const client = await connect(workerUrl)
  try {
    if (!(await isUnfinished(client)))
      throw new StartError(
        'DATABASE_WORKER_URL and DATABASE_URL name different databases. Set both to the same database.',
      )
  } finally {
    await client.end()
  }
}

/** Allows servers to start on the database. */
export async function endRestore({ client }: Target): Promise<void> {
  await client.query(`drop table public.${UNFINISHED}`)
}
