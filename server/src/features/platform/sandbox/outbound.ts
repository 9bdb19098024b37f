import { setTimeout as pause } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../db/database.ts'
import { byIndex } from '../../../db/plans.ts'
import { prepared } from '../../../db/prepared.ts'
import { nextPending } from '../../../events/deliveries.ts'
import type { Outbound } from '../../../http/services.ts'
import { channels, type Purpose, purposes } from '../../../lib/channels.ts'
import { idFloor } from '../../../lib/ids.ts'

/** An item without progress for this time counts as hanging, and the wait does not include it. */
const HANGING_MS = 2000
const POLL_MS = 10

/** Tracks the due messages and webhooks. @param wake makes the senders claim due work */
export function outbound(worker: Database, wake: () => void): Outbound {
  let hanging = new Set<string>()
  return {
    async waitUntilSent(isLate) {
      // The wait does not include items that are added from now on.
      const now = Date.now()
      const before = { messageBefore: idFloor('msg', now + 1), eventBefore: idFloor('evt', now + 1) }
      let due = new Set<string>()
      for (let progressAt = performance.now(); ; await pause(POLL_MS)) {
        const [, found] = await worker.onOwnConnection('', [byIndex({}), pendingItems(before)])
        const items: Item[] = found!.rows
        const stillDue = new Set(items.filter((item) => item.due).map(({ key }) => key))
        if (due.difference(stillDue).size > 0) progressAt = performance.now()
        due = stillDue
        if (performance.now() - progressAt > HANGING_MS) hanging = due
        hanging = hanging.intersection(due) // an item that has made progress is included again
        if (due.size === hanging.size || isLate()) return items.find((item) => !item.due)?.atMs
        wake()
      }
    },
  }
}

/** A pending message, receipt or endpoint. Its `key` changes whenever it makes progress. */
type Item = { key: string; due: boolean; atMs: number }
type Before = { messageBefore: string; eventBefore: string }

/** How many due messages are read from each queue. The rest is read when these have been sent. */
const DUE_AT_ONCE = 100

/** The due messages of one purpose in a queue, and the next message that will be due. Reads a range of the queue's index. */
const queuedMessages = (queue: RawBuilder<unknown>, purpose: Purpose, { messageBefore }: Before) => {
  const inOrder = (condition: RawBuilder<unknown>, limit: number) => sql`
    (
      select id, next_at
      from messages
      where ${queue}
        and purpose = ${sql.lit(purpose)}
        and lease is null
        and ${condition}
      order by next_at
      limit ${sql.lit(limit)}
    )`
  return sql`
    ${inOrder(sql`next_at <= app_now() and id < ${messageBefore}`, DUE_AT_ONCE)}
    union all
    ${inOrder(sql`next_at > app_now()`, 1)}`
}

const queues = [sql`channel is null`, ...channels.map((channel) => sql`channel = ${sql.lit(channel)}`)]

/** Messages being sent. Their number is bounded by the servers' slots. */
const leasedMessages = ({ messageBefore }: Before) => sql`
  (
    select id, app_now()
    from messages
    where lease is not null
      and id < ${messageBefore}
    order by lease_until
  )`

const simulatedReceipts = sql`
  select 'receipts', min(receipt_at)
  from sandbox_messages
  where receipt_at is not null`

/** Each endpoint with its first delivery that is being sent and its next pending delivery, each found by one index step. */
const endpoints = ({ eventBefore }: Before) => sql`
  select concat_ws(' ', e.id, under_way.event_id, under_way.attempt, next.event_id),
    case when under_way.event_id is null then next.next_at else app_now() end
  from webhook_endpoints e
  left join lateral (
    select event_id, attempt
    from webhook_deliveries
    where tenant_id = e.tenant_id
      and endpoint_id = e.id
      and state = 'SENDING'
      and event_id < ${eventBefore}
    order by owner, event_id
    limit 1
  ) under_way on true
  left join lateral (
    ${nextPending(sql`d.event_id < ${eventBefore}`)}
  ) next on true
  where e.status = 'ENABLED'
    and e.deleted_at is null`

/** Due items, and the next item of each kind. */
const pendingItems = prepared<Before, Item>((v) => {
  const queued = queues.flatMap((queue) => purposes.map((purpose) => queuedMessages(queue, purpose, v)))
  return sql`
    with item (key, at) as (
      ${sql.join([...queued, leasedMessages(v), simulatedReceipts, endpoints(v)], sql` union all `)}
    )
    select key, at <= app_now() as due, (extract(epoch from at) * 1000)::float8 as "atMs"
    from item
    where at is not null
    order by at`
})
