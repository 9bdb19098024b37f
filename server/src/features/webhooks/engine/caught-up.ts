import { type RawBuilder, sql } from 'kysely'
import { RANKS } from '../../../events/deliveries.ts'

/** The rank of what is caught up on: behind what just happened, but for what was urgent and is so still. */
export const caughtUp = (rank: RawBuilder<unknown>) =>
  sql`case ${rank} when ${sql.lit(RANKS.URGENT)} then ${sql.lit(RANKS.URGENT)} else ${sql.lit(RANKS.CAUGHT_UP)} end`
