import { setTimeout as pause } from 'node:timers/promises'

/** Time for a provider to report the result of an aborted request: the provider knows whether the request was sent. */
const ABORT_GRACE_MS = 1000

/**
 * Aborts a request at its deadline, even if the provider ignores the signal.
 * @param abort aborts the request before the deadline
 * @throws {DOMException} TimeoutError if the provider ignores the signal; otherwise the provider's error
 */
export async function withDeadline<T>(
  deadlineMs: number,
  abort: AbortSignal,
  request: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const finished = new AbortController()
  const timeout = pause(deadlineMs + ABORT_GRACE_MS, undefined, { signal: finished.signal }).then(() => {
    throw new DOMException('The provider ignored its deadline.', 'TimeoutError')
  })
  try {
    return await Promise.race([request(AbortSignal.any([AbortSignal.timeout(deadlineMs), abort])), timeout])
  } finally {
    finished.abort()
    timeout.catch(() => {}) // unhandled otherwise
  }
}
