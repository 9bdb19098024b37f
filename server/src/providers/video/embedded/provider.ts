import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '../../../lib/clock.ts'
import { settlesWithin } from '../../../lib/settles-within.ts'
import type { Bus } from '../../bus/index.ts'
import type { Closing, JoinRequest, JoinToken, Log, RoomId, RoomLedger, VideoProvider } from '../index.ts'
import type { Connection } from './connection.ts'
import { CrossServer } from './cross-server.ts'
import { Endpoint, PATH } from './endpoint.ts'
import { type JoinClaims, type JoinKey, JoinTokens } from './join-token.ts'
import { defaultLimits, type Limits, MinuteCounter } from './limits.ts'
import type { Note } from './notes.ts'
import { internalAddress, roundTrip } from './probe.ts'
import { type Ending, endings, type Join } from './protocol.ts'
import { Room, type RoomKeeper } from './room.ts'
import { iceServers, type Turn } from './turn.ts'

export type EmbeddedVideoOptions = {
  /** VIDEO_BASE_URL, without a trailing slash. A proxy that serves it below a path strips that path. */
  baseUrl: string
  /** The `iss` of join tokens. */
  issuer: string
  /** Newest first: the first signs, all verify. */
  keys: JoinKey[]
  clock: Clock
  ledger: RoomLedger
  /** Connects the servers that share rooms. Closed with the provider. */
  bus: Bus
  /** The TURN server, for peers without a direct path. */
  turn: Turn | undefined
  /** Whether media use TURN only, so that participants do not learn each other's IP address. */
  forceRelay: boolean
  /** Origins whose pages may connect; a client that is not a browser sends no Origin and needs none. */
  allowedOrigins: string[]
  /** The client's address, derived from trusted proxies. */
  addressOf(request: IncomingMessage): string
  log: Log
  limits?: Partial<Limits>
}

/** Rooms on this server: it does the signalling, and media flow directly between participants. */
export class EmbeddedVideo implements VideoProvider {
  readonly kind = 'embedded'
  #baseUrl: string
  #tokens: JoinTokens
  #ledger: RoomLedger
  #log: Log
  #limits: Limits
  #keeper: RoomKeeper
  #endpoint: Endpoint
  #crossServer: CrossServer
  #bus: Bus
  #arrivals: MinuteCounter
  #rooms = new Map<string, Room>()
  /** Rooms of current probes. Only this process knows their ids. */
  #probes = new Set<string>()
  #server: Server | undefined
  #patrolling: NodeJS.Timeout
  #isOnPatrol = false

  constructor(options: EmbeddedVideoOptions) {
    const { clock, ledger, log, turn } = options
    this.#baseUrl = options.baseUrl
    this.#tokens = new JoinTokens(options.keys, options.issuer, clock)
    this.#ledger = ledger
    this.#bus = options.bus
    this.#log = log
    this.#limits = { ...defaultLimits, ...options.limits }
    this.#arrivals = new MinuteCounter(this.#limits.arrivalsPerMinute)
    this.#crossServer = new CrossServer(options.bus, this.#limits.beatMs, log, {
      note: (room, from, note) => this.#handleNote(room, from, note),
      lost: (server) => this.#eachRoom((room) => room.lose(server)),
      line: (isUp) => this.#eachRoom((room) => (isUp ? this.#catchUp(room) : room.cutOff())),
    })
    this.#keeper = {
      ledger,
      log,
      limits: this.#limits,
      everyMs: this.#limits.togetherMs,
      server: this.#crossServer.server,
      isForcedToRelay: options.forceRelay,
      iceServers: () => iceServers(turn, this.#limits.turnSec),
      publish: (room, note) => this.#crossServer.publish(room, note),
      idle: (room) => void this.#forget(room),
    }
    this.#patrolling = setInterval(() => void this.#patrol(), this.#limits.patrolMs)
    this.#endpoint = new Endpoint(
      {
        limits: this.#limits,
        log,
        allowedOrigins: options.allowedOrigins,
        addressOf: options.addressOf,
        isOwn: (roomId) => this.#probes.has(roomId),
      },
      {
        admit: (connection, join) => this.#admit(connection, join),
        ended: (connection, why) => this.#report(connection, 'gone', { why }),
      },
    )
  }

  async issueJoinToken(request: JoinRequest): Promise<JoinToken> {
    const { token, expiresAt } = await this.#tokens.issue(request, 'join')
    return { token, url: `${this.#baseUrl}${PATH}${request.roomId}`, roomId: request.roomId, expiresAt }
  }

  attach(server: Server): void {
    this.#server = server
    this.#endpoint.attach(server)
  }

  async probe(signal: AbortSignal): Promise<void> {
    const address = internalAddress(this.#server)
    const roomId = `probe_${randomUUID()}`
    this.#probes.add(roomId)
    try {
      const { token } = await this.#tokens.issue({ ...probeRequest, roomId }, 'probe')
      await roundTrip(`${address}${PATH}${roomId}`, token, signal)
    } finally {
      this.#probes.delete(roomId)
    }
  }

  async closeRoom(room: RoomId, reason: Closing, durationSec?: number): Promise<void> {
    this.#crossServer.publish(room, { kind: 'close', reason, durationSec })
    this.#close(room, reason, durationSec)
  }

  async removeParticipant(room: RoomId, identity: string): Promise<void> {
    this.#crossServer.publish(room, { kind: 'remove', identity })
    this.#remove(room, identity)
  }

  /**
   * Resolves when all sockets are closed, the ledger is up to date (within about two seconds) and the bus is closed.
   */
  async close(): Promise<void> {
    clearInterval(this.#patrolling)
    const rooms = [...this.#rooms.values()]
    for (const room of rooms) room.suspend()
    this.#crossServer.stop()
    const timer = new AbortController()
    const reported = Promise.all(rooms.map((room) => room.settled()))
    const timeout = delay(this.#limits.farewellMs, undefined, { signal: timer.signal }).catch(() => {})
    await Promise.all([Promise.race([reported, timeout]), this.#endpoint.close()])
    timer.abort()
    for (const room of rooms) room.dispose()
    await settlesWithin(this.#limits.farewellMs, this.#bus.close())
  }

  async #admit(connection: Connection, { token, sid }: Join) {
    const { roomId } = connection
    const claims = await this.#tokens.verify(token, roomId, this.#probes.has(roomId))
    if (claims === 'expired') return this.#refuse(connection, endings.expiredToken)
    if (claims === 'invalid') return this.#refuse(connection, endings.invalidToken)
    connection.claims = claims
    if (claims.use === 'probe') return this.#greetProbe(connection)
    if (!this.#arrivals.admit(`${keyOf(claims)}/${claims.identity}`)) return this.#refuse(connection, endings.tooFast)
    const room = this.#open(claims)
    room.joining++
    try {
      const ending = await this.#seat(connection, room, claims, sid)
      if (ending) this.#refuse(connection, ending)
    } catch (err) {
      this.#log.error({ err, tenantId: claims.tenantId, roomId }, 'video: the ledger did not answer a join')
      connection.endUnavailable()
    } finally {
      room.joining--
      if (room.isIdle) void this.#forget(room)
    }
  }

  /** @returns the close reason if the connection gets no seat */
  async #seat(connection: Connection, room: Room, claims: JoinClaims, sid: string): Promise<Ending | undefined> {
    const { use, sid: sidBefore, visitEnds: _, ...who } = claims
    // Subscribes first, so that no change after the ledger's answer is missed.
    await this.#crossServer.open(room.id)
    const [arrival, resume] = await Promise.all([this.#ledger.arrive(who), this.#tokens.renew(claims, sid)])
    if (arrival === 'CLOSED') return endings.closed
    if (arrival === 'UNKNOWN') return endings.invalidToken
    const people = who.role === 'host' ? await this.#ledger.participants(room.id) : []
    if (people === 'CLOSED') return endings.closed
    room.learn(people)
    const ending = connection.hasEnded
      ? undefined
      : room.enter(connection.seat(room, resume.token), arrival, sid, use === 'resume' && sidBefore === sid)
    if (connection.hasEnded || ending === endings.full) room.miss(who.identity, ending ? 'full' : 'lost')
    if (connection.hasEnded || ending) return ending
    this.#endpoint.unjoined.delete(connection)
    this.#report(connection, 'joined')
    return undefined
  }

  #greetProbe(connection: Connection): void {
    const { peerId, role, name } = { peerId: probeRequest.identity, ...probeRequest }
    connection.settle()
    connection.send({
      type: 'joined',
      peerId,
      role,
      name,
      resumed: false,
      resumeToken: '',
      iceServers: [],
      iceTransportPolicy: 'all',
      peers: [],
      now: new Date().toISOString(),
    })
  }

  #refuse(connection: Connection, ending: Ending) {
    this.#log.info({ roomId: connection.roomId, identity: connection.claims?.identity, ...ending }, 'video: refused')
    connection.end(ending)
  }

  #open({ tenantId, roomId }: RoomId): Room {
    const key = keyOf({ tenantId, roomId })
    const known = this.#rooms.get(key)
    if (known) return known
    const room = new Room(this.#keeper, { tenantId, roomId })
    this.#rooms.set(key, room)
    return room
  }

  /** Forgets an idle room once its reports are recorded: two rooms of one id would report inconsistently. */
  async #forget(room: Room): Promise<void> {
    await room.settled()
    const key = keyOf(room.id)
    if (!room.isIdle || !room.isQuiet || this.#rooms.get(key) !== room) return
    this.#rooms.delete(key)
    this.#crossServer.close(room.id)
    room.dispose()
  }

  #eachRoom(what: (room: Room) => void): void {
    for (const room of this.#rooms.values()) what(room)
  }

  #handleNote(id: RoomId, from: string, note: Note) {
    if (note.kind === 'close') return this.#close(id, note.reason, note.durationSec)
    if (note.kind === 'remove') return this.#remove(id, note.identity)
    this.#rooms.get(keyOf(id))?.take(from, note)
  }

  /** Participants who join meanwhile are either found here, or refused by the ledger. */
  #close(id: RoomId, reason: Closing, durationSec: number | undefined): void {
    this.#rooms.get(keyOf(id))?.close(reason, durationSec)
    for (const connection of this.#joining(id)) {
      connection.send({ type: 'ended', reason })
      connection.end(endings.closed)
    }
  }

  #remove(id: RoomId, identity: string): void {
    this.#rooms.get(keyOf(id))?.remove(identity)
    for (const connection of this.#joining(id)) {
      if (connection.claims?.identity === identity) connection.end(endings.removed)
    }
  }

  #joining({ tenantId, roomId }: RoomId): Connection[] {
    return [...this.#endpoint.unjoined.keys()].filter(
      ({ claims }) => claims?.roomId === roomId && claims.tenantId === tenantId,
    )
  }

  /** The servers are connected again: requests missed changes from them and from the ledger. */
  #catchUp(room: Room): void {
    room.reunite()
    void this.#poll(room)
  }

  /**
   * Polls the ledger about each room, for changes made on a server that was killed or disconnected before it sent them.
   */
  async #patrol(): Promise<void> {
    if (this.#isOnPatrol) return
    this.#isOnPatrol = true
    for (const room of [...this.#rooms.values()]) await this.#poll(room)
    this.#isOnPatrol = false
  }

  async #poll(room: Room): Promise<void> {
    try {
      const people = await this.#ledger.participants(room.id)
      if (people === 'CLOSED') this.#close(room.id, 'closed', undefined)
      else room.learn(people)
    } catch (err) {
      this.#log.error({ err, ...room.id }, 'video: the ledger did not answer about a room')
    }
  }

  #report({ claims }: Connection, what: 'joined' | 'gone', more: object = {}): void {
    if (!claims || claims.use === 'probe') return
    const { tenantId, roomId, identity, role } = claims
    this.#log.info({ tenantId, roomId, identity, role, ...more }, `video: ${what}`)
  }
}

const keyOf = ({ tenantId, roomId }: RoomId): string => `${tenantId}/${roomId}`

const probeRequest: JoinRequest = {
  tenantId: 'probe',
  appointmentId: 'probe',
  roomId: 'probe',
  identity: 'probe',
  name: '',
  role: 'observer',
}
