import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../../../db/database.ts'
import { byIndex } from '../../../../db/plans.ts'
import { Journal } from '../../../../jobs/journal.ts'
import type { NoticeKind } from '../rules.ts'
import { type AttemptResult, finish, type Notice } from './finish.ts'
import type { GiveUp } from './giving-up.ts'

/**
 * The journal of attempts. An attempt that is not recorded keeps its lease until the lease expires.
 * @param giveUp when a failing endpoint is disabled; undefined for never
 */
export const openResults = (
  database: Database,
  log: FastifyBaseLogger,
  giveUp: GiveUp | undefined,
): Journal<AttemptResult> =>
  new Journal({
    noun: 'webhook deliveries',
    log,
    async write(batch) {
      const [, finished] = await database.onOwnConnection('', [byIndex({}), finish(batch, giveUp)])
      for (const notice of finished!.rows as Notice[]) log.warn(notice, meanings[notice.kind])
      return batch.map(() => true)
    },
    idsOf: ({ event_id: eventId, endpoint_id: endpointId }) => ({ eventId, endpointId }),
  })

const meanings: Record<NoticeKind, string> = {
  FAILING: 'a webhook has been failing for a long time and will be disabled unless it recovers',
  DISABLED: 'a webhook was disabled because it failed for too long',
  GONE: 'a webhook was disabled: it answered 410 Gone',
}
