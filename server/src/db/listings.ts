import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Caller, Role } from '../actor.ts'
import type { Asker, Listing } from '../context.ts'
import { builder, type Db } from './kysely.ts'
import { type Prepared, perShape, prepared } from './prepared.ts'

/** Records of a kind that have an id, as the API shows them. */
type Records<DB, TB extends keyof DB, O> = {
  /** Those that a caller may know of. */
  visibleTo: (db: Db, caller: Caller) => SelectQueryBuilder<DB, TB, object>
  /** Adds what is shown of them. */
  // biome-ignore lint/suspicious/noExplicitAny: joins widen both, and nobody asks to what.
  shown: (query: SelectQueryBuilder<DB, TB, object>) => SelectQueryBuilder<any, any, O>
  /** The column of the id, as `a.id`. Ids carry their time: newest first is by id. */
  id: string
  /** Another order for lists, where the id does not say which is the newest. */
  order?: RawBuilder<unknown>
}

/** The condition of each filter, by its name. */
export type Conditions<F> = { [N in keyof F]-?: (values: F) => RawBuilder<boolean> }

/** A record by its id, for each role. */
export const byId = <DB, TB extends keyof DB, O>({ visibleTo, shown, id }: Records<DB, TB, O>) =>
  perShape(
    (role: Role): Prepared<Asker & { id: string }, O> =>
      prepared((v) =>
        shown(
          visibleTo(builder, { tenantId: v.tenantId, userId: v.userId, role }).where(
            sql<boolean>`${sql.ref(id)} = ${v.id}`,
          ),
        ),
      ),
  )

/** A list, newest first, for each role and each choice of filters: what nobody asked for is no condition in its text. */
export function newestFirst<F extends object, DB, TB extends keyof DB, O>(
  { visibleTo, shown, id, order = sql`${sql.ref(id)} desc` }: Records<DB, TB, O>,
  conditions: Conditions<F>,
): (role: Role, filters: F) => Listing<F, O> {
  const names = Object.keys(conditions) as (keyof F & string)[] // they have all of them
  const listingOf = perShape((role: Role, ...given: boolean[]): Listing<F, O> => {
    const asked = names.filter((_, at) => given[at])
    const found = (v: Asker & F) =>
      asked.reduce(
        (query, name) => query.where(conditions[name](v)),
        visibleTo(builder, { tenantId: v.tenantId, userId: v.userId, role }),
      )
    return {
      rows: prepared((v) => shown(found(v)).orderBy(order).limit(v.limit).offset(v.offset)),
      total: prepared((v) => found(v).select(sql<number>`count(*)::int`.as('total'))),
    }
  })
  return (role, given) => listingOf(role, ...names.map((name) => given[name] !== undefined))
}

/** The filters `from` and `to` of a list, on the time in a column. */
export const within = (column: string) => ({
  from: ({ from }: { from?: Date | undefined }) => sql<boolean>`${sql.ref(column)} >= ${from}`,
  to: ({ to }: { to?: Date | undefined }) => sql<boolean>`${sql.ref(column)} < ${to}`,
})
