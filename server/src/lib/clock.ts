/** Business time: real time, except in the sandbox, where a test clock may be ahead. */
export class Clock {
  #aheadByMs = 0
  #settings = 0

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

  /** Sets the offset that the database keeps for all servers of an installation. */
  runAheadBy(ms: number): void {
    this.#settings++
    this.#aheadByMs = ms
  }

  /** Reads that offset; an offset set during the read wins. */
  async follow(read: () => Promise<number>): Promise<void> {
    const before = this.#settings
    const ms = await read()
    if (this.#settings === before) this.#aheadByMs = ms
  }
}
