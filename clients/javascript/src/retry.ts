/** The retry rule of the specification: at most five requests. */
export const MAX_ATTEMPTS = 5
const FIRST_WAIT_MS = 250
/** A longer `Retry-After`, such as that of a daily limit, is not waited for. */
const LONGEST_WAIT_SEC = 60

/** Whether a status may be retried: 429 and 5xx. */
export const mayRepeat = (status: number): boolean => status === 429 || status >= 500

/**
 * The wait before the next attempt, in milliseconds: 250, 500, 1000, 2000, plus a random part of up to a quarter, but not
 * less than `Retry-After`.
 * @param attempt the number of the attempt that failed, from 1
 * @returns undefined if the call must not be retried
 */
export function waitBefore(attempt: number, retryAfterSec = 0): number | undefined {
  if (attempt >= MAX_ATTEMPTS || retryAfterSec > LONGEST_WAIT_SEC) return undefined
  const wait = FIRST_WAIT_MS * 2 ** (attempt - 1)
  return Math.max(wait * (1 + Math.random() / 4), retryAfterSec * 1000)
}

/** `Retry-After` in seconds. Proxies may send a date (RFC 9110, section 10.2.3). */
export function retryAfterOf(headers: Headers): number | undefined {
  const value = headers.get('retry-after')
  if (value === null) return undefined
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds)
}

/** Resolves after a time, or rejects when the caller cancels. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
}
