import type pg from 'pg'
import { formatHead } from '../audit/seal.ts'
import { UNFINISHED } from '../db/assert-whole.ts'
import { StartError } from '../db/start-error.ts'

/** The content of a database, for comparing a restored one with the original. */
export type Inventory = {
  /** The role that owns the schema. */
  owner: string
  encoding: string
  migrations: string[]
  /** Roles that own or may use objects. */
  roles: string[]
  tables: Record<string, Table>
  /** Counts of policies, constraints, indexes, … */
  objects: Record<string, number>
  /** Heads of the audit chains, as printed by `npm run verify-audit`. */
  heads: string[]
}

export type Table = { rows: number /** Sum of a 64-bit hash of each row. */; checksum: string }

/**
 * Takes the inventory in the snapshot of the open transaction.
 * @param client of a role that sees every row
 * @throws {StartError} if this is not a database of Medina Care
 */
export async function takeInventory(client: pg.ClientBase): Promise<Inventory> {
  const { rows } = await client.query<Pick<Inventory, 'owner' | 'encoding'>>(`
    select tableowner as owner, current_setting('server_encoding') as encoding
    from pg_tables
    where schemaname = 'public' and tablename = 'migrations'`)
  if (!rows[0]) throw new StartError('This is not a database of Medina Care: it has no table of migrations.')
  const migrations = await client.query<{ name: string }>('select name from public.migrations order by name')
  return {
    ...rows[0],
    migrations: migrations.rows.map(({ name }) => name),
    roles: await rolesOf(client),
    tables: await countTables(client),
    objects: await countObjects(client),
    heads: await headsOf(client),
  }
}

/** Makes the text of rows independent of settings of roles and servers. */
const SAME_TEXT = `
  set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set bytea_output = 'hex';
  set extra_float_digits = 1; set search_path = pg_catalog; set xmlbinary = 'base64';
  set row_security = off; set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0`

/** With row_security off, a table whose policies would hide rows causes an error. */
export const prepareSession = (client: pg.ClientBase) => client.query(SAME_TEXT)

/** Excludes PostgreSQL's own schemas and objects of extensions. */
const inOwnSchemas = (catalog: string, namespace: string) => `
  ${namespace} not in (select oid from pg_namespace where nspname ~ '^pg_' or nspname = 'information_schema')
  and not exists (
    select from pg_depend e
    where e.classid = '${catalog}'::regclass and e.objid = x.oid and e.deptype = 'e')`

export async function countTables(client: pg.ClientBase): Promise<Record<string, Table>> {
  const { rows: names } = await client.query<{ name: string }>(`
    select format('%I.%I', n.nspname, x.relname) as name
    from pg_class x
    join pg_namespace n on n.oid = x.relnamespace
    where x.relkind = 'r' and x.relname <> '${UNFINISHED}' and ${inOwnSchemas('pg_class', 'x.relnamespace')}
    order by 1`)
  const tables: Record<string, Table> = {}
  for (const { name } of names) {
    const { rows } = await client.query<{ rows: string; checksum: string }>(`
      select count(*) as rows, coalesce(sum(hashtextextended((one_row.*)::text collate "C", 0)), 0)::text as checksum
      from only ${name} as one_row`)
    tables[name] = { rows: Number(rows[0]!.rows), checksum: rows[0]!.checksum }
  }
  return tables
}

export async function countObjects(client: pg.ClientBase): Promise<Record<string, number>> {
  const granted = (acl: string, kind: string, owner: string) =>
    `(select count(*) from aclexplode(coalesce(${acl}, acldefault('${kind}', ${owner}))) g where g.grantee <> ${owner})`
  const relations = `from pg_class x where x.relname <> '${UNFINISHED}' and ${inOwnSchemas('pg_class', 'x.relnamespace')}`
  const functions = `from pg_proc x where ${inOwnSchemas('pg_proc', 'x.pronamespace')}`
  const { rows } = await client.query<{ kind: string; n: string }>(`
    select relkind::text as kind, count(*) as n ${relations} group by 1
    union all select 'row security', count(*) ${relations} and x.relrowsecurity and x.relkind in ('r', 'p')
    union all select 'forced', count(*) ${relations} and x.relforcerowsecurity
    union all select 'policies', count(*) from pg_policy
    union all select 'triggers', count(*) from pg_trigger where not tgisinternal
    union all select 'functions', count(*) ${functions}
    union all select 'functions of others', count(*) ${functions}
      and x.proowner <> (select relowner from pg_class where oid = 'public.migrations'::regclass)
    union all select 'constraints', count(*) from pg_constraint x
      where x.contype in ('c', 'f', 'p', 'u', 'x') and ${inOwnSchemas('pg_constraint', 'x.connamespace')}
        and not exists (
          select from pg_depend e where e.classid = 'pg_class'::regclass and e.objid = x.conrelid and e.deptype = 'e')
    union all select 'grants', coalesce(sum(${granted('x.relacl', 'r', 'x.relowner')}), 0) ${relations}
      and x.relkind in ('r', 'p', 'v')
    union all select 'grants on functions', coalesce(sum(${granted('x.proacl', 'f', 'x.proowner')}), 0) ${functions}
    union all select 'grants on columns', count(*) from pg_attribute a, aclexplode(a.attacl)
      where a.attrelid in (select x.oid ${relations})`)
  const names: Record<string, string> = { r: 'tables', p: 'partitioned tables', i: 'indexes', I: 'partitioned indexes' }
  return Object.fromEntries(rows.map(({ kind, n }) => [names[kind] ?? kind, Number(n)]))
}

/** Roles named by migrations or granted something by the operator. */
async function rolesOf(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ rolname: string }>(`
    select r.rolname
    from pg_roles r
    where r.oid in (
      select refobjid from pg_shdepend
      where refclassid = 'pg_authid'::regclass
        and dbid = (select oid from pg_database where datname = current_database()))
    order by 1`)
  return rows.map(({ rolname }) => rolname)
}

async function headsOf(client: pg.ClientBase): Promise<string[]> {
  const rows = await rowsOf<{ tenantId: string; n: string; hash: string }>(
    client,
    'public.audit_seals',
    `select distinct on (tenant_id) tenant_id as "tenantId", n, encode(hash, 'hex') as hash
     from public.audit_seals
     order by tenant_id, n desc`,
  )
  return rows.map((row) => formatHead({ ...row, n: Number(row.n) }))
}

/** Keys of the files of documents and lab orders. */
export async function fileKeysOf(client: pg.ClientBase): Promise<string[]> {
  const documents = await rowsOf<{ key: string }>(
    client,
    'public.documents',
    'select object_key as key from public.documents where object_key is not null',
  )
  const filesOfLabOrders = await rowsOf<{ key: string }>(
    client,
    'public.lab_order_files',
    'select object_key as key from public.lab_order_files where ready_at is not null and removed_at is null',
  )
  const filesOfVisits = await rowsOf<{ key: string }>(
    client,
    'public.visit_files',
    'select object_key as key from public.visit_files where ready_at is not null',
  )
  return [...documents, ...filesOfLabOrders, ...filesOfVisits].map(({ key }) => key).sort()
}

/** Empty if the table does not exist yet in the database's version. */
async function rowsOf<R extends pg.QueryResultRow>(client: pg.ClientBase, table: string, query: string): Promise<R[]> {
  const { rows } = await client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [table])
  return rows[0]!.there ? (await client.query<R>(query)).rows : []
}

/** @throws {StartError} naming the differences */
export function assertSame(what: string, expected: Record<string, unknown>, found: Record<string, unknown>): void {
  const differing = [...new Set([...Object.keys(expected), ...Object.keys(found)])].filter(
    (name) => shown(expected[name]) !== shown(found[name]),
  )
  if (differing.length === 0) return
  const first = differing.slice(0, 3).map((name) => `${name} (${shown(expected[name])} → ${shown(found[name])})`)
  const more = differing.length > 3 ? ` and ${differing.length - 3} more` : ''
  throw new StartError(`The restored database differs from the backup: ${what} ${first.join(', ')}${more}.`)
}

const shown = (value: unknown) => (value === undefined ? 'absent' : JSON.stringify(value))
