import { endings, VERSION } from '@medina-care/protocol/constants.ts'
import type { ClientMessage, ServerMessage } from '@medina-care/protocol/messages.ts'
import type { Over } from './call.ts'
import { JoinCredential } from './join-credential.ts'
import type { CallPlatform } from './platform.ts'
import { Renewals } from './renewals.ts'
import { actionAfter, pauseMs, SignalingSocket } from './signaling-socket.ts'

export type RoomConnectionOptions = {
  /** The server's URL, as wss://host; the room's path is added. */
  url: string
  roomId: string
  /** Undefined if the only token is the one that an earlier load of the page stored. */
  token: string | undefined
  /** Requests a new token from the API. Undefined if the API grants none. Throws while the API is unreachable. */
  renew?: () => Promise<string | undefined>
}

export type RoomConnectionEvents = {
  onMessage(message: ServerMessage): void
  /** The connection is up (the server answered the join) or down. */
  onChange(): void
  /** The page cannot join, or cannot rejoin. */
  onOver(why: Over): void
}

/** The WebSocket URL of a room. */
export const signalingUrl = (url: string, roomId: string): string => `${url}/video/ws/${roomId}`

/** About 7 s with increasing delays, in which the server notices that a page was reloaded. */
const MAX_TRIES_WHEN_FULL = 6

/** Joins a room, and rejoins it after each broken connection. */
export class RoomConnection {
  isUp = false
  #platform: CallPlatform
  #events: RoomConnectionEvents
  #credential: JoinCredential
  #socket: SignalingSocket
  /** Identifies this page to the other participants. Undefined before and after the call. */
  #sid: string | undefined
  #renewals: Renewals
  /** Failed attempts to reach the API. */
  #failedRenewals = 0
  #fullCount = 0

  constructor(platform: CallPlatform, options: RoomConnectionOptions, events: RoomConnectionEvents) {
    this.#platform = platform
    this.#events = events
    this.#credential = new JoinCredential(platform.store, options.roomId, options.token)
    this.#renewals = new Renewals(options.renew)
    this.#socket = new SignalingSocket(platform, signalingUrl(options.url, options.roomId), {
      onOpen: () => this.#onOpen(),
      onMessage: (message) => this.#onMessage(message),
      onClose: (code) => this.#onClose(code),
    })
  }

  go(): void {
    this.#sid = this.#platform.newId()
    this.#failedRenewals = this.#fullCount = 0
    this.#renewals.reset()
    this.#connect()
  }

  /** @returns whether it was sent */
  send(message: ClientMessage): boolean {
    return this.#socket.send(message)
  }

  stop(): void {
    this.#sid = undefined
    this.isUp = false
    this.#socket.close()
  }

  /** Deletes the stored token, because the consultation is over. */
  forget(): void {
    this.#credential.forget()
  }

  /** Connects, after requesting a token from the API if there is none. */
  #connect(): void {
    if (this.#credential.show() === undefined) void this.#renew()
    else this.#socket.open()
  }

  async #renew(): Promise<void> {
    const sid = this.#sid
    let token: string | undefined
    try {
      token = await this.#renewals.next()
    } catch {
      const pause = pauseMs(this.#failedRenewals++, this.#platform.random())
      this.#platform.after(pause, () => sid === this.#sid && this.#connect())
      return
    }
    if (sid !== this.#sid) return
    this.#failedRenewals = 0
    if (token === undefined) return this.#events.onOver({ why: 'expired' })
    this.#credential.renewed(token)
    this.#socket.open()
  }

  #onOpen(): void {
    this.#socket.send({ type: 'join', v: VERSION, token: this.#credential.show() ?? '', sid: this.#sid! })
  }

  #onMessage(message: ServerMessage): void {
    if (message.type === 'waiting' || message.type === 'joined') {
      this.#socket.resetDelay()
      this.#fullCount = 0
      this.#renewals.reset()
      this.#credential.granted(message.resumeToken)
      this.isUp = true
      this.#events.onChange()
    }
    this.#events.onMessage(message)
  }

  #onClose(code: number): void {
    this.isUp = false
    this.#events.onChange()
    const verdict = actionAfter(code)
    if (code === endings.full.code && ++this.#fullCount >= MAX_TRIES_WHEN_FULL) this.#events.onOver({ why: 'full' })
    else if (verdict === 'retry') this.#socket.retry()
    // The stored token may be expired, or for another room: fall back to the link's token.
    else if (this.#credential.isRefusedBy(verdict)) this.#connect()
    else if (verdict === 'renew') void this.#renew()
    else if (verdict === 'ended') this.#events.onOver({ why: 'ended', reason: 'closed', durationSec: undefined })
    else this.#events.onOver({ why: verdict })
  }
}
