import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { isPassing } from '../db/failures.ts'
import { backoffMs } from '../lib/backoff.ts'

/** Entries are written together: those of this many milliseconds, and at most so many. */
const GATHER_MS = 5
const BATCH = 64

/** What a journal is of. */
export type Writing<E> = {
  /** In the words of the log: `messages`. */
  what: string
  log: FastifyBaseLogger
  /** Writes entries in one transaction, all or none. @returns for each whether it holds, in their order */
  write: (batch: E[]) => Promise<boolean[]>
  /** What the log knows an entry by. */
  idsOf: (entry: E) => object
}

type Waiting<E> = { entry: E; done: (recorded: boolean) => void }

/** Writes down how things ended, in batches, for as long as the database takes to be there. */
export class Journal<E> {
  #writing: Writing<E>
  #waiting: Waiting<E>[] = []
  /** Those that are being written. */
  #inHand: Waiting<E>[] = []
  #busy = false
  #abandoned = new AbortController()

  constructor(writing: Writing<E>) {
    this.#writing = writing
  }

  /** @returns whether it was recorded */
  record(entry: E): Promise<boolean> {
    return new Promise((done) => {
      if (this.#abandoned.signal.aborted) return done(false)
      this.#waiting.push({ entry, done })
      if (!this.#busy) this.#writeAll()
    })
  }

  /** Tries no more, and has nobody wait: what is being written may be recorded all the same. */
  abandon(): void {
    this.#abandoned.abort()
    for (const { done } of [...this.#inHand, ...this.#waiting.splice(0)]) done(false)
  }

  async #writeAll(): Promise<void> {
    this.#busy = true
    while (this.#waiting.length > 0) {
      if (this.#waiting.length < BATCH) await pause(GATHER_MS)
      this.#inHand = this.#waiting.splice(0, BATCH)
      const recorded = await this.#write(this.#inHand.map(({ entry }) => entry))
      for (const [at, { done }] of this.#inHand.entries()) done(recorded[at]!)
      this.#inHand = []
    }
    this.#busy = false
  }

  /** @returns for each whether it was recorded */
  async #write(batch: E[]): Promise<boolean[]> {
    const { what, log, write, idsOf } = this.#writing
    for (let tries = 0; !this.#abandoned.signal.aborted; tries++) {
      try {
        return await write(batch)
      } catch (err) {
        if (isPassing(err)) {
          log.warn({ err, entries: batch.length }, `what became of ${what} waits to be recorded`)
          await pause(backoffMs(tries), undefined, { signal: this.#abandoned.signal }).catch(() => {})
          continue
        }
        if (batch.length === 1) {
          log.error({ err, ...idsOf(batch[0]!) }, `what became of one of the ${what} could not be recorded`)
          return [false]
        }
        // One that cannot be recorded must not take the others with it.
        const recorded: boolean[] = []
        for (const entry of batch) recorded.push(...(await this.#write([entry])))
        return recorded
      }
    }
    return batch.map(() => false)
  }
}
