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
  /** Until a use is admitted, if there is none in between; 0 if this one was. */
  retryAfterSec: number
}

/** Whose uses are counted. Kinds have separate memory limits, so that one cannot evict another. */
export type Subject = { kind: 'client' | 'address' | 'guess'; name: string }

/** At `nowMs` of the platform's clock. A use that does not count leaves no trace. */
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
