import { type RawBuilder, sql } from 'kysely'
import { atPrefix } from '../../../../db/plans.ts'
import { RANKS } from '../../../../events/deliveries.ts'
import { idFloor } from '../../../../lib/ids.ts'

/**
 * Deliveries `d` in a state, in the order of the state's partial index: by endpoint, then in an order that no other index has.
 * That order makes the planner choose this index, whatever the statistics say.
 */
export type Queue = { where: RawBuilder<unknown>; order: RawBuilder<unknown> }

export const pending: Queue = { where: sql`d.state = 'PENDING'`, order: sql`d.rank, d.next_at, d.event_id` }
export const urgent: Queue = {
  where: sql`d.state = 'PENDING' and d.rank < ${sql.lit(RANKS.LIVE)}`,
  order: sql`d.next_at, d.event_id`,
}
export const held: Queue = { where: sql`d.state = 'HELD'`, order: sql`d.event_id, d.next_at` }
export const sending: Queue = { where: sql`d.state = 'SENDING'`, order: sql`d.owner` }

/**
 * The condition that delivery `d` belongs to an endpoint, as a range of the index.
 * @param before the placeholder of `idUpperBound()`
 */
export const atEndpoint = (endpoint: string, before: string) => {
  const endpointRange = atPrefix(['d.tenant_id', `${endpoint}.tenant_id`], ['d.endpoint_id', `${endpoint}.id`])
  return sql`${endpointRange} and d.event_id < ${before}`
}

/**
 * A CTE of the endpoints that have deliveries in a queue. It takes one index step for each endpoint, however many rows it has.
 * @param before the placeholder of `idUpperBound()`
 */
export const endpointsWith = ({ where, order }: Queue, before: string) => {
  const first = (after: RawBuilder<unknown>) => sql`
    select d.tenant_id, d.endpoint_id
    from webhook_deliveries d
    where ${where}
      and d.event_id < ${before}
      ${after}
    order by d.tenant_id, d.endpoint_id, ${order}
    limit 1`
  return sql`
  busy (tenant_id, endpoint_id) as (
    (${first(sql``)})
    union all
    select next.tenant_id, next.endpoint_id
    from busy b
    cross join lateral (${first(sql`and (d.tenant_id, d.endpoint_id) > (b.tenant_id, b.endpoint_id)`)}) next
  )`
}

const ONE_DAY_MS = 24 * 3600 * 1000

/** An id above the ids of all events, even with clock skew. As a bound, it prunes the partitions of future months. */
export const idUpperBound = (): string => idFloor('evt', Date.now() + ONE_DAY_MS)
