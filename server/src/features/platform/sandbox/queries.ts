import { type RawBuilder, sql } from 'kysely'
import type { CallerIds } from '../../../actor.ts'
import type { Database } from '../../../db/database.ts'
import type { Db } from '../../../db/kysely.ts'
import { prepared } from '../../../db/prepared.ts'
import { rowsOf } from '../../../db/transaction.ts'
import type { Move, Reading } from './rules.ts'

/** A requested reset. */
export type ResetRequest = { tenantId: string; id: string }

export const insertReset = prepared<ResetRequest>(
  (v) => sql`insert into sandbox_resets (tenant_id, id) values (${v.tenantId}, ${v.id})`,
)

const answer = prepared<ResetRequest>(
  (v) => sql`
    select done.reset_at
    from sandbox_resets asked
    join sandbox_resets done on done.tenant_id = asked.tenant_id and done.began_at >= asked.asked_at
    where asked.tenant_id = ${v.tenantId}
      and asked.id = ${v.id}
    order by done.began_at
    limit 1`,
)

/** When the first reset that began after this request ended; undefined if there was none. */
export async function findResetFor(tx: Db, request: ResetRequest): Promise<Date | undefined> {
  return (await rowsOf<{ reset_at: Date }>(tx, answer(request)))[0]?.reset_at
}

export const begin = prepared<ResetRequest>(
  (v) => sql`
    update sandbox_resets
    set began_at = clock_timestamp()
    where tenant_id = ${v.tenantId}
      and id = ${v.id}`,
)

const end = prepared<ResetRequest>(
  (v) => sql`
    update sandbox_resets
    set reset_at = clock_timestamp()
    where tenant_id = ${v.tenantId}
      and id = ${v.id}
    returning reset_at`,
)

export async function endReset(tx: Db, request: ResetRequest): Promise<Date> {
  return (await rowsOf<{ reset_at: Date }>(tx, end(request)))[0]!.reset_at
}

/** The organisations that were created before `since` and have not been reset since then. */
export async function notResetSince(worker: Db, since: Date, tenantIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ tenant_id: string }>`
    select t.tenant_id
    from tenants t
    where t.tenant_id = any(${tenantIds})
      and t.created_at < ${since}
      and not exists (
        select from sandbox_resets r
        where r.tenant_id = t.tenant_id
          and r.began_at >= ${since})
    order by t.tenant_id`.execute(worker)
  return rows.map(({ tenant_id }) => tenant_id)
}

export async function findOpenRooms(tx: Db, tenantId: string): Promise<string[]> {
  const rooms = tx
    .selectFrom('video_rooms')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('closed_at', 'is', null)
  return (await rooms.execute()).map(({ id }) => id)
}

/** The files of the organisation's documents and lab orders. */
export async function findFiles(tx: Db, tenantId: string): Promise<string[]> {
  const files = tx
    .selectFrom('documents')
    .select('object_key')
    .where('tenant_id', '=', tenantId)
    .where('object_key', 'is not', null)
    .$narrowType<{ object_key: string }>()
  const filesOfLabOrders = tx
    .selectFrom('lab_order_files')
    .select('object_key')
    .where('tenant_id', '=', tenantId)
    .where('erased_at', 'is', null)
  const filesOfVisits = tx.selectFrom('visit_files').select('object_key').where('tenant_id', '=', tenantId)
  const found = await files.unionAll(filesOfLabOrders).unionAll(filesOfVisits).execute()
  return found.map(({ object_key }) => object_key)
}

/** Deletes all rows of the transaction's tenant that do not survive a reset. */
export const empty = prepared<object>(() => sql`call empty_tenant()`)

/** Undoes merges of records, so that the people of the seed keep their ids. */
export const forgetMerges = prepared<{ tenantId: string }>((v) => sql`select forget_merges(${v.tenantId})`)

/** Resets ratings, because the reviews are deleted. */
export const forgetRatings = prepared<{ tenantId: string }>(
  (v) => sql`
    update doctors
    set rating = 0, review_count = 0
    where tenant_id = ${v.tenantId}
      and review_count > 0`,
)

/** Removes the second factors of all people of the organisation, because its passwords are public and its clock was moved. */
export const forgetSecondFactors = prepared<{ tenantId: string }>(
  (v) => sql`
    with member as (
      select login_id
      from users
      where tenant_id = ${v.tenantId}
    ),
    app as (
      delete from totp_secrets
      where login_id in (select login_id from member)
    ),
    passkey as (
      delete from passkeys
      where login_id in (select login_id from member)
    )
    delete from recovery_codes
    where login_id in (select login_id from member)`,
)

/** Uses real time for the rest of the transaction. */
export const useRealTime = prepared<object>(() => sql`select set_config('app.clock_offset', '', true)`)

/** Returns the clock to real time for all servers. */
export const stopClock = prepared<object>(() => sql`delete from test_clock`)

/** Deletes sign-in failures from while the clock was ahead, because they would block users until that time. */
export const deleteFutureFailures = prepared<object>(() => sql`delete from sign_in_failures where last_at > now()`)

export const shownClock = prepared<CallerIds, { now: Date; patient_id: null }>(
  () => sql`select app_now() as now, null as patient_id`,
)

const reading = sql<Reading>`
  select (extract(epoch from now()) * 1000)::float8 as "realMs",
    coalesce(extract(epoch from ahead_by) * 1000, 0)::float8 as "aheadMs",
    coalesce(extract(epoch from bound_for) * 1000, 0)::float8 as "boundMs",
    bound_by as "boundBy"
  from (values (true)) always (only_row)
  left join test_clock using (only_row)`

export async function readClock(database: Database): Promise<Reading> {
  return (await database.queryWithoutTenant(reading))[0]!
}

const readingInTransaction = prepared<object>(() => reading)

export async function readClockIn(tx: Db): Promise<Reading> {
  return (await rowsOf<Reading>(tx, readingInTransaction({})))[0]!
}

/** Rounds up: JavaScript drops fractions, so the clock would never reach the target. */
const inWholeMs = (interval: RawBuilder<unknown>) =>
  sql`date_trunc('milliseconds', ${interval} + interval '999 microseconds')`

/** Records the target of a call. A concurrent reset can only shorten the move. */
export async function bindClock(database: Database, { now, advanceSec }: Move, id: string): Promise<void> {
  const further = advanceSec === undefined ? sql`interval '0'` : sql`test_clock.ahead_by`
  const by =
    advanceSec === undefined
      ? sql`greatest(${now}::timestamptz - now(), interval '0')`
      : sql`${advanceSec} * interval '1 second'`
  await database.queryWithoutTenant(sql`
    insert into test_clock (ahead_by, bound_for, bound_by)
    values (interval '0', ${inWholeMs(by)}, ${id})
    on conflict (only_row) do update
    set bound_for = ${inWholeMs(sql`${further} + excluded.bound_for`)}, bound_by = excluded.bound_by`)
}

/**
 * Moves the clock forward, if it is still the turn of this call.
 * @returns its offset from real time in milliseconds; undefined after a reset
 */
export async function moveClock(database: Database, to: { at: Date } | { aheadMs: number }, id: string) {
  const ahead = 'at' in to ? sql`${to.at}::timestamptz - now()` : sql`${to.aheadMs} * interval '1 millisecond'`
  const [row] = await database.queryWithoutTenant(sql<{ aheadMs: number }>`
    update test_clock
    set ahead_by = greatest(ahead_by, least(bound_for, ${ahead}))
    where bound_by = ${id}
    returning (extract(epoch from ahead_by) * 1000)::float8 as "aheadMs"`)
  return row?.aheadMs
}

/** Whether the fixed people of a seed can act: they are enabled, have their roles, are verified and not merged. */
export async function findCast(tx: Db, cast: { tenantId: string; doctorId: string; patientId: string }) {
  const { tenantId, doctorId, patientId } = cast
  const { rows } = await sql<{ doctor_known: boolean; patient_known: boolean }>`
    select
      count(*) filter (where u.id = ${doctorId} and u.role = 'DOCTOR' and u.verified_at is not null) = 1 as doctor_known,
      count(*) filter (where u.id = ${patientId} and u.role = 'PATIENT') = 1 as patient_known
    from users u
    where u.tenant_id = ${tenantId}
      and u.id in (${doctorId}, ${patientId})
      and u.disabled_at is null
      and not exists (select from merged_patients m where m.tenant_id = u.tenant_id and m.id = u.id)`.execute(tx)
  return rows[0]!
}

/** The id of the transaction, in the form that events store. */
export async function currentTransaction(tx: Db): Promise<string> {
  const { rows } = await sql<{ xid: string }>`
    select (pg_current_xact_id()::text::bigint + ahead_by)::text as xid
    from event_numbering`.execute(tx)
  return rows[0]!.xid
}

export const eventsOf = prepared<{ tenantId: string; xid: string }, { id: string; event: string }>(
  (v) => sql`
    select e.id, e.kind as event
    from events e
    where e.tenant_id = ${v.tenantId}
      and e.xid = ${v.xid}::xid8
      and not e.test
    order by e.seq`,
)
