import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { backoffMs } from '../lib/backoff.ts'
import { settlesWithin } from '../lib/settles-within.ts'
import { Signal } from '../lib/signal.ts'

/** Minimum interval between claims, to batch the items of several commits. Not applied if the last claim left items. */
const GATHER_MS = 20
/** How long a stop waits for running work, and then for its outcomes to be recorded. */
const STOP_GRACE_MS = 5000
const STOP_RECORD_MS = 3000

/** The work of an engine. */
export type Work = {
  /** The noun for the items in log lines: `messages`. */
  noun: string
  log: FastifyBaseLogger
  /** Claims due items and starts them. @returns whether more may be due now */
  claim: () => Promise<boolean>
  /** Takes over abandoned items and does other periodic work. Never runs at the same time as `claim`. */
  maintain: () => Promise<void>
  /** Interval of claims without a signal, for items that become due and for commits of other servers. */
  pollMs: number
  maintainMs: number
  /** Aborts running requests. */
  abortRequests: () => void
  /** Records the outcomes. */
  journal: { abandon(): void }
}

/**
 * Processes due rows of the database for the lifetime of the process, also after outages of the database. It claims rows,
 * starts them, and claims more while they run.
 */
export class Engine {
  #work: Work
  #signal = new Signal()
  #stop = new AbortController()
  #loop = Promise.resolve()
  #running = new Set<Promise<void>>()
  #maintainAt = 0

  constructor(work: Work) {
    this.#work = work
  }

  start(): void {
    this.#loop = this.#run()
  }

  /** Claims at once, because items were committed or capacity was freed. */
  wake(): void {
    this.#signal.send()
  }

  get isStopping(): boolean {
    return this.#stop.signal.aborted
  }

  /** Registers running work, which a stop waits for. */
  track(work: Promise<void>): void {
    const { noun, log } = this.#work
    const working = work
      .catch((err) => log.error({ err }, `internal error; one of the ${noun} will be retried when its lease expires`))
      .finally(() => this.#running.delete(working))
    this.#running.add(working)
  }

  /** Waits for running work within a bound, because the database may be unavailable. */
  async stop(): Promise<void> {
    this.#stop.abort()
    this.#signal.send()
    await this.#idleWithin(STOP_GRACE_MS)
    this.#work.abortRequests()
    await this.#idleWithin(STOP_RECORD_MS)
    this.#work.journal.abandon()
  }

  async #run(): Promise<void> {
    for (let faults = 0; !this.isStopping; ) {
      try {
        await this.#claimOnce()
        faults = 0
      } catch (err) {
        this.#work.log.warn({ err }, `${this.#work.noun} could not be claimed; trying again`)
        await this.#pauseFor(backoffMs(faults++))
      }
    }
  }

  async #claimOnce(): Promise<void> {
    const { noun, log, claim, maintain, pollMs, maintainMs } = this.#work
    if (performance.now() >= this.#maintainAt) {
      this.#maintainAt = performance.now() + maintainMs
      // A failure must not delay due items.
      await maintain().catch((err) => log.warn({ err }, `abandoned ${noun} could not be taken over; trying again`))
    }
    const claimedAt = performance.now()
    if (await claim()) return
    await this.#signal.wait(pollMs * (0.8 + 0.4 * Math.random()))
    await this.#pauseFor(GATHER_MS - (performance.now() - claimedAt))
  }

  #idleWithin(ms: number): Promise<boolean> {
    return settlesWithin(
      ms,
      this.#loop.then(() => Promise.all(this.#running)),
    )
  }

  async #pauseFor(ms: number): Promise<void> {
    if (ms > 0) await pause(ms, undefined, { signal: this.#stop.signal }).catch(() => {})
  }
}
