import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'

/** States of a delivery of an event to an endpoint. */
export const deliveryStates = ['PENDING', 'SENDING', 'SUCCEEDED', 'FAILED', 'HELD', 'CANCELLED'] as const
export type DeliveryState = (typeof deliveryStates)[number]
export const deliveryState = z.enum(deliveryStates).meta({ id: 'DeliveryState' })

/** Why a delivery was created: by the event, by a manual resend, or by a recovery. */
const triggers = ['AUTO', 'MANUAL', 'RECOVERY'] as const
export type Trigger = (typeof triggers)[number]
export const trigger = z.enum(triggers).meta({ id: 'DeliveryTrigger' })

/** Why a delivery failed, without details of the network. docs/webhooks.md explains each. */
export const deliveryErrors = [
  'http_error',
  'timeout',
  'connection_refused',
  'connection_reset',
  'unreachable',
  'dns_error',
  'tls_error',
  'blocked_address',
  'invalid_response',
  'lease_lost',
  'interrupted',
  'internal_error',
] as const
export type DeliveryError = (typeof deliveryErrors)[number]
export const deliveryError = z.enum(deliveryErrors).meta({ id: 'DeliveryError' })

/** Priorities of deliveries. The lowest number is sent first. */
export const RANKS = { URGENT: 0, LIVE: 1, CAUGHT_UP: 2 } as const

/**
 * The next pending delivery of the endpoint `e` of a statement: its `event_id` and `next_at`, by one index step for each rank.
 * @param condition on the delivery `d`
 */
export const nextPending = (condition: RawBuilder<unknown>) => sql`
    select of_rank.event_id, of_rank.next_at
    from unnest(array[${sql.join(Object.values(RANKS).map((rank) => sql.lit(rank)))}]) as ranks (rank)
    cross join lateral (
      select event_id, next_at
      from webhook_deliveries d
      where d.tenant_id = e.tenant_id
        and d.endpoint_id = e.id
        and d.state = 'PENDING'
        and d.rank = ranks.rank
        and ${condition}
      order by d.next_at, d.event_id
      limit 1
    ) of_rank
    order by of_rank.next_at
    limit 1`
