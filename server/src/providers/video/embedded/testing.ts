import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { type ClientOptions, WebSocket } from 'ws'
import { Clock } from '../../../lib/clock.ts'
import { newId } from '../../../lib/ids.ts'
import type { JoinRequest, RoomLedger } from '../index.ts'
import { EmbeddedVideo, type EmbeddedVideoOptions } from './provider.ts'

export const ISSUER = 'https://api.example.ma'
export const KEY = { kid: 'now', secret: Buffer.alloc(32, 'now') }
export const OLD_KEY = { kid: 'old', secret: Buffer.alloc(32, 'old') }
const PATIENCE_MS = 5000

/** Waits until something is so. */
export async function until(isSo: () => boolean, what = 'what was waited for'): Promise<void> {
  for (const started = performance.now(); !isSo(); await delay(5)) {
    if (performance.now() - started > PATIENCE_MS) throw new Error(`Never came: ${what}.`)
  }
}

/** A ledger of rooms in memory. Rooms are open unless said otherwise. */
class MemoryLedger implements RoomLedger {
  closed = new Set<string>()
  unknown = new Set<string>()
  /** What it was told, in order: `together room_…`, `apart room_…`. */
  heard: string[] = []
  asked: string[] = []
  broken = false
  /** Answers to `standing` wait for this. */
  answers: Promise<void> = Promise.resolve()
  /** So do `together` and `apart`. */
  listens: Promise<void> = Promise.resolve()

  async standing(_tenantId: string, roomId: string) {
    this.asked.push(roomId)
    await this.answers
    this.#mayFail()
    if (this.unknown.has(roomId)) return 'UNKNOWN'
    return this.closed.has(roomId) ? 'CLOSED' : 'OPEN'
  }

  async together(_tenantId: string, roomId: string) {
    await this.listens
    this.#mayFail()
    this.heard.push(`together ${roomId}`)
  }

  async apart(_tenantId: string, roomId: string) {
    await this.listens
    this.#mayFail()
    this.heard.push(`apart ${roomId}`)
  }

  #mayFail() {
    if (this.broken) throw new Error('The database is away.')
  }
}

type Frame = { type: string; [field: string]: unknown }

/** A page in a room, as far as the server can tell. */
export class Page {
  readonly socket: WebSocket
  readonly sid: string
  readonly frames: Frame[] = []
  /** The code with which the server closed, or the HTTP status with which it refused. */
  readonly end: Promise<number>
  #read = 0

  constructor(url: string, sid: string = newId('req'), options: ClientOptions = {}) {
    this.sid = sid
    this.socket = new WebSocket(url, { perMessageDeflate: false, ...options })
    this.socket.on('message', (data) => this.frames.push(JSON.parse(data.toString())))
    this.socket.on('error', () => {})
    this.end = new Promise((resolve) => {
      this.socket.on('unexpected-response', (_, response) => {
        resolve(response.statusCode ?? 0)
        response.destroy()
      })
      this.socket.on('close', resolve)
    })
  }

  /** Resolves when the socket is open. */
  async opened(): Promise<this> {
    if (this.socket.readyState === WebSocket.CONNECTING) await once(this.socket, 'open')
    return this
  }

  send(message: object | string): void {
    this.socket.send(typeof message === 'string' ? message : JSON.stringify(message))
  }

  /** The next frame of a kind; those before it are passed over. */
  async next(type: string): Promise<Frame> {
    for (;;) {
      await until(() => this.frames.length > this.#read, `a frame "${type}" after ${JSON.stringify(this.frames)}`)
      const frame = this.frames[this.#read++]!
      if (frame.type === type) return frame
    }
  }

  /** Everything that the server has sent until now: it answers in order. */
  async everything(): Promise<Frame[]> {
    const ts = performance.now()
    this.send({ type: 'ping', ts })
    await until(() => this.frames.some((frame) => frame.ts === ts), 'a pong')
    return this.frames
  }
}

/** An embedded provider on a server of its own, which ends with the test. */
export async function startVideo(
  t: TestContext,
  { host = '127.0.0.1', ...overrides }: Partial<EmbeddedVideoOptions & { host: string }> = {},
) {
  const server = createServer((_, response) => response.end('an ordinary answer'))
  server.listen(0, host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens on a port
  const clock = new Clock()
  const ledger = new MemoryLedger()
  const logged: { level: string; about: object; message: string }[] = []
  const note = (level: string) => (about: object, message: string) => void logged.push({ level, about, message })
  const log = { info: note('info'), warn: note('warn'), error: note('error') }
  const video = new EmbeddedVideo({
    baseUrl: `ws://127.0.0.1:${port}`,
    issuer: ISSUER,
    keys: [KEY, OLD_KEY],
    clock,
    ledger,
    allowedOrigins: ['https://clinic.example.ma'],
    addressOf: (request) => request.socket.remoteAddress ?? '',
    log,
    ...overrides,
  })
  video.attach(server)
  t.after(() => stop(video, server))

  const url = (roomId: string) => `ws://127.0.0.1:${port}/video/ws/${roomId}`

  async function token(roomId: string, role: JoinRequest['role'] = 'guest', identity: string = newId('usr')) {
    const request = { tenantId: 'ten_a', appointmentId: 'apt_a', roomId, identity, role }
    return (await video.issueJoinToken(request)).token
  }

  /** A socket that has not joined. */
  const open = (roomId: string = newId('room'), options?: ClientOptions) =>
    new Page(url(roomId), undefined, options).opened()

  /** Someone who has asked to join; whether they may is for the test to see. */
  async function knock(roomId: string, withToken: string, sid?: string): Promise<Page> {
    const page = await new Page(url(roomId), sid).opened()
    page.send({ type: 'join', v: 1, token: withToken, sid: page.sid })
    return page
  }

  /** Someone who is in the room. */
  async function join(roomId: string, role?: JoinRequest['role'], identity?: string, sid?: string): Promise<Page> {
    const page = await knock(roomId, await token(roomId, role, identity), sid)
    await page.next('joined')
    return page
  }

  return { video, server, port, clock, ledger, logged, url, token, open, knock, join }
}

async function stop(video: EmbeddedVideo, server: Server): Promise<void> {
  await video.close()
  server.closeAllConnections()
  if (server.listening) await new Promise((resolve) => server.close(resolve))
}
