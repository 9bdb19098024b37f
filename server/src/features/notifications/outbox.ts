import type { Database } from '../../db/database.ts'
import type { Outbox } from '../../providers/messages/index.ts'
import * as queries from './queries.ts'

/** Keeps in the database what the sandbox would have sent. */
export const outbox = (database: Database): Outbox => ({
  async keep(message) {
    await database.alone(message.tenantId, [queries.keep(message)])
  },
})
