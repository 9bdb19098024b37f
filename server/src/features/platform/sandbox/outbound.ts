import { setTimeout as pause } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../db/database.ts'
import { byIndex } from '../../../db/plans.ts'
import { prepared } from '../../../db/prepared.ts'
import { RANKS } from '../../../events/deliveries.ts'
import type { Outbound } from '../../../http/services.ts'
import { channels, type Purpose, purposes } from '../../../lib/channels.ts'
import { idFloor } from '../../../lib/ids.ts'

/** A message or webhook without progress for this time hangs and is not waited for. */
const HANGING_MS = 2000
const POLL_MS = 10

/** @param wake makes the senders look for due work */
export function outbound(worker: Database, wake: () => void): Outbound {
  let hanging = new Set<string>()
  return {
    async sent(isLate) {
      const before = { message: idFloor('msg', Date.now() + 1), event: idFloor('evt', Date.now() + 1) }
      let left = new Set<string>()
      for (let progressAt = performance.now(); ; await pause(POLL_MS)) {
        const [, found] = await worker.onOwnConnection('', [byIndex({}), dueItems(before)])
        const all = found!.rows as Item[]
        const due = new Set(all.filter((item) => item.due).map(({ key }) => key))
        if (left.difference(due).size > 0) progressAt = performance.now()
        left = due
        if (performance.now() - progressAt > HANGING_MS) hanging = due
        hanging = hanging.intersection(due) // those that progressed are waited for again
        if (due.size === hanging.size || isLate()) return all.find((item) => !item.due)?.atMs
        wake()
      }
    },
  }
}

/** `key` changes whenever its item progresses. */
type Item = { key: string; due: boolean; atMs: number }

/** Due items read from each queue; the rest is read when these have been sent. */
const DUE_AT_ONCE = 100

/** The due messages of one purpose in a queue, and the next one. */
const dueAndNext = (queue: RawBuilder<unknown>, purpose: Purpose, before: string) => sql`
  (
    select id, next_at
    from messages
    where ${queue}
      and purpose = ${sql.lit(purpose)}
      and next_at <= app_now()
      and lease is null
      and id < ${before}
    order by next_at
    limit ${sql.lit(DUE_AT_ONCE)}
  )
  union all
  (
    select id, next_at
    from messages
    where ${queue}
      and purpose = ${sql.lit(purpose)}
      and next_at > app_now()
      and lease is null
    order by next_at
    limit 1
  )`

const queues = [sql`channel is null`, ...channels.map((channel) => sql`channel = ${sql.lit(channel)}`)]

/** The due items and the next one of each message queue and endpoint, each by index. */
const dueItems = prepared<{ message: string; event: string }, Item>(
  (v) => sql`
    with all_of_it (key, at) as (
      ${sql.join(
        queues.flatMap((queue) => purposes.map((purpose) => dueAndNext(queue, purpose, v.message))),
        sql` union all `,
      )}
      union all
      (
        select id, app_now()
        from messages
        where lease is not null
          and id < ${v.message}
        order by lease_until
      )
      union all
      select 'receipts', min(receipt_at)
      from sandbox_messages
      where receipt_at is not null
      union all
      select concat_ws(' ', e.id, under_way.event_id, under_way.attempt, next.event_id),
        case when under_way.event_id is null then next.next_at else app_now() end
      from webhook_endpoints e
      left join lateral (
        select event_id, attempt
        from webhook_deliveries
        where tenant_id = e.tenant_id
          and endpoint_id = e.id
          and state = 'SENDING'
          and event_id < ${v.event}
        order by owner, event_id
        limit 1
      ) under_way on true
      left join lateral (
        select of_rank.event_id, of_rank.next_at
        from unnest(array[${sql.join(Object.values(RANKS).map((rank) => sql.lit(rank)))}]) rank
        cross join lateral (
          select event_id, next_at
          from webhook_deliveries d
          where d.tenant_id = e.tenant_id
            and d.endpoint_id = e.id
            and d.state = 'PENDING'
            and d.rank = rank
            and d.event_id < ${v.event}
          order by d.next_at, d.event_id
          limit 1
        ) of_rank
        order by of_rank.next_at
        limit 1
      ) next on true
      where e.status = 'ENABLED'
        and e.deleted_at is null
    )
    select key, at <= app_now() as due, (extract(epoch from at) * 1000)::float8 as "atMs"
    from all_of_it
    where at is not null
    order by at`,
)
