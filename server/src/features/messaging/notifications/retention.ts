import { sql } from 'kysely'
import type { Database } from '../../../db/database.ts'
import { deleteOfTenants, keptSince } from '../../../db/delete-old.ts'
import { prepared } from '../../../db/prepared.ts'
import { idFloor } from '../../../lib/ids.ts'

/** Messages of one transaction. */
const BATCH = 1000

/** Messages that are still to be sent are kept. */
const deleteBefore = prepared<{ tenantId: string; before: string; limit: number }, { deleted: string }>(
  (v) => sql`
    with old as materialized (
      select tenant_id, id
      from messages
      where tenant_id = ${v.tenantId}
        and id < ${v.before}
        and next_at is null
        and lease is null
      order by id
      limit ${v.limit}
    ), texts as (
      delete from sandbox_messages s
      using old
      where s.tenant_id = old.tenant_id
        and s.message_id = old.id
    ), deleted as (
      delete from messages m
      using old
      where m.tenant_id = old.tenant_id
        and m.id = old.id
      returning m.id
    )
    select count(*) as deleted from deleted`,
)

/**
 * Deletes messages that were recorded more than `keepDays` ago.
 * @param database connected as the worker
 * @returns the number of deleted messages
 */
export function deleteOldMessages(database: Database, keepDays: number): Promise<number> {
  const before = idFloor('msg', keptSince(keepDays))
  return deleteOfTenants(database, BATCH, (tenantId) => deleteBefore({ tenantId, before, limit: BATCH }))
}
