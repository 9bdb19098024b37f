import { type RawBuilder, sql } from 'kysely'
import { prepared } from './prepared.ts'

/**
 * Precedes statements that can be repeated if a crash of the database loses them. Their commit does not wait for the disk;
 * the next synchronous commit makes them durable too.
 */
export const asyncCommit = prepared<object>(() => sql`select set_config('synchronous_commit', 'off', true)`)

/**
 * Precedes the statements of a queue in their transaction. A queue grows from empty to millions of rows between two ANALYZE
 * runs, so a plan based on statistics is often wrong. Instead every step uses an index, and the plan is made once. The order
 * of each statement selects the index, and nothing is sorted that an index has in order: see `atKey` and docs/decisions/0054.
 */
export const byIndex = prepared<object>(
  () => sql`
    select set_config('enable_seqscan', 'off', true),
      set_config('enable_hashjoin', 'off', true),
      set_config('enable_mergejoin', 'off', true),
      set_config('enable_sort', 'off', true),
      set_config('enable_incremental_sort', 'off', true),
      set_config('plan_cache_mode', 'force_generic_plan', true)`,
)

type Operand = string | RawBuilder<unknown>
const operand = (given: Operand) => (typeof given === 'string' ? sql.ref(given) : given)

/**
 * The condition that the first columns of an index have the given values. With `order by` these columns and the rest of the
 * index, only this index fits: columns that are compared for equality have no place in the order. The first column is equal,
 * because PostgreSQL before 18 reads on past the last row of `(a, b) between …`.
 */
export function atPrefix(...columns: [column: Operand, value: Operand][]): RawBuilder<boolean> {
  const parts = columns.map(([column, value], n) => {
    const [left, right] = [operand(column), operand(value)]
    return n === 0 && columns.length > 1 ? sql`${left} = ${right}` : sql`${left} between ${right} and ${right}`
  })
  return sql`${sql.join(parts, sql` and `)}`
}

/**
 * The condition of a subquery that looks up one row by key: `(select … from messages where ${atKey(…)})`. If it compared each
 * column for equality, a planner that believes the table is small could choose any index that begins with the tenant, and read
 * all rows of the tenant.
 * @param key the key's columns in their order, each with another column of the statement or a value
 */
export function atKey(key: Record<string, Operand>): RawBuilder<boolean> {
  const columns = Object.keys(key).map((column) => sql.ref(column))
  return sql`${atPrefix(...Object.entries(key))} order by ${sql.join(columns)} limit 1`
}

/**
 * Precedes the statements of a list, so that they use indexes in the order of the list and never sort all matching rows,
 * whatever the statistics say. Their plans stay fast while a table grows from empty to millions of rows.
 */
export const inListOrder = prepared<object>(
  () => sql`
    select set_config('enable_seqscan', 'off', true),
      set_config('enable_bitmapscan', 'off', true),
      set_config('enable_sort', 'off', true),
      set_config('enable_hashjoin', 'off', true),
      set_config('enable_mergejoin', 'off', true)`,
)
