import { endings } from '@medina-care/protocol/constants.ts'
import type { ClientMessage, ServerMessage } from '@medina-care/protocol/messages.ts'
import type { Over } from './call.ts'
import type { CallPlatform } from './platform.ts'

/** The action after a close code: stop with this reason, request a new token, or retry. */
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
    // A violation of RFC 6455, invalid UTF-8 or an oversized message would recur.
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
 * The delay before attempt number `tries` (from 0). Half of it is random, so that pages do not all reconnect at once.
 */
export const pauseMs = (tries: number, random: number): number =>
  Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** tries) * (0.5 + random / 2)

const PING_MS = 5000
/** A connection without a message for this time is dead, even if the browser reports it as open. */
const SILENCE_MS = 12_000
/** TCP repeats its SYN after 1, 3, 7 and 15 s. After 8 s a new attempt connects sooner than the last repetition. */
const OPEN_MS = 8000
/** After a network change, a working connection answers within this time. */
const NETWORK_CHANGE_MS = 3000
/** An attempt older than this began before the network was back. */
const STALE_ATTEMPT_MS = 1000

/** The close code without a close frame. */
const BROKEN = 1006

export type SignalingSocketEvents = {
  /** The socket is open: send the join. */
  onOpen(): void
  onMessage(message: ServerMessage): void
  /** The connection is down; call `retry()` to reconnect. */
  onClose(code: number): void
}

/** The WebSocket to the server, with detection of dead connections. */
export class SignalingSocket {
  #platform: CallPlatform
  #url: string
  #events: SignalingSocketEvents
  #socket: WebSocket | undefined
  #attemptedAt = 0
  #tries = 0
  #stopDelay: (() => void) | undefined
  #stopPing: (() => void) | undefined
  #stopDeadline: (() => void) | undefined
  #stopHints: (() => void) | undefined

  constructor(platform: CallPlatform, url: string, events: SignalingSocketEvents) {
    this.#platform = platform
    this.#url = url
    this.#events = events
  }

  open(): void {
    this.#stopHints ??= this.#platform.onHint(() => this.#onNetworkHint())
    this.#connect()
  }

  /** @returns whether it was sent */
  send(message: ClientMessage): boolean {
    if (this.#socket?.readyState !== 1) return false
    this.#socket.send(JSON.stringify(message))
    return true
  }

  /** The server has accepted the page: delays restart with the shortest one. */
  resetDelay(): void {
    this.#tries = 0
  }

  retry(): void {
    this.#stopDelay?.()
    this.#stopDelay = this.#platform.after(pauseMs(this.#tries++, this.#platform.random()), () => this.#connect())
  }

  close(): void {
    this.#stopHints?.()
    this.#stopHints = undefined
    this.#drop()
  }

  #connect(): void {
    this.#drop()
    this.#attemptedAt = this.#platform.now()
    let socket: WebSocket
    try {
      socket = this.#platform.openSocket(this.#url)
    } catch {
      // The page's policy forbids it, or the URL is invalid. Handled like a broken connection.
      this.#events.onClose(BROKEN)
      return
    }
    this.#socket = socket
    const current = (then: () => void) => () => {
      if (this.#socket === socket) then()
    }
    socket.onopen = current(() => {
      this.#stopExpecting()
      this.#expectMessage(SILENCE_MS)
      this.#events.onOpen()
      this.#ping()
    })
    socket.onmessage = ({ data }) => {
      if (this.#socket !== socket) return
      this.#stopExpecting()
      this.#events.onMessage(JSON.parse(data) as ServerMessage)
    }
    socket.onclose = ({ code }) => current(() => this.#onClosed(code))()
    this.#expectMessage(OPEN_MS)
  }

  #onClosed(code: number): void {
    this.#drop()
    this.#events.onClose(code)
  }

  #drop(): void {
    for (const stop of [this.#stopDelay, this.#stopPing, this.#stopDeadline]) stop?.()
    this.#stopDelay = this.#stopPing = this.#stopDeadline = undefined
    // Cleared before close(): on a dead network the close event comes much later, or never.
    const socket = this.#socket
    this.#socket = undefined
    socket?.close()
  }

  #ping(): void {
    this.#stopPing = this.#platform.after(PING_MS, () => {
      this.#sendPing(SILENCE_MS - PING_MS)
      this.#ping()
    })
  }

  #sendPing(withinMs: number): void {
    if (this.send({ type: 'ping', ts: Math.round(this.#platform.now()) })) this.#expectMessage(withinMs)
  }

  /**
   * Expects a message within this time after our ping. The time since the last message would be wrong: a hidden page may
   * run only once a minute, although its connection is fine.
   */
  #expectMessage(withinMs: number): void {
    this.#stopDeadline ??= this.#platform.after(withinMs, () => this.#onClosed(BROKEN))
  }

  #stopExpecting(): void {
    this.#stopDeadline?.()
    this.#stopDeadline = undefined
  }

  #onNetworkHint(): void {
    const isStale = this.#socket?.readyState === 0 && this.#platform.now() - this.#attemptedAt > STALE_ATTEMPT_MS
    if (this.#stopDelay || isStale) this.#connect()
    else if (this.#socket?.readyState === 1) {
      this.#stopExpecting()
      this.#sendPing(NETWORK_CHANGE_MS)
    }
  }
}
