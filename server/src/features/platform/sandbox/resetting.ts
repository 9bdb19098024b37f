import type { Database } from '../../../db/database.ts'
import { retryOnDeadlock } from '../../../db/retry-on-deadlock.ts'
import { afterCommit, defer } from '../../../db/transaction.ts'
import type { Services } from '../../../http/services.ts'
import { runInTransaction } from '../../../http/unit-of-work.ts'
import { newId } from '../../../lib/ids.ts'
import type { RoomId } from '../../../providers/video/index.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import * as queries from './queries.ts'
import { isSeeded, storeReports } from './reports.ts'
import { startOfWeek } from './rules.ts'
import { seedAgain } from './seed.ts'
import { tenants } from './tenants.ts'

/** Records a reset request. @returns its id */
export function ask(ctx: UnitOfWork): string {
  const id = newId('rst')
  defer(ctx.db, queries.insertReset({ tenantId: ctx.trail.tenantId, id }))
  ctx.setAuditSubject(id)
  return id
}

/**
 * Resets an organisation to its seed, in an exclusive transaction of the organisation. One reset may answer several concurrent
 * requests.
 * @returns when the reset was done
 */
export const reset = (services: Services, request: queries.ResetRequest): Promise<Date> =>
  retryOnDeadlock(() =>
    services.database.inExclusiveTransaction(request.tenantId, async (tx) => {
      const done = await queries.findResetFor(tx, request)
      if (done) return done
      defer(tx, queries.begin(request))
      const rooms = await queries.findOpenRooms(tx, request.tenantId)
      const files = await queries.findFiles(tx, request.tenantId)
      defer(tx, queries.useRealTime({}))
      defer(tx, queries.forgetMerges(request))
      defer(tx, queries.empty({}))
      defer(tx, queries.forgetRatings(request))
      defer(tx, queries.forgetSecondFactors(request))
      await seedAgain(tx, services.vault, request.tenantId)
      defer(tx, queries.deleteFutureFailures({}))
      defer(tx, queries.stopClock({})) // last, because clock moves wait for this lock from here on
      afterCommit(tx, () => {
        services.clock.runAheadBy(0)
        for (const roomId of rooms) void closeRoom(services, { tenantId: request.tenantId, roomId })
        void removeFiles(
          services,
          files.filter((key) => !isSeeded(key)),
        )
        void storeReports(services, [request.tenantId])
      })
      return queries.endReset(tx, request)
    }),
  )

const closeRoom = ({ video, log }: Pick<Services, 'video' | 'log'>, room: RoomId): Promise<void> =>
  video
    .closeRoom(room, 'closed')
    .catch((err) => log.error({ err, roomId: room.roomId }, 'participants could not be removed from a closed room'))

/** Removes files in the background. A file that cannot be removed does no harm. */
async function removeFiles({ storage, log }: Pick<Services, 'storage' | 'log'>, keys: string[]): Promise<void> {
  for (const key of keys)
    await storage
      .remove(key)
      .catch((err) => log.error({ err, key }, 'the file of a deleted document could not be removed'))
}

/**
 * Resets the seeded organisations that have not been reset this week: on Sunday, or later if no server ran then. A repeated run
 * resets each organisation only once.
 * @param worker the worker's database
 */
export async function resetWeekly(services: Services, worker: Database): Promise<void> {
  const { log } = services
  const seeded = tenants.map(({ id }) => id)
  let failed = 0
  for (const tenantId of await queries.notResetSince(worker.reader(''), startOfWeek(new Date()), seeded)) {
    try {
      await resetOne(services, tenantId)
    } catch (err) {
      failed++
      log.error({ err, tenantId }, 'an organisation of the sandbox could not be reset')
    }
  }
  if (failed > 0) throw new Error(`${failed} organisations could not be reset; they are retried.`)
}

async function resetOne(services: Services, tenantId: string): Promise<void> {
  const platform = { userId: 'platform', clientId: 'worker', address: null }
  let id = ''
  await runInTransaction(
    services,
    { ...platform, tenantId, operation: 'resetWeekly', requestId: newId('req') },
    async (ctx) => {
      id = ask(ctx)
      return true
    },
  )
  await reset(services, { tenantId, id })
}
