import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { isTimeout } from './failures.ts'

/** The pause between tries while a table is in use, and the number of tries. */
const BETWEEN_TRIES_MS = 500
const TRIES = 40

/**
 * Drops the old monthly tables of a partitioned table, one at a time, so that readers and writers are not blocked. Tables that stay
 * in use are tried again the next day.
 * @param dropOldest drops the oldest table, and returns what the log says of it; undefined if there is none. It fails at once while
 *   the table is in use.
 */
export async function dropMonths(
  what: string,
  dropOldest: () => Promise<object | undefined>,
  log: FastifyBaseLogger,
): Promise<void> {
  for (let tries = 0; tries < TRIES; ) {
    try {
      const dropped = await dropOldest()
      if (!dropped) return
      log.info({ ...dropped }, `dropped a month of ${what}`)
    } catch (error) {
      if (!isTimeout(error)) throw error
      tries++
      await pause(BETWEEN_TRIES_MS)
    }
  }
  log.warn(`could not drop old tables of ${what}: they are in use`)
}
