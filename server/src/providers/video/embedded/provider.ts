import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server } from 'node:http'
import { type Ending, endings } from '@medina-care/protocol/constants.ts'
import type { Closing, Join } from '@medina-care/protocol/messages.ts'
import type { Clock } from '../../../lib/clock.ts'
import { settlesWithin } from '../../../lib/settles-within.ts'
import type { JoinRequest, JoinToken, Log, RoomId, RoomLedger, VideoProvider } from '../index.ts'
import type { Connection } from './connection.ts'
import { Endpoint, PATH } from './endpoint.ts'
import { type JoinClaims, type JoinKey, JoinTokens } from './join-token.ts'
import { defaultLimits, type Limits, MinuteCounter } from './limits.ts'
import { internalAddress, roundTrip } from './probe.ts'
import type { Room } from './room.ts'
import { keyOf, Rooms } from './rooms.ts'
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

/**
 * Rooms in this process: it does the signalling, and media flow directly between participants. One process of an
 * installation has them (`features/care/video/rooms-lease.ts`).
 */
export class EmbeddedVideo implements VideoProvider {
  readonly kind = 'embedded'
  #baseUrl: string
  #tokens: JoinTokens
  #ledger: RoomLedger
  #log: Log
  #limits: Limits
  #rooms: Rooms
  #endpoint: Endpoint
  #arrivals: MinuteCounter
  /** Rooms of current probes. Only this process knows their ids. */
  #probes = new Set<string>()
  #server: Server | undefined

  constructor(options: EmbeddedVideoOptions) {
    const { clock, ledger, log, turn } = options
    const limits = { ...defaultLimits, ...options.limits }
    this.#baseUrl = options.baseUrl
    this.#tokens = new JoinTokens(options.keys, options.issuer, clock)
    this.#ledger = ledger
    this.#log = log
    this.#limits = limits
    this.#arrivals = new MinuteCounter(limits.arrivalsPerMinute)
    const ice = () => ({
      iceServers: iceServers(turn, limits.turnSec),
      iceTransportPolicy: options.forceRelay ? ('relay' as const) : ('all' as const),
    })
    this.#rooms = new Rooms({ ledger, log, limits, ice })
    this.#endpoint = new Endpoint(
      {
        limits,
        log,
        allowedOrigins: options.allowedOrigins,
        addressOf: options.addressOf,
        isOwn: (roomId) => this.#probes.has(roomId),
      },
      {
        admit: (connection, join) => this.#admit(connection, join),
        ended: (connection, why) => this.#report(connection, 'disconnected', { why }),
      },
    )
  }

  async issueJoinToken(request: JoinRequest): Promise<JoinToken> {
    const { token, expiresAt } = await this.#tokens.issue(request, 'join')
    return { token, url: `${this.#baseUrl}${PATH}${request.roomId}`, roomId: request.roomId, expiresAt }
  }

  async identify(token: string, roomId: string, graceSec = 0): Promise<JoinRequest | 'INVALID' | 'VOID'> {
    const claims = await this.#tokens.verify(token, roomId, { graceSec })
    if (typeof claims === 'string') return claims === 'expired' ? 'VOID' : 'INVALID'
    return claims
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

  /** Participants who join meanwhile are either found here, or refused by the ledger. */
  async closeRoom(id: RoomId, reason: Closing, durationSec?: number): Promise<void> {
    this.#rooms.find(id)?.close(reason, durationSec)
    for (const connection of this.#joining(id)) {
      connection.send({ type: 'ended', reason })
      connection.end(endings.closed)
    }
  }

  async removeParticipant(id: RoomId, identity: string): Promise<void> {
    this.#rooms.find(id)?.remove(identity)
    for (const connection of this.#joining(id))
      if (connection.claims?.identity === identity) connection.end(endings.removed)
  }

  /** Resolves when all sockets are closed and the ledger is up to date, within about two seconds. */
  async close(): Promise<void> {
    const recorded = settlesWithin(this.#limits.farewellMs, this.#rooms.suspend())
    await Promise.all([recorded, this.#endpoint.close()])
    this.#rooms.dispose()
  }

  async #admit(connection: Connection, { token, sid }: Join): Promise<void> {
    const { roomId } = connection
    const claims = await this.#tokens.verify(token, roomId, { isProbe: this.#probes.has(roomId) })
    if (claims === 'expired') return this.#refuse(connection, endings.expiredToken)
    if (claims === 'invalid') return this.#refuse(connection, endings.invalidToken)
    connection.claims = claims
    if (claims.use === 'probe') return this.#answerProbe(connection)
    if (!this.#arrivals.admit(`${keyOf(claims)}/${claims.identity}`)) return this.#refuse(connection, endings.tooFast)
    const room = this.#rooms.open(claims)
    room.joining++
    try {
      const ending = await this.#seat(connection, room, claims, sid)
      if (ending) this.#refuse(connection, ending)
    } catch (err) {
      this.#log.error({ err, tenantId: claims.tenantId, roomId }, 'video: the ledger did not answer a join')
      connection.endUnavailable()
    } finally {
      room.joining--
      void this.#rooms.forgetIfIdle(room)
    }
  }

  /** @returns the close reason if the connection gets no seat */
  async #seat(connection: Connection, room: Room, claims: JoinClaims, sid: string): Promise<Ending | undefined> {
    const { use, sid: sidBefore, visitEnds: _, ...who } = claims
    const [arrival, resume] = await Promise.all([this.#ledger.arrive(who), this.#tokens.renew(claims, sid)])
    if (arrival === 'CLOSED') return endings.closed
    if (arrival === 'UNKNOWN') return endings.invalidToken
    const people = who.role === 'host' ? await this.#ledger.participants(room.id) : []
    if (people === 'CLOSED') return endings.closed
    room.learn(people)
    const ending = connection.hasEnded
      ? undefined
      : room.enter(connection.seat(room, resume.token), arrival, sid, use === 'resume' && sidBefore === sid)
    if (connection.hasEnded || ending === endings.full) room.rejectArrival(who.identity, ending ? 'full' : 'lost')
    if (connection.hasEnded || ending) return ending
    this.#endpoint.unjoined.delete(connection)
    this.#report(connection, 'joined')
    return undefined
  }

  #answerProbe(connection: Connection): void {
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

  #joining({ tenantId, roomId }: RoomId): Connection[] {
    return [...this.#endpoint.unjoined.keys()].filter(
      ({ claims }) => claims?.roomId === roomId && claims.tenantId === tenantId,
    )
  }

  #report({ claims }: Connection, what: 'joined' | 'disconnected', more: object = {}): void {
    if (!claims || claims.use === 'probe') return
    const { tenantId, roomId, identity, role } = claims
    this.#log.info({ tenantId, roomId, identity, role, ...more }, `video: ${what}`)
  }
}

const probeRequest: JoinRequest = {
  tenantId: 'probe',
  appointmentId: 'probe',
  roomId: 'probe',
  identity: 'probe',
  name: '',
  role: 'observer',
}
