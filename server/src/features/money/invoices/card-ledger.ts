import type { Database } from '../../../db/database.ts'
import type { CardLedger, Keyed } from '../../../providers/payments/index.ts'
import * as queries from './card-ledger-queries.ts'

/** Stores the operations of the simulated card provider. */
export function cardLedger(database: Database): CardLedger {
  const find = (request: Keyed) => queries.findEntry(database.reader(request.tenantId), request)
  return {
    find,
    async enter(request, entry) {
      // In its own transaction, so that concurrent requests with the same key read the first entry.
      await database.onOwnConnection(request.tenantId, [queries.enter({ ...request, ...entry })])
      return (await find(request)) ?? entry // absent only after a reset of the sandbox
    },
  }
}
