import { setTimeout as pause } from 'node:timers/promises'
import type { Context, Services } from '../../context.ts'
import { later } from '../../db/transaction.ts'
import { type ApiError, conflict } from '../../errors.ts'
import { ticksBetween } from '../../jobs/ticks.ts'
import * as queries from './queries.ts'
import { boundOf, type Move } from './rules.ts'

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

/** Moves the clock from tick to tick of the jobs' cadences, and has each job do at its time what is due by then. */
async function walk(services: Services): Promise<void> {
  const { database, clock, jobs } = services
  for (;;) {
    const reading = await queries.readClock(database)
    if (!reading || reading.aheadMs >= reading.boundMs) return
    const { realMs, aheadMs, boundMs } = reading
    const follow = async (to: { at: Date } | { aheadMs: number }) => {
      const ms = await queries.moveClock(database, to, boundMs)
      if (ms !== undefined) clock.runAheadBy(ms)
      return ms !== undefined
    }
    for (const { at, tasks } of ticksBetween(realMs + aheadMs, realMs + boundMs, Object.keys(jobs))) {
      if (!(await follow({ at }))) return
      for (const task of tasks) await jobs[task]!(services) // one of the names that ticks were asked for
    }
    if (!(await follow({ aheadMs: boundMs }))) return
  }
}

export const overtaken = (): ApiError => conflict('The sandbox was reset while its clock was being moved.')
