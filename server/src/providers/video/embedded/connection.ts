import { type Ending, endings } from '@medina-care/protocol/constants.ts'
import { type Join, readMessage, type ServerMessage } from '@medina-care/protocol/messages.ts'
import type { RawData, WebSocket } from 'ws'
import type { Log } from '../index.ts'
import type { JoinClaims } from './join-token.ts'
import { Allowance, type Limits } from './limits.ts'
import type { Room } from './room.ts'
import type { Line } from './seat.ts'

/** What a connection needs from the endpoint that accepted it. */
export type ConnectionOwner = {
  limits: Limits
  log: Log
  /** Admits the connection to the room or the lobby, or closes it. */
  admit(connection: Connection, join: Join): Promise<void>
  /** The connection has ended; its socket may still be closing. */
  ended(connection: Connection, why: string): void
}

type How = 'left' | 'lost'

/** Close codes of a page that was closed or navigated away. */
const ON_PURPOSE = new Set([1000, 1001])

/** One socket, from opening to closing. No input from the client makes it throw. */
export class Connection {
  readonly roomId: string
  /** Resolves when the socket is closed, at most `farewellMs` after closing began. */
  readonly closed: Promise<void>
  /** Set once the token is verified. */
  claims: JoinClaims | undefined
  #owner: ConnectionOwner
  #socket: WebSocket
  #allowance: Allowance
  #stage: 'new' | 'joining' | 'joined' | 'ended' = 'new'
  #room: Room | undefined
  #line: Line | undefined
  #isAlive = true
  #timer: NodeJS.Timeout

  constructor(socket: WebSocket, roomId: string, owner: ConnectionOwner) {
    this.roomId = roomId
    this.#owner = owner
    this.#socket = socket
    this.#allowance = new Allowance(owner.limits.burst, owner.limits.perSec)
    this.#timer = setTimeout(() => this.end(endings.joinTimeout), owner.limits.joinMs)
    socket.on('message', (data, isBinary) => this.#onInput(() => this.#receive(data, isBinary)))
    socket.on('ping', () => this.#onInput())
    socket.on('pong', () => this.#onInput())
    // The library closes the socket itself, with a code of RFC 6455; #over limits the time for it.
    socket.on('error', (error) => this.#markEnded('lost', error.message))
    this.closed = new Promise((resolve) => {
      socket.on('close', (code) => {
        this.#markEnded(ON_PURPOSE.has(code) ? 'left' : 'lost', `closed with ${code}`)
        clearTimeout(this.#timer)
        resolve()
      })
    })
  }

  get hasEnded(): boolean {
    return this.#stage === 'ended'
  }

  /** Adds the connection to a room. @returns the line by which the room sends to it */
  seat(room: Room, resumeToken: string): Line {
    this.settle()
    this.#room = room
    this.#line = { resumeToken, send: (message) => this.send(message), end: (ending) => this.end(ending) }
    return this.#line
  }

  /** Stops the timeout of the join, which has been answered. */
  settle(): void {
    clearTimeout(this.#timer)
    this.#stage = 'joined'
  }

  send(message: ServerMessage): void {
    if (this.#stage === 'ended') return
    if (this.#socket.bufferedAmount > this.#owner.limits.backlogBytes) {
      // A close frame would wait behind the unread backlog.
      this.#terminate('reads too slowly')
      return
    }
    this.#socket.send(JSON.stringify(message))
  }

  /** Leaves the room at once and closes the socket. */
  end(ending: Ending, how: How = 'lost'): void {
    if (this.#stage === 'ended') return
    this.#markEnded(how, ending.reason)
    this.#socket.close(ending.code, ending.reason)
  }

  /** Ends the connection because the ledger does not answer. A later join may succeed. */
  endUnavailable(): void {
    this.send({ type: 'error', code: 'service_unavailable' })
    this.end(endings.unavailable)
  }

  /** Terminates the connection if it was silent since the last call, otherwise pings it. */
  checkPulse(): void {
    if (this.#stage === 'ended') return
    if (!this.#isAlive) {
      this.#terminate('silent')
      return
    }
    this.#isAlive = false
    this.#socket.ping()
  }

  #onInput(receive?: () => void) {
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
    this.#room.receive(this.#line, message)
  }

  #join(join: Join): void {
    this.#stage = 'joining'
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.endUnavailable(), this.#owner.limits.joinMs)
    this.#owner.admit(this, join).catch((err) => this.#fail(err))
  }

  #terminate(why: string): void {
    this.#markEnded('lost', why)
    this.#socket.terminate()
  }

  #markEnded(how: How, why: string): void {
    if (this.#stage === 'ended') return
    this.#stage = 'ended'
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#socket.terminate(), this.#owner.limits.farewellMs)
    if (!this.#room || !this.#line) return
    this.#room.leave(this.#line, how)
    this.#owner.ended(this, why)
  }

  #fail(err: unknown): void {
    this.#owner.log.error({ err, roomId: this.roomId, identity: this.claims?.identity }, 'video: a connection failed')
    this.end(endings.failed)
  }
}
