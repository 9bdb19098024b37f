import { type RawBuilder, sql } from 'kysely'
import type { Asker } from '../actor.ts'
import { COUNTED } from '../lib/fields.ts'
import { type Prepared, prepared } from './prepared.ts'

/** How many records a list has: exactly as far as they are counted, and about how many there may be beyond. */
export type Totals<V> = {
  /** Counts to one more than is counted exactly. */
  total: Prepared<V, { total: number }>
  /** The planner's estimate, as EXPLAIN gives it: of the values at hand, and of the caller's own rows. */
  estimate: Prepared<V>
}

/** @param found selects the records, anything of them */
export const totals = <V extends object = Asker>(found: (values: V) => RawBuilder<unknown>): Totals<V> => ({
  total: prepared(
    (v) => sql`
      select count(*)::int as total
      from (
        select
        from (${found(v)}) found
        limit ${sql.lit(COUNTED + 1)}
      ) counted`,
  ),
  estimate: prepared((v) => sql`explain (format json) ${found(v)}`),
})

/** What an `estimate` answered. */
export const estimatedRows = (rows: Record<string, [{ Plan: { 'Plan Rows': number } }]>[]): number =>
  rows[0]!['QUERY PLAN']![0].Plan['Plan Rows']
