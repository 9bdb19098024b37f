import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '../../../db/database.ts'
import { isTimeout } from '../../../db/failures.ts'
import { byIndex } from '../../../db/plans.ts'
import { prepared } from '../../../db/prepared.ts'

/** Statistics go back thirty days at most. */
const MINUTES_KEPT = sql`interval '31 days'`

/** A minute is added up once it has been over for another: by then all that ended in it has been written down. */
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
    -- Where the sandbox's clock was set back, a minute comes twice.
    on conflict (tenant_id, endpoint_id, minute, duration_class)
    do update set succeeded = excluded.succeeded, failed = excluded.failed`,
)

const moveOn = prepared<object>(() => sql`update webhook_minutes_position set minute = ${recordedMinute}`)

/** Adds up how requests went, up to a minute ago. */
export async function addUpMinutes(database: Database): Promise<void> {
  await database.alone('', [byIndex({}), addUp({}), moveOn({})])
}

const endTable = prepared<{ keepDays: number }, { ended: string; held: string }>(
  (v) => sql`select ended, held from end_webhook_table(${v.keepDays})`,
)

/** Whoever uses a table is waited for this long between two tries, and so often. */
const BETWEEN_TRIES_MS = 500
const TRIES = 40

/**
 * Ends the months of events, deliveries and attempts that are wholly older than so many days, table by table, between
 * readers and writers. What could not be had by then is left for tomorrow.
 */
export async function endOldMonths(database: Database, keepDays: number, log: FastifyBaseLogger): Promise<void> {
  await sql`delete from webhook_minutes where minute < app_now() - ${MINUTES_KEPT}`.execute(database.reader(''))
  for (let tries = 0; tries < TRIES; ) {
    try {
      const [given] = await database.alone('', [endTable({ keepDays })])
      const gone: { ended: string; held: string } | undefined = given!.rows[0]
      if (!gone) return
      log.info({ table: gone.ended, held: Number(gone.held) }, 'a month of webhooks was ended')
    } catch (error) {
      if (!isTimeout(error)) throw error
      tries++
      await pause(BETWEEN_TRIES_MS)
    }
  }
  log.warn('months of webhooks that are over could not be ended: their tables are in use')
}
