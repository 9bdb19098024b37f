import type { Db } from '../../../db/kysely.ts'
import { deferLock } from '../../../db/transaction.ts'

/** Locks the resends of an endpoint, by users and by recoveries, so that each new delivery gets its own number. */
export function lockResends(tx: Db, tenantId: string, endpointId: string): void {
  deferLock(tx, 'resends', tenantId, endpointId)
}
