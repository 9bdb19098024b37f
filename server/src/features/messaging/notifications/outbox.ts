import type { Database } from '../../../db/database.ts'
import { asyncCommit, byIndex } from '../../../db/plans.ts'
import { batched } from '../../../lib/batched.ts'
import type { Outbox } from '../../../messages/providers/index.ts'
import * as queries from './outbox-queries.ts'

/** Maximum messages of a transaction. */
const AT_ONCE = 128

/**
 * Stores the messages of the sandbox, which does not send them.
 * @param database connected as the worker
 */
export function outbox(database: Database): Outbox {
  // An asynchronous commit is safe: the status SENT is recorded later. `byIndex` applies to the check of the foreign key.
  const keep = batched<queries.Kept>(async (messages) => {
    await database.onOwnConnection('', [byIndex({}), asyncCommit({}), queries.keep(messages)])
  }, AT_ONCE)
  return {
    keep: (message, simulated) => keep({ ...message, ...simulated }),
    due: async () => (await database.onOwnConnection('', [byIndex({}), queries.due({})]))[1]!.rows,
    async forget(due) {
      await database.onOwnConnection('', [byIndex({}), queries.forget(due)])
    },
  }
}
