import type { ClientMessage, ServerMessage } from '../../../server/src/providers/video/embedded/protocol.ts'
import { endings, VERSION } from '../../../server/src/providers/video/embedded/wire.ts'
import type { Over } from './call.ts'
import { Line, pauseMs, verdictOn } from './line.ts'
import { Pass } from './pass.ts'
import type { CallPlatform } from './platform.ts'
import { Renewals } from './renewals.ts'

export type EntranceOptions = {
  /** Of the server, as wss://host; the path of the room is added. */
  url: string
  roomId: string
  /** Undefined where there is only what was kept of an earlier load of the page. */
  token: string | undefined
  /** Asks the API for a new token; undefined when there is none to be had. Throws while the API cannot be reached. */
  renew?: () => Promise<string | undefined>
}

export type EntranceEvents = {
  heard(message: ServerMessage): void
  /** The line is up, with the server's answer, or down. */
  changed(): void
  /** There is no way in, or no longer. */
  over(why: Over): void
}

/** Where the line of a room is. */
export const lineAddress = (url: string, roomId: string): string => `${url}/video/ws/${roomId}`

/** With growing pauses, about 7 s: long enough for a page that is being reloaded to make room for itself. */
const MAX_FULL = 6

/** How one gets into a room and, after each break, back in. */
export class Entrance {
  isUp = false
  #platform: CallPlatform
  #events: EntranceEvents
  #pass: Pass
  #line: Line
  /** Of this going: a new one is a new page to the others. Undefined before and after. */
  #sid: string | undefined
  #renewals: Renewals
  /** Times that the API was not reached. */
  #unreached = 0
  #full = 0

  constructor(platform: CallPlatform, options: EntranceOptions, events: EntranceEvents) {
    this.#platform = platform
    this.#events = events
    this.#pass = new Pass(platform.kept, options.roomId, options.token)
    this.#renewals = new Renewals(options.renew)
    this.#line = new Line(platform, lineAddress(options.url, options.roomId), {
      opened: () => this.#opened(),
      heard: (message) => this.#heard(message),
      closed: (code) => this.#closed(code),
    })
  }

  go(): void {
    this.#sid = this.#platform.newId()
    this.#unreached = this.#full = 0
    this.#renewals.settled()
    this.#reach()
  }

  /** @returns whether it could be said */
  say(message: ClientMessage): boolean {
    return this.#line.say(message)
  }

  stop(): void {
    this.#sid = undefined
    this.isUp = false
    this.#line.close()
  }

  /** Nobody comes back into this room. */
  forget(): void {
    this.#pass.forget()
  }

  /** Goes to the line, by way of the API if there is nothing to show there. */
  #reach(): void {
    if (this.#pass.show() === undefined) void this.#renew()
    else this.#line.open()
  }

  async #renew(): Promise<void> {
    const sid = this.#sid
    let token: string | undefined
    try {
      token = await this.#renewals.next()
    } catch {
      const pause = pauseMs(this.#unreached++, this.#platform.random())
      this.#platform.after(pause, () => sid === this.#sid && this.#reach())
      return
    }
    if (sid !== this.#sid) return
    this.#unreached = 0
    if (token === undefined) return this.#events.over({ why: 'expired' })
    this.#pass.renewed(token)
    this.#line.open()
  }

  #opened(): void {
    this.#line.say({ type: 'join', v: VERSION, token: this.#pass.show() ?? '', sid: this.#sid! })
  }

  #heard(message: ServerMessage): void {
    if (message.type === 'waiting' || message.type === 'joined') {
      this.#line.settled()
      this.#full = 0
      this.#renewals.settled()
      this.#pass.granted(message.resumeToken)
      this.isUp = true
      this.#events.changed()
    }
    this.#events.heard(message)
  }

  #closed(code: number): void {
    this.isUp = false
    this.#events.changed()
    const verdict = verdictOn(code)
    if (code === endings.full.code && ++this.#full >= MAX_FULL) this.#events.over({ why: 'full' })
    else if (verdict === 'retry') this.#line.retry()
    // What was kept for coming back may be too old, or of another room: then the token counts.
    else if (this.#pass.isRefusedBy(verdict)) this.#reach()
    else if (verdict === 'renew') void this.#renew()
    else if (verdict === 'ended') this.#events.over({ why: 'ended', reason: 'closed', durationSec: undefined })
    else this.#events.over({ why: verdict })
  }
}
