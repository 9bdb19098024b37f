import type { Rule, Use, Verdict } from './index.ts'

const WINDOW_SEC = 60
const WINDOW_MS = WINDOW_SEC * 1000
const DAY_MS = 86_400_000

/** How long a counter is kept after its last counted use. With a daily quota it is kept until midnight. */
const KEPT_MS = 2 * WINDOW_MS

/**
 * Counts the uses of one subject: in a sliding minute of sixty one-second slots, in a burst, and in a UTC day.
 * `count.lua` does the same for servers that share Redis; one table of tests verifies both.
 */
export class Counter {
  #slots = new Uint32Array(WINDOW_SEC)
  #newestSec = 0
  #inWindow = 0
  #lastSec = 0
  /** When the window was last at the limit, and when the burst beyond it began. */
  #fullMs = 0
  #burstFromMs: number | undefined
  #day = 0
  #today = 0
  /** The period in which no use is admitted, because the shared cache refused the subject. */
  #closedFromMs = 0
  #closedUntilMs = 0

  judge({ perMinute, perDay, burstTo, burstMs }: Rule, { nowMs: givenMs, counts }: Use): Verdict {
    const nowMs = this.#forget(givenMs, perMinute)
    const over = this.#inWindow >= perMinute
    if (!over && nowMs - this.#fullMs >= WINDOW_MS) this.#burstFromMs = undefined
    const burstFromMs = this.#burstFromMs ?? nowMs
    const bursting = over && nowMs - burstFromMs < burstMs && this.#inWindow < burstTo
    const isDayExhausted = this.#today >= perDay
    const closedMs = givenMs >= this.#closedFromMs ? Math.max(0, this.#closedUntilMs - givenMs) : 0
    const admitted = (!over || bursting) && !isDayExhausted && closedMs === 0
    if (admitted && counts) {
      if (over) this.#burstFromMs = burstFromMs
      this.#slots[this.#newestSec % WINDOW_SEC]!++
      this.#inWindow++
      this.#lastSec = this.#newestSec
      this.#today++
    }
    // A caller whose clock is behind waits longer by the difference.
    const behindSec = this.#newestSec - Math.floor(givenMs / 1000)
    const resetSec = this.#inWindow > 0 ? this.#lastSec + WINDOW_SEC - this.#newestSec + behindSec : 0
    if (admitted) {
      const remaining = Math.max(0, Math.min(perMinute - this.#inWindow, perDay - this.#today))
      return { admitted, limit: perMinute, remaining, resetSec, retryAfterSec: 0 }
    }
    const untilMinuteSec = over ? this.#secondsUntilUnder(perMinute) : 0
    const untilDaySec = isDayExhausted ? Math.ceil((DAY_MS - (nowMs % DAY_MS)) / 1000) : 0
    const retryAfterSec = Math.max(Math.max(untilMinuteSec, untilDaySec) + behindSec, Math.ceil(closedMs / 1000))
    return { admitted, limit: perMinute, remaining: 0, resetSec, retryAfterSec }
  }

  /** Applies the shared cache's refusal, which is based on more uses, for `sec` seconds; 0 revokes it. */
  applyRefusal(sec: number, nowMs: number): void {
    this.#closedFromMs = nowMs
    this.#closedUntilMs = nowMs + sec * 1000
  }

  /** Whether the counter can be dropped without effect. */
  isSpent(nowMs: number, { perDay }: Rule): boolean {
    if (nowMs - this.#lastSec * 1000 < KEPT_MS || nowMs < this.#closedUntilMs) return false
    return perDay === Number.POSITIVE_INFINITY || Math.floor(nowMs / DAY_MS) > this.#day
  }

  /** Drops slots older than the window, and past days. @returns the time to judge by */
  #forget(givenMs: number, perMinute: number): number {
    const givenSec = Math.floor(givenMs / 1000)
    // A use from a clock that is slightly behind (another server's, or one that was corrected) counts in the newest second.
    // A clock that was set back permanently restarts the counter.
    if (givenSec < this.#newestSec - WINDOW_SEC) this.#restart()
    const nowMs = Math.max(givenMs, this.#newestSec * 1000)
    const nowSec = Math.floor(nowMs / 1000)
    for (let at = this.#newestSec + 1; at <= nowSec && this.#inWindow > 0; at++) {
      if (this.#inWindow >= perMinute) this.#fullMs = at * 1000
      this.#inWindow -= this.#slots[at % WINDOW_SEC]!
      this.#slots[at % WINDOW_SEC] = 0
    }
    this.#newestSec = nowSec
    const day = Math.floor(nowMs / DAY_MS)
    if (day !== this.#day) this.#today = 0
    this.#day = day
    return nowMs
  }

  #restart(): void {
    this.#slots.fill(0)
    this.#newestSec = 0
    this.#inWindow = 0
    this.#lastSec = 0
    this.#fullMs = 0
    this.#burstFromMs = undefined
  }

  #secondsUntilUnder(limit: number): number {
    let left = this.#inWindow
    for (let sec = 1; sec <= WINDOW_SEC; sec++) {
      left -= this.#slots[(this.#newestSec + sec) % WINDOW_SEC]!
      if (left < limit) return sec
    }
    return WINDOW_SEC
  }
}
