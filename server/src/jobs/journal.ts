import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { isTransient } from '../db/failures.ts'
import { backoffMs } from '../lib/backoff.ts'

/** Interval and maximum size of a batch. */
const GATHER_MS = 5
const BATCH = 128

/** How a journal writes its entries. */
export type Writing<E> = {
  /** The noun for the items in log lines: `messages`. */
  noun: string
  log: FastifyBaseLogger
  /** Writes entries in one transaction. @returns whether each entry was applied, in order */
  write: (batch: E[]) => Promise<boolean[]>
  /** Identifies an entry in the log. */
  idsOf: (entry: E) => object
}

type Waiting<E> = { entry: E; done: (recorded: boolean) => void }

/** Writes outcomes in batches, and retries while the database is unavailable. */
export class Journal<E> {
  #writing: Writing<E>
  #waiting: Waiting<E>[] = []
  /** The batch being written. */
  #batch: Waiting<E>[] = []
  #busy = false
  #abandoned = new AbortController()

  constructor(writing: Writing<E>) {
    this.#writing = writing
  }

  /** Records an entry with the next batch. @returns whether it was recorded */
  record(entry: E): Promise<boolean> {
    return new Promise((done) => {
      if (this.#abandoned.signal.aborted) return done(false)
      this.#waiting.push({ entry, done })
      if (!this.#busy) this.#writeAll()
    })
  }

  /** Stops retrying and returns false to all callers. The batch that is being written may still be recorded. */
  abandon(): void {
    this.#abandoned.abort()
    for (const { done } of [...this.#batch, ...this.#waiting.splice(0)]) done(false)
  }

  async #writeAll(): Promise<void> {
    this.#busy = true
    while (this.#waiting.length > 0) {
      if (this.#waiting.length < BATCH) await pause(GATHER_MS)
      this.#batch = this.#waiting.splice(0, BATCH)
      const recorded = await this.#write(this.#batch.map(({ entry }) => entry))
      for (const [index, { done }] of this.#batch.entries()) done(recorded[index]!)
      this.#batch = []
    }
    this.#busy = false
  }

  /** @returns whether each entry was recorded */
  async #write(batch: E[]): Promise<boolean[]> {
    const { noun, log, write, idsOf } = this.#writing
    for (let tries = 0; !this.#abandoned.signal.aborted; tries++) {
      try {
        return await write(batch)
      } catch (err) {
        if (isTransient(err)) {
          log.warn({ err, entries: batch.length }, `the outcomes of ${noun} could not be recorded; trying again`)
          await pause(backoffMs(tries), undefined, { signal: this.#abandoned.signal }).catch(() => {})
          continue
        }
        if (batch.length === 1) {
          log.error({ err, ...idsOf(batch[0]!) }, `the outcome of one of the ${noun} could not be recorded`)
          return [false]
        }
        // An invalid entry must not fail the others, so each is written alone.
        const recorded: boolean[] = []
        for (const entry of batch) recorded.push(...(await this.#write([entry])))
        return recorded
      }
    }
    return batch.map(() => false)
  }
}
