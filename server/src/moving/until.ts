import { setTimeout as pause } from 'node:timers/promises'
import { StartError } from '../db/start-error.ts'

/** How long a move waits for work that is under way. A request to a provider or a webhook takes at most 30 s. */
const WAIT_MS = 60_000
const POLL_MS = 50

/**
 * Waits until a condition is met.
 * @param fault what to report if it is not met in time
 * @throws {StartError} after a minute
 */
export async function until(fault: string, isDone: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + WAIT_MS
  while (!(await isDone())) {
    if (performance.now() > end)
      throw new StartError(`After ${WAIT_MS / 1000} s ${fault}. Try again at a quieter time.`)
    await pause(POLL_MS)
  }
}
