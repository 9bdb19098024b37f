import type { Closing } from '@medina-care/protocol/messages.ts'
import type { Vault } from '../../../lib/secrets.ts'
import { settlesWithin } from '../../../lib/settles-within.ts'
import type { LiveKitAddress } from '../address.ts'
import type { JoinRequest, JoinToken, Log, RoomId, RoomLedger, VideoProvider } from '../index.ts'
import { Attendance } from './attendance.ts'
import { LiveKitControl } from './room-control.ts'
import { LiveKitServer } from './server.ts'
import { LiveKitTokens } from './tokens.ts'

/** The ledger considers a meeting over after 15 s without a report. */
const SWEEP_MS = 5000
/** Maximum concurrent checks. */
const CONCURRENCY = 8
/** How long a stop waits for the current sweep. */
const FAREWELL_MS = 1500

export type LiveKitVideoOptions = {
  address: LiveKitAddress
  /** LiveKit's URL for browsers: wss://…, without a trailing slash. */
  publicUrl: string
  vault: Vault
  ledger: RoomLedger
  log: Log
  sweepMs?: number
}

/**
 * Rooms on a LiveKit server, which forwards media: for larger groups, and for networks without a direct path. LiveKit
 * reports arrivals and departures by webhooks. A periodic sweep finds changes whose webhook was lost, and reports the
 * time that practitioner and patient are together.
 */
export class LiveKitVideo implements VideoProvider {
  readonly kind = 'livekit'
  readonly control: LiveKitControl
  #publicUrl: string
  #server: LiveKitServer
  #tokens: LiveKitTokens
  #attendance: Attendance
  #log: Log
  #sweepMs: number
  #timer: NodeJS.Timeout | undefined
  #sweep: Promise<void> = Promise.resolve()
  #isClosed = false

  constructor({ address, publicUrl, vault, ledger, log, sweepMs = SWEEP_MS }: LiveKitVideoOptions) {
    this.#publicUrl = publicUrl
    this.#log = log
    this.#sweepMs = sweepMs
    this.#server = new LiveKitServer(address)
    this.#tokens = new LiveKitTokens(address, vault)
    this.#attendance = new Attendance(this.#server, this.#tokens, ledger, log)
    this.control = new LiveKitControl(address, this.#tokens, ledger, this.#attendance)
  }

  async issueJoinToken(request: JoinRequest): Promise<JoinToken> {
    return { ...(await this.#tokens.issue(request)), url: this.#publicUrl, roomId: request.roomId }
  }

  async identify(token: string, roomId: string, graceSec = 0): Promise<JoinRequest | 'INVALID' | 'VOID'> {
    const read = await this.#tokens.read(token, roomId, graceSec)
    return typeof read === 'string' ? read : read.who
  }

  probe(signal: AbortSignal): Promise<void> {
    return this.#server.probe(signal)
  }

  closeRoom({ roomId }: RoomId, reason: Closing): Promise<void> {
    return this.#attendance.close(roomId, { reason })
  }

  /** A participant with a token that is still valid may reconnect, and is removed again on arrival. */
  removeParticipant({ roomId }: RoomId, identity: string): Promise<void> {
    return this.#server.remove(roomId, identity)
  }

  attach(): void {
    this.#scheduleSweep(0)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await settlesWithin(FAREWELL_MS, this.#sweep)
  }

  #scheduleSweep(afterMs: number): void {
    if (this.#isClosed) return
    this.#timer = setTimeout(() => {
      this.#sweep = this.#checkAllRooms()
        .catch((err) => this.#log.warn({ err }, 'video: the LiveKit rooms could not be listed'))
        .finally(() => this.#scheduleSweep(this.#sweepMs))
    }, afterMs)
  }

  async #checkAllRooms(): Promise<void> {
    const rooms = (await this.#server.rooms()).map(({ name }) => name)
    const waiting = [...new Set([...rooms, ...this.#attendance.known])]
    const worker = async () => {
      for (let roomId = waiting.pop(); roomId !== undefined && !this.#isClosed; roomId = waiting.pop()) {
        await this.#attendance
          .checkPeriodically(roomId)
          .catch((err) => this.#log.warn({ err, roomId }, 'video: the check of a LiveKit room failed'))
      }
    }
    await Promise.all(Array.from({ length: CONCURRENCY }, worker))
  }
}
