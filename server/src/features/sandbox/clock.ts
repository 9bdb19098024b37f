import { setTimeout as pause } from 'node:timers/promises'
import type { Context, Services } from '../../context.ts'
import { type ApiError, conflict, unavailable } from '../../errors.ts'
import { ticksBetween } from '../../jobs/ticks.ts'
import { newId } from '../../lib/ids.ts'
import * as queries from './queries.ts'
import { assertMovable, DAY_MS, MINUTE_MS, type Move } from './rules.ts'

/** How long one call moves the clock; then it answers how far it came. */
const MOVE_MS = 20_000
/** How long another call may move it before one that waits gives up, and how long that waits for several in turn. */
const PATIENCE_MS = 10_000
const QUEUE_MS = 30_000
const ASK_AGAIN_MS = 100
const RETRY_AFTER_SEC = 10

/**
 * Begins a move of the clock. Where it leads is written down when its turn has come.
 * @returns its id
 * @throws {ApiError} 409 backwards, 422 too far
 */
export async function begin(ctx: Context, move: Move): Promise<string> {
  assertMovable(move, await queries.readClockIn(ctx.db))
  ctx.concerns('test_clock')
  return newId('mov')
}

/** What the clock shows, and where the call was to take it: later than that where its time was up. */
type Arrival = { now: Date; goal: Date }

/**
 * Moves the clock as far as it comes in `MOVE_MS`. One call of the installation does so at a time, the others wait.
 * @returns 'overtaken' where a reset set the clock back
 * @throws {ApiError} 503 where another call has been at it for too long
 */
export async function reach(services: Services, id: string, move: Move): Promise<Arrival | 'overtaken'> {
  const { database } = services
  const beganMs = performance.now()
  let other = { id: null as string | null, sinceMs: beganMs }
  for (;;) {
    const arrival = await database.exclusively('test clock', () => take(services, id, move))
    if (arrival) return arrival
    const nowMs = performance.now()
    const { boundBy } = await queries.readClock(database)
    if (boundBy !== other.id) other = { id: boundBy, sinceMs: nowMs }
    if (nowMs - other.sinceMs > PATIENCE_MS || nowMs - beganMs > QUEUE_MS)
      throw unavailable('Another call is moving the clock. Try again when it has been answered.', RETRY_AFTER_SEC)
    await pause(ASK_AGAIN_MS)
  }
}

/** Takes the turn, once it is free. A repeat of a call that was broken off goes on to where that was bound. */
async function take(services: Services, id: string, move: Move): Promise<Arrival | 'overtaken'> {
  const { database, clock } = services
  const lateMs = performance.now() + MOVE_MS
  const before = await queries.readClock(database)
  if (before.boundBy !== id) {
    assertMovable(move, before)
    await queries.bindClock(database, move, id)
  }
  await walk(services, id, () => performance.now() > lateMs)
  const { realMs, aheadMs, boundMs, boundBy } = await queries.readClock(database)
  if (boundBy !== id) return 'overtaken'
  clock.runAheadBy(aheadMs)
  return { now: new Date(realMs + aheadMs), goal: move.now ?? new Date(realMs + boundMs) }
}

/** Up to so far ahead each tick is stepped on; on a longer way every hour, which is early enough for all that ever falls due. */
const FINE_DAYS = 8

/**
 * Moves the clock on, and has each job do at its time what is due by then, and each message and webhook sent at its own:
 * from tick to tick of the jobs' cadences, and to whatever is to be sent in between.
 * @param isLate whether to stop where the clock is; what is due there is done
 */
async function walk(services: Services, id: string, isLate: () => boolean): Promise<void> {
  const { database, clock, jobs, outbound } = services
  for (;;) {
    const { realMs, aheadMs, boundMs, boundBy } = await queries.readClock(database)
    if (boundBy !== id || aheadMs >= boundMs) return
    const follow = async (to: { at: Date } | { aheadMs: number }) => {
      const ms = await queries.moveClock(database, to, id)
      if (ms !== undefined) clock.runAheadBy(ms)
      return ms !== undefined
    }
    const everyMin = boundMs - aheadMs > FINE_DAYS * DAY_MS ? 60 : 1
    const stepMs = everyMin * MINUTE_MS
    /** Goes to a moment, and stops on the way wherever something is to be sent. */
    const goTo = async (at: Date) => {
      for (;;) {
        const nextMs = await outbound.sent(isLate)
        if (isLate()) return false
        const stop = Math.ceil((nextMs ?? Number.POSITIVE_INFINITY) / stepMs) * stepMs
        if (stop < at.getTime() && (await follow({ at: new Date(stop) }))) continue
        if (!(await follow({ at }))) return false
        if (nextMs !== undefined && nextMs <= at.getTime()) await outbound.sent(isLate)
        return true
      }
    }
    let ticks = 0
    for (const { at, tasks } of ticksBetween(realMs + aheadMs, realMs + boundMs, Object.keys(jobs), everyMin)) {
      if (!(await goTo(at))) return
      ticks++
      const atHand = tasks.map((task) => jobs[task]!) // of the names that ticks were asked for
      const due = await Promise.all(atHand.map((job) => job.isDue(services))) // together, for mostly nothing is
      for (const [n, job] of atHand.entries()) if (due[n]) await job.run(services)
    }
    if (!(await goTo(new Date(realMs + boundMs)))) return
    // Real time has gone on meanwhile: what has fallen due in it is stepped in another round.
    if (ticks === 0 && !(await follow({ aheadMs: boundMs }))) return
  }
}

export const overtaken = (): ApiError => conflict('The sandbox was reset while its clock was being moved.')
