import { setTimeout as pause } from 'node:timers/promises'
import { type ApiError, conflict, unavailable } from '../../../errors.ts'
import type { Services } from '../../../http/services.ts'
import { ticksBetween } from '../../../jobs/ticks.ts'
import { newId } from '../../../lib/ids.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import * as queries from './queries.ts'
import { assertMovable, DAY_MS, MINUTE_MS, type Move } from './rules.ts'

/** Time limit of one call. The call then returns the time that the clock has reached. */
const MOVE_MS = 20_000
/** How long a call waits for another call, and for several calls in turn. */
const MAX_WAIT_MS = 10_000
const MAX_QUEUE_MS = 30_000
const RETRY_MS = 100
const RETRY_AFTER_SEC = 10

/**
 * Prepares a move of the clock. The goal is recorded when it is this call's turn.
 * @returns its id
 * @throws {ApiError} 409 for a move backwards, 422 for a move that is too far
 */
export async function prepareMove(ctx: UnitOfWork, move: Move): Promise<string> {
  assertMovable(move, await queries.readClockIn(ctx.db))
  ctx.setAuditSubject('test_clock')
  return newId('mov')
}

/** The clock's time and the call's goal. The goal is later if the call's time limit was reached. */
type Arrival = { now: Date; goal: Date }

/**
 * Moves the clock for at most `MOVE_MS`. Only one call of the installation moves it at a time; others wait.
 * @returns 'resetMeanwhile' if a reset set the clock back
 * @throws {ApiError} 503 if another call takes too long
 */
export async function moveTowardsGoal(services: Services, id: string, move: Move): Promise<Arrival | 'resetMeanwhile'> {
  const { database } = services
  const beganMs = performance.now()
  let other = { id: null as string | null, sinceMs: beganMs }
  for (;;) {
    const arrival = await database.runExclusively('test clock', () => moveInTurn(services, id, move))
    if (arrival) return arrival
    const nowMs = performance.now()
    const { boundBy } = await queries.readClock(database)
    if (boundBy !== other.id) other = { id: boundBy, sinceMs: nowMs }
    if (nowMs - other.sinceMs > MAX_WAIT_MS || nowMs - beganMs > MAX_QUEUE_MS)
      throw unavailable('Another call is moving the clock. Try again when it has been answered.', RETRY_AFTER_SEC)
    await pause(RETRY_MS)
  }
}

/** Moves the clock when it is this call's turn. A repeated call continues an interrupted move to its goal. */
async function moveInTurn(services: Services, id: string, move: Move): Promise<Arrival | 'resetMeanwhile'> {
  const { database, clock } = services
  const lateMs = performance.now() + MOVE_MS
  const before = await queries.readClock(database)
  if (before.boundBy !== id) {
    assertMovable(move, before)
    await queries.bindClock(database, move, id)
  }
  await advanceByTicks(services, id, () => performance.now() > lateMs)
  const { realMs, aheadMs, boundMs, boundBy } = await queries.readClock(database)
  if (boundBy !== id) return 'resetMeanwhile'
  clock.runAheadBy(aheadMs)
  return { now: new Date(realMs + aheadMs), goal: move.now ?? new Date(realMs + boundMs) }
}

/** Moves of up to this length stop at each minute with due work; longer ones every hour, which is precise enough. */
const FINE_DAYS = 8

/**
 * Moves the clock from tick to tick of the job schedules, and to each due message and webhook in between. At each stop,
 * due jobs are run and due messages and webhooks are sent. Ticks of every minute are skipped until their jobs have work.
 * @param isLate whether to stop at the current time, after the due work at that time
 */
async function advanceByTicks(services: Services, id: string, isLate: () => boolean): Promise<void> {
  const { database, clock, jobs, outbound } = services
  for (;;) {
    const { realMs, aheadMs, boundMs, boundBy } = await queries.readClock(database)
    if (boundBy !== id || aheadMs >= boundMs) return
    const setClock = async (to: { at: Date } | { aheadMs: number }) => {
      const ms = await queries.moveClock(database, to, id)
      if (ms !== undefined) clock.runAheadBy(ms)
      return ms !== undefined
    }
    const everyMin = boundMs - aheadMs > FINE_DAYS * DAY_MS ? 60 : 1
    const stepMs = everyMin * MINUTE_MS
    /** Moves to a moment, stopping whenever a message or webhook is due. */
    const moveTo = async (at: Date) => {
      for (;;) {
        const nextMs = await outbound.waitUntilSent(isLate)
        if (isLate()) return false
        const stop = Math.ceil((nextMs ?? Number.POSITIVE_INFINITY) / stepMs) * stepMs
        if (stop < at.getTime() && (await setClock({ at: new Date(stop) }))) continue
        if (!(await setClock({ at }))) return false
        if (nextMs !== undefined && nextMs <= at.getTime()) await outbound.waitUntilSent(isLate)
        return true
      }
    }
    let ticks = 0
    let quietUntilMs = Number.NEGATIVE_INFINITY
    for (const { at, tasks } of ticksBetween(realMs + aheadMs, realMs + boundMs, Object.keys(jobs), everyMin)) {
      const tickJobs = tasks.map((task) => jobs[task]!) // names from `jobs`
      if (at.getTime() < quietUntilMs && tickJobs.every(({ nextDueAt }) => nextDueAt)) continue
      if (!(await moveTo(at))) return
      ticks++
      const due = await Promise.all(tickJobs.map((job) => job.isDue(services))) // together, because usually none is
      for (const [n, job] of tickJobs.entries()) if (due[n]) await job.run(services)
      const next = await Promise.all(tickJobs.map((job) => job.nextDueAt?.(services)))
      quietUntilMs = Math.min(...next.filter((date) => date !== undefined).map((date) => date.getTime()))
    }
    if (!(await moveTo(new Date(realMs + boundMs)))) return
    // Real time has passed meanwhile: another round handles the ticks in it.
    if (ticks === 0 && !(await setClock({ aheadMs: boundMs }))) return
  }
}

export const resetMeanwhile = (): ApiError => conflict('The sandbox was reset while its clock was being moved.')
