import type { Database } from '../../db/database.ts'
import type { CardLedger } from '../../providers/payments/index.ts'
import * as queries from './queries.ts'

/** Keeps in the database what a simulated card provider has done. */
export const cardLedger = (database: Database): CardLedger => ({
  async enter(request, entry) {
    // In a statement of its own, so that whoever comes second sees what the first wrote.
    await database.alone(request.tenantId, [queries.enter({ ...request, ...entry })])
    return (await this.find(request))!
  },
  find: (request) => queries.findEntry(database.reader(request.tenantId), request),
})
