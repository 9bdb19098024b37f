import type pg from 'pg'
import { StartError } from './start-error.ts'

/** The name of a table that a database has while it is being restored. */
export const UNFINISHED = 'unfinished_restore'

const REMEDY = 'Restore a backup into an empty database with `npm run restore`.'

/** @throws {StartError} if a restore is running or was interrupted */
export async function assertRestored(client: pg.ClientBase): Promise<void> {
  if (await isUnfinished(client))
    throw new StartError(`A restore of this database is in progress or was interrupted. ${REMEDY}`)
}

export async function isUnfinished(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ unfinished: boolean }>(
    `select to_regclass('public.${UNFINISHED}') is not null as unfinished`,
  )
  return rows[0]!.unfinished
}

/**
 * A database restored without its roles lacks their policies and grants: a server would fail, or serve without tenant
 * isolation.
 * @throws {StartError}
 */
export async function assertPolicies(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>(`
    select c.relname as name
    from pg_class c
    where c.relnamespace = 'public'::regnamespace
      and c.relforcerowsecurity
      and not (c.relrowsecurity and exists (
        select from pg_policy p
        join pg_roles r on r.oid = any(p.polroles)
        where p.polrelid = c.oid and r.rolname = 'medina_app'))
    order by 1`)
  if (rows.length === 0) return
  throw new StartError(
    `This database was restored without its roles: ${rows.length} tables lack their policies (${rows[0]!.name}, …). ${REMEDY}`,
  )
}
