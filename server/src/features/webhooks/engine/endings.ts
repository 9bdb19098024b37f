import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../../db/database.ts'
import { isPassing } from '../../../db/failures.ts'
import { byIndex } from '../../../db/plans.ts'
import { backoffMs } from '../../../lib/backoff.ts'
import type { NoticeKind } from '../rules.ts'
import { type Ended, finish, type GiveUp, type Notice } from './finish.ts'

/** Endings are recorded together: those of this many milliseconds, and at most so many. */
const GATHER_MS = 5
const BATCH = 64

type Waiting = { ended: Ended; done: (recorded: boolean) => void }

/** Writes down how requests ended, in batches, for as long as the database takes to be there. */
export class Endings {
  #database: Database
  #log: FastifyBaseLogger
  #giveUp: GiveUp | undefined
  #waiting: Waiting[] = []
  #writing = false
  #abandoned = new AbortController()

  /** @param giveUp when an endpoint that takes nothing is disabled; undefined: never */
  constructor(database: Database, log: FastifyBaseLogger, giveUp: GiveUp | undefined) {
    this.#database = database
    this.#log = log
    this.#giveUp = giveUp
  }

  /** @returns whether it was recorded; if not, its lease runs out by itself */
  record(ended: Ended): Promise<boolean> {
    return new Promise((done) => {
      this.#waiting.push({ ended, done })
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
      const recorded = await this.#write(batch.map(({ ended }) => ended))
      for (const { ended, done } of batch) done(recorded.has(ended))
    }
    this.#writing = false
  }

  /** @returns those that were recorded: all of them, but for what the database cannot take */
  async #write(batch: Ended[]): Promise<Set<Ended>> {
    for (let tries = 0; !this.#abandoned.signal.aborted; tries++) {
      try {
        const [, finished] = await this.#database.alone('', [byIndex({}), finish(batch, this.#giveUp)])
        for (const notice of finished!.rows as Notice[]) this.#log.warn(notice, meanings[notice.kind])
        return new Set(batch)
      } catch (err) {
        if (isPassing(err)) {
          this.#log.warn({ err, endings: batch.length }, 'ends of webhook deliveries wait to be recorded')
          await pause(backoffMs(tries), undefined, { signal: this.#abandoned.signal }).catch(() => {})
          continue
        }
        if (batch.length > 1) return this.#writeEach(batch)
        const { event_id: eventId, endpoint_id: endpointId } = batch[0]!
        this.#log.error({ err, eventId, endpointId }, 'the end of a webhook delivery could not be recorded')
        return new Set()
      }
    }
    return new Set()
  }

  /** One that cannot be recorded must not take the others with it. */
  async #writeEach(batch: Ended[]): Promise<Set<Ended>> {
    const recorded = new Set<Ended>()
    for (const ended of batch) for (const one of await this.#write([ended])) recorded.add(one)
    return recorded
  }
}

const meanings: Record<NoticeKind, string> = {
  FAILING: 'a webhook has taken nothing for long, and will be disabled if it goes on',
  DISABLED: 'a webhook that had taken nothing for long was disabled',
  GONE: 'a webhook said that it is gone, and was disabled',
}
