import { type RawBuilder, sql } from 'kysely'
import type { CallerIds } from '../actor.ts'
import type { Composed } from './kysely.ts'
import { type Prepared, prepared } from './prepared.ts'

export type Window = { limit: number; offset: number }

/** The key of the row after which a page starts: `after0`, `after1` … as text. */
type After = Record<`after${number}`, string>

/** A key column of a list and its direction. */
export type KeyColumn = { column: RawBuilder<unknown>; desc: boolean }

/** Reads the rows of a list with their keys (`keyColumns`), from its start or after a key. */
export type KeyedRows<V, O> = {
  rows: Prepared<V & CallerIds & Window, O>
  rowsAfter: Prepared<V & CallerIds & Window & After, O>
  /** The number of key columns. */
  keys: number
}

export const afterKey = (key: readonly string[]): After =>
  Object.fromEntries(key.map((value, n) => [`after${n}`, value]))

/** The key of a row, in the form of its cursor. */
export const keyOfRow = (row: object, keys: number): string[] =>
  Array.from({ length: keys }, (_, n) => (row as Record<string, string>)[`key${n}`]!) // selected by `keyColumns`

/** The key of a row as text in `key0`, `key1` … Times keep their microseconds. */
export const keyColumns = (key: readonly KeyColumn[]) =>
  sql.join(key.map(({ column }, n) => sql`(${column})::text as ${sql.ref(`key${n}`)}`))

export const inKeyOrder = (key: readonly KeyColumn[]) =>
  sql.join(key.map(({ column, desc }) => (desc ? sql`${column} desc` : column)))

/**
 * The rows after a key. If all columns have one direction, an index scan starts at the key. Otherwise it also reads the rows
 * with an equal first column.
 */
export function isAfter(key: readonly KeyColumn[], v: object): RawBuilder<boolean> {
  const valueAt = (n: number) => (v as After)[`after${n}`]!
  const first = key[0]!
  const columns = key.map(({ column }) => column)
  if (key.every(({ desc }) => desc === first.desc)) {
    const values = key.map((_, n) => sql`${valueAt(n)}`)
    return sql`(${sql.join(columns)}) ${first.desc ? sql`<` : sql`>`} (${sql.join(values)})`
  }
  const beyond = key.map(({ column, desc }, n) => {
    const equal = columns.slice(0, n).map((earlier, m) => sql`${earlier} = ${valueAt(m)}`)
    return sql`(${sql.join([...equal, sql`${column} ${desc ? sql`<` : sql`>`} ${valueAt(n)}`], sql` and `)})`
  })
  return sql`${first.column} ${first.desc ? sql`<=` : sql`>=`} ${valueAt(0)} and (${sql.join(beyond, sql` or `)})`
}

/**
 * The rows of a list whose query includes the condition of its cursor.
 * @param compose selects the `keyColumns` too
 */
export const keyedRows = <V extends object, O>(
  key: readonly KeyColumn[],
  compose: (v: V & CallerIds & Window, after: RawBuilder<boolean>) => Composed,
): KeyedRows<V, O> => ({
  rows: prepared<V & CallerIds & Window, O>((v) => compose(v, sql`true`)),
  rowsAfter: prepared<V & CallerIds & Window & After, O>((v) => compose(v, isAfter(key, v))),
  keys: key.length,
})

/** Key columns of a query named `listed`, in their order. */
export const keyOf = (columns: Record<string, 'asc' | 'desc'>, table = 'listed'): KeyColumn[] =>
  Object.entries(columns).map(([name, direction]) => ({
    column: sql.ref(`${table}.${name}`),
    desc: direction === 'desc',
  }))

/**
 * The rows of a list that stays small, or that has an index in its order.
 * @param query selects the columns to return
 * @param order the columns that order the list; together they are unique
 */
export function orderedRows<V extends object, O>(
  query: (v: V & CallerIds) => Composed,
  order: NoInfer<{ [column in keyof O & string]?: 'asc' | 'desc' }>,
): KeyedRows<V, O> {
  const key = keyOf(order as Record<string, 'asc' | 'desc'>) // without undefined values
  return keyedRows(
    key,
    (v, after) => sql`
      select listed.*, ${keyColumns(key)}
      from (${query(v)}) listed
      where ${after}
      order by ${inKeyOrder(key)}
      limit ${v.limit}
      offset ${v.offset}`,
  )
}
