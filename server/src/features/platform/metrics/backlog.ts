import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../db/database.ts'
import { byIndex } from '../../../db/plans.ts'
import { prepared } from '../../../db/prepared.ts'
import { nextPending } from '../../../events/deliveries.ts'
import { channels, type Purpose, purposes } from '../../../lib/channels.ts'

/** The work of an installation that waits, with the age of its oldest item. */
export const queues = ['deliveries', 'messages', 'jobs', 'audit_rows'] as const

export type Backlog = {
  /** How long the oldest item has been due, in seconds; 0 if none is. */
  ages: Record<(typeof queues)[number], number>
  /** Consecutive failures of each scheduled task whose last run failed. */
  failures: { task: string; count: number }[]
}

/** Reads the backlog of all organisations: a few steps of an index for each queue and endpoint. @param worker its role sees all of them */
export async function readBacklog(worker: Database): Promise<Backlog> {
  const [, ages, failures] = await worker.onOwnConnection('', [byIndex({}), oldest({}), failedTasks({})])
  return { ages: ages!.rows[0], failures: failures!.rows }
}

/** Seconds since a time; 0 for null and for times to come. */
const ageOf = (time: RawBuilder<unknown>, now: RawBuilder<unknown>) =>
  sql`greatest(0, coalesce(extract(epoch from ${now} - (${time})), 0))::float8`

const nextDelivery = sql`
  select min(next.next_at)
  from webhook_endpoints e
  cross join lateral (${nextPending(sql`true`)}) next
  where e.status = 'ENABLED'
    and e.deleted_at is null`

const nextOf = (queue: RawBuilder<unknown>, purpose: Purpose) => sql`
  (
    select next_at
    from messages
    where ${queue}
      and purpose = ${sql.lit(purpose)}
      and lease is null
      and next_at is not null
    order by next_at
    limit 1
  )`

const messageQueues = [sql`channel is null`, ...channels.map((channel) => sql`channel = ${sql.lit(channel)}`)]

const nextMessage = sql`
  select min(next_at)
  from (${sql.join(
    messageQueues.flatMap((queue) => purposes.map((purpose) => nextOf(queue, purpose))),
    sql` union all `,
  )}) next`

/** Jobs run on real time; `infinity` turns one off. */
const nextJob = sql`select min(due_at) from jobs`

/** Rows of running transactions count too: a transaction that never ends keeps later rows from being sealed. */
const firstUnsealed = sql`
  select row.at
  from audit_position p
  cross join lateral (select at from audit_log where xid >= p.xid order by xid limit 1) row`

const oldest = prepared<object, Backlog['ages']>(
  () => sql`
    select ${ageOf(nextDelivery, sql`app_now()`)} as deliveries,
      ${ageOf(nextMessage, sql`app_now()`)} as messages,
      ${ageOf(nextJob, sql`now()`)} as jobs,
      ${ageOf(firstUnsealed, sql`app_now()`)} as audit_rows`,
)

const failedTasks = prepared<object, Backlog['failures'][number]>(
  () => sql`select name as task, failures as count from jobs where failures > 0 order by name`,
)
