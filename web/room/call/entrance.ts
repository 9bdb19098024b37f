import { endings, VERSION } from '@medina-care/protocol/constants.ts'
import type { ClientMessage, ServerMessage } from '@medina-care/protocol/messages.ts'
import type { Over } from './call.ts'
import { JoinCredential } from './join-credential.ts'
import { actionAfter, Line, pauseMs } from './line.ts'
import type { CallPlatform } from './platform.ts'
import { Renewals } from './renewals.ts'

export type EntranceOptions = {
  /** The server's URL, as wss://host; the room's path is added. */
  url: string
  roomId: string
  /** Undefined if there is only a token stored by an earlier load of the page. */
  token: string | undefined
  /** Requests a new token from the API; undefined if there is none. Throws while the API is unreachable. */
  renew?: () => Promise<string | undefined>
}

export type EntranceEvents = {
  heard(message: ServerMessage): void
  /** The connection is up (the server has answered the join), or down. */
  changed(): void
  /** The page cannot join, or not any more. */
  over(why: Over): void
}

/** The WebSocket URL of a room. */
export const lineAddress = (url: string, roomId: string): string => `${url}/video/ws/${roomId}`

/** About 7 s with increasing delays: enough for the server to notice that a page was reloaded. */
const MAX_FULL = 6

/** Joins a room, and rejoins it after each broken connection. */
export class Entrance {
  isUp = false
  #platform: CallPlatform
  #events: EntranceEvents
  #credential: JoinCredential
  #line: Line
  /** Identifies this visit: the others treat a new one as a new page. Undefined before and after. */
  #sid: string | undefined
  #renewals: Renewals
  /** Failed attempts to reach the API. */
  #failedRenewals = 0
  #full = 0

  constructor(platform: CallPlatform, options: EntranceOptions, events: EntranceEvents) {
    this.#platform = platform
    this.#events = events
    this.#credential = new JoinCredential(platform.store, options.roomId, options.token)
    this.#renewals = new Renewals(options.renew)
    this.#line = new Line(platform, lineAddress(options.url, options.roomId), {
      opened: () => this.#opened(),
      heard: (message) => this.#heard(message),
      closed: (code) => this.#closed(code),
    })
  }

  go(): void {
    this.#sid = this.#platform.newId()
    this.#failedRenewals = this.#full = 0
    this.#renewals.settled()
    this.#connect()
  }

  /** @returns whether it was sent */
  say(message: ClientMessage): boolean {
    return this.#line.say(message)
  }

  stop(): void {
    this.#sid = undefined
    this.isUp = false
    this.#line.close()
  }

  /** The room is over: drops the stored token. */
  forget(): void {
    this.#credential.forget()
  }

  /** Connects, after requesting a token from the API if there is none. */
  #connect(): void {
    if (this.#credential.show() === undefined) void this.#renew()
    else this.#line.open()
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
    if (token === undefined) return this.#events.over({ why: 'expired' })
    this.#credential.renewed(token)
    this.#line.open()
  }

  #opened(): void {
    this.#line.say({ type: 'join', v: VERSION, token: this.#credential.show() ?? '', sid: this.#sid! })
  }

  #heard(message: ServerMessage): void {
    if (message.type === 'waiting' || message.type === 'joined') {
      this.#line.settled()
      this.#full = 0
      this.#renewals.settled()
      this.#credential.granted(message.resumeToken)
      this.isUp = true
      this.#events.changed()
    }
    this.#events.heard(message)
  }

  #closed(code: number): void {
    this.isUp = false
    this.#events.changed()
    const verdict = actionAfter(code)
    if (code === endings.full.code && ++this.#full >= MAX_FULL) this.#events.over({ why: 'full' })
    else if (verdict === 'retry') this.#line.retry()
    // The stored token may be too old, or of another room: fall back to the link's token.
    else if (this.#credential.isRefusedBy(verdict)) this.#connect()
    else if (verdict === 'renew') void this.#renew()
    else if (verdict === 'ended') this.#events.over({ why: 'ended', reason: 'closed', durationSec: undefined })
    else this.#events.over({ why: verdict })
  }
}
