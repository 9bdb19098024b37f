import type { RoomLedger } from '../index.ts'

/** Where the provider reports to: ids and outcomes, never names, tokens or what pages say to each other. */
export type Log = Record<'info' | 'warn' | 'error', (about: object, message: string) => void>

/** What a meeting needs of the provider. */
export type MeetingKeeper = { ledger: RoomLedger; log: Log; everyMs: number }

/** Tells the ledger for how long practitioner and patient are together in one room. */
export class Meeting {
  #keeper: MeetingKeeper
  #tenantId: string
  #roomId: string
  #startedAt: Date | undefined
  #beat: NodeJS.Timeout | undefined
  #told: Promise<void> = Promise.resolve()
  #untold = 0

  constructor(keeper: MeetingKeeper, tenantId: string, roomId: string) {
    this.#keeper = keeper
    this.#tenantId = tenantId
    this.#roomId = roomId
  }

  /** Since when they are together, if they are. */
  get startedAt(): Date | undefined {
    return this.#startedAt
  }

  /** Whether the ledger has heard everything. */
  get isQuiet(): boolean {
    return this.#untold === 0
  }

  /** Resolves once the ledger has heard, or failed to hear, everything until now. */
  settled(): Promise<void> {
    return this.#told
  }

  /** @param both whether practitioner and patient are in the room now */
  goesOn(both: boolean): void {
    if (both === (this.#startedAt !== undefined)) return
    clearInterval(this.#beat)
    if (!both) {
      this.#startedAt = undefined
      this.#tell('apart')
      return
    }
    // Real time, never the test clock: pages count from it, and the ledger measures by it.
    this.#startedAt = new Date()
    this.#tell('together')
    // A slow ledger is not told the same thing twice.
    this.#beat = setInterval(() => this.isQuiet && this.#tell('together'), this.#keeper.everyMs)
  }

  // In order and one at a time: a `together` that arrived after its `apart` would open an interval that nobody ends.
  #tell(what: 'together' | 'apart'): void {
    const { ledger, log } = this.#keeper
    const [tenantId, roomId] = [this.#tenantId, this.#roomId]
    this.#untold++
    this.#told = this.#told
      .then(() => ledger[what](tenantId, roomId))
      .catch((err) => log.error({ err, tenantId, roomId, what }, 'video: the ledger did not take it'))
      .finally(() => {
        this.#untold--
      })
  }
}
