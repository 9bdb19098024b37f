import { type RawBuilder, sql } from 'kysely'
import { RANKS } from '../../../events/deliveries.ts'
import { idFloor } from '../../../lib/ids.ts'

/**
 * Deliveries `d` of a state as its partial index has them: endpoint by endpoint, and of each in an order that no other index
 * has. That order has the planner choose it, whatever it believes of the table.
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
 * Whether a delivery `d` is one of an endpoint's: a range of the index that is in that order.
 * @param before the placeholder of `afterAll()`
 */
export const ofEndpoint = (endpoint: string, before: string) => {
  const key = sql`${sql.ref(`${endpoint}.tenant_id`)}, ${sql.ref(`${endpoint}.id`)}`
  return sql`(d.tenant_id, d.endpoint_id) between (${key}) and (${key}) and d.event_id < ${before}`
}

/**
 * Endpoints that have deliveries in a queue: one step along its index for each, however many rows each has.
 * @param before the placeholder of `afterAll()`
 */
export const endpointsWith = ({ where, order }: Queue, before: string) => {
  const first = (beyond: RawBuilder<unknown>) => sql`
    select d.tenant_id, d.endpoint_id
    from webhook_deliveries d
    where ${where}
      and d.event_id < ${before}
      ${beyond}
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

/**
 * An id that no event has yet, whatever clocks say. Stated, it keeps statements from looking into the months to come.
 */
export const afterAll = (): string => idFloor('evt', Date.now() + ONE_DAY_MS)
