import type { Log, RoomId } from '../index.ts'

/** Runs one room's writes to the ledger one after the other, so that the last decision prevails. It logs failures. */
export class LedgerQueue {
  #log: Log
  #room: RoomId
  #done: Promise<void> = Promise.resolve()
  #length = 0

  constructor(log: Log, room: RoomId) {
    this.#log = log
    this.#room = room
  }

  /** Writes that have neither succeeded nor failed yet. */
  get length(): number {
    return this.#length
  }

  /** Resolves once all writes so far have succeeded or failed. */
  settled(): Promise<void> {
    return this.#done
  }

  add(name: string, write: () => Promise<void>, onFailure?: () => void): void {
    this.#length++
    this.#done = this.#done
      .then(write)
      .catch((err) => {
        this.#log.error({ err, ...this.#room, what: name }, 'video: the ledger failed')
        onFailure?.()
      })
      .finally(() => {
        this.#length--
      })
  }
}
