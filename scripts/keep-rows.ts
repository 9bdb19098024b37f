import pg from 'pg'

/**
 * Prints rows of every table of DATABASE_URL with all rows that they reference, one JSON object per line: data of an earlier
 * version for server/testing/earlier. See the README there.
 */
type Table = { name: string; generated: string[]; key: string[] }
type Reference = { child: string; parent: string; columns: string[]; parentColumns: string[] }
type Row = Record<string, unknown>

/** Rows of these bring along the rows that they reference, but not the many rows that reference them. */
const SHARED = ['tenants', 'users', 'clients', 'invoice_series', 'prescriber_keys']
/** Tables to keep completely, because tests request tokens. */
const WHOLE = ['clients', 'client_secrets']
const ROWS_OF_A_TABLE = 2

const client = new pg.Client(process.env.DATABASE_URL)
await client.connect()
const { rows: tables } = await client.query<Table>(`
  select c.relname as name,
    array(select attname::text from pg_attribute where attrelid = c.oid and attgenerated <> '') as generated,
    array(select a.attname::text from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
     where i.indrelid = c.oid and i.indisprimary) as key
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and c.relname <> 'migrations'
  order by 1`)
const { rows: references } = await client.query<Reference>(`
  select k.conrelid::regclass::text as child, k.confrelid::regclass::text as parent,
    array(select attname::text from unnest(k.conkey) with ordinality u (n, at) join pg_attribute on attrelid = k.conrelid and attnum = n order by at) as columns,
    array(select attname::text from unnest(k.confkey) with ordinality u (n, at) join pg_attribute on attrelid = k.confrelid and attnum = n order by at) as "parentColumns"
  from pg_constraint k
  where k.contype = 'f' and k.connamespace = 'public'::regnamespace and k.conparentid = 0`)

const all = new Map<string, Row[]>()
for (const { name, key } of tables) {
  const order = key.length > 0 ? `order by ${key.join(', ')}` : ''
  const { rows } = await client.query<{ row: Row }>(`select to_json(t) as row from ${name} t ${order}`)
  all.set(
    name,
    rows.map(({ row }) => row),
  )
}
await client.end()

const kept = new Map(
  tables.map(({ name }) => [name, new Set(all.get(name)!.slice(WHOLE.includes(name) ? 0 : -ROWS_OF_A_TABLE))]),
)
const keepReferenced = (table: string, columns: string[], values: unknown[]) => {
  if (values.includes(null)) return false
  const more = all
    .get(table)!
    .filter((row) => !kept.get(table)!.has(row) && columns.every((column, i) => row[column] === values[i]))
  for (const row of more) kept.get(table)!.add(row)
  return more.length > 0
}
// Messages contain ids without foreign keys.
for (const { tenant_id, about } of kept.get('messages') ?? [])
  for (const id of about as string[]) keepReferenced('appointments', ['tenant_id', 'id'], [tenant_id, id])
for (let grown = true; grown; ) {
  grown = false
  for (const { child, parent, columns, parentColumns } of references) {
    for (const row of kept.get(child) ?? []) {
      if (
        keepReferenced(
          parent,
          parentColumns,
          columns.map((column) => row[column] ?? null),
        )
      )
        grown = true
    }
    if (SHARED.includes(parent)) continue
    for (const row of kept.get(parent) ?? []) {
      if (
        keepReferenced(
          child,
          columns,
          parentColumns.map((column) => row[column] ?? null),
        )
      )
        grown = true
    }
  }
}
for (const { name, generated } of tables) {
  for (const row of all.get(name)!) {
    const written = Object.fromEntries(Object.entries(row).filter(([column]) => !generated.includes(column)))
    if (kept.get(name)!.has(row)) console.log(JSON.stringify({ table: name, row: written }))
  }
}
