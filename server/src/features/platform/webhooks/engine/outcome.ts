import type { RequestResult } from './request/send.ts'

/** The next state of a delivery. `delaySec` counts from the end of the request. */
export type Outcome = { state: 'SUCCEEDED' | 'PENDING' | 'FAILED' | 'HELD'; delaySec: number; gone: boolean }

/** Waits between the attempts of a delivery (specification: "Delivery and retry"). */
const RETRY_AFTER_SEC = [60, 600, 3600]
/** Spreads retries of deliveries that failed together. It only adds time, so that a retry is never early. */
const JITTER = 0.05

/** The number of attempts after which a delivery has failed permanently. */
export const MAX_ATTEMPTS = RETRY_AFTER_SEC.length + 1

/** The status with which a receiver refuses all further deliveries (410 Gone). */
const GONE = 410

/**
 * The next state of a delivery after an attempt.
 * @param attempt the number of the attempt, from 1
 * @param requests the requests of the attempt, in order
 * @param random between 0 and 1
 */
export function outcomeOf(
  attempt: number,
  requests: Pick<RequestResult, 'error' | 'status'>[],
  random: number,
): Outcome {
  if (requests.some(({ error }) => error === null)) return { state: 'SUCCEEDED', delaySec: 0, gone: false }
  const gone = requests.every(({ status }) => status === GONE)
  const delaySec = RETRY_AFTER_SEC[attempt - 1]
  if (delaySec === undefined) return { state: 'FAILED', delaySec: 0, gone }
  return { state: gone ? 'HELD' : 'PENDING', delaySec: delaySec * (1 + JITTER * random), gone }
}
