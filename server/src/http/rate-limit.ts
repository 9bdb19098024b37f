import type { Plan } from '../actor.ts'
import type { Config, Quota } from '../config.ts'
import { networkOf } from '../lib/address.ts'
import type { Clock } from '../lib/clock.ts'

/** What the counters say of one request; the headers follow from it. */
export type Verdict = { admitted: boolean; limit: number; remaining: number; resetSec: number; retryAfterSec: number }

/** How far above its limit a plan may go, and for how long (specification: "Limits"). */
const bursts: Record<Plan, Burst> = {
  STARTER: { factor: 1.5, forMs: 10_000 },
  PRO: { factor: 3, forMs: 30_000 },
  ENTERPRISE: { factor: 1, forMs: 0 },
}
type Burst = { factor: number; forMs: number }
const noBurst: Burst = { factor: 1, forMs: 0 }

/** Wrong secrets that one address may present in a minute before it has to wait (decision: "Identity and access"). */
const wrongGuesses: Quota = { perMinute: 30, perDay: Number.POSITIVE_INFINITY }

const WINDOW_SEC = 60
const DAY_MS = 86_400_000
/** Subjects that one process remembers; the one unseen for longest is forgotten first. */
const REMEMBERED = 100_000

/** Counts requests a client, user or address makes: a sliding minute with a burst, and a UTC day. */
export class RateLimits {
  #clock: Clock
  #config: Pick<Config, 'quotas' | 'addressPerMinute'>
  #counters = new Map<string, Counter>()

  constructor(clock: Clock, config: Pick<Config, 'quotas' | 'addressPerMinute'>) {
    this.#clock = clock
    this.#config = config
  }

  /** All tokens of one client share one count. */
  ofClient(tenantId: string, clientId: string, plan: Plan): Verdict {
    return this.#counter(`client/${tenantId}/${clientId}`).admit(
      this.#clock.nowMs(),
      this.#config.quotas[plan],
      bursts[plan],
    )
  }

  ofAddress(address: string): Verdict {
    const quota = { perMinute: this.#config.addressPerMinute, perDay: Number.POSITIVE_INFINITY }
    return this.#counter(`address/${networkOf(address)}`).admit(this.#clock.nowMs(), quota, noBurst)
  }

  /** Whether an address may present another secret. Only wrong ones are counted, by `noteWrongGuess`. */
  ofGuesses(address: string): Verdict {
    return this.#counter(`guess/${networkOf(address)}`).look(this.#clock.nowMs(), wrongGuesses, noBurst)
  }

  noteWrongGuess(address: string): void {
    this.#counter(`guess/${networkOf(address)}`).admit(this.#clock.nowMs(), wrongGuesses, noBurst)
  }

  #counter(subject: string): Counter {
    const counter = this.#counters.get(subject) ?? new Counter()
    this.#counters.delete(subject)
    this.#counters.set(subject, counter)
    if (this.#counters.size > REMEMBERED) this.#counters.delete(this.#counters.keys().next().value!)
    return counter
  }
}

class Counter {
  #perSec = new Uint32Array(WINDOW_SEC)
  #newestSec = 0
  #inWindow = 0
  #day = -1
  #today = 0
  #burstFromMs: number | undefined
  #lastFullMs = 0

  /** What `admit` would say, without counting. */
  look(nowMs: number, quota: Quota, burst: Burst): Verdict {
    const { perMinute, perDay } = quota
    this.#forget(nowMs, perMinute)
    if (this.#today >= perDay) return this.#verdict(false, perMinute, (DAY_MS - (nowMs % DAY_MS)) / 1000)
    if (this.#inWindow >= perMinute) {
      this.#burstFromMs ??= nowMs
      const bursting = nowMs - this.#burstFromMs < burst.forMs && this.#inWindow < perMinute * burst.factor
      if (!bursting) return this.#verdict(false, perMinute, this.#secondsUntilUnder(perMinute))
    } else if (this.#burstFromMs !== undefined && nowMs - this.#lastFullMs >= WINDOW_SEC * 1000) {
      this.#burstFromMs = undefined
    }
    return this.#verdict(true, perMinute, 0)
  }

  admit(nowMs: number, quota: Quota, burst: Burst): Verdict {
    const verdict = this.look(nowMs, quota, burst)
    if (!verdict.admitted) return verdict
    this.#perSec[this.#newestSec % WINDOW_SEC]!++
    this.#inWindow++
    this.#today++
    return { ...verdict, remaining: Math.max(0, quota.perMinute - this.#inWindow) }
  }

  #forget(nowMs: number, perMinute: number): void {
    const sec = Math.floor(nowMs / 1000)
    // After a whole window without requests there is nothing left to forget. A clock that was set back counts on in the
    // newest second.
    for (let at = this.#newestSec + 1; at <= Math.min(sec, this.#newestSec + WINDOW_SEC); at++) {
      if (this.#inWindow >= perMinute) this.#lastFullMs = at * 1000
      this.#inWindow -= this.#perSec[at % WINDOW_SEC]!
      this.#perSec[at % WINDOW_SEC] = 0
    }
    this.#newestSec = Math.max(this.#newestSec, sec)
    const day = Math.floor(nowMs / DAY_MS)
    if (day > this.#day) {
      this.#day = day
      this.#today = 0
    }
  }

  #secondsUntilUnder(limit: number): number {
    let left = this.#inWindow
    for (let sec = 1; sec <= WINDOW_SEC; sec++) {
      left -= this.#perSec[(this.#newestSec + sec) % WINDOW_SEC]!
      if (left < limit) return sec
    }
    return WINDOW_SEC
  }

  #verdict(admitted: boolean, limit: number, retryAfterSec: number): Verdict {
    return {
      admitted,
      limit,
      remaining: admitted ? Math.max(0, limit - this.#inWindow) : 0,
      resetSec: this.#secondsUntilUnder(1),
      retryAfterSec: Math.ceil(retryAfterSec),
    }
  }
}
