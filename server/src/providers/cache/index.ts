/** The reason why the shared cache is unavailable; the health probe shows the code. */
export class CacheError extends Error {
  override name = 'CacheError'
  readonly code: 'auth_failed' | 'timeout' | 'connection_refused' | 'service_unavailable'
  constructor(code: CacheError['code'], options?: ErrorOptions) {
    super(`The cache answered ${code}.`, options)
    this.code = code
  }
}

/**
 * The limits of one subject. Below `perMinute` in the sliding minute everything passes; above it, up to `burstTo` for
 * `burstMs` from that moment. The next burst needs a full minute below the limit. `perDay` resets at 00:00 UTC.
 */
export type Rule = { perMinute: number; perDay: number; burstTo: number; burstMs: number }

/** The outcome of one use, and the remaining quota. Times are whole seconds. */
export type Verdict = {
  admitted: boolean
  /** The rule's `perMinute`. */
  limit: number
  /** Uses that would pass now, without a burst. */
  remaining: number
  /** Until the window is empty again. */
  resetSec: number
  /** Until the next use is admitted, if there are no others before it; 0 if this use was admitted. */
  retryAfterSec: number
}

/** The subject of a count. Kinds have separate memory limits, so that one kind cannot evict another. */
export type Subject = { kind: 'client' | 'address' | 'guess'; name: string }

/** A use at `nowMs` of the platform's clock. If `counts` is false, it is judged but not counted. */
export type Use = { nowMs: number; counts: boolean }

/** Values that may be lost at any time. A shared cache shares them between the servers of an installation. */
export interface Cache {
  /**
   * Judges one use and, if it is admitted and counts, counts it: one atomic step under concurrency. It never fails:
   * while the shared cache is unavailable, this process counts by itself. It is synchronous where possible.
   */
  count(subject: Subject, rule: Rule, use: Use): Verdict | Promise<Verdict>
  /** @throws {CacheError} when a value could not be written and read back */
  ping(): Promise<void>
  close(): Promise<void>
}
