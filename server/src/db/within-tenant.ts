import type { Db } from './kysely.ts'
import { setTenant } from './moves.ts'
import { defer } from './transaction.ts'

/**
 * Runs work on another tenant in the same transaction, under that tenant's policies. Only for creating organisations, claiming
 * records, and logins, which have users in several tenants; never with a tenant id from a caller. No other code works across
 * tenants.
 */
export async function withinTenant<T>(
  tx: Db,
  { from, to }: { from: string; to: string },
  work: () => Promise<T>,
): Promise<T> {
  defer(tx, open(to))
  const result = await work()
  defer(tx, open(from)) // not needed if the work fails, because the transaction is then rolled back
  return result
}

const open = (tenantId: string) => ({ sql: `select ${setTenant}`, parameters: [tenantId] })
