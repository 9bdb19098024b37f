import type pg from 'pg'
import { isDeadlock, isOverlap } from '../db/failures.ts'
import { StartError } from '../db/start-error.ts'
import { assertCompatible, type Cell, openAdmin } from './cell.ts'
import { copyFiles, fileKeysOf, removeFiles } from './files.ts'
import { findMove, freeze, lockTenant, sealAll, thaw, waitForWork, withoutTasks } from './freeze.ts'
import { continueNumbers } from './numbering.ts'
import { comparePeople, type People } from './people.ts'
import {
  addPartitions,
  assertSameContent,
  type Content,
  contentOf,
  copyRows,
  deleteRows,
  LOGS,
  ofTenant,
  type Table,
  tablesOfTenants,
  unchanged,
} from './tables.ts'

/** What was moved. */
export type Moved = {
  tables: number
  rows: number
  files: number
  joinedLogins: number
  /** How long the organisation could not be used. */
  frozenMs: number
  /** Files that remained in the source. */
  filesLeft: number
}

/** Attempts, if a background task of the source changes a row meanwhile. */
const ATTEMPTS = 3

/**
 * Moves a tenant to another cell. At any moment at most one cell serves it. Stopped at any point, the command can be repeated:
 * it continues, or begins again.
 * @param report is called with each step
 * @throws {StartError} if it cannot be moved; then the source serves it as before
 */
export async function moveTenant(
  source: Cell,
  target: Cell,
  tenantId: string,
  report: (step: string) => void,
): Promise<Moved> {
  await assertCompatible(source, target)
  await lockTenant(source.admin, tenantId)
  if (await isCommitted(target, tenantId)) return finish(source, target, tenantId, report)
  await assertMovable(source, target, tenantId)
  await comparePeople(source.admin, target.admin, tenantId) // reports conflicts before the organisation is frozen
  const copied = new Set<string>()
  report('Copying files')
  await copyFiles(source, target, tenantId, copied)
  await addPartitions(source.admin, target.admin, tenantId)
  await continueNumbers(source, target)

  report('Freezing the organisation')
  const frozenAt = performance.now()
  let mayHaveArrived = false
  try {
    await freeze(source.admin, tenantId, target.config.publicUrl)
    const { contents, people } = await withoutTasks(source.worker, async () => {
      await waitForWork(source, tenantId)
      await sealAll(source)
      await copyFiles(source, target, tenantId, copied)
      await addPartitions(source.admin, target.admin, tenantId)
      report('Copying rows')
      return transfer(source, target, tenantId, () => {
        mayHaveArrived = true
      })
    })
    await thaw(target.admin, tenantId)
    const frozenMs = performance.now() - frozenAt
    const filesLeft = await cleanUp(source, target, tenantId, copied)
    const rows = contents.reduce((sum, content) => sum + content.rows, 0)
    return { tables: contents.length, rows, files: copied.size, joinedLogins: people.joined, frozenMs, filesLeft }
  } catch (error) {
    if (mayHaveArrived) report('The organisation stays frozen. Repeat the command.')
    else await thaw(source.admin, tenantId)
    throw error
  }
}

/** Lets the source serve a tenant again after a move that was interrupted before its rows arrived. @throws {StartError} */
export async function cancelMove(source: Cell, target: Cell, tenantId: string): Promise<void> {
  await lockTenant(source.admin, tenantId)
  const move = await findMove(source.admin, tenantId)
  if (!move) throw new StartError(`${tenantId} is not being moved.`)
  if (move.isMoved || (await isCommitted(target, tenantId)))
    throw new StartError(`${tenantId} has arrived at ${move.toUrl}. Repeat the command without --cancel.`)
  await thaw(source.admin, tenantId)
}

async function assertMovable(source: Cell, target: Cell, tenantId: string): Promise<void> {
  if (!(await hasTenant(source, tenantId)))
    throw new StartError(`${source.config.publicUrl} has no organisation ${tenantId}.`)
  if (await hasTenant(target, tenantId))
    throw new StartError(`${target.config.publicUrl} already has an organisation ${tenantId}.`)
  if (source.config.registrationTenant === tenantId)
    throw new StartError(`${tenantId} operates the installation (REGISTRATION_TENANT) and cannot leave it.`)
  const { rows } = await source.admin.query<{ n: number }>(
    `select count(*)::int as n
     from public.video_rooms
     where tenant_id = $1 and together_since is not null and together_seen_at > now() - interval '1 minute'`,
    [tenantId],
  )
  if (rows[0]!.n > 0)
    throw new StartError(`${rows[0]!.n} video visits are taking place. Move the organisation when none is.`)
}

/** Whether the rows have arrived at the target and the target does not serve them yet. */
async function isCommitted(target: Cell, tenantId: string): Promise<boolean> {
  const move = await findMove(target.admin, tenantId)
  return move !== undefined && move.toUrl === target.config.publicUrl && (await hasTenant(target, tenantId))
}

async function hasTenant({ admin }: Cell, tenantId: string): Promise<boolean> {
  return (await admin.query('select from public.tenants where tenant_id = $1', [tenantId])).rowCount! > 0
}

type Transfer = { contents: Content[]; people: People }

async function transfer(source: Cell, target: Cell, tenantId: string, beforeCommit: () => void): Promise<Transfer> {
  for (let attempt = 1; ; attempt++)
    try {
      return await transferOnce(source, target, tenantId, beforeCommit)
    } catch (error) {
      await source.admin.query('rollback')
      await target.admin.query('rollback')
      if (!isDeadlock(error) || attempt === ATTEMPTS) throw error
    }
}

/**
 * One transaction in each database. That of the source has one snapshot, so it fails if another one changes a row that it
 * deletes. The target's is committed first, with the tenant still frozen in both.
 */
async function transferOnce(source: Cell, target: Cell, tenantId: string, beforeCommit: () => void): Promise<Transfer> {
  await source.admin.query('begin isolation level repeatable read')
  await target.admin.query('begin')
  const people = await comparePeople(source.admin, target.admin, tenantId)
  const tables = await tablesOfTenants(source.admin)
  await copyLogins(source.admin, target.admin, people.copied)
  // As in replication, triggers have run already where the rows were written.
  await target.admin.query('set local session_replication_role = replica')
  const contents: Content[] = []
  for (const table of tables) contents.push(await copyTable(source.admin, target.admin, table, tenantId, people))
  await assertLogins(target.admin, tenantId)
  await freeze(target.admin, tenantId, target.config.publicUrl)
  await target.admin.query('delete from public.moved_secrets where tenant_id = $1', [tenantId]) // if it was here before
  await remove(source, tenantId, tables, contents, people.logins)
  await assertNoneAdded(source, tenantId, tables, contents)
  beforeCommit() // whether it succeeded is unknown if the connection is lost
  await target.admin.query('commit')
  await source.admin.query('commit')
  return { contents, people }
}

async function copyTable(
  source: pg.Client,
  target: pg.Client,
  table: Table,
  tenantId: string,
  { changes }: People,
): Promise<Content> {
  const where = ofTenant(tenantId)
  const own = changes[table.name]
  await copyRows(source, target, table, where, own).catch((error) => {
    if (!isOverlap(error)) throw error
    throw new StartError(
      `Professionals have visits at the same time in both installations. Move or cancel one of them: ${error.detail}`,
    )
  })
  const content = await contentOf(source, table, where, own)
  assertSameContent(table, content, await contentOf(target, table, where))
  return content
}

const LOGIN_TABLES = [
  ['logins', 'id'],
  ['passkeys', 'login_id'],
  ['totp_secrets', 'login_id'],
  ['recovery_codes', 'login_id'],
] as const

async function copyLogins(source: pg.Client, target: pg.Client, ids: string[]): Promise<void> {
  for (const [name, key] of LOGIN_TABLES) {
    const { rows } = await source.query<{ columns: string[] }>(
      `select array_agg(attname::text order by attnum) as columns
       from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
      [`public.${name}`],
    )
    const listed = `t.${key} = any(${arrayLiteral(ids)})`
    await copyRows(source, target, { name, columns: rows[0]!.columns }, listed)
  }
}

/** Ids have no character that needs escaping. */
const arrayLiteral = (ids: string[]) => `'{${ids.join(',')}}'::text[]`

async function assertLogins(target: pg.Client, tenantId: string): Promise<void> {
  const { rows } = await target.query<{ n: number }>(
    `select count(*)::int as n
     from public.users u
     where u.tenant_id = $1
       and u.login_id is not null
       and not exists (select from public.logins l where l.id = u.login_id)`,
    [tenantId],
  )
  if (rows[0]!.n > 0) throw new StartError(`${rows[0]!.n} people would have no login.`)
}

async function remove(
  { admin }: Cell,
  tenantId: string,
  tables: Table[],
  contents: Content[],
  logins: string[],
): Promise<void> {
  await rememberSecrets(admin, tenantId)
  await admin.query('set local session_replication_role = replica')
  for (const [index, { name }] of tables.entries()) {
    const deleted = await deleteRows(admin, name, ofTenant(tenantId))
    if (deleted !== contents[index]!.rows)
      throw new StartError(`${deleted} rows of ${name} were deleted instead of ${contents[index]!.rows}.`)
  }
  await admin.query('set local session_replication_role = origin')
  // Logins of people who are members of other organisations stay.
  await admin.query(
    `delete from public.logins l
     where l.id = any($1) and not exists (select from public.users u where u.login_id = l.id)`,
    [logins],
  )
  await admin.query('update public.tenant_moves set moved_at = now() where tenant_id = $1', [tenantId])
}

/** Keeps the digests of links and secrets, so that this cell can tell their holders the new address. */
async function rememberSecrets(admin: pg.Client, tenantId: string): Promise<void> {
  await admin.query(
    `insert into public.moved_secrets (sha256, tenant_id)
     select code_sha256, tenant_id from public.join_links where tenant_id = $1
     union all select sha256(serial::bytea), tenant_id from public.documents where tenant_id = $1
     union all select token_sha256, tenant_id from public.invitations where tenant_id = $1 and token_sha256 is not null
     union all select token_sha256, tenant_id from public.client_handovers where tenant_id = $1
     union all select secret_sha256, tenant_id from public.client_secrets where tenant_id = $1
     union all select secret_sha256, tenant_id from public.video_guests where tenant_id = $1
     on conflict do nothing`,
    [tenantId],
  )
}

/** Rows that others committed after the snapshot would be lost. */
async function assertNoneAdded(source: Cell, tenantId: string, tables: Table[], contents: Content[]): Promise<void> {
  const other = await openAdmin(source.config)
  try {
    for (const [index, table] of tables.entries()) {
      const { rows } = await other.query<{ n: string }>(
        `select count(*) as n from public.${table.name} t where ${ofTenant(tenantId)}`,
      )
      if (Number(rows[0]!.n) !== contents[index]!.rows)
        throw new StartError(`Rows were added to ${table.name} meanwhile. Nothing was moved; try again.`)
    }
  } finally {
    await other.end()
  }
}

/** Continues after the rows have arrived: compares them again, and deletes those of the source if that has not happened. */
async function finish(source: Cell, target: Cell, tenantId: string, report: (step: string) => void): Promise<Moved> {
  report('The rows have already arrived; comparing them again')
  const tables = (await tablesOfTenants(source.admin)).map(unchanged)
  const keys = await fileKeysOf(target.admin, tenantId)
  const contents: Content[] = []
  for (const table of tables) contents.push(await contentOf(target.admin, table, ofTenant(tenantId)))
  if (await hasTenant(source, tenantId)) await removeArrived(source, tenantId, tables, contents)
  await thaw(target.admin, tenantId)
  const filesLeft = await cleanUp(source, target, tenantId, keys)
  const rows = contents.reduce((sum, content) => sum + content.rows, 0)
  return { tables: tables.length, rows, files: keys.length, joinedLogins: 0, frozenMs: 0, filesLeft }
}

async function removeArrived(source: Cell, tenantId: string, tables: Table[], contents: Content[]): Promise<void> {
  const { admin } = source
  await admin.query('begin isolation level repeatable read')
  try {
    for (const [index, table] of tables.entries())
      assertSameContent(table, await contentOf(admin, table, ofTenant(tenantId)), contents[index]!)
    const { rows } = await admin.query<{ id: string }>(
      'select login_id as id from public.users where tenant_id = $1 and login_id is not null',
      [tenantId],
    )
    const logins = rows.map(({ id }) => id)
    await remove(source, tenantId, tables, contents, logins)
    await assertNoneAdded(source, tenantId, tables, contents)
    await admin.query('commit')
  } catch (error) {
    await admin.query('rollback')
    throw error
  }
}

/** @returns the number of files that remained */
async function cleanUp(source: Cell, target: Cell, tenantId: string, files: Iterable<string>): Promise<number> {
  for (const name of LOGS) await deleteRows(source.admin, name, ofTenant(tenantId))
  return removeFiles(source, target, files)
}
