import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '../../../../db/database.ts'
import { dropMonths } from '../../../../db/drop-months.ts'
import { byIndex } from '../../../../db/plans.ts'
import { prepared } from '../../../../db/prepared.ts'

/** How long aggregated minutes are kept. Statistics cover thirty days at most. */
const MINUTES_KEPT = sql`interval '31 days'`
/** How long aggregated hours are kept. The statistics of deliveries cover 92 days. */
const HOURS_KEPT = sql`interval '94 days'`

/** A minute is aggregated one minute after its end, when its results are recorded. */
const recordedMinute = sql`date_trunc('minute', app_now() - interval '1 minute')`

const addUp = prepared<object>(
  () => sql`
    insert into webhook_minutes (tenant_id, endpoint_id, minute, duration_class, succeeded, failed)
    select tenant_id, endpoint_id, date_trunc('minute', ended_at), duration_class(duration_ms),
      count(*) filter (where error is null),
      count(*) filter (where error is not null)
    from webhook_attempts
    where ended_at >= (select minute from webhook_minutes_position)
      and ended_at < ${recordedMinute}
    group by 1, 2, 3, 4
    -- A minute occurs again when the sandbox's clock is set back.
    on conflict (tenant_id, endpoint_id, minute, duration_class)
    do update set succeeded = excluded.succeeded, failed = excluded.failed`,
)

/**
 * Aggregates the minutes of an hour when it is over. It repeats the two hours before: a server of an earlier version, which
 * still runs during an upgrade, aggregates no hours.
 */
const addUpHours = prepared<object>(
  () => sql`
    insert into webhook_hours (tenant_id, endpoint_id, hour, duration_class, succeeded, failed)
    select tenant_id, endpoint_id, date_trunc('hour', minute), duration_class, sum(succeeded), sum(failed)
    from webhook_minutes
    where minute < date_trunc('hour', ${recordedMinute})
      and minute >= (
        select date_trunc('hour', minute) - interval '2 hours'
        from webhook_minutes_position
        where minute < date_trunc('hour', ${recordedMinute})
      )
    group by 1, 2, 3, 4
    on conflict (tenant_id, endpoint_id, hour, duration_class)
    do update set succeeded = excluded.succeeded, failed = excluded.failed`,
)

const advancePosition = prepared<object>(() => sql`update webhook_minutes_position set minute = ${recordedMinute}`)

/** Aggregates request results by minute, up to a minute ago, and by hour. */
export async function addUpMinutes(database: Database): Promise<void> {
  await database.onOwnConnection('', [byIndex({}), addUp({}), addUpHours({}), advancePosition({})])
}

const endTable = prepared<{ keepDays: number }, { ended: string; held: string }>(
  (v) => sql`select ended, held from end_webhook_table(${v.keepDays})`,
)

/** Drops monthly tables of events, deliveries and attempts in which all rows are older than `keepDays`. */
export async function dropOldMonths(database: Database, keepDays: number, log: FastifyBaseLogger): Promise<void> {
  await sql`delete from webhook_minutes where minute < app_now() - ${MINUTES_KEPT}`.execute(database.reader(''))
  await sql`delete from webhook_hours where hour < app_now() - ${HOURS_KEPT}`.execute(database.reader(''))
  const dropOldest = async () => {
    const [result] = await database.onOwnConnection('', [endTable({ keepDays })])
    const [row]: { ended: string; held: string }[] = result!.rows
    return row && { table: row.ended, held: Number(row.held) }
  }
  await dropMonths('webhook data', dropOldest, log)
}
