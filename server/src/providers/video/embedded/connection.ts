import type { RawData, WebSocket } from 'ws'
import type { Log } from '../index.ts'
import type { JoinClaims } from './join-token.ts'
import { Allowance, type Limits } from './limits.ts'
import { type Ending, endings, type Join, readMessage, type ServerMessage } from './protocol.ts'
import type { Room } from './room.ts'
import type { Line } from './roster.ts'

/** What a connection asks of the provider that accepted it. */
export type Door = {
  limits: Limits
  log: Log
  /** Seats the connection, or ends it. */
  admit(connection: Connection, join: Join): Promise<void>
  /** The connection has ended, and why; its socket may still be closing. */
  ended(connection: Connection, why: string): void
}

type How = 'left' | 'lost'

/** Codes of a page that was closed or went elsewhere. */
const ON_PURPOSE = new Set([1000, 1001])

/** One socket, from its opening to its end. Whatever the other side does, nothing is thrown out of here. */
export class Connection {
  readonly roomId: string
  /** Resolves when the socket is gone, at most `farewellMs` after its end began. */
  readonly gone: Promise<void>
  /** Known once the token was found genuine. */
  claims: JoinClaims | undefined
  #door: Door
  #socket: WebSocket
  #allowance: Allowance
  #stage: 'new' | 'joining' | 'joined' | 'ended' = 'new'
  #room: Room | undefined
  #line: Line | undefined
  #isAlive = true
  #timer: NodeJS.Timeout

  constructor(socket: WebSocket, roomId: string, door: Door) {
    this.roomId = roomId
    this.#door = door
    this.#socket = socket
    this.#allowance = new Allowance(door.limits.burst, door.limits.perSec)
    this.#timer = setTimeout(() => this.end(endings.joinTimeout), door.limits.joinMs)
    socket.on('message', (data, isBinary) => this.#hear(() => this.#receive(data, isBinary)))
    socket.on('ping', () => this.#hear())
    socket.on('pong', () => this.#hear())
    // The library closes the socket itself, with the code of RFC 6455; here it is only given no more time than others.
    socket.on('error', (error) => this.#over('lost', error.message))
    this.gone = new Promise((resolve) => {
      socket.on('close', (code) => {
        this.#over(ON_PURPOSE.has(code) ? 'left' : 'lost', `closed with ${code}`)
        clearTimeout(this.#timer)
        resolve()
      })
    })
  }

  get hasEnded(): boolean {
    return this.#stage === 'ended'
  }

  /** Joins it to a room. @returns the way by which the room reaches it */
  seat(room: Room, resumeToken: string): Line {
    this.settle()
    this.#room = room
    this.#line = { resumeToken, send: (message) => this.send(message), end: (ending) => this.end(ending) }
    return this.#line
  }

  /** It has been answered: nothing is waited for any more. */
  settle(): void {
    clearTimeout(this.#timer)
    this.#stage = 'joined'
  }

  send(message: ServerMessage): void {
    if (this.#stage === 'ended') return
    if (this.#socket.bufferedAmount > this.#door.limits.backlogBytes) {
      // A close frame would wait behind all that this peer does not read.
      this.#cut('reads too slowly')
      return
    }
    this.#socket.send(JSON.stringify(message))
  }

  /** Leaves the room at once and closes the socket. */
  end(ending: Ending, how: How = 'lost'): void {
    if (this.#stage === 'ended') return
    this.#over(how, ending.reason)
    this.#socket.close(ending.code, ending.reason)
  }

  /** The join may succeed later: something behind us does not answer. */
  endUnavailable(): void {
    this.send({ type: 'error', code: 'service_unavailable' })
    this.end(endings.unavailable)
  }

  /** Cuts the line of who has not been heard since the last call, and asks the others for a sign of life. */
  checkPulse(): void {
    if (this.#stage === 'ended') return
    if (!this.#isAlive) {
      this.#cut('silent')
      return
    }
    this.#isAlive = false
    this.#socket.ping()
  }

  #hear(receive?: () => void) {
    if (this.#stage === 'ended') return
    this.#isAlive = true
    if (!this.#allowance.spend()) return this.end(endings.tooFast)
    try {
      receive?.()
    } catch (err) {
      this.#fail(err)
    }
  }

  #receive(data: RawData, isBinary: boolean) {
    if (isBinary) return this.end(endings.badMessage)
    const message = readMessage(data.toString())
    if (message.type === 'bad') return this.end(message.ending)
    if (this.#stage === 'new' && message.type === 'join') return this.#join(message)
    if (this.#stage === 'new' || message.type === 'join') return this.end(endings.badMessage)
    if (message.type === 'ping') return this.send({ type: 'pong', ts: message.ts })
    if (message.type === 'leave') return this.end(endings.goodbye, 'left')
    if (!this.#room || !this.#line) return this.end(endings.badMessage)
    this.#room.hear(this.#line, message)
  }

  #join(join: Join): void {
    this.#stage = 'joining'
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.endUnavailable(), this.#door.limits.joinMs)
    this.#door.admit(this, join).catch((err) => this.#fail(err))
  }

  #cut(why: string): void {
    this.#over('lost', why)
    this.#socket.terminate()
  }

  #over(how: How, why: string): void {
    if (this.#stage === 'ended') return
    this.#stage = 'ended'
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#socket.terminate(), this.#door.limits.farewellMs)
    if (!this.#room || !this.#line) return
    this.#room.leave(this.#line, how)
    this.#door.ended(this, why)
  }

  #fail(err: unknown): void {
    this.#door.log.error({ err, roomId: this.roomId, identity: this.claims?.identity }, 'video: a connection failed')
    this.end(endings.failed)
  }
}
