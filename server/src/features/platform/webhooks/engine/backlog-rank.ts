import { type RawBuilder, sql } from 'kysely'
import { RANKS } from '../../../../events/deliveries.ts'

/** The rank of a backlog delivery: after live events. Urgent deliveries stay urgent. */
export const backlogRank = (rank: RawBuilder<unknown>) =>
  sql`case ${rank} when ${sql.lit(RANKS.URGENT)} then ${sql.lit(RANKS.URGENT)} else ${sql.lit(RANKS.CAUGHT_UP)} end`
