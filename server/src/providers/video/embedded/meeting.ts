import type { RoomId, RoomLedger } from '../index.ts'
import type { LedgerQueue } from './ledger-queue.ts'
import type { Roster } from './roster.ts'

/** The dependencies of a meeting. `everyMs`: the interval of reports to the ledger. */
export type MeetingOptions = { ledger: RoomLedger; queue: LedgerQueue; everyMs: number }

/** Reports to the ledger and to the room how long practitioner and patient are together. */
export class Meeting {
  #options: MeetingOptions
  #room: RoomId
  #roster: Roster
  #startedAt: string | undefined
  /** Since when media flow between the two, in milliseconds since 1970. */
  #since: number | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(options: MeetingOptions, room: RoomId, roster: Roster) {
    this.#options = options
    this.#room = room
    this.#roster = roster
  }

  /** When the consultation started, according to the ledger; undefined while the two are not together. */
  get startedAt(): string | undefined {
    return this.#startedAt
  }

  /** Re-evaluates whether the two are together, after a seat has changed. */
  update() {
    const [host, patient] = [this.#roster.inRoom('host'), this.#roster.inRoom('patient')]
    if (!host || !patient || host.mediaSince === null || patient.mediaSince === null) return this.end()
    // Both are disconnected: it is unknown whether media still flow until one returns or both are lost.
    if (!host.line && !patient.line) return this.pause()
    this.#since = Math.max(host.mediaSince, patient.mediaSince)
    if (this.#timer) return
    this.#report()
    // A slow ledger gets no repeated reports.
    this.#timer = setInterval(() => this.#options.queue.length === 0 && this.#report(), this.#options.everyMs)
  }

  /** Stops reporting. The ledger's interval stays open, and the next report continues it. */
  pause(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  /** The two are no longer together. */
  end(): void {
    this.pause()
    const { ledger, queue } = this.#options
    if (this.#since !== undefined) queue.add('apart', () => ledger.apart(this.#room))
    this.#since = undefined
    this.#announce(undefined)
  }

  #report(): void {
    const { ledger, queue } = this.#options
    queue.add('together', async () => {
      if (this.#since === undefined) return
      // Real time, never the test clock: pages count from it, and the ledger measures by it.
      const interval = await ledger.together(this.#room, Math.max(0, Date.now() - this.#since))
      if (interval && this.#timer) this.#announce(interval.startedAt.toISOString())
    })
  }

  #announce(startedAt: string | undefined): void {
    if (startedAt === this.#startedAt) return
    this.#startedAt = startedAt
    this.#roster.send('room', { type: 'call', startedAt })
  }
}
