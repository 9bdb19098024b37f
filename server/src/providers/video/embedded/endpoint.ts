import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { endings, MAX_FRAME_BYTES } from '@medina-care/protocol/constants.ts'
import { WebSocketServer } from 'ws'
import { offersWebSocket } from '../../../lib/websocket.ts'
import type { Log } from '../index.ts'
import { Connection, type ConnectionOwner } from './connection.ts'
import { type Limits, MinuteCounter } from './limits.ts'

export const PATH = '/video/ws/'
const ROOM_PATH = /^\/video\/ws\/([\w-]{1,80})$/

export type EndpointOptions = {
  limits: Limits
  log: Log
  /** Origins whose pages may connect; a client that is not a browser sends no Origin and needs none. */
  allowedOrigins: string[]
  /** The client's address, derived from trusted proxies. */
  addressOf(request: IncomingMessage): string
  /** Whether the room belongs to a probe of this process, which is not rate limited. */
  isOwn(roomId: string): boolean
}

/** Accepts and tracks the WebSockets of `/video/ws/…`. */
export class Endpoint {
  readonly connections = new Set<Connection>()
  /** Connections that have not joined yet, with their addresses. */
  readonly unjoined = new Map<Connection, string>()
  #options: EndpointOptions
  #owner: ConnectionOwner
  #allowedOrigins: Set<string>
  #joins: MinuteCounter
  #websockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: MAX_FRAME_BYTES,
    handleProtocols: () => false,
  })
  #pulse: NodeJS.Timeout | undefined
  #isStopping = false

  constructor(options: EndpointOptions, owner: Pick<ConnectionOwner, 'admit' | 'ended'>) {
    this.#options = options
    this.#owner = { ...owner, limits: options.limits, log: options.log }
    this.#allowedOrigins = new Set(options.allowedOrigins.map((origin) => new URL(origin).origin))
    this.#joins = new MinuteCounter(options.limits.joinsPerMinute)
  }

  attach(server: Server): void {
    Object.assign(server, { shouldUpgradeCallback: offersWebSocket })
    server.on('upgrade', this.#onUpgrade)
    this.#pulse = setInterval(() => {
      for (const connection of this.connections) connection.checkPulse()
    }, this.#options.limits.pulseMs)
  }

  /** Accepts no more connections, and closes the open ones. Resolves when all sockets are closed. */
  async close(): Promise<void> {
    this.#isStopping = true
    clearInterval(this.#pulse)
    for (const connection of this.connections) connection.end(endings.restarting)
    await Promise.all([...this.connections].map(({ closed }) => closed))
  }

  #onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    try {
      const roomId = ROOM_PATH.exec(request.url?.split('?', 1)[0] ?? '')?.[1]
      if (!roomId || !offersWebSocket(request)) return refuse(socket, 404)
      const status = this.#refusalStatus(request, roomId)
      if (status) return refuse(socket, status)
      this.#websockets.handleUpgrade(request, socket, head, (websocket) => {
        const connection = new Connection(websocket, roomId, this.#owner)
        this.connections.add(connection)
        this.unjoined.set(connection, this.#options.addressOf(request))
        void connection.closed.then(() => {
          this.connections.delete(connection)
          this.unjoined.delete(connection)
        })
      })
    } catch (err) {
      this.#options.log.error({ err }, 'video: an upgrade failed')
      refuse(socket, 500)
    }
  }

  /** The HTTP status that refuses an upgrade; undefined if it is accepted. */
  #refusalStatus(request: IncomingMessage, roomId: string): number | undefined {
    const { log, limits, isOwn, addressOf } = this.#options
    const { origin } = request.headers
    if (this.#isStopping) return 503
    if (origin !== undefined && !this.#allowedOrigins.has(origin)) {
      log.warn({ roomId, origin: origin.slice(0, 100) }, 'video: refused a page of a foreign origin')
      return 403
    }
    if (!isOwn(roomId) && this.#exceedsLimits(addressOf(request))) return 429
    if (this.unjoined.size >= limits.unjoined) {
      log.warn({ unjoined: this.unjoined.size }, 'video: too many sockets wait to join')
      return 503
    }
    return undefined
  }

  /** Limits idle sockets per address, so that one client cannot use up the endpoint's limit. */
  #exceedsLimits(address: string): boolean {
    const idle = [...this.unjoined.values()].filter((from) => from === address)
    return idle.length >= this.#options.limits.unjoinedEach || !this.#joins.admit(address)
  }
}

function refuse(socket: Duplex, status: number): void {
  // The client may already have hung up.
  socket.on('error', () => {})
  socket.once('finish', () => socket.destroy())
  const retry = status === 429 || status === 503 ? 'Retry-After: 1\r\n' : ''
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n${retry}Content-Length: 0\r\n\r\n`)
}
