import type { Context, Services } from '../../context.ts'
import type { Database } from '../../db/database.ts'
import { afterCommit, later } from '../../db/transaction.ts'
import { againAtDeadlock, attend } from '../../http/unit-of-work.ts'
import { newId } from '../../lib/ids.ts'
import type { RoomId } from '../../providers/video/index.ts'
import * as queries from './queries.ts'
import { startOfWeek } from './rules.ts'
import { seedAgain } from './seed.ts'
import { tenants } from './tenants.ts'

/** Writes down that a reset is asked for. @returns its id */
export function ask(ctx: Context): string {
  const id = newId('rst')
  later(ctx.db, queries.insertReset({ tenantId: ctx.trail.tenantId, id }))
  ctx.concerns(id)
  return id
}

/**
 * Returns an organisation to its seed, in one transaction while nobody else does anything there. Of several that are
 * asked for at once, one may answer all.
 * @returns when it was done
 */
export const reset = (services: Services, asked: queries.Asked): Promise<Date> =>
  againAtDeadlock(() =>
    services.database.inTransactionAlone(asked.tenantId, async (tx) => {
      const done = await queries.answerTo(tx, asked)
      if (done) return done
      later(tx, queries.begin(asked))
      const rooms = await queries.findOpenRooms(tx, asked.tenantId)
      const files = await queries.findFiles(tx, asked.tenantId)
      later(tx, queries.takeRealTime({}))
      later(tx, queries.empty({}))
      later(tx, queries.forgetRatings(asked))
      await seedAgain(tx, services.vault, asked.tenantId)
      later(tx, queries.forgetComingFailures({}))
      later(tx, queries.stopClock({})) // last, for whoever moves it waits for this from here on
      afterCommit(tx, () => {
        services.clock.runAheadBy(0)
        for (const roomId of rooms) void closeRoom(services, { tenantId: asked.tenantId, roomId })
        void removeFiles(services, files)
      })
      return queries.endReset(tx, asked)
    }),
  )

const closeRoom = ({ video, log }: Services, room: RoomId): Promise<void> =>
  video
    .closeRoom(room, 'closed')
    .catch((err) => log.error({ err, roomId: room.roomId }, 'a closed room could not be emptied'))

/** One after the other: nobody waits for it. What cannot be removed is in nobody's way. */
async function removeFiles({ storage, log }: Services, keys: string[]): Promise<void> {
  for (const key of keys)
    await storage.remove(key).catch((err) => log.error({ err, key }, 'the file of a document that has gone stays'))
}

/**
 * Resets the organisations that the sandbox seeds, and no others, where they have not been reset in this week: at its
 * beginning, or later where no server ran then. Run twice, or broken off and run again, it resets each once.
 * @param worker the worker's
 */
export async function resetWeekly(services: Services, worker: Database): Promise<void> {
  const { log } = services
  const seeded = tenants.map(({ id }) => id)
  let failed = 0
  for (const tenantId of await queries.notResetSince(worker.reader(''), startOfWeek(new Date()), seeded)) {
    try {
      await resetByItself(services, tenantId)
    } catch (err) {
      failed++
      log.error({ err, tenantId }, 'an organisation of the sandbox could not be reset')
    }
  }
  if (failed > 0) throw new Error(`${failed} organisations could not be reset; they are tried again.`)
}

async function resetByItself(services: Services, tenantId: string): Promise<void> {
  const platform = { userId: 'platform', clientId: 'worker', address: null }
  let id = ''
  await attend(services, { ...platform, tenantId, operation: 'resetWeekly', requestId: newId('req') }, async (ctx) => {
    id = ask(ctx)
    return true
  })
  await reset(services, { tenantId, id })
}
