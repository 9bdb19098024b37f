import type { Sent } from './request/send.ts'

/** What becomes of a delivery. `delaySec` is counted from the end of the request. */
export type Outcome = { state: 'SUCCEEDED' | 'PENDING' | 'FAILED' | 'HELD'; delaySec: number; gone: boolean }

/** Waits between the four requests of a delivery (specification: "Delivery and retry"). */
const RETRY_AFTER_SEC = [60, 600, 3600]
/** Spreads what failed together; later only, for a retry is never early. */
const JITTER = 0.05

/** Requests of one delivery before it has failed for good. */
export const MAX_ATTEMPTS = RETRY_AFTER_SEC.length + 1

/** This status says that the endpoint is gone for good and is to be left alone. */
const GONE = 410

/**
 * @param attempt which of the delivery's it was, from 1
 * @param requests that it made, one after the other
 * @param random between 0 and 1
 */
export function outcomeOf(attempt: number, requests: Pick<Sent, 'error' | 'status'>[], random: number): Outcome {
  if (requests.some(({ error }) => error === null)) return { state: 'SUCCEEDED', delaySec: 0, gone: false }
  const gone = requests.every(({ status }) => status === GONE)
  const delaySec = RETRY_AFTER_SEC[attempt - 1]
  if (delaySec === undefined) return { state: 'FAILED', delaySec: 0, gone }
  return { state: gone ? 'HELD' : 'PENDING', delaySec: delaySec * (1 + JITTER * random), gone }
}
