import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../../db/database.ts'
import { byIndex } from '../../../../db/plans.ts'
import { prepared } from '../../../../db/prepared.ts'
import { lockClaims } from './claim.ts'
import { followEndpoints } from './follow-endpoints.ts'
import { MAX_ATTEMPTS } from './outcome.ts'
import { OWNER_LOCKS } from './owner.ts'
import { sending } from './queues.ts'

/** The numbers of running processes. Each process holds a session-level advisory lock on its number. */
const runningOwners = sql`array(
  select objid::bigint
  from pg_locks
  where locktype = 'advisory'
    and database = (select oid from pg_database where datname = current_database())
    and classid = ${sql.lit(OWNER_LOCKS)}
    and objsubid = 2
    and granted)`

/** Deliveries that are being sent. The servers' slots bound their number, so all can be examined. */
const sendingWhere = (where: RawBuilder<unknown>) => sql`
  select d.tenant_id, d.event_id, d.endpoint_id, d.n, d.attempt, d.owner, d.lease_until
  from webhook_deliveries d
  where ${sending.where}
    and ${where}
  order by d.tenant_id, d.endpoint_id, ${sending.order}`

/** Joins deliveries `d` to a query's rows by key. */
const isOneOf = (query: RawBuilder<unknown>) => sql`
  d.tenant_id = ${query}.tenant_id
    and d.event_id = ${query}.event_id
    and d.endpoint_id = ${query}.endpoint_id
    and d.n = ${query}.n`

/** The owners that have rows but no lock, and whether this process still holds its own lock. */
const absentOwners = prepared<{ owner: number }, { absent: number[]; present: boolean }>(
  (v) => sql`
    select array(
        select distinct owner
        from (${sendingWhere(sql`owner <> ${v.owner} and owner <> all(${runningOwners})`)}) of_others
      ) as absent,
      ${v.owner}::int = any(${runningOwners}) as present`,
)

/**
 * Returns deliveries of a claim that succeeded but whose result this process did not receive. They were not sent, so the attempt
 * does not count.
 */
const returnUnknown = prepared<{ owner: number; leases: string[] }>(
  (v) => sql`
    with unknown as materialized (
      ${sendingWhere(sql`owner = ${v.owner} and lease <> all(${v.leases}::uuid[])`)}
      for update
    )
    update webhook_deliveries d
    set state = 'PENDING', attempt = d.attempt - 1, lease = null, lease_until = null, owner = null
    from unknown
    where ${isOneOf(sql`unknown`)}`,
)

/**
 * Takes over deliveries whose process has ended or whose lease has expired. The receiver may have got the request, so the attempt
 * counts, with the error `lease_lost`. `next_at` is kept, so the delivery precedes deliveries that became due later.
 */
const takeOverLost = prepared<{ owners: number[]; leaseSec: number }>(
  (v) => sql`
    with locked as materialized (
      ${sendingWhere(sql`(lease_until < now() or (owner = any(${v.owners}::int[]) and owner <> all(${runningOwners})))`)}
      for update
    ),
    lost as (
      select tenant_id, event_id, endpoint_id, n, attempt, lease_until - ${v.leaseSec} * interval '1 second' as begun_at
      from locked
    ),
    logged as (
      insert into webhook_attempts (tenant_id, event_id, endpoint_id, n, attempt, id, started_at, duration_ms, error)
      select tenant_id, event_id, endpoint_id, n, attempt, new_id('att'), app_now() - (now() - begun_at),
        extract(epoch from now() - begun_at) * 1000, 'lease_lost'
      from lost
    )
    update webhook_deliveries d
    set state = case when d.attempt >= ${sql.lit(MAX_ATTEMPTS)} then 'FAILED' else 'PENDING' end,
      lease = null,
      lease_until = null,
      owner = null,
      last_status = null,
      last_error = 'lease_lost',
      finished_at = case when d.attempt >= ${sql.lit(MAX_ATTEMPTS)} then app_now() end
    from lost
    where ${isOneOf(sql`lost`)}`,
)

/** Owners without a lock, whether this process holds its own lock, and how many deliveries were returned or taken over. */
export type TakeoverResult = { absent: number[]; present: boolean; leftBehind: number }

/**
 * Takes over deliveries of ended processes and of lost claims, then moves deliveries whose endpoints have changed. Holds the
 * claim lock.
 * @param leases the leases of this process, whose number is `owner`
 * @param owners the processes without a lock at the last run. If they still have none, their deliveries are taken over
 */
export async function takeOver(
  database: Database,
  parameters: { owner: number; leases: string[]; owners: number[]; leaseSec: number },
): Promise<TakeoverResult> {
  const work = [returnUnknown(parameters), takeOverLost(parameters), absentOwners(parameters), ...followEndpoints()]
  const [, , unknown, takenOver, owners] = await database.onOwnConnection('', [lockClaims({}), byIndex({}), ...work])
  const { absent, present }: Pick<TakeoverResult, 'absent' | 'present'> = owners!.rows[0]
  return { absent, present, leftBehind: (unknown!.rowCount ?? 0) + (takenOver!.rowCount ?? 0) }
}
