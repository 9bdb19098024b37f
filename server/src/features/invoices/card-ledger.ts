import type { Database } from '../../db/database.ts'
import type { CardLedger, Keyed } from '../../providers/payments/index.ts'
import * as queries from './card-ledger-queries.ts'

/** Keeps in the database what a simulated card provider has done. */
export function cardLedger(database: Database): CardLedger {
  const find = (request: Keyed) => queries.findEntry(database.reader(request.tenantId), request)
  return {
    find,
    async enter(request, entry) {
      // By itself, so that whoever comes second sees afterwards what the first wrote.
      await database.alone(request.tenantId, [queries.enter({ ...request, ...entry })])
      return (await find(request)) ?? entry // entries stay, but for a reset of the sandbox
    },
  }
}
