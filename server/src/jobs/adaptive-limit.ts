/** How far a limit adapts. */
export type Bounds = {
  /** The limit after failures. */
  least: number
  /** The limit at first, and after slow responses. */
  start: number
  most: number
}

/** A response within this time is quick. It exceeds the delays of a busy server, so that load here is not taken for theirs. */
const QUICK_MS = 250
/** Additional requests after each round of quick responses. */
const GROWTH = 4
const AFTER_SLOW = 0.75
const AFTER_FAILURE = 0.5

/** A response, by the clock of `performance.now()`. */
export type Response = {
  startedAt: number
  endedAt: number
  succeeded: boolean
  /** The requests that were under way at its end, itself included. */
  inFlight: number
}

/**
 * The number of concurrent requests that a receiver may get: additive increase, multiplicative decrease. It grows while the
 * receiver is quick and the limit is in use. It shrinks when the receiver becomes slow or fails.
 */
export class AdaptiveLimit {
  #bounds: Bounds
  #limit: number
  #reducedAt = Number.NEGATIVE_INFINITY

  constructor(bounds: Bounds) {
    this.#bounds = bounds
    this.#limit = bounds.start
  }

  get value(): number {
    return Math.floor(this.#limit)
  }

  record({ startedAt, endedAt, succeeded, inFlight }: Response): void {
    const { least, start, most } = this.#bounds
    if (!succeeded) this.#reduce(startedAt, endedAt, Math.max(least, this.#limit * AFTER_FAILURE))
    else if (endedAt - startedAt > QUICK_MS) {
      if (this.#limit > start) this.#reduce(startedAt, endedAt, Math.max(start, this.#limit * AFTER_SLOW))
    } else if (2 * inFlight >= this.#limit) this.#limit = Math.min(most, this.#limit + GROWTH / this.#limit)
  }

  /** Once for all requests that were under way together. */
  #reduce(startedAt: number, endedAt: number, limit: number): void {
    if (startedAt < this.#reducedAt) return
    this.#reducedAt = endedAt
    this.#limit = limit
  }
}
