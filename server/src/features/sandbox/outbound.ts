import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import { byIndex } from '../../db/plans.ts'
import { prepared } from '../../db/prepared.ts'

/** What a clock that is moved must know of whatever leaves the platform, in all organisations. */
export type Outbound = {
  /**
   * Waits, for as long as is worth it, until all that is due by now has been sent.
   * @returns when the next is due, in milliseconds since 1970; undefined where nothing is
   */
  sent(): Promise<number | undefined>
}

/** What hangs for so long is not waited for any more: a provider that does not answer, a webhook's address that is slow. */
const PATIENCE_MS = 2000
const ASK_AGAIN_MS = 10

/** @param wake has those who send look for what is due */
export function outbound(worker: Database, wake: () => void): Outbound {
  let hanging = new Set<string>()
  return {
    async sent() {
      for (const until = performance.now() + PATIENCE_MS; ; await pause(ASK_AGAIN_MS)) {
        const [, found] = await worker.alone('', [byIndex({}), coming({})])
        const all = found!.rows as Coming[]
        const due = all.filter((one) => one.due).map(({ key }) => key)
        hanging = hanging.intersection(new Set(due)) // what went on is waited for again
        if (due.length > hanging.size && performance.now() > until) hanging = new Set(due)
        if (due.length === hanging.size) return all.find((one) => !one.due)?.atMs
        wake()
      }
    },
  }
}

type Coming = { key: string; due: boolean; atMs: number }

/** Of messages, the next are enough: what is due goes first. */
const MESSAGES = 1000

/** What is to be sent, and answers that are to be heard of, the next first. */
const coming = prepared<object, Coming>(
  () => sql`
    with all_of_it (key, at) as (
      (
        select id, next_at
        from messages
        where next_at is not null
        order by next_at, id
        limit ${sql.lit(MESSAGES)}
      )
      union all
      select 'receipts', min(receipt_at)
      from sandbox_messages
      where receipt_at is not null
      union all
      select e.id, coalesce(under_way.at, next.at)
      from webhook_endpoints e
      left join lateral (
        select app_now() as at
        from webhook_deliveries d
        where d.tenant_id = e.tenant_id
          and d.endpoint_id = e.id
          and d.state = 'SENDING'
        limit 1
      ) under_way on true
      left join lateral (
        select min(of_rank.next_at) as at
        from unnest(array[0, 1, 2]) as r (rank)
        cross join lateral (
          select d.next_at
          from webhook_deliveries d
          where d.tenant_id = e.tenant_id
            and d.endpoint_id = e.id
            and d.state = 'PENDING'
            and d.rank = r.rank
          order by d.next_at
          limit 1
        ) of_rank
      ) next on true
      where e.status = 'ENABLED'
        and e.deleted_at is null
    )
    select key, at <= app_now() as due, (extract(epoch from at) * 1000)::float8 as "atMs"
    from all_of_it
    where at is not null
    order by at`,
)
