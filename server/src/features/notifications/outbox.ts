import type { Database } from '../../db/database.ts'
import { byIndex, unhurried } from '../../db/plans.ts'
import type { Outbox } from '../../providers/messages/index.ts'
import * as queries from './outbox-queries.ts'

/**
 * Keeps in the database what the sandbox would have sent.
 * @param database the worker's
 */
export const outbox = (database: Database): Outbox => ({
  async keep(message, fate) {
    const { status: receipt = null, afterSec = null } = fate ?? {}
    // That it was sent is written down behind it.
    await database.alone(message.tenantId, [unhurried({}), queries.keep({ ...message, receipt, afterSec })])
  },
  due: async () => (await database.alone('', [byIndex({}), queries.due({})]))[1]!.rows,
  async forget(due) {
    await database.alone('', [byIndex({}), queries.forget(due)])
  },
})
