import type { Db } from './kysely.ts'
import { defer } from './transaction.ts'

/**
 * Runs work on another tenant within the same transaction, under that tenant's policies. The only way across tenants: for
 * creating organisations and claiming records, never with a tenant id from a caller.
 */
export async function withinTenant<T>(
  tx: Db,
  { from, to }: { from: string; to: string },
  work: () => Promise<T>,
): Promise<T> {
  defer(tx, nameTenant(to))
  const result = await work()
  defer(tx, nameTenant(from)) // not needed if the work fails: the transaction is rolled back
  return result
}

const nameTenant = (tenantId: string) => ({
  sql: `select set_config('app.tenant', $1, true)`,
  parameters: [tenantId],
})
