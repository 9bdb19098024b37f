import type { Db } from '../../db/kysely.ts'
import { lockLater } from '../../db/transaction.ts'

/**
 * Resends of an endpoint take turns to the end of their transactions, those of people and of recoveries alike, so that
 * each new delivery has a number of its own.
 */
export function takeResendTurn(tx: Db, tenantId: string, endpointId: string): void {
  lockLater(tx, 'resends', tenantId, endpointId)
}
