import type pg from 'pg'
import { isDeadlock, isOverlap } from '../db/failures.ts'
import { StartError } from '../db/start-error.ts'
import { type Cell, openAdmin } from './cell.ts'
import { freeze } from './freeze.ts'
import { comparePeople, type People } from './people.ts'
import {
  assertSameContent,
  type Content,
  contentOf,
  copyRows,
  deleteRows,
  ofTenant,
  type Table,
  tableOf,
  tablesOfTenants,
} from './tables.ts'

/** Attempts, if a background task of the source changes a row meanwhile. */
const ATTEMPTS = 3

export type Transfer = { contents: Content[]; people: People }

/**
 * Copies a frozen tenant with all its rows, and deletes it here. If a background task changes a row meanwhile, it begins again.
 * @param beforeCommit is called when it can no longer be undone
 * @throws {StartError} if rows differ; then nothing has changed
 */
export async function transfer(
  source: Cell,
  target: Cell,
  tenantId: string,
  beforeCommit: () => void,
): Promise<Transfer> {
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
  for (const [name, key] of LOGIN_TABLES)
    await copyRows(source, target, await tableOf(source, name), `t.${key} = any(${arrayLiteral(ids)})`)
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

/** Deletes a tenant that has arrived, if its rows here are the same. @throws {StartError} */
export async function removeArrived(
  source: Cell,
  tenantId: string,
  tables: Table[],
  contents: Content[],
): Promise<void> {
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
