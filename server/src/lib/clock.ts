/** Business time: real time, except in the sandbox, where a test clock may be ahead. */
export class Clock {
  #aheadByMs = 0
  #changes = 0

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
    this.#changes++
    this.#aheadByMs = ms
  }

  /** Reads the offset. If `runAheadBy` is called during the read, its offset is kept. */
  async follow(read: () => Promise<number>): Promise<void> {
    const before = this.#changes
    const ms = await read()
    if (this.#changes === before) this.#aheadByMs = ms
  }
}
