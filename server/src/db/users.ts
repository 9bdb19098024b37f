import { builder, type Db } from './kysely.ts'
import { defer } from './transaction.ts'

/**
 * Locks a user until the transaction ends, before reading related rows. A separate statement, because a statement that
 * waits for a lock reads other rows from before the wait.
 */
export function deferUserLock(tx: Db, tenantId: string, id: string): void {
  const user = builder.selectFrom('users').where('tenant_id', '=', tenantId).where('id', '=', id)
  defer(tx, user.select('id').forNoKeyUpdate())
}
