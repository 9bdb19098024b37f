import { type RawBuilder, sql } from 'kysely'
import type { Statement } from '../../../db/flush.ts'
import { prepared } from '../../../db/prepared.ts'
import { caughtUp } from './caught-up.ts'
import { afterAll, endpointsWith, held, ofEndpoint, pending, type Queue } from './queues.ts'

/** Deliveries that one tick moves, of all that are to be. */
const AT_ONCE = 1000

type Move = {
  from: Queue
  /** Which of the endpoints that are not deleted. */
  where: RawBuilder<unknown>
  to: 'PENDING' | 'HELD'
  set?: RawBuilder<unknown>
}

/** Moves deliveries that wait at some endpoints into another state; at those that are deleted they are cancelled. */
const moving = ({ from, where, to, set = sql`` }: Move) =>
  prepared<{ before: string }>(
    (v) => sql`
    with recursive ${endpointsWith(from, v.before)}
    update webhook_deliveries d
    set state = case when w.deleted_at is null then ${sql.lit(to)} else 'CANCELLED' end,
      ${set}
      finished_at = case when w.deleted_at is not null then app_now() end
    from (
      select p.tenant_id, p.event_id, p.endpoint_id, p.n, e.deleted_at
      from busy b
      cross join lateral (
        select tenant_id, id, deleted_at
        from webhook_endpoints
        where tenant_id = b.tenant_id
          and id = b.endpoint_id
          and (${where} or deleted_at is not null)
        limit 1
      ) e
      cross join lateral (
        select d.tenant_id, d.event_id, d.endpoint_id, d.n
        from webhook_deliveries d
        where ${from.where}
          and ${ofEndpoint('e', v.before)}
        order by d.tenant_id, d.endpoint_id, ${from.order}
        limit ${sql.lit(AT_ONCE)}
        for update skip locked -- a row that is being changed is moved by the next tick
      ) p
      limit ${sql.lit(AT_ONCE)}
    ) w
    where d.tenant_id = w.tenant_id
      and d.event_id = w.event_id
      and d.endpoint_id = w.endpoint_id
      and d.n = w.n
      and d.event_id < ${v.before}`,
  )

/** Claims pass over what waits for a stopped endpoint already, so this may lag behind, and takes long backlogs bit by bit. */
const holdForStopped = moving({ from: pending, where: sql`status <> 'ENABLED'`, to: 'HELD' })

/** What was held is caught up on, oldest first. That covers what was written just as the endpoint was enabled. */
const releaseForEnabled = moving({
  from: held,
  where: sql`status = 'ENABLED'`,
  to: 'PENDING',
  set: sql`rank = ${caughtUp(sql`d.rank`)}, next_at = app_now(),`,
})

/** Has deliveries follow endpoints that were stopped, enabled or deleted: they are held, sent after all, or cancelled. */
export const followEndpoints = (): Statement[] => {
  const before = afterAll()
  return [holdForStopped({ before }), releaseForEnabled({ before })]
}
