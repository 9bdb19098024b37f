import { endings } from '@medina-care/protocol/constants.ts'
import type { ClientMessage, ServerMessage } from '@medina-care/protocol/messages.ts'
import type { Over } from './call.ts'
import type { CallPlatform } from './platform.ts'

/** What to do after a close code: stop with this reason, request a new token, or retry. */
export function actionAfter(code: number): Over['why'] | 'renew' | 'retry' {
  switch (code) {
    case endings.goodbye.code:
      return 'left'
    case endings.invalidToken.code:
      return 'invalid'
    case endings.openedElsewhere.code:
      return 'elsewhere'
    case endings.closed.code:
      return 'ended'
    case endings.removed.code:
      return 'removed'
    case endings.expiredToken.code:
      return 'renew'
    case endings.badMessage.code:
    case endings.forbidden.code:
    // A violation of RFC 6455, invalid UTF-8 or too large a message would recur.
    case 1002:
    case 1007:
    case 1009:
      return 'failed'
    default:
      return 'retry'
  }
}

const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 3000
/**
 * Delay before attempt number `tries` (from 0). Half of it is random, to avoid a thundering herd on a restarted server.
 */
export const pauseMs = (tries: number, random: number): number =>
  Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** tries) * (0.5 + random / 2)

const PING_MS = 5000
/** A connection without any message for this long is dead, whatever the browser reports. */
const SILENCE_MS = 12_000
/** TCP repeats its SYN after 1, 3, 7 and 15 s: after 7 s a new attempt connects sooner. */
const OPEN_MS = 8000
/** After a network change, a working connection answers within this time. */
const PROOF_MS = 3000
/** An attempt older than this began before the network was back. */
const HOPELESS_MS = 1000

/** No close frame. */
const BROKEN = 1006

export type LineEvents = {
  /** The socket is open: send the join. */
  opened(): void
  heard(message: ServerMessage): void
  /** The connection is down; call `retry()` to reconnect. */
  closed(code: number): void
}

/** The WebSocket to the server, with detection of dead connections. */
export class Line {
  #platform: CallPlatform
  #url: string
  #events: LineEvents
  #socket: WebSocket | undefined
  #began = 0
  #tries = 0
  #stopPause: (() => void) | undefined
  #stopPing: (() => void) | undefined
  #stopWaiting: (() => void) | undefined
  #stopHints: (() => void) | undefined

  constructor(platform: CallPlatform, url: string, events: LineEvents) {
    this.#platform = platform
    this.#url = url
    this.#events = events
  }

  open(): void {
    this.#stopHints ??= this.#platform.onHint(() => this.#hint())
    this.#connect()
  }

  /** @returns whether it was sent */
  say(message: ClientMessage): boolean {
    if (this.#socket?.readyState !== 1) return false
    this.#socket.send(JSON.stringify(message))
    return true
  }

  /** The server has accepted the page: delays restart with the shortest one. */
  settled(): void {
    this.#tries = 0
  }

  retry(): void {
    this.#stopPause?.()
    this.#stopPause = this.#platform.after(pauseMs(this.#tries++, this.#platform.random()), () => this.#connect())
  }

  close(): void {
    this.#stopHints?.()
    this.#stopHints = undefined
    this.#drop()
  }

  #connect(): void {
    this.#drop()
    this.#began = this.#platform.now()
    let socket: WebSocket
    try {
      socket = this.#platform.openSocket(this.#url)
    } catch {
      // Forbidden by the page's policy, or an invalid URL: reported as a broken connection, which is retried.
      this.#events.closed(BROKEN)
      return
    }
    this.#socket = socket
    const current = (then: () => void) => () => {
      if (this.#socket === socket) then()
    }
    socket.onopen = current(() => {
      this.#unexpect()
      this.#expect(SILENCE_MS)
      this.#events.opened()
      this.#ping()
    })
    socket.onmessage = ({ data }) => {
      if (this.#socket !== socket) return
      this.#unexpect()
      this.#events.heard(JSON.parse(data) as ServerMessage)
    }
    socket.onclose = ({ code }) => current(() => this.#ended(code))()
    this.#expect(OPEN_MS)
  }

  #ended(code: number): void {
    this.#drop()
    this.#events.closed(code)
  }

  #drop(): void {
    for (const stop of [this.#stopPause, this.#stopPing, this.#stopWaiting]) stop?.()
    this.#stopPause = this.#stopPing = this.#stopWaiting = undefined
    // Forgotten before it is closed: on a dead network its close event comes much later, or never.
    const socket = this.#socket
    this.#socket = undefined
    socket?.close()
  }

  #ping(): void {
    this.#stopPing = this.#platform.after(PING_MS, () => {
      this.#ask(SILENCE_MS - PING_MS)
      this.#ping()
    })
  }

  #ask(withinMs: number): void {
    if (this.say({ type: 'ping', ts: Math.round(this.#platform.now()) })) this.#expect(withinMs)
  }

  /**
   * Expects a message within this time, counted from our message instead of the last one received: a hidden page may
   * run once a minute only, although its connection is fine.
   */
  #expect(withinMs: number): void {
    this.#stopWaiting ??= this.#platform.after(withinMs, () => this.#ended(BROKEN))
  }

  #unexpect(): void {
    this.#stopWaiting?.()
    this.#stopWaiting = undefined
  }

  #hint(): void {
    const isHopeless = this.#socket?.readyState === 0 && this.#platform.now() - this.#began > HOPELESS_MS
    if (this.#stopPause || isHopeless) this.#connect()
    else if (this.#socket?.readyState === 1) {
      this.#unexpect()
      this.#ask(PROOF_MS)
    }
  }
}
