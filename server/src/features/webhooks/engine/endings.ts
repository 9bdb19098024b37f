import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../../db/database.ts'
import { byIndex } from '../../../db/plans.ts'
import { Journal } from '../../../jobs/journal.ts'
import type { NoticeKind } from '../rules.ts'
import { type Ended, finish, type Notice } from './finish.ts'
import type { GiveUp } from './giving-up.ts'

/**
 * Where it is written down how requests ended. What is not recorded leaves its lease to run out by itself.
 * @param giveUp when an endpoint that takes nothing is disabled; undefined: never
 */
export const openEndings = (database: Database, log: FastifyBaseLogger, giveUp: GiveUp | undefined): Journal<Ended> =>
  new Journal({
    what: 'webhook deliveries',
    log,
    async write(batch) {
      const [, finished] = await database.alone('', [byIndex({}), finish(batch, giveUp)])
      for (const notice of finished!.rows as Notice[]) log.warn(notice, meanings[notice.kind])
      return batch.map(() => true)
    },
    idsOf: ({ event_id: eventId, endpoint_id: endpointId }) => ({ eventId, endpointId }),
  })

const meanings: Record<NoticeKind, string> = {
  FAILING: 'a webhook has taken nothing for long, and will be disabled if it goes on',
  DISABLED: 'a webhook that had taken nothing for long was disabled',
  GONE: 'a webhook said that it is gone, and was disabled',
}
