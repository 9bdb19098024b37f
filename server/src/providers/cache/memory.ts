import { Counter } from './counter.ts'
import { type Cache, CacheError, type Rule, type Subject, type Use, type Verdict } from './index.ts'

/** Subjects remembered per kind; the least recently used one is evicted first. */
const REMEMBERED = 100_000

/** Counts in this process's memory. */
export class MemoryCache implements Cache {
  #counters: Record<Subject['kind'], Map<string, Counter>> = {
    client: new Map(),
    address: new Map(),
    guess: new Map(),
  }
  #closed = false

  count({ kind, name }: Subject, rule: Rule, use: Use): Verdict {
    const counters = this.#counters[kind]
    const known = counters.get(name)
    const counter = known ?? new Counter()
    if (use.counts) {
      // Moves it to the end: a Map iterates in insertion order, so the first is the least recently used.
      if (known) counters.delete(name)
      else makeRoom(counters, rule, use.nowMs)
      counters.set(name, counter)
    }
    return counter.judge(rule, use)
  }

  /** Applies the verdict of a shared cache: how long it refuses a subject, or that it does not. */
  applyVerdict({ kind, name }: Subject, rule: Rule, { nowMs }: Use, { retryAfterSec }: Verdict): void {
    const counters = this.#counters[kind]
    let counter = counters.get(name)
    if (!counter) {
      if (retryAfterSec === 0) return
      counter = new Counter()
      makeRoom(counters, rule, nowMs)
      counters.set(name, counter)
    }
    counter.applyRefusal(retryAfterSec, nowMs)
  }

  /** The number of remembered subjects. */
  get size(): number {
    return Object.values(this.#counters).reduce((sum, counters) => sum + counters.size, 0)
  }

  async ping(): Promise<void> {
    if (this.#closed) throw new CacheError('service_unavailable')
  }

  async close(): Promise<void> {
    this.#closed = true
    for (const counters of Object.values(this.#counters)) counters.clear()
  }
}

/** Drops up to two counters for each new one, so that memory use follows recent traffic. */
function makeRoom(counters: Map<string, Counter>, rule: Rule, nowMs: number): void {
  let dropped = 0
  for (const [name, counter] of counters) {
    if (dropped === 2 || !(counters.size >= REMEMBERED || counter.isSpent(nowMs, rule))) return
    counters.delete(name)
    dropped++
  }
}
