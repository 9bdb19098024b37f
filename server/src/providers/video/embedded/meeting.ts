import type { Log, RoomId, RoomLedger } from '../index.ts'
import type { RoomNote } from './notes.ts'
import type { Roster } from './roster.ts'

/** What a meeting needs of the provider. */
export type MeetingKeeper = {
  ledger: RoomLedger
  log: Log
  /** Interval of reports to the ledger. */
  everyMs: number
  /** The name of this server among the others. */
  server: string
  /** Sends to the other servers that have the room. */
  publish(room: RoomId, note: RoomNote): void
}

/**
 * Whether practitioner and patient are together, as far as this server reports it: together since a time (milliseconds
 * since 1970); apart; `unseen` if both are disconnected; or reported by another server from now on.
 */
export type Together = { since: number } | 'apart' | 'unseen' | 'elsewhere'

/** Reports to the ledger, and to everybody in the room, how long practitioner and patient are together. */
export class Meeting {
  #keeper: MeetingKeeper
  #room: RoomId
  #roster: Roster
  #startedAt: string | undefined
  #since: number | undefined
  #beat: NodeJS.Timeout | undefined
  #reported: Promise<void> = Promise.resolve()
  #pending = 0

  constructor(keeper: MeetingKeeper, room: RoomId, roster: Roster) {
    this.#keeper = keeper
    this.#room = room
    this.#roster = roster
  }

  /** When the consultation started, if they are together, by the ledger; a server that takes over keeps it. */
  get startedAt(): string | undefined {
    return this.#startedAt
  }

  /** Resolves once all reports so far have succeeded or failed. */
  settled(): Promise<void> {
    return this.#reported
  }

  /** Whether no report is pending. */
  get isQuiet(): boolean {
    return this.#pending === 0
  }

  /** Re-evaluates the state of the two. */
  update(): void {
    const now = this.#together()
    this.follow(now)
    const isOver = now === 'elsewhere' ? !this.#roster.inRoom('patient') : now === 'apart'
    if (!isOver || this.#startedAt === undefined) return
    this.tell(undefined)
    if (now === 'apart') this.#keeper.publish(this.#room, { kind: 'call' })
  }

  /** Informs this server's participants. */
  tell(startedAt: string | undefined): void {
    if (startedAt === this.#startedAt) return
    this.#startedAt = startedAt
    this.#roster.tell('room', { type: 'call', startedAt })
  }

  follow(now: Together): void {
    const wasOn = this.#since !== undefined
    if (typeof now === 'object') {
      this.#since = now.since
      if (this.#beat) return
      this.#reportTogether()
      // A slow ledger gets no repeated reports.
      this.#beat = setInterval(() => this.isQuiet && this.#reportTogether(), this.#keeper.everyMs)
      return
    }
    clearInterval(this.#beat)
    this.#beat = undefined
    if (now === 'unseen') return
    this.#since = undefined
    if (now === 'apart' && wasOn) this.#report('apart', (ledger) => ledger.apart(this.#room))
  }

  /** The practitioner's server reports. */
  #together(): Together {
    const [host, patient] = [this.#roster.inRoom('host'), this.#roster.inRoom('patient')]
    if (host && this.#roster.get(host.peerId)?.home !== this.#keeper.server) return 'elsewhere'
    if (!host || !patient || host.mediaSince === null || patient.mediaSince === null) return 'apart'
    if (host.isAway && patient.isAway) return 'unseen'
    return { since: Math.max(host.mediaSince, patient.mediaSince) }
  }

  #reportTogether(): void {
    this.#report('together', async (ledger) => {
      if (this.#since === undefined) return
      // Real time, never the test clock: pages count from it, and the ledger measures by it.
      const interval = await ledger.together(this.#room, Math.max(0, Date.now() - this.#since))
      if (!interval || !this.#beat) return
      const startedAt = interval.startedAt.toISOString()
      if (startedAt !== this.#startedAt) this.#keeper.publish(this.#room, { kind: 'call', startedAt })
      this.tell(startedAt)
    })
  }

  // In order, one at a time: a `together` that arrived after its `apart` would open an interval that never ends.
  #report(what: string, say: (ledger: RoomLedger) => Promise<void>): void {
    const { ledger, log } = this.#keeper
    this.#pending++
    this.#reported = this.#reported
      .then(() => say(ledger))
      .catch((err) => log.error({ err, ...this.#room, what }, 'video: the ledger failed'))
      .finally(() => {
        this.#pending--
      })
  }
}
