import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { StartError } from '../db/start-error.ts'

/** A table with rows of tenants, and its columns that are not generated. */
export type Table = { name: string; columns: string[] }

/** Rows of a tenant in a table: their number, and the sum of a 64-bit hash of each. */
export type Content = { rows: number; checksum: string }

/** Expressions that replace columns on the way, by table and column. */
export type Changes = Record<string, Record<string, string>>

/** The log of requests is kept for a week for diagnosis. Every refused request adds to it, so it does not move. */
export const LOGS = ['request_log', 'request_hours']
/** These are about moves. */
const MOVES = ['tenant_moves', 'moved_secrets']

const COLUMNS = `array(
  select a.attname::text
  from pg_attribute a
  where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  order by a.attnum)`

export async function tableOf(admin: pg.Client, name: string): Promise<Table> {
  const { rows } = await admin.query<Table>(
    `select c.relname::text as name, ${COLUMNS} as columns from pg_class c where c.oid = $1::regclass`,
    [`public.${name}`],
  )
  return rows[0]!
}

export async function tablesOfTenants(admin: pg.Client): Promise<Table[]> {
  const { rows } = await admin.query<Table>(
    `select c.relname::text as name, ${COLUMNS} as columns
     from pg_class c
     where c.relnamespace = 'public'::regnamespace
       and c.relkind in ('r', 'p')
       and not c.relispartition
       and c.relname <> all ($1)
       and exists (select from pg_attribute t where t.attrelid = c.oid and t.attname = 'tenant_id' and not t.attisdropped)
     order by c.relname`,
    [[...LOGS, ...MOVES]],
  )
  return rows
}

const listOf = (columns: string[]) => columns.map(pg.escapeIdentifier).join(', ')

/** Columns that a move may change, because logins, calendars and addresses of profiles are shared by all tenants of a cell. */
const CHANGEABLE = new Set([
  'users.login_id',
  'appointments.calendar',
  'slot_holds.calendar',
  'doctors.slug',
  'public_doctors.slug',
])

/** The table with the columns that a move never changes. */
export const unchanged = ({ name, columns }: Table): Table => ({
  name,
  columns: columns.filter((column) => !CHANGEABLE.has(`${name}.${column}`)),
})

/** @param where of the alias `t` */
const selectFrom = ({ name, columns }: Table, where: string, changes: Record<string, string> = {}) => {
  const list = columns.map((column) => {
    const quoted = pg.escapeIdentifier(column)
    return changes[column] === undefined ? `t.${quoted}` : `${changes[column]} as ${quoted}`
  })
  return `select ${list.join(', ')} from public.${pg.escapeIdentifier(name)} t where ${where}`
}

export const ofTenant = (tenantId: string): string => `t.tenant_id = ${pg.escapeLiteral(tenantId)}`

export async function contentOf(
  admin: pg.Client,
  table: Table,
  where: string,
  changes?: Record<string, string>,
): Promise<Content> {
  const { rows } = await admin.query<{ rows: string; checksum: string }>(
    `select count(*) as rows, coalesce(sum(hashtextextended((r.*)::text collate "C", 0)), 0)::text as checksum
     from (${selectFrom(table, where, changes)}) r`,
  )
  return { rows: Number(rows[0]!.rows), checksum: rows[0]!.checksum }
}

/** Copies rows from one database to the other. */
export async function copyRows(
  source: pg.Client,
  target: pg.Client,
  table: Table,
  where: string,
  changes?: Record<string, string>,
): Promise<void> {
  const into = `copy public.${pg.escapeIdentifier(table.name)} (${listOf(table.columns)}) from stdin`
  await pipeline(
    source.query(copyTo(`copy (${selectFrom(table, where, changes)}) to stdout`)),
    target.query(copyFrom(into)),
  )
}

/** @returns the number of deleted rows */
export async function deleteRows(admin: pg.Client, name: string, where: string): Promise<number> {
  return (await admin.query(`delete from public.${pg.escapeIdentifier(name)} t where ${where}`)).rowCount!
}

type Partition = { parent: string; name: string; bounds: string; options: string[] | null }

/** Creates the partitions of past months that the tenant's rows need. */
export async function addPartitions(source: pg.Client, target: pg.Client, tenantId: string): Promise<void> {
  const { rows } = await source.query<Partition>(
    `select p.relname::text as parent, c.relname::text as name, pg_get_expr(c.relpartbound, c.oid) as bounds, c.reloptions as options
     from pg_inherits i
     join pg_class c on c.oid = i.inhrelid
     join pg_class p on p.oid = i.inhparent
     where p.relkind = 'p' and p.relnamespace = 'public'::regnamespace and p.relname <> all ($1)
     order by c.relname`,
    [LOGS],
  )
  for (const { parent, name, bounds, options } of rows) {
    const partition = `public.${pg.escapeIdentifier(name)}`
    const { rows: existing } = await target.query<{ there: boolean }>('select to_regclass($1) is not null as there', [
      partition,
    ])
    if (existing[0]!.there || !(await hasRows(source, partition, tenantId))) continue
    const stored = options === null ? '' : `with (${options.join(', ')})`
    await target.query(
      `create table ${partition} partition of public.${pg.escapeIdentifier(parent)} ${bounds} ${stored}`,
    )
  }
}

async function hasRows(admin: pg.Client, name: string, tenantId: string): Promise<boolean> {
  const { rows } = await admin.query<{ some: boolean }>(
    `select exists (select from ${name} t where ${ofTenant(tenantId)}) as some`,
  )
  return rows[0]!.some
}

/** @throws {StartError} naming the first table whose rows differ */
export function assertSameContent(table: Table, ours: Content, theirs: Content): void {
  if (ours.rows === theirs.rows && ours.checksum === theirs.checksum) return
  throw new StartError(
    `The copied rows of ${table.name} differ: ${ours.rows} rows (${ours.checksum}) became ${theirs.rows} (${theirs.checksum}).`,
  )
}
