import { sql } from 'kysely'
import type { Database } from './database.ts'
import type { Statement } from './flush.ts'
import { byIndex } from './plans.ts'
import { prepared } from './prepared.ts'

const DAY_MS = 24 * 3600 * 1000

/** The time before which rows are deleted, by the clock of the server: ids follow real time. */
export const keptSince = (keepDays: number): number => Date.now() - keepDays * DAY_MS

/**
 * Repeats a statement until it deletes less than a batch, each time in its own transaction, so that no lock lasts long.
 * @param database connected as the worker
 * @param deleteSome deletes at most `batch` rows and returns their number as `deleted`
 * @returns the number of deleted rows
 */
export async function deleteInBatches(database: Database, batch: number, deleteSome: Statement): Promise<number> {
  let deleted = 0
  for (let last = batch; last === batch; deleted += last) {
    const results = await database.onOwnConnection('', [byIndex({}), deleteSome])
    last = Number((results.at(-1)!.rows[0] as { deleted: string }).deleted)
  }
  return deleted
}

const tenants = prepared<object, { tenant_id: string }>(() => sql`select tenant_id from tenants order by tenant_id`)

/** `deleteInBatches` for each tenant in turn. */
export async function deleteOfTenants(
  database: Database,
  batch: number,
  deleteSome: (tenantId: string) => Statement,
): Promise<number> {
  const [all] = await database.onOwnConnection('', [tenants({})])
  let deleted = 0
  for (const { tenant_id: tenantId } of all!.rows as { tenant_id: string }[])
    deleted += await deleteInBatches(database, batch, deleteSome(tenantId))
  return deleted
}
