import { builder, type Db } from './kysely.ts'
import { later } from './transaction.ts'

/**
 * Locks a user until the transaction ends, before reading related rows. A separate statement, because a statement that
 * waits for a lock reads other rows from before the wait.
 */
export function holdUserLater(tx: Db, tenantId: string, id: string): void {
  const user = builder.selectFrom('users').where('tenant_id', '=', tenantId).where('id', '=', id)
  later(tx, user.select('id').forNoKeyUpdate())
}
