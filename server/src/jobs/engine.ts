import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { backoffMs } from '../lib/backoff.ts'
import { Bell } from '../lib/bell.ts'
import { settlesWithin } from '../lib/settles-within.ts'

/** Looks are this far apart, unless the last could not take all it saw: what is committed meanwhile goes together. */
const GATHER_MS = 20
/** What a stop grants to what is under way, and then to writing down how it ended. */
const STOP_GRACE_MS = 5000
const STOP_RECORD_MS = 3000

/** What an engine does. */
export type Work = {
  /** What it looks for, in the words of the log: `messages`. */
  what: string
  log: FastifyBaseLogger
  /** Takes what is due, and begins with it. @returns whether there may be more to take at once */
  look: () => Promise<boolean>
  /** Takes up what was left behind, and whatever else is seen to now and then: never during a look. */
  tidy: () => Promise<void>
  /** How often it looks by itself, for what falls due and what other servers commit, and how often it tidies. */
  pollMs: number
  tidyMs: number
  /** Ends the requests under way. */
  cut: () => void
  /** Where it is written down how they ended. */
  journal: { abandon(): void }
}

/**
 * Does what is due in the database, for as long as the process lives and whether or not the database is there: looks for
 * it, begins with it, and looks again while that goes on by itself.
 */
export class Engine {
  #work: Work
  #bell = new Bell()
  #stop = new AbortController()
  #loop = Promise.resolve()
  #underWay = new Set<Promise<void>>()
  #tidyAt = 0

  constructor(work: Work) {
    this.#work = work
  }

  start(): void {
    this.#loop = this.#run()
  }

  /** Something was committed, or has ended: there may be something to take. */
  wake(): void {
    this.#bell.ring()
  }

  get isStopping(): boolean {
    return this.#stop.signal.aborted
  }

  /** Lets something go on beside the looks that a stop is to wait for. */
  accompany(work: Promise<void>): void {
    const { what, log } = this.#work
    const working = work
      .catch((err) => log.error({ err }, `one of the ${what} is left to its lease, for a reason of ours`))
      .finally(() => this.#underWay.delete(working))
    this.#underWay.add(working)
  }

  /** Lets what is under way end, within bounds: not even the database, which may be gone, is waited for any longer. */
  async stop(): Promise<void> {
    this.#stop.abort()
    this.#bell.ring()
    await this.#idleWithin(STOP_GRACE_MS)
    this.#work.cut()
    await this.#idleWithin(STOP_RECORD_MS)
    this.#work.journal.abandon()
  }

  async #run(): Promise<void> {
    for (let faults = 0; !this.isStopping; ) {
      try {
        await this.#lookOnce()
        faults = 0
      } catch (err) {
        this.#work.log.warn({ err }, `${this.#work.what} could not be claimed; trying again`)
        await this.#rest(backoffMs(faults++))
      }
    }
  }

  async #lookOnce(): Promise<void> {
    const { what, log, look, tidy, pollMs, tidyMs } = this.#work
    if (performance.now() >= this.#tidyAt) {
      this.#tidyAt = performance.now() + tidyMs
      // What is left behind must not keep what is due waiting.
      await tidy().catch((err) => log.warn({ err }, `${what} that were left behind could not be seen to; trying again`))
    }
    const lookedAt = performance.now()
    if (await look()) return
    await this.#bell.sleep(pollMs * (0.8 + 0.4 * Math.random()))
    await this.#rest(GATHER_MS - (performance.now() - lookedAt))
  }

  #idleWithin(ms: number): Promise<boolean> {
    return settlesWithin(
      ms,
      this.#loop.then(() => Promise.all(this.#underWay)),
    )
  }

  async #rest(ms: number): Promise<void> {
    if (ms > 0) await pause(ms, undefined, { signal: this.#stop.signal }).catch(() => {})
  }
}
