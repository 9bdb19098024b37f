import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Caller, CallerIds, Role } from '../actor.ts'
import { inKeyOrder, isAfter, type KeyColumn, type KeyedRows, keyColumns, type Window } from './keysets.ts'
import { builder, type Composed, type Db } from './kysely.ts'
import { memoizeByShape, type Prepared, prepared } from './prepared.ts'
import { type Totals, totals } from './totals.ts'

/** The queries of a list: a window of its rows, from the start or after a key, and its totals. */
export type Listing<V, O> = KeyedRows<V, O> & Totals<V & CallerIds>

/** A query for records and their conditions, without selected columns. */
type Query<DB, TB extends keyof DB> = SelectQueryBuilder<DB, TB, object>

/** How to read records with an id. */
type Records<DB, TB extends keyof DB, O> = {
  /** The records that the caller may see. */
  visibleTo: (db: Db, caller: Caller) => Query<DB, TB>
  /** Selects the columns that the caller may see. */
  // biome-ignore lint/suspicious/noExplicitAny: joins widen both types.
  shown: (query: Query<DB, TB>, caller: Caller) => SelectQueryBuilder<any, any, O>
  /** The id column, such as `a.id`. */
  id: string
}

/** Whether the request has a filter. */
type HasFilter = (filter: string) => boolean

/** How to read a list. Each part needs an index in the order of the list. */
type Order<DB, TB extends keyof DB> = {
  /** The column that orders the list, latest first, then by id. By default the id alone, which contains the creation time. */
  by?: string | RawBuilder<unknown> | ((role: Role, hasFilter: HasFilter) => string | undefined)
  /** Sorts in ascending order. */
  ascending?: boolean | ((role: Role, hasFilter: HasFilter) => boolean)
  /** Disjoint parts of the list; by default one part with all records that the caller may see. */
  parts?: (role: Role, hasFilter: HasFilter) => Part[]
  /** A further key column, if the id is not unique. */
  and?: string
  /** Patients see their own records. A guardian's list is the union of index ranges, one for each person they act for. */
  ofPatient?: true
  /** Looks up the records of a page if `visibleTo` is too expensive for that. */
  lookup?: (db: Db, caller: Caller) => Query<DB, TB>
}

/** A part of a list: one index range in the order of the list. */
export type Part = {
  /** @param given the filters of the list */
  // biome-ignore lint/suspicious/noExplicitAny: parts of one list come from different tables.
  from: (db: Db, caller: Caller, given: any) => SelectQueryBuilder<any, any, object>
  /** Replaces the conditions of filters that all records of the part satisfy, or none. */
  instead?: Record<string, Condition>
  /** The id column, if it differs. */
  id?: string
  /** One index range for each value of a column, such as the names of matching medicines. */
  // biome-ignore lint/suspicious/noExplicitAny: values of any list.
  each?: { column: string; values: (given: any, role: Role) => RawBuilder<unknown> }
}

/** Conditions by filter name. */
export type Conditions<F> = { [N in keyof F]-?: (values: F) => RawBuilder<boolean> }
// biome-ignore lint/suspicious/noExplicitAny: filters of any list.
type Condition = (values: any) => RawBuilder<boolean>

/** A record by id, for each role. */
export const byId = <DB, TB extends keyof DB, O>({ visibleTo, shown, id }: Records<DB, TB, O>) =>
  memoizeByShape(
    (role: Role): Prepared<CallerIds & { id: string }, O> =>
      prepared((v) => {
        const caller = callerOf(v, role)
        return shown(visibleTo(builder, caller).where(sql<boolean>`${sql.ref(id)} = ${v.id}`), caller)
      }),
  )

/**
 * A paged list, newest first by default, with a query for each role and combination of filters. The keys of a page are read
 * from indexes in the order of the list. The columns to return are joined to those rows only.
 */
export function pagedListing<F extends object, DB, TB extends keyof DB, O>(
  records: Records<DB, TB, O> & Order<DB, TB>,
  conditions: Conditions<F>,
): (role: Role, filters: F) => Listing<F, O> {
  const { visibleTo, shown, id, and, lookup = visibleTo } = records
  const listingOf = memoizeByFilters(conditions, (conditionsOf, role: Role): Listing<F, O> => {
    const by = typeof records.by === 'function' ? records.by(role, conditionsOf.has) : records.by
    const { ascending = false } = records
    const desc = !(typeof ascending === 'function' ? ascending(role, conditionsOf.has) : ascending)
    const keysOf = (columnOfId = id): KeyColumn[] =>
      [by, columnOfId, and]
        .filter((key) => key !== undefined)
        .map((key) => ({ column: typeof key === 'string' ? sql.ref(key) : key, desc }))
    const named = (table: string): KeyColumn[] => keysOf().map((_, n) => ({ column: sql.ref(`${table}.k${n}`), desc }))
    const inOrderOf = (table: string) => inKeyOrder(named(table))
    const parts = records.parts?.(role, conditionsOf.has) ?? [{ from: visibleTo }]

    // Each part is in order, so PostgreSQL merges their union and does not sort it.
    const inPart = (part: Part, v: CallerIds & F, needed?: RawBuilder<unknown>, isContinued = false) => {
      const keys = keysOf(part.id)
      const perPatient = role === 'GUARDIAN' && records.ofPatient === true
      const caller = perPatient ? patientOf(v, 'person.id') : callerOf(v, role)
      const query = [...conditionsOf(v, part.instead), ...(isContinued ? [isAfter(keys, v)] : [])]
        .reduce((query, condition) => query.where(condition), part.from(builder, caller, v))
        .select(keys.map(({ column }, n) => column.as(`k${n}`)))
        .orderBy(inKeyOrder(keys))
      if (perPatient)
        return sql`
        select range.*
        from unnest(${v.actsFor}::text[]) person(id)
        cross join lateral (
          ${query}
          ${needed ? sql`limit ${needed}` : sql``}
        ) range
        ${needed ? sql`order by ${inOrderOf('range')}` : sql``}`
      if (!part.each) return query
      const { column, values } = part.each
      return sql`
        select range.*
        from (${values(v, role)}) each(value)
        cross join lateral (
          ${query.where(sql<boolean>`${sql.ref(column)} = each.value`)}
          ${needed ? sql`limit ${needed}` : sql`offset 0 -- range by range`}
        ) range
        ${needed ? sql`order by ${inOrderOf('range')}` : sql``}`
    }
    /**
     * @param needed the number of rows to read, in order; by default all rows, in any order
     * @param isContinued reads the rows after a key
     */
    const found = (v: CallerIds & F, needed?: RawBuilder<unknown>, isContinued?: boolean) =>
      union(parts.map((part) => inPart(part, v, needed, isContinued)))
    const [pageId, pageAnd] = named('page')
      .slice(by === undefined ? 0 : 1)
      .map(({ column }) => column)
    const lookUp = (v: CallerIds) => {
      const caller = callerOf(v, role)
      const one = lookup(builder, caller).where(sql<boolean>`${sql.ref(id)} = ${pageId}`)
      return shown(and === undefined ? one : one.where(sql<boolean>`${sql.ref(and)} = ${pageAnd}`), caller)
    }
    const pageOf = (v: CallerIds & F & Window, isContinued: boolean) => sql`
      select shown.*, ${keyColumns(named('page'))}
      from (
        select *
        from (${found(v, sql`${v.limit}::int + ${v.offset}::int`, isContinued)}) found
        order by ${inOrderOf('found')}
        limit ${v.limit}
        offset ${v.offset}
      ) page
      cross join lateral (${lookUp(v).limit(sql.lit(1))}) shown
      order by ${inOrderOf('page')}`
    return {
      rows: prepared((v) => pageOf(v, false)),
      rowsAfter: prepared((v) => pageOf(v, true)),
      keys: keysOf().length,
      ...totals((v) => found(v)),
    }
  })
  return (role, filters) => listingOf(filters, role)
}

/**
 * Divides parts of a list by a column with few values that precedes the order in an index: one part for each value.
 * @param filter the filter on the column
 * @param takes whether the filter takes one value or several
 */
export const splitByColumn = (
  parts: Part[],
  column: string | RawBuilder<unknown>,
  values: readonly string[],
  filter: string,
  takes: 'one' | 'several' = 'several',
): Part[] =>
  parts.flatMap(({ from, instead, ...rest }) =>
    values.map((value) => {
      const subject = typeof column === 'string' ? sql.ref(column) : sql`(${column})`
      return {
        ...rest,
        from: (db: Db, caller: Caller, given) =>
          from(db, caller, given).where(sql<boolean>`${subject} = ${sql.lit(value)}`),
        instead: {
          ...instead,
          [filter]: (given) =>
            sql`${sql.lit(value)} = ${takes === 'one' ? given[filter] : sql`any(${given[filter]}::text[])`}`,
        },
      }
    }),
  )

const union = (queries: (Composed | RawBuilder<unknown>)[]) =>
  sql.join(
    queries.map((query) => sql`(${query})`),
    sql` union all `,
  )

/** A patient whose id is a column of the query. A query never reads the id itself, so a reference can take its place. */
const patientOf = ({ tenantId, actsFor }: CallerIds, column: string): Caller => ({
  tenantId,
  userId: sql.ref(column) as unknown as string,
  actsFor,
  role: 'PATIENT',
})

/** The caller's ids, field by field: placeholders cannot be spread. */
export const callerIdsOf = ({ tenantId, userId, actsFor }: CallerIds): CallerIds => ({ tenantId, userId, actsFor })

const callerOf = (v: CallerIds, role: Role): Caller => ({ ...callerIdsOf(v), role })

/** Returns the conditions of the given filters. @param instead replaces some of them */
type ChosenConditions<F> = ((values: F, instead?: Record<string, Condition>) => RawBuilder<boolean>[]) & {
  has: HasFilter
}

/**
 * Caches the result of `make` for each combination of filters and shape. A query contains only the conditions of the filters
 * that the request has.
 */
export function memoizeByFilters<F extends object, K extends readonly (string | boolean)[], T>(
  conditions: Conditions<F>,
  make: (conditionsOf: ChosenConditions<F>, ...shape: K) => T,
): (filters: F, ...shape: K) => T {
  const names = Object.keys(conditions) as (keyof F & string)[] // Conditions has every filter
  const made = memoizeByShape((choice: string, ...shape: K) => {
    const chosen = names.filter((name) => choice.split(' ').includes(name))
    const conditionsOf: ChosenConditions<F> = Object.assign(
      (values: F, instead: Record<string, Condition> = {}) =>
        chosen.map((name) => (instead[name] ?? conditions[name])(values)),
      { has: (filter: string) => chosen.some((name) => name === filter) },
    )
    return make(conditionsOf, ...shape)
  })
  return (filters, ...shape) => made(names.filter((name) => filters[name] !== undefined).join(' '), ...shape)
}

/** The filters `from` and `to` on a time column. */
export const timeRange = (column: string) => ({
  from: ({ from }: { from?: Date | undefined }) => sql<boolean>`${sql.ref(column)} >= ${from}`,
  to: ({ to }: { to?: Date | undefined }) => sql<boolean>`${sql.ref(column)} < ${to}`,
})
