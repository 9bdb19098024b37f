import { setTimeout as pause } from 'node:timers/promises'
import type { Context, Services } from '../../context.ts'
import { later } from '../../db/transaction.ts'
import { type ApiError, conflict } from '../../errors.ts'
import { ticksBetween } from '../../jobs/ticks.ts'
import * as queries from './queries.ts'
import { boundOf, DAY_MS, MINUTE_MS, type Move } from './rules.ts'

/**
 * Writes down where the clock is to go.
 * @returns so many milliseconds ahead of real time, as text: what there is to be gone on from
 * @throws {ApiError} 409 backwards, 422 too far
 */
export async function bind(ctx: Context, move: Move): Promise<string> {
  const boundMs = boundOf(move, await queries.holdClock(ctx.db))
  later(ctx.db, queries.bindClock({ boundMs }))
  ctx.concerns('test_clock')
  return String(boundMs)
}

/** Whoever moves the clock already is asked again after this long. */
const ASK_AGAIN_MS = 50

/**
 * Sees the clock to where it was bound. One process of the installation moves it at a time; whoever waits goes on where
 * that one broke off.
 * @returns the time that it shows then; undefined where a reset set it back
 */
export async function reach(services: Services, boundFor: string): Promise<Date | undefined> {
  const { database, clock } = services
  for (;;) {
    await database.exclusively('test clock', () => walk(services))
    const reading = await queries.readClock(database)
    if (!reading || reading.boundMs < Number(boundFor)) return undefined
    if (reading.aheadMs >= Number(boundFor)) {
      clock.runAheadBy(reading.aheadMs)
      return new Date(reading.realMs + reading.aheadMs)
    }
    await pause(ASK_AGAIN_MS)
  }
}

/** Up to so far ahead each tick is stepped on; on a longer way every hour, which is early enough for all that ever falls due. */
const FINE_DAYS = 8

/**
 * Moves the clock on, and has each job do at its time what is due by then, and each message and webhook sent at its own:
 * from tick to tick of the jobs' cadences, and to whatever is to be sent in between.
 */
async function walk(services: Services): Promise<void> {
  const { database, clock, jobs, outbound } = services
  for (;;) {
    const reading = await queries.readClock(database)
    if (!reading || reading.aheadMs >= reading.boundMs) return
    const { realMs, aheadMs, boundMs } = reading
    const follow = async (to: { at: Date } | { aheadMs: number }) => {
      const ms = await queries.moveClock(database, to, boundMs)
      if (ms !== undefined) clock.runAheadBy(ms)
      return ms !== undefined
    }
    const everyMin = boundMs - aheadMs > FINE_DAYS * DAY_MS ? 60 : 1
    const stepMs = everyMin * MINUTE_MS
    /** Goes to a moment, and stops on the way wherever something is to be sent. */
    const goTo = async (at: Date) => {
      for (;;) {
        const nextMs = await outbound.sent()
        const stop = Math.ceil((nextMs ?? Number.POSITIVE_INFINITY) / stepMs) * stepMs
        if (stop < at.getTime() && (await follow({ at: new Date(stop) }))) continue
        if (!(await follow({ at }))) return false
        if (nextMs !== undefined && nextMs <= at.getTime()) await outbound.sent()
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
