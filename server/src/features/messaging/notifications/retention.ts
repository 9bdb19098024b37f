import { sql } from 'kysely'
import type { Database } from '../../../db/database.ts'
import { byIndex } from '../../../db/plans.ts'
import { prepared } from '../../../db/prepared.ts'
import { idFloor } from '../../../lib/ids.ts'

const DAY_MS = 24 * 3600 * 1000
/** Messages of one transaction, so that no lock lasts long. */
const BATCH = 1000

const tenants = prepared<object, { tenant_id: string }>(() => sql`select tenant_id from tenants order by tenant_id`)

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
 * Deletes messages that were recorded more than `keepDays` ago, by the clock of the server: ids follow real time.
 * @param database connected as the worker
 * @returns the number of deleted messages
 */
export async function deleteOldMessages(database: Database, keepDays: number): Promise<number> {
  const before = idFloor('msg', Date.now() - keepDays * DAY_MS)
  const [all] = await database.onOwnConnection('', [tenants({})])
  let deleted = 0
  for (const { tenant_id: tenantId } of all!.rows as { tenant_id: string }[]) {
    for (let last = BATCH; last === BATCH; deleted += last) {
      const statements = [byIndex({}), deleteBefore({ tenantId, before, limit: BATCH })]
      const result = (await database.onOwnConnection('', statements)).at(-1)!
      last = Number((result.rows[0] as { deleted: string }).deleted)
    }
  }
  return deleted
}
