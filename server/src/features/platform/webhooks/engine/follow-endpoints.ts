import { type RawBuilder, sql } from 'kysely'
import type { Statement } from '../../../../db/flush.ts'
import { prepared } from '../../../../db/prepared.ts'
import { backlogRank } from './backlog-rank.ts'
import { atEndpoint, endpointsWith, held, idUpperBound, pending, type Queue } from './queues.ts'

/** The maximum number of deliveries that one run moves. */
const MOVES_PER_RUN = 1000

type Move = {
  from: Queue
  /** The condition of the endpoints. Deleted endpoints are always included. */
  where: RawBuilder<unknown>
  to: 'PENDING' | 'HELD'
  set?: RawBuilder<unknown>
}

/** Moves waiting deliveries of some endpoints into another state. Cancels deliveries of deleted endpoints. */
const moveDeliveries = ({ from, where, to, set = sql`` }: Move) =>
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
          and ${atEndpoint('e', v.before)}
        order by d.tenant_id, d.endpoint_id, ${from.order}
        limit ${sql.lit(MOVES_PER_RUN)}
        for update skip locked -- the next run moves a row that is being changed
      ) p
      limit ${sql.lit(MOVES_PER_RUN)}
    ) w
    where d.tenant_id = w.tenant_id
      and d.event_id = w.event_id
      and d.endpoint_id = w.endpoint_id
      and d.n = w.n
      and d.event_id < ${v.before}`,
  )

/** Holds deliveries of disabled endpoints. It may move a long backlog in steps, because claims skip disabled endpoints anyway. */
const holdForDisabled = moveDeliveries({ from: pending, where: sql`status <> 'ENABLED'`, to: 'HELD' })

/** Releases held deliveries as backlog, oldest first, including those written just when the endpoint was enabled. */
const releaseForEnabled = moveDeliveries({
  from: held,
  where: sql`status = 'ENABLED'`,
  to: 'PENDING',
  set: sql`rank = ${backlogRank(sql`d.rank`)}, next_at = app_now(),`,
})

/** Holds, releases or cancels deliveries whose endpoint was disabled, enabled or deleted. */
export const followEndpoints = (): Statement[] => {
  const before = idUpperBound()
  return [holdForDisabled({ before }), releaseForEnabled({ before })]
}
