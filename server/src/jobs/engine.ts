import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { backoffMs } from '../lib/backoff.ts'
import { settlesWithin } from '../lib/settles-within.ts'
import { Signal } from '../lib/signal.ts'

/** Minimum interval between looks, unless the last could not take everything, so that commits are taken in batches. */
const GATHER_MS = 20
/** How long a stop waits for running work, and then for recording its outcomes. */
const STOP_GRACE_MS = 5000
const STOP_RECORD_MS = 3000

/** The work of an engine. */
export type Work = {
  /** The noun for its items in log lines: `messages`. */
  what: string
  log: FastifyBaseLogger
  /** Claims due items and starts them. @returns whether more may be due now */
  look: () => Promise<boolean>
  /** Takes over abandoned items and does other periodic work; never during a look. */
  tidy: () => Promise<void>
  /** Interval of looks without a signal, for items that become due and commits of other servers. */
  pollMs: number
  tidyMs: number
  /** Aborts running requests. */
  cut: () => void
  /** Records their outcomes. */
  journal: { abandon(): void }
}

/**
 * Processes due rows of the database for the lifetime of the process, also through outages of the database: claims
 * rows, starts them, and looks again while they run.
 */
export class Engine {
  #work: Work
  #signal = new Signal()
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

  /** Looks at once, because items were committed or capacity was freed. */
  wake(): void {
    this.#signal.send()
  }

  get isStopping(): boolean {
    return this.#stop.signal.aborted
  }

  /** Registers running work, which a stop waits for. */
  track(work: Promise<void>): void {
    const { what, log } = this.#work
    const working = work
      .catch((err) => log.error({ err }, `internal error; one of the ${what} will be retried when its lease expires`))
      .finally(() => this.#underWay.delete(working))
    this.#underWay.add(working)
  }

  /** Waits for running work within a bound, because the database may be unavailable. */
  async stop(): Promise<void> {
    this.#stop.abort()
    this.#signal.send()
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
      // A failure must not delay due items.
      await tidy().catch((err) => log.warn({ err }, `abandoned ${what} could not be taken over; trying again`))
    }
    const lookedAt = performance.now()
    if (await look()) return
    await this.#signal.wait(pollMs * (0.8 + 0.4 * Math.random()))
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
