import { sql } from 'kysely'
import { prepared } from './prepared.ts'

/**
 * Precedes statements whose loss costs nothing but doing them again, where the database itself crashes: they do not wait for
 * the disk. The next statement that does carries them along.
 */
export const unhurried = prepared<object>(() => sql`select set_config('synchronous_commit', 'off', true)`)

/**
 * Precedes the statements of a queue, in their transaction. Its tables go from nothing to millions of rows between two
 * analyses, and a plan that was right for the one is ruinous for the other: so every step goes by index, and the plan is
 * made once. The statements look rows up one by one (`lateral … limit 1`) for the same reason: in a plain join the
 * planner may take the tenant alone for the index, and filter by id.
 */
export const byIndex = prepared<object>(
  () => sql`
    select set_config('enable_seqscan', 'off', true),
      set_config('enable_hashjoin', 'off', true),
      set_config('enable_mergejoin', 'off', true),
      set_config('plan_cache_mode', 'force_generic_plan', true),
      set_config('jit', 'off', true)`,
)
