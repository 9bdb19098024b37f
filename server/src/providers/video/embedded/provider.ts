import { randomUUID } from 'node:crypto'
import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { WebSocketServer } from 'ws'
import type { Clock } from '../../../lib/clock.ts'
import { offersWebSocket } from '../../../lib/websocket.ts'
import type { JoinRequest, JoinToken, RoomLedger, VideoProvider } from '../index.ts'
import { Connection, type Door } from './connection.ts'
import { type JoinClaims, type JoinKey, JoinTokens } from './join-token.ts'
import { AddressCounter, defaultLimits, type Limits } from './limits.ts'
import type { Log, MeetingKeeper } from './meeting.ts'
import { internalAddress, roundTrip } from './probe.ts'
import { type Ending, endings, type Join, MAX_FRAME_BYTES } from './protocol.ts'
import { Room } from './room.ts'

const PATH = '/video/ws/'
const ROOM_PATH = /^\/video\/ws\/([\w-]{1,80})$/

export type EmbeddedVideoOptions = {
  /** VIDEO_BASE_URL, without a trailing slash. A proxy that serves it below a path takes that path away again. */
  baseUrl: string
  /** The `iss` of join tokens. */
  issuer: string
  /** The newest first: it signs, all of them verify. */
  keys: JoinKey[]
  clock: Clock
  ledger: RoomLedger
  /** Sites whose pages may connect; a client that is no browser sends no Origin and needs none. */
  allowedOrigins: string[]
  /** The participant's address, as far as proxies are trusted. */
  addressOf(request: IncomingMessage): string
  log: Log
  limits?: Partial<Limits>
}

/**
 * Rooms on this very server: it introduces participants to each other, and their media flow directly between them.
 * A room lives in this process while someone is in it, so with several servers a proxy sends all of `/video/ws/{roomId}`
 * to the same one.
 */
export class EmbeddedVideo implements VideoProvider {
  #baseUrl: string
  #tokens: JoinTokens
  #ledger: RoomLedger
  #allowedOrigins: Set<string>
  #addressOf: (request: IncomingMessage) => string
  #log: Log
  #limits: Limits
  #keeper: MeetingKeeper
  #door: Door
  #joins: AddressCounter
  #websockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: MAX_FRAME_BYTES,
    handleProtocols: () => false,
  })
  #connections = new Set<Connection>()
  #unjoined = new Set<Connection>()
  #rooms = new Map<string, Room>()
  /** Rooms of probes under way. Only this process knows their names. */
  #probes = new Set<string>()
  #server: Server | undefined
  #pulse: NodeJS.Timeout | undefined
  #isStopping = false

  constructor(options: EmbeddedVideoOptions) {
    const { clock, ledger, log } = options
    this.#baseUrl = options.baseUrl
    this.#tokens = new JoinTokens(options.keys, options.issuer, clock)
    this.#ledger = ledger
    this.#allowedOrigins = new Set(options.allowedOrigins.map((origin) => new URL(origin).origin))
    this.#addressOf = options.addressOf
    this.#log = log
    this.#limits = { ...defaultLimits, ...options.limits }
    this.#joins = new AddressCounter(this.#limits.joinsPerMinute)
    this.#keeper = { ledger, log, everyMs: this.#limits.togetherMs }
    this.#door = {
      limits: this.#limits,
      log,
      admit: (connection, join) => this.#admit(connection, join),
      left: (connection, room, why) => {
        this.#report(connection, 'left', { why })
        void this.#forget(connection.roomId, room)
      },
    }
  }

  async issueJoinToken(request: JoinRequest): Promise<JoinToken> {
    const { token, expiresAt } = await this.#tokens.issue(request, 'join')
    return { token, url: `${this.#baseUrl}${PATH}${request.roomId}`, roomId: request.roomId, expiresAt }
  }

  attach(server: Server): void {
    this.#server = server
    Object.assign(server, { shouldUpgradeCallback: offersWebSocket })
    server.on('upgrade', this.#onUpgrade)
    this.#pulse = setInterval(() => {
      for (const connection of this.#connections) connection.checkPulse()
    }, this.#limits.pulseMs)
  }

  async probe(signal: AbortSignal): Promise<void> {
    const address = internalAddress(this.#server)
    const roomId = `probe_${randomUUID()}`
    this.#probes.add(roomId)
    try {
      const someone: JoinRequest = {
        tenantId: 'probe',
        appointmentId: 'probe',
        roomId,
        identity: 'probe',
        role: 'observer',
      }
      const { token } = await this.#tokens.issue(someone, 'probe')
      await roundTrip(`${address}${PATH}${roomId}`, token, signal)
    } finally {
      this.#probes.delete(roomId)
    }
  }

  /** Call it when the ledger says CLOSED already: who joins meanwhile is either found here or refused there. */
  async closeRoom(roomId: string): Promise<void> {
    const ended = { type: 'ended', reason: 'closed' } as const
    this.#rooms.get(roomId)?.dissolve(endings.closed, ended)
    for (const connection of this.#unjoined) {
      if (connection.claims?.roomId !== roomId) continue
      connection.send(ended)
      connection.end(endings.closed)
    }
  }

  /** Resolves when all sockets are gone and the ledger knows, within some two seconds. */
  async close(): Promise<void> {
    this.#isStopping = true
    clearInterval(this.#pulse)
    const rooms = [...this.#rooms.values()]
    for (const room of rooms) room.dissolve(endings.restarting)
    for (const connection of this.#connections) connection.end(endings.restarting)
    const patience = new AbortController()
    const told = Promise.all(rooms.map((room) => room.meeting.settled()))
    const outOfPatience = delay(this.#limits.farewellMs, undefined, { signal: patience.signal }).catch(() => {})
    await Promise.all([Promise.race([told, outOfPatience]), ...[...this.#connections].map(({ gone }) => gone)])
    patience.abort()
  }

  #onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    try {
      const roomId = ROOM_PATH.exec(request.url?.split('?', 1)[0] ?? '')?.[1]
      if (!roomId || !offersWebSocket(request)) return refuse(socket, 404)
      const status = this.#objection(request, roomId)
      if (status) return refuse(socket, status)
      this.#websockets.handleUpgrade(request, socket, head, (websocket) => {
        const connection = new Connection(websocket, roomId, this.#door)
        this.#connections.add(connection)
        this.#unjoined.add(connection)
        void connection.gone.then(() => {
          this.#connections.delete(connection)
          this.#unjoined.delete(connection)
        })
      })
    } catch (err) {
      this.#log.error({ err }, 'video: an upgrade failed')
      refuse(socket, 500)
    }
  }

  /** The HTTP status with which to refuse a socket before it opens, if there is a reason to. */
  #objection(request: IncomingMessage, roomId: string): number | undefined {
    const { origin } = request.headers
    if (this.#isStopping) return 503
    if (origin !== undefined && !this.#allowedOrigins.has(origin)) {
      this.#log.warn({ roomId, origin: origin.slice(0, 100) }, 'video: refused a page of a foreign origin')
      return 403
    }
    if (!this.#probes.has(roomId) && !this.#joins.admit(this.#addressOf(request))) return 429
    if (this.#unjoined.size >= this.#limits.unjoined) {
      this.#log.warn({ unjoined: this.#unjoined.size }, 'video: too many sockets wait to join')
      return 503
    }
    return undefined
  }

  async #admit(connection: Connection, { token, sid }: Join) {
    const { roomId } = connection
    const claims = await this.#tokens.verify(token, roomId, this.#probes.has(roomId) ? 'probe' : 'join')
    if (claims === 'expired') return this.#turnAway(connection, endings.expiredToken)
    if (claims === 'invalid') return this.#turnAway(connection, endings.invalidToken)
    connection.claims = claims
    const standing = await this.#standing(claims)
    if (connection.hasEnded) return
    if (!standing) return connection.endUnavailable()
    if (standing === 'CLOSED') return this.#turnAway(connection, endings.closed)
    const room = this.#rooms.get(roomId) ?? new Room(this.#keeper, claims.tenantId, roomId)
    if (standing === 'UNKNOWN' || room.tenantId !== claims.tenantId) {
      return this.#turnAway(connection, endings.invalidToken)
    }
    if (!room.hasPlaceFor(claims.identity)) return this.#turnAway(connection, endings.full)
    this.#rooms.set(roomId, room)
    this.#unjoined.delete(connection)
    this.#report(connection, 'joined')
    connection.seat(room, claims, sid)
  }

  /** Undefined when the ledger does not say. */
  async #standing({ tenantId, roomId, use }: JoinClaims) {
    if (use === 'probe') return 'OPEN'
    try {
      return await this.#ledger.standing(tenantId, roomId)
    } catch (err) {
      this.#log.error({ err, tenantId, roomId }, 'video: the ledger does not say whether a room is open')
      return undefined
    }
  }

  #turnAway(connection: Connection, ending: Ending) {
    this.#log.info(
      { roomId: connection.roomId, identity: connection.claims?.identity, ...ending },
      'video: turned away',
    )
    connection.end(ending)
  }

  /** Forgets a room once it is empty and the ledger has heard of it: two rooms of one id would tell it at cross purposes. */
  async #forget(roomId: string, room: Room): Promise<void> {
    await room.meeting.settled()
    if (room.isEmpty && room.meeting.isQuiet && this.#rooms.get(roomId) === room) this.#rooms.delete(roomId)
  }

  #report({ claims }: Connection, what: 'joined' | 'left', more: object = {}): void {
    if (!claims || claims.use === 'probe') return
    const { tenantId, roomId, identity, role } = claims
    this.#log.info({ tenantId, roomId, identity, role, ...more }, `video: ${what}`)
  }
}

function refuse(socket: Duplex, status: number): void {
  // Who has hung up already is not to be told.
  socket.on('error', () => {})
  socket.once('finish', () => socket.destroy())
  const retry = status === 429 || status === 503 ? 'Retry-After: 1\r\n' : ''
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n${retry}Content-Length: 0\r\n\r\n`)
}
