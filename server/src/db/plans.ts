import { type RawBuilder, sql } from 'kysely'
import { prepared } from './prepared.ts'

/**
 * Precedes statements whose loss costs nothing but doing them again, where the database itself crashes: they do not wait for
 * the disk. The next statement that does carries them along.
 */
export const unhurried = prepared<object>(() => sql`select set_config('synchronous_commit', 'off', true)`)

/**
 * Precedes the statements of a queue, in their transaction. Its tables go from nothing to millions of rows between two
 * analyses, and a plan that was right for the one is ruinous for the other: so every step goes by index, and the plan is
 * made once. Which index it is, each statement says by its order: see `atKey`, and docs/decisions/0054.
 */
export const byIndex = prepared<object>(
  () => sql`
    select set_config('enable_seqscan', 'off', true),
      set_config('enable_hashjoin', 'off', true),
      set_config('enable_mergejoin', 'off', true),
      set_config('plan_cache_mode', 'force_generic_plan', true),
      set_config('jit', 'off', true)`,
)

/**
 * The condition of a subquery that looks up the one row of a key: `(select … from messages where ${atKey(…)})`. An equality
 * of each column says the same, but to a planner that takes the table for small any index that begins with the tenant is
 * then as good as the key's, and it may read all that the tenant has. A range of the key in the key's order has one index.
 * @param key what each column of the key is to be, in their order: a column of the statement's own, or a value
 */
export function atKey(key: Record<string, string | RawBuilder<unknown>>): RawBuilder<boolean> {
  const columns = sql.join(Object.keys(key).map((column) => sql.ref(column)))
  const values = sql.join(Object.values(key).map((value) => (typeof value === 'string' ? sql.ref(value) : value)))
  return sql`(${columns}) between (${values}) and (${values}) order by ${columns} limit 1`
}

/**
 * Precedes the statements of a list: they go along indexes in the order of the list, whatever the statistics say, and
 * never read and sort all that a filter finds. Their plans are kept while a table grows from nothing to millions of rows.
 */
export const inListOrder = prepared<object>(
  () => sql`
    select set_config('enable_seqscan', 'off', true),
      set_config('enable_bitmapscan', 'off', true),
      set_config('enable_sort', 'off', true),
      set_config('enable_hashjoin', 'off', true),
      set_config('enable_mergejoin', 'off', true),
      set_config('jit', 'off', true)`,
)
