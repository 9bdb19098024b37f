/** Why the shared cache cannot be used right now; the health probe says which. */
export class CacheError extends Error {
  override name = 'CacheError'
  readonly code: 'auth_failed' | 'timeout' | 'connection_refused' | 'service_unavailable'
  constructor(code: CacheError['code'], options?: ErrorOptions) {
    super(`The cache answered ${code}.`, options)
    this.code = code
  }
}

/**
 * How much one subject may do. Below `perMinute` in the sliding minute everything passes; above it, up to `burstTo` for
 * `burstMs` from the moment it was passed; and a new burst only after a whole minute below it. `perDay` ends at 00:00 UTC.
 */
export type Rule = { perMinute: number; perDay: number; burstTo: number; burstMs: number }

/** What the count says of one use, and of what is left. Times are whole seconds. */
export type Verdict = {
  admitted: boolean
  /** The rule's `perMinute`. */
  limit: number
  /** Uses that would pass now, bursts apart. */
  remaining: number
  /** Until the minute is all open again. */
  resetSec: number
  /** After so long a use is admitted, if there is none in between; 0 where this one was. */
  retryAfterSec: number
}

/** Whose uses are counted: the kinds do not crowd each other out of a full memory. */
export type Subject = { kind: 'client' | 'address' | 'guess'; name: string }

/** At `nowMs` of the platform's clock. One that only looks leaves no trace. */
export type Use = { nowMs: number; counts: boolean }

/** Values that may be lost at any time, shared by the servers of an installation where the twin is one. */
export interface Cache {
  /**
   * Judges one use and, if it is admitted and counts, counts it: one atomic step, however many ask at once. It never
   * fails: where the shared cache is away, this process counts for itself. A promise only where it has to be one.
   */
  count(subject: Subject, rule: Rule, use: Use): Verdict | Promise<Verdict>
  /** @throws {CacheError} when a value could not be written and read back */
  ping(): Promise<void>
  close(): Promise<void>
}
