import type { Database } from '../../../db/database.ts'
import { asyncCommit, byIndex } from '../../../db/plans.ts'
import type { Outbox } from '../../../messages/providers/index.ts'
import * as queries from './outbox-queries.ts'

/**
 * Stores the messages of the sandbox, which does not send them.
 * @param database connected as the worker
 */
export const outbox = (database: Database): Outbox => ({
  async keep(message, simulated) {
    const { status: receipt = null, afterSec = null } = simulated ?? {}
    // An asynchronous commit is safe: the status SENT is recorded later.
    await database.onOwnConnection(message.tenantId, [asyncCommit({}), queries.keep({ ...message, receipt, afterSec })])
  },
  due: async () => (await database.onOwnConnection('', [byIndex({}), queries.due({})]))[1]!.rows,
  async forget(due) {
    await database.onOwnConnection('', [byIndex({}), queries.forget(due)])
  },
})
