import { sql } from 'kysely'
import type { Statement } from '../../../db/flush.ts'
import { prepared } from '../../../db/prepared.ts'
import { afterAll, endpointsWith, pending } from './claim.ts'

/** Deliveries that one tick moves, of all that are to be. */
const AT_ONCE = 1000

/**
 * What is pending for an endpoint that was stopped or deleted meanwhile: held for it, or cancelled. Claims pass it over
 * already, so this may lag behind, and takes long backlogs bit by bit.
 */
const settleStopped = prepared<{ before: string }>(
  (v) => sql`
    with recursive ${endpointsWith(pending, v.before)}
    update webhook_deliveries d
    set state = case when w.deleted_at is null then 'HELD' else 'CANCELLED' end,
      finished_at = case when w.deleted_at is not null then app_now() end
    from (
      select p.tenant_id, p.event_id, p.endpoint_id, p.n, e.deleted_at
      from busy b
      cross join lateral (
        select tenant_id, id, deleted_at
        from webhook_endpoints
        where tenant_id = b.tenant_id
          and id = b.endpoint_id
          and (status <> 'ENABLED' or deleted_at is not null)
        limit 1
      ) e
      cross join lateral (
        select q.tenant_id, q.event_id, q.endpoint_id, q.n
        from webhook_deliveries q
        where q.tenant_id = e.tenant_id
          and q.endpoint_id = e.id
          and q.event_id < ${v.before}
          and q.state = 'PENDING'
        limit ${sql.lit(AT_ONCE)}
      ) p
      limit ${sql.lit(AT_ONCE)}
    ) w
    where d.tenant_id = w.tenant_id
      and d.event_id = w.event_id
      and d.endpoint_id = w.endpoint_id
      and d.n = w.n
      and d.event_id < ${v.before}
      and d.state = 'PENDING'`,
)

/**
 * What was held for an endpoint that is enabled now: caught up on, bit by bit. That covers what was written just as the
 * endpoint was enabled; and what was held just as it was deleted is cancelled.
 */
const settleHeld = prepared<{ before: string }>(
  (v) => sql`
    with recursive ${endpointsWith(sql`d.state = 'HELD'`, v.before)}
    update webhook_deliveries d
    set state = case when w.deleted_at is null then 'PENDING' else 'CANCELLED' end,
      rank = 2,
      next_at = app_now(),
      finished_at = case when w.deleted_at is not null then app_now() end
    from (
      select p.tenant_id, p.event_id, p.endpoint_id, p.n, e.deleted_at
      from busy b
      cross join lateral (
        select tenant_id, id, deleted_at
        from webhook_endpoints
        where tenant_id = b.tenant_id
          and id = b.endpoint_id
          and (status = 'ENABLED' or deleted_at is not null)
        limit 1
      ) e
      cross join lateral (
        select q.tenant_id, q.event_id, q.endpoint_id, q.n
        from webhook_deliveries q
        where q.tenant_id = e.tenant_id
          and q.endpoint_id = e.id
          and q.event_id < ${v.before}
          and q.state = 'HELD'
        order by q.event_id
        limit ${sql.lit(AT_ONCE)}
      ) p
      limit ${sql.lit(AT_ONCE)}
    ) w
    where d.tenant_id = w.tenant_id
      and d.event_id = w.event_id
      and d.endpoint_id = w.endpoint_id
      and d.n = w.n
      and d.event_id < ${v.before}
      and d.state = 'HELD'`,
)

/** Puts in their places what endpoints that were stopped, enabled or deleted left. */
export const settle = (): Statement[] => {
  const before = afterAll()
  return [settleStopped({ before }), settleHeld({ before })]
}
