import { setTimeout as pause } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import { byIndex } from '../../db/plans.ts'
import { prepared } from '../../db/prepared.ts'
import { RANKS } from '../../events/deliveries.ts'
import { idFloor } from '../../lib/ids.ts'
import { channels, type Purpose, purposes } from '../../messages/channels.ts'

/** What a clock that is moved must know of whatever leaves the platform, in all organisations. */
export type Outbound = {
  /**
   * Waits until all that is due by now has been sent, but for what hangs and what comes meanwhile, or until it is late.
   * @returns when the next is due, in milliseconds since 1970; undefined where nothing is
   */
  sent(isLate: () => boolean): Promise<number | undefined>
}

/** What stands still for so long hangs, and is not waited for: a provider that does not answer, an address that is slow. */
const PATIENCE_MS = 2000
const ASK_AGAIN_MS = 10

/** @param wake has those who send look for what is due */
export function outbound(worker: Database, wake: () => void): Outbound {
  let hanging = new Set<string>()
  return {
    async sent(isLate) {
      const before = { message: idFloor('msg', Date.now() + 1), event: idFloor('evt', Date.now() + 1) }
      let left = new Set<string>()
      for (let stillSince = performance.now(); ; await pause(ASK_AGAIN_MS)) {
        const [, found] = await worker.alone('', [byIndex({}), coming(before)])
        const all = found!.rows as Coming[]
        const due = new Set(all.filter((one) => one.due).map(({ key }) => key))
        if (left.difference(due).size > 0) stillSince = performance.now()
        left = due
        if (performance.now() - stillSince > PATIENCE_MS) hanging = due
        hanging = hanging.intersection(due) // what went on is waited for again
        if (due.size === hanging.size || isLate()) return all.find((one) => !one.due)?.atMs
        wake()
      }
    },
  }
}

/** `key` changes as that goes on of which it is the key. */
type Coming = { key: string; due: boolean; atMs: number }

/** Of each queue; what is behind them is seen when they have been sent. */
const DUE_AT_ONCE = 100

/** Of one purpose in a queue of messages: what is due, and the first of what is to come. */
const comingOf = (queue: RawBuilder<unknown>, purpose: Purpose, before: string) => sql`
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

/** What is due, and the first of what is to come, in each queue of messages and at each endpoint; by index, each of them. */
const coming = prepared<{ message: string; event: string }, Coming>(
  (v) => sql`
    with all_of_it (key, at) as (
      ${sql.join(
        queues.flatMap((queue) => purposes.map((purpose) => comingOf(queue, purpose, v.message))),
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
