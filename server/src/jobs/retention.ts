import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { deleteInBatches } from '../db/delete-old.ts'
import { prepared } from '../db/prepared.ts'

/** Effects of one transaction. */
const BATCH = 5000

/**
 * The occasions of other effects have passed: the appointment of a reminder, the step of a campaign, the window of a lot. A patient
 * who never returns would be recalled again.
 */
const deleteOlder = prepared<{ keepDays: number; limit: number }, { deleted: string }>(
  (v) => sql`
    with old as materialized (
      select tenant_id, job, key
      from effects
      where at < app_now() - make_interval(days => ${v.keepDays})
        and job <> 'recall'
      limit ${v.limit}
    ), deleted as (
      delete from effects e
      using old
      where e.tenant_id = old.tenant_id
        and e.job = old.job
        and e.key = old.key
      returning e.key
    )
    select count(*) as deleted from deleted`,
)

/**
 * Deletes effects that were recorded more than `keepDays` ago.
 * @param database connected as the worker
 * @returns their number
 */
export const deleteOldEffects = (database: Database, keepDays: number): Promise<number> =>
  deleteInBatches(database, BATCH, deleteOlder({ keepDays, limit: BATCH }))
