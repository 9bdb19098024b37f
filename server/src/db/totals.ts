import { type RawBuilder, sql } from 'kysely'
import type { CallerIds } from '../actor.ts'
import { EXACT_TOTAL_LIMIT } from '../lib/fields.ts'
import { type Prepared, prepared } from './prepared.ts'

/** The number of records of a list: counted up to a limit, estimated above it. */
export type Totals<V> = {
  /** Counts up to `EXACT_TOTAL_LIMIT` + 1. */
  total: Prepared<V, { total: number }>
  /** The planner's estimate (EXPLAIN) for these values and the caller's rows. */
  estimate: Prepared<V>
}

/** The totals of a list. @param found selects any columns of its records */
export const totals = <V extends object = CallerIds>(found: (values: V) => RawBuilder<unknown>): Totals<V> => ({
  total: prepared(
    (v) => sql`
      select count(*)::int as total
      from (
        select
        from (${found(v)}) found
        limit ${sql.lit(EXACT_TOTAL_LIMIT + 1)}
      ) counted`,
  ),
  estimate: prepared((v) => sql`explain (format json) ${found(v)}`),
})

/** The result of an `estimate`. */
export const estimatedRows = (rows: Record<string, [{ Plan: { 'Plan Rows': number } }]>[]): number =>
  rows[0]!['QUERY PLAN']![0].Plan['Plan Rows']
