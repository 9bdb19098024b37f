import type { Db } from '../../db/kysely.ts'
import { lockLater } from '../../db/transaction.ts'

/** Serialises the resends of an endpoint, by users and recoveries, so that each new delivery gets its own number. */
export function takeResendTurn(tx: Db, tenantId: string, endpointId: string): void {
  lockLater(tx, 'resends', tenantId, endpointId)
}
