import { builder, type Db } from './kysely.ts'
import { later } from './transaction.ts'

/**
 * Holds a user until the transaction ends, before what is read next of them. A statement of its own: one that waited for
 * the lock would show what stands beside the user as it was before.
 */
export function holdUserLater(tx: Db, tenantId: string, id: string): void {
  const user = builder.selectFrom('users').where('tenant_id', '=', tenantId).where('id', '=', id)
  later(tx, user.select('id').forNoKeyUpdate())
}
