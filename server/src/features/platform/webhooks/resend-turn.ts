import type { Db } from '../../../db/kysely.ts'
import { deferLock } from '../../../db/transaction.ts'

/** Serialises the resends of an endpoint, by users and recoveries, so that each new delivery gets its own number. */
export function takeResendTurn(tx: Db, tenantId: string, endpointId: string): void {
  deferLock(tx, 'resends', tenantId, endpointId)
}
