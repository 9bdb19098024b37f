import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../../db/database.ts'
import { isPassing, violates } from '../../../db/failures.ts'
import { byIndex } from '../../../db/plans.ts'
import { backoffMs } from '../../../lib/backoff.ts'
import { type Recorded, record } from './record.ts'
import type { Step } from './steps.ts'

/** Steps are recorded together: those of this many milliseconds, and at most so many. */
const GATHER_MS = 5
const BATCH = 64

type Entry = Step & { lease: string }
type Waiting = { entry: Entry; done: (recorded: boolean) => void }

/** Writes down what becomes of messages, in batches, for as long as the database takes to be there. */
export class Journal {
  #database: Database
  #log: FastifyBaseLogger
  #leaseSec: number
  #waiting: Waiting[] = []
  #writing = false
  #abandoned = new AbortController()

  constructor(database: Database, log: FastifyBaseLogger, leaseSec: number) {
    this.#database = database
    this.#log = log
    this.#leaseSec = leaseSec
  }

  /** @returns whether it was recorded; if not, its lease has run out, or does so by itself */
  record(lease: string, step: Step): Promise<boolean> {
    return new Promise((done) => {
      this.#waiting.push({ entry: { ...step, lease }, done })
      if (!this.#writing) this.#writeAll()
    })
  }

  /** Tries no more. */
  abandon(): void {
    this.#abandoned.abort()
  }

  async #writeAll(): Promise<void> {
    this.#writing = true
    while (this.#waiting.length > 0) {
      if (this.#waiting.length < BATCH) await pause(GATHER_MS)
      const batch = this.#waiting.splice(0, BATCH)
      const recorded = await this.#write(batch.map(({ entry }) => entry))
      for (const { entry, done } of batch) done(recorded.has(entry.id))
    }
    this.#writing = false
  }

  /** @returns the ids of those that were recorded */
  async #write(batch: Entry[]): Promise<Set<string>> {
    for (let tries = 0; !this.#abandoned.signal.aborted; tries++) {
      try {
        const [, recorded] = await this.#database.alone('', [byIndex({}), record(batch, this.#leaseSec)])
        return new Set((recorded!.rows as Recorded[]).map(({ id }) => id))
      } catch (err) {
        if (isPassing(err)) {
          this.#log.warn({ err, messages: batch.length }, 'what became of messages waits to be recorded')
          await pause(backoffMs(tries), undefined, { signal: this.#abandoned.signal }).catch(() => {})
          continue
        }
        if (batch.length > 1) return this.#writeEach(batch)
        const [entry] = batch
        // A provider that gives an id twice has taken this message all the same.
        if (violates(err, 'messages_provider')) return this.#write([{ ...entry!, provider_message_id: null }])
        this.#log.error({ err, messageId: entry!.id }, 'what became of a message could not be recorded')
        return new Set()
      }
    }
    return new Set()
  }

  /** One that cannot be recorded must not take the others with it. */
  async #writeEach(batch: Entry[]): Promise<Set<string>> {
    const recorded = await Promise.all(batch.map((entry) => this.#write([entry])))
    return new Set(recorded.flatMap((ids) => [...ids]))
  }
}
