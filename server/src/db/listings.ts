import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Asker, Caller, Role } from '../actor.ts'
import { builder, type Composed, type Db } from './kysely.ts'
import { type Prepared, perShape, prepared } from './prepared.ts'
import { type Totals, totals } from './totals.ts'

/** The queries of a list: a window of its rows, and its totals. */
export type Listing<V, O> = { rows: Prepared<V & Asker & Window, O> } & Totals<V & Asker>
export type Window = { limit: number; offset: number }

/** A query for records and their conditions, before anything is selected. */
type Query<DB, TB extends keyof DB> = SelectQueryBuilder<DB, TB, object>

/** Records of a kind that have an id, as the API shows them. */
type Records<DB, TB extends keyof DB, O> = {
  /** Those that a caller may know of. */
  visibleTo: (db: Db, caller: Caller) => Query<DB, TB>
  /** Adds what a caller is shown of them. */
  // biome-ignore lint/suspicious/noExplicitAny: joins widen both, and nobody asks to what.
  shown: (query: Query<DB, TB>, caller: Caller) => SelectQueryBuilder<any, any, O>
  /** The column of the id, as `a.id`. */
  id: string
}

/** Says whether a filter is given. */
type Asked = (filter: string) => boolean

/** How a list is read. Each of its parts needs an index that has the part in the order of the list. */
type Order<DB, TB extends keyof DB> = {
  /** The column that orders the list, latest first; ties, and lists without one, by id. Ids carry their creation time. */
  by?: string | RawBuilder<unknown> | ((role: Role, asked: Asked) => string | undefined)
  /** Orders the list from the first to the last. */
  ascending?: boolean
  /** The parts of the list, which share no record. By default one: all that the caller may know of. */
  parts?: (role: Role, asked: Asked) => Part[]
  /** A further column of the key, where the id alone is none. */
  and?: string
  /** Where records of a page are looked up, if `visibleTo` costs too much for that. */
  lookup?: (db: Db, caller: Caller) => Query<DB, TB>
}

/** A part of a list that one range of an index has in the order of the list. */
export type Part = {
  // biome-ignore lint/suspicious/noExplicitAny: parts of one list come from different tables.
  from: (db: Db, caller: Caller) => SelectQueryBuilder<any, any, object>
  /** Conditions that replace those of filters: all records of the part have the same answer. */
  instead?: Record<string, Condition>
  /** Its column of the id, if it is another. */
  id?: string
}

/** The condition of each filter, by its name. */
export type Conditions<F> = { [N in keyof F]-?: (values: F) => RawBuilder<boolean> }
// biome-ignore lint/suspicious/noExplicitAny: of the filters of any list.
type Condition = (values: any) => RawBuilder<boolean>

/** A record by its id, for each role. */
export const byId = <DB, TB extends keyof DB, O>({ visibleTo, shown, id }: Records<DB, TB, O>) =>
  perShape(
    (role: Role): Prepared<Asker & { id: string }, O> =>
      prepared((v) => {
        const caller = callerOf(v, role)
        return shown(visibleTo(builder, caller).where(sql<boolean>`${sql.ref(id)} = ${v.id}`), caller)
      }),
  )

/**
 * A list in pages, newest first unless its records say otherwise: for each role and each choice of filters. The keys of
 * a page are read from indexes in the order of the list; what is shown is joined to these rows alone.
 */
export function inPages<F extends object, DB, TB extends keyof DB, O>(
  records: Records<DB, TB, O> & Order<DB, TB>,
  conditions: Conditions<F>,
): (role: Role, filters: F) => Listing<F, O> {
  const { visibleTo, shown, id, and, lookup = visibleTo } = records
  const listingOf = perChoice(conditions, (asked, role: Role): Listing<F, O> => {
    const by = typeof records.by === 'function' ? records.by(role, asked.has) : records.by
    const keysOf = (columnOfId = id) =>
      [by, columnOfId, and]
        .filter((key) => key !== undefined)
        .map((key) => (typeof key === 'string' ? sql.ref(key) : key))
    const inOrder = (columns: RawBuilder<unknown>[]) =>
      sql.join(columns.map((column) => (records.ascending ? column : sql`${column} desc`)))
    const named = (table: string) => keysOf().map((_, n) => sql.ref(`${table}.k${n}`))
    const parts = records.parts?.(role, asked.has) ?? [{ from: visibleTo }]

    // Each part is in order, so that a union of several is merged rather than sorted.
    const inPart = (part: Part, v: Asker & F) => {
      const keys = keysOf(part.id)
      return asked(v, part.instead)
        .reduce((query, condition) => query.where(condition), part.from(builder, callerOf(v, role)))
        .select(keys.map((key, n) => key.as(`k${n}`)))
        .orderBy(inOrder(keys))
    }
    const found = (v: Asker & F) => union(parts.map((part) => inPart(part, v)))
    const [ofId, ofAnd] = named('page').slice(by === undefined ? 0 : 1)
    const look = (v: Asker) => {
      const caller = callerOf(v, role)
      const one = lookup(builder, caller).where(sql<boolean>`${sql.ref(id)} = ${ofId}`)
      return shown(and === undefined ? one : one.where(sql<boolean>`${sql.ref(and)} = ${ofAnd}`), caller)
    }
    return {
      rows: prepared(
        (v) => sql`
          select shown.*
          from (
            select *
            from (${found(v)}) found
            order by ${inOrder(named('found'))}
            limit ${v.limit}
            offset ${v.offset}
          ) page
          cross join lateral (${look(v).limit(sql.lit(1))}) shown
          order by ${inOrder(named('page'))}`,
      ),
      ...totals(found),
    }
  })
  return (role, filters) => listingOf(filters, role)
}

/**
 * Divides parts of a list by a column of few values, which precedes the order in an index: one part for each value.
 * @param filter the filter that asks for values of the column
 * @param takes whether it takes one or a list of them
 */
export const divided = (
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
        from: (db: Db, caller: Caller) => from(db, caller).where(sql<boolean>`${subject} = ${sql.lit(value)}`),
        instead: {
          ...instead,
          [filter]: (given) =>
            sql`${sql.lit(value)} = ${takes === 'one' ? given[filter] : sql`any(${given[filter]}::text[])`}`,
        },
      }
    }),
  )

const union = (queries: Composed[]) =>
  sql.join(
    queries.map((query) => sql`(${query})`),
    sql` union all `,
  )

const callerOf = ({ tenantId, userId }: Asker, role: Role): Caller => ({ tenantId, userId, role })

/** Turns values into the conditions of the filters that are given. @param instead conditions that replace some of them */
type Chosen<F> = ((values: F, instead?: Record<string, Condition>) => RawBuilder<boolean>[]) & { has: Asked }

/**
 * Keeps what `make` makes for each choice of filters, and whatever else it depends on. What nobody asked for is no
 * condition in the text of a query.
 */
export function perChoice<F extends object, K extends readonly (string | boolean)[], T>(
  conditions: Conditions<F>,
  make: (asked: Chosen<F>, ...shape: K) => T,
): (filters: F, ...shape: K) => T {
  const names = Object.keys(conditions) as (keyof F & string)[] // they have all of them
  const made = perShape((choice: string, ...shape: K) => {
    const chosen = names.filter((name) => choice.split(' ').includes(name))
    const asked: Chosen<F> = Object.assign(
      (values: F, instead: Record<string, Condition> = {}) =>
        chosen.map((name) => (instead[name] ?? conditions[name])(values)),
      { has: (filter: string) => chosen.some((name) => name === filter) },
    )
    return make(asked, ...shape)
  })
  return (filters, ...shape) => made(names.filter((name) => filters[name] !== undefined).join(' '), ...shape)
}

/** The filters `from` and `to` of a list, on the time in a column. */
export const within = (column: string) => ({
  from: ({ from }: { from?: Date | undefined }) => sql<boolean>`${sql.ref(column)} >= ${from}`,
  to: ({ to }: { to?: Date | undefined }) => sql<boolean>`${sql.ref(column)} < ${to}`,
})
