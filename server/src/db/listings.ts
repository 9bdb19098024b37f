import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Caller, Role } from '../actor.ts'
import type { Asker, Listing } from '../context.ts'
import { builder, type Db } from './kysely.ts'
import { type Prepared, perShape, prepared } from './prepared.ts'

/** Records of a kind that have an id, as the API shows them. */
type Records<DB, TB extends keyof DB, O> = {
  /** Those that a caller may know of. */
  visibleTo: (db: Db, caller: Caller) => SelectQueryBuilder<DB, TB, object>
  /** Adds what a caller is shown of them. */
  // biome-ignore lint/suspicious/noExplicitAny: joins widen both, and nobody asks to what.
  shown: (query: SelectQueryBuilder<DB, TB, object>, caller: Caller) => SelectQueryBuilder<any, any, O>
  /** The column of the id, as `a.id`. Ids carry their time: newest first is by id. */
  id: string
  /** Another order for lists, where the id does not say which is the newest, or they are not newest first. */
  order?: RawBuilder<unknown>
}

/** The condition of each filter, by its name. */
export type Conditions<F> = { [N in keyof F]-?: (values: F) => RawBuilder<boolean> }

/** A record by its id, for each role. */
export const byId = <DB, TB extends keyof DB, O>({ visibleTo, shown, id }: Records<DB, TB, O>) =>
  perShape(
    (role: Role): Prepared<Asker & { id: string }, O> =>
      prepared((v) => {
        const caller = callerOf(v, role)
        return shown(visibleTo(builder, caller).where(sql<boolean>`${sql.ref(id)} = ${v.id}`), caller)
      }),
  )

/** A list in pages, newest first unless its records say otherwise: for each role and each choice of filters. */
export function inPages<F extends object, DB, TB extends keyof DB, O>(
  { visibleTo, shown, id, order = sql`${sql.ref(id)} desc` }: Records<DB, TB, O>,
  conditions: Conditions<F>,
): (role: Role, filters: F) => Listing<F, O> {
  const listingOf = perChoice(conditions, (asked, role: Role): Listing<F, O> => {
    const found = (v: Asker & F) =>
      asked(v).reduce((query, condition) => query.where(condition), visibleTo(builder, callerOf(v, role)))
    return {
      rows: prepared((v) => shown(found(v), callerOf(v, role)).orderBy(order).limit(v.limit).offset(v.offset)),
      total: prepared((v) => found(v).select(sql<number>`count(*)::int`.as('total'))),
    }
  })
  return (role, filters) => listingOf(filters, role)
}

const callerOf = ({ tenantId, userId }: Asker, role: Role): Caller => ({ tenantId, userId, role })

/**
 * Keeps what `make` makes for each choice of filters, and whatever else it depends on. What nobody asked for is no
 * condition in the text of a query.
 * @param make is given what turns values into the conditions of those filters that were asked for
 */
export function perChoice<F extends object, K extends readonly (string | boolean)[], T>(
  conditions: Conditions<F>,
  make: (asked: (values: F) => RawBuilder<boolean>[], ...shape: K) => T,
): (filters: F, ...shape: K) => T {
  const names = Object.keys(conditions) as (keyof F & string)[] // they have all of them
  const made = perShape((choice: string, ...shape: K) => {
    const chosen = names.filter((name) => choice.split(' ').includes(name))
    return make((values) => chosen.map((name) => conditions[name](values)), ...shape)
  })
  return (filters, ...shape) => made(names.filter((name) => filters[name] !== undefined).join(' '), ...shape)
}

/** The filters `from` and `to` of a list, on the time in a column. */
export const within = (column: string) => ({
  from: ({ from }: { from?: Date | undefined }) => sql<boolean>`${sql.ref(column)} >= ${from}`,
  to: ({ to }: { to?: Date | undefined }) => sql<boolean>`${sql.ref(column)} < ${to}`,
})
