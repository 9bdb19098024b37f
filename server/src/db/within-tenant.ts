import type { Db } from './kysely.ts'
import { later } from './transaction.ts'

/**
 * Works on the rows of another tenant within the same transaction, under that tenant's policies, and comes back. It is
 * the one way across: for an operator who makes an organisation, never on a name that a caller gave.
 */
export async function withinTenant<T>(
  tx: Db,
  { from, to }: { from: string; to: string },
  work: () => Promise<T>,
): Promise<T> {
  later(tx, nameTenant(to))
  const result = await work()
  later(tx, nameTenant(from)) // had the work failed, there would be no transaction left to come back in
  return result
}

const nameTenant = (tenantId: string) => ({
  sql: `select set_config('app.tenant', $1, true)`,
  parameters: [tenantId],
})
