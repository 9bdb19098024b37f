/** Business time. It is real time everywhere but in the sandbox, where a test clock may run ahead of it. */
export class Clock {
  #aheadByMs = 0

  /** Milliseconds since 1970. */
  nowMs(): number {
    return Date.now() + this.#aheadByMs
  }

  now(): Date {
    return new Date(this.nowMs())
  }

  nowSec(): number {
    return Math.floor(this.nowMs() / 1000)
  }

  get aheadByMs(): number {
    return this.#aheadByMs
  }

  /** Follows the offset that the database keeps for all servers of an installation. */
  runAheadBy(ms: number): void {
    this.#aheadByMs = ms
  }
}
