import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { Role } from '@medina-care/protocol/people.ts'
import { type ClientOptions, WebSocket } from 'ws'
import { withDeadline } from '../../../../testing/eventually.ts'
import { Clock } from '../../../lib/clock.ts'
import { newId } from '../../../lib/ids.ts'
import { decisions } from '../decisions.ts'
import type { JoinRequest, RoomLedger } from '../index.ts'
import { MemoryLedger } from '../ledger-testing.ts'
import { EmbeddedVideo, type EmbeddedVideoOptions } from './provider.ts'

export const ISSUER = 'https://api.example.ma'
export const KEY = { kid: 'now', secret: Buffer.alloc(32, 'now') }
export const OLD_KEY = { kid: 'old', secret: Buffer.alloc(32, 'old') }
const TIMEOUT_MS = 5000
/** The time limit of a page's end: servers close some connections only after half a minute. */
const END_MS = 90_000

/** Polls a condition. */
export async function until(isSo: () => boolean, what = 'the condition'): Promise<void> {
  for (const started = performance.now(); !isSo(); await delay(5)) {
    if (performance.now() - started > TIMEOUT_MS) throw new Error(`Timed out waiting for ${what}.`)
  }
}

type PageOptions = ClientOptions & { endsWithinMs?: number }
type Frame = { type: string; [field: string]: unknown }

/** A client that acts like a page in a room. */
export class Page {
  readonly socket: WebSocket
  readonly sid: string
  readonly frames: Frame[] = []
  readonly #end: Promise<number>
  readonly #endsWithinMs: number
  #read = 0

  constructor(url: string, sid: string = newId('req'), { endsWithinMs = END_MS, ...options }: PageOptions = {}) {
    this.#endsWithinMs = endsWithinMs
    this.sid = sid
    this.socket = new WebSocket(url, { perMessageDeflate: false, ...options })
    this.socket.on('message', (data) => this.frames.push(JSON.parse(data.toString())))
    this.socket.on('error', () => {})
    this.#end = new Promise((resolve) => {
      this.socket.on('unexpected-response', (_, response) => {
        resolve(response.statusCode ?? 0)
        response.destroy()
      })
      this.socket.on('close', resolve)
    })
  }

  /** The close code, or the HTTP status of a refused upgrade. Awaiting it has a time limit. */
  get end(): Promise<number> {
    return withDeadline(this.#end, this.#endsWithinMs, () => `the end of a page after ${JSON.stringify(this.frames)}`)
  }

  /** Resolves when the socket is open. */
  async opened(): Promise<this> {
    if (this.socket.readyState === WebSocket.CONNECTING) await once(this.socket, 'open')
    return this
  }

  send(message: object | string): void {
    this.socket.send(typeof message === 'string' ? message : JSON.stringify(message))
  }

  /** The next frame of a type; earlier frames are skipped. */
  async next(type: string): Promise<Frame> {
    for (;;) {
      await until(() => this.frames.length > this.#read, `a frame "${type}" after ${JSON.stringify(this.frames)}`)
      const frame = this.frames[this.#read++]!
      if (frame.type === type) return frame
    }
  }

  /** All frames so far: the server answers in order, so a pong comes last. */
  async everything(): Promise<Frame[]> {
    const ts = performance.now()
    this.send({ type: 'ping', ts })
    await until(() => this.frames.some((frame) => frame.ts === ts), 'a pong')
    return this.frames
  }
}

type Overrides = Partial<Omit<EmbeddedVideoOptions, 'ledger'> & { host: string }>

/** An embedded provider on its own server with the given ledger; it stops with the test. */
export async function serveVideo(
  t: TestContext,
  ledger: RoomLedger,
  { host = '127.0.0.1', ...overrides }: Overrides = {},
) {
  const server = createServer((_, response) => response.end('an ordinary answer'))
  server.listen(0, host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // a TCP address
  const clock = new Clock()
  const logged: { level: string; about: object; message: string }[] = []
  const note = (level: string) => (about: object, message: string) => void logged.push({ level, about, message })
  const log = { info: note('info'), warn: note('warn'), error: note('error') }
  const video = new EmbeddedVideo({
    baseUrl: `ws://127.0.0.1:${port}`,
    issuer: ISSUER,
    keys: [KEY, OLD_KEY],
    clock,
    ledger,
    turn: undefined,
    forceRelay: false,
    allowedOrigins: ['https://clinic.example.ma'],
    addressOf: (request) => request.socket.remoteAddress ?? '',
    log,
    ...overrides,
  })
  video.attach(server)
  t.after(() => stop(video, server))
  const url = (roomId: string) => `ws://127.0.0.1:${port}/video/ws/${roomId}`

  /** A page that has sent its join; the answer is up to the test. */
  async function knock(roomId: string, withToken: string, sid?: string): Promise<Page> {
    const page = await new Page(url(roomId), sid).opened()
    page.send({ type: 'join', v: 1, token: withToken, sid: page.sid })
    return page
  }

  return { video, server, port, clock, logged, url, knock }
}

/** The same with a ledger in memory. */
export async function startVideo(
  t: TestContext,
  { ledger = new MemoryLedger(), ...overrides }: Overrides & { ledger?: MemoryLedger } = {},
) {
  const served = await serveVideo(t, ledger, overrides)
  const { video, url, knock } = served
  ledger.onEnd = (room) => void video.closeRoom(room, 'completed', 754)

  const requestOf = (roomId: string, role: Role, identity: string): JoinRequest => ({
    tenantId: 'ten_a',
    appointmentId: 'apt_a',
    roomId,
    identity,
    name: `Name of ${identity}`,
    role,
  })

  const token = async (roomId: string, role: Role = 'patient', identity: string = newId('usr')) =>
    (await video.issueJoinToken(requestOf(roomId, role, identity))).token

  /** A socket that has not joined. */
  const open = (roomId: string = newId('room'), options?: ClientOptions) =>
    new Page(url(roomId), undefined, options).opened()

  /** A page in the room; unless it is the practitioner's, it was admitted before. */
  async function join(roomId: string, role: Role = 'patient', identity: string = newId('usr'), sid?: string) {
    if (role !== 'host') await admitted(roomId, role, identity)
    const page = await knock(roomId, await token(roomId, role, identity), sid)
    await page.next('joined')
    return page
  }

  /** Records a participant as admitted. */
  async function admitted(roomId: string, role: Role, identity: string) {
    const who = requestOf(roomId, role, identity)
    await ledger.arrive(who)
    await ledger.decide(who, identity, decisions.admit)
    ledger.forget()
  }

  const id = (roomId: string) => ({ tenantId: 'ten_a', roomId })

  return { ...served, ledger, id, token, open, join, admitted }
}

async function stop(video: EmbeddedVideo, server: Server): Promise<void> {
  await video.close()
  server.closeAllConnections()
  if (server.listening) await new Promise((resolve) => server.close(resolve))
}
