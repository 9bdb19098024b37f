import type { Database } from '../../db/database.ts'
import { byIndex, unhurried } from '../../db/plans.ts'
import type { Outbox } from '../../providers/messages/index.ts'
import * as queries from './outbox-queries.ts'

/**
 * Stores the messages of the sandbox, which sends none.
 * @param database the worker's
 */
export const outbox = (database: Database): Outbox => ({
  async keep(message, outcome) {
    const { status: receipt = null, afterSec = null } = outcome ?? {}
    // An asynchronous commit is safe: the status SENT is recorded later.
    await database.alone(message.tenantId, [unhurried({}), queries.keep({ ...message, receipt, afterSec })])
  },
  due: async () => (await database.alone('', [byIndex({}), queries.due({})]))[1]!.rows,
  async forget(due) {
    await database.alone('', [byIndex({}), queries.forget(due)])
  },
})
