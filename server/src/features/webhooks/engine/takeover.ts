import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../db/database.ts'
import { byIndex } from '../../../db/plans.ts'
import { prepared } from '../../../db/prepared.ts'
import { takeTurn } from './claim.ts'
import { followEndpoints } from './follow-endpoints.ts'
import { MAX_ATTEMPTS } from './outcome.ts'
import { OWNER_LOCKS } from './owner.ts'
import { sending } from './queues.ts'

/** Numbers of the processes that live: each holds its own as a session's advisory lock. */
const livingOwners = sql`array(
  select objid::bigint
  from pg_locks
  where locktype = 'advisory'
    and database = (select oid from pg_database where datname = current_database())
    and classid = ${sql.lit(OWNER_LOCKS)}
    and objsubid = 2
    and granted)`

/** What is being sent: there is as much as all servers have slots for, so it is all looked at. */
const underWay = (where: RawBuilder<unknown>) => sql`
  select d.tenant_id, d.event_id, d.endpoint_id, d.n, d.attempt, d.owner, d.lease_until
  from webhook_deliveries d
  where ${sending.where}
    and ${where}
  order by d.tenant_id, d.endpoint_id, ${sending.order}`

/** Joins deliveries `d` to those of a query, by their key. */
const isOneOf = (query: RawBuilder<unknown>) => sql`
  d.tenant_id = ${query}.tenant_id
    and d.event_id = ${query}.event_id
    and d.endpoint_id = ${query}.endpoint_id
    and d.n = ${query}.n`

/** Who has rows and no lock, and whether this process still has its own. */
const absentOwners = prepared<{ owner: number }, { absent: number[]; present: boolean }>(
  (v) => sql`
    select array(
        select distinct owner
        from (${underWay(sql`owner <> ${v.owner} and owner <> all(${livingOwners})`)}) of_others
      ) as absent,
      ${v.owner}::int = any(${livingOwners}) as present`,
)

/**
 * Gives back what this process claimed and never learned of, because the answer to the claim was lost: nothing was
 * sent, so nothing is counted.
 */
const giveBackUnknown = prepared<{ owner: number; leases: string[] }>(
  (v) => sql`
    with unknown as materialized (
      ${underWay(sql`owner = ${v.owner} and lease <> all(${v.leases}::uuid[])`)}
      for update
    )
    update webhook_deliveries d
    set state = 'PENDING', attempt = d.attempt - 1, lease = null, lease_until = null, owner = null
    from unknown
    where ${isOneOf(sql`unknown`)}`,
)

/**
 * Takes over what a process that ended was sending, or had for longer than any request may last. Its receiver may have
 * had it, so the request counts; the log says that nobody knows how it ended. It keeps its place before what became due
 * after it.
 */
const takeOverLost = prepared<{ owners: number[]; leaseSec: number }>(
  (v) => sql`
    with locked as materialized (
      ${underWay(sql`(lease_until < now() or (owner = any(${v.owners}::int[]) and owner <> all(${livingOwners})))`)}
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

/** What one look found: whose lock is missing, whether ours is held, and how many deliveries had been left behind. */
export type Found = { absent: number[]; present: boolean; leftBehind: number }

/**
 * Takes over what processes that ended, and answers that were lost, left behind; and has deliveries follow what became
 * of their endpoints, while nobody claims any.
 * @param leases those that this process, `owner`, knows of
 * @param owners processes whose locks were missing before; where they still are, their work is taken over
 */
export async function takeOver(
  database: Database,
  given: { owner: number; leases: string[]; owners: number[]; leaseSec: number },
): Promise<Found> {
  const work = [giveBackUnknown(given), takeOverLost(given), absentOwners(given), ...followEndpoints()]
  const [, , unknown, taken, owners] = await database.alone('', [takeTurn({}), byIndex({}), ...work])
  const { absent, present }: Pick<Found, 'absent' | 'present'> = owners!.rows[0]
  return { absent, present, leftBehind: (unknown!.rowCount ?? 0) + (taken!.rowCount ?? 0) }
}
