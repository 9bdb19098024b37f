import { createHash, randomUUID } from 'node:crypto'
import type { Bus, Subscription } from '../../bus/index.ts'
import type { Log, RoomId } from '../index.ts'
import type { Note } from './notes.ts'

/** The channel of heartbeats; a server sends them while it has rooms. */
const SERVERS = 'video_servers'
/** Tenant and room ids are hashed, to keep them from the bus; 160 bits avoid collisions. */
const channelOf = ({ tenantId, roomId }: RoomId): string =>
  `video_${createHash('sha256').update(`${tenantId}/${roomId}`).digest('hex').slice(0, 40)}`

/** Missed heartbeats after which a server counts as lost. */
const SILENCES = 3

export type CrossServerListener = {
  note(room: RoomId, from: string, note: Note): void
  /** A server is silent: the state of its participants is unknown. */
  lost(server: string): void
  /** The bus was disconnected, or is connected again. */
  line(isUp: boolean): void
}

type Opened = { subscription: Subscription; others: Set<string> }

/**
 * Sends notes about rooms between servers, only to servers that have the room too. A room on one server only causes a
 * single message, when it is opened.
 */
export class CrossServer {
  readonly server = randomUUID()
  #bus: Bus
  #log: Log
  #listener: CrossServerListener
  #rooms = new Map<string, Opened>()
  #heardAt = new Map<string, number>()
  /** Servers that fell silent: if they are heard again, both sides have missed notes. */
  #lost = new Set<string>()
  #isUp = true
  #beat: NodeJS.Timeout
  #servers: Subscription

  constructor(bus: Bus, beatMs: number, log: Log, listener: CrossServerListener) {
    this.#bus = bus
    this.#log = log
    this.#listener = listener
    this.#servers = bus.subscribe(SERVERS, (server) => this.#hear(server))
    this.#beat = setInterval(() => this.#pulse(beatMs), beatMs)
    bus.watch((isUp) => this.#onLine(isUp))
  }

  /** Subscribes to a room. Resolves when no more notes are missed, as far as the bus can tell. */
  async open(room: RoomId): Promise<void> {
    const channel = channelOf(room)
    const known = this.#rooms.get(channel)
    if (known) return known.subscription.ready
    const others = new Set<string>()
    const subscription = this.#bus.subscribe(channel, (text) => this.#receive(room, others, text))
    this.#rooms.set(channel, { subscription, others })
    await subscription.ready
    if (this.#rooms.has(channel)) this.#send(channel, { kind: 'hello' })
  }

  close(room: RoomId): void {
    const channel = channelOf(room)
    const opened = this.#rooms.get(channel)
    if (!opened) return
    this.#rooms.delete(channel)
    opened.subscription.end()
    if (opened.others.size > 0) this.#send(channel, { kind: 'bye' })
  }

  /** Sends to the other servers that have the room; `close` and `remove` also to servers unknown here. */
  publish(room: RoomId, note: Note): void {
    const channel = channelOf(room)
    const isForAll = note.kind === 'hello' || note.kind === 'close' || note.kind === 'remove'
    if (isForAll || this.#rooms.get(channel)?.others.size) this.#send(channel, note)
  }

  stop(): void {
    clearInterval(this.#beat)
    this.#servers.end()
    for (const [channel, { subscription }] of this.#rooms) {
      this.#send(channel, { kind: 'bye' })
      subscription.end()
    }
    this.#rooms.clear()
  }

  #send(channel: string, note: Note): void {
    this.#bus.publish(channel, JSON.stringify({ from: this.server, ...note }))
  }

  #receive(room: RoomId, others: Set<string>, text: string): void {
    try {
      const { from, ...note } = JSON.parse(text) as Note & { from: string } // from our servers
      if (from === this.server) return
      this.#hear(from)
      const isOfAll = note.kind === 'close' || note.kind === 'remove'
      const isNew = !isOfAll && !others.has(from)
      if (note.kind === 'bye') others.delete(from)
      else if (!isOfAll) others.add(from)
      this.#listener.note(room, from, note)
      // The sender missed this server's changes until now.
      if (isNew && note.kind === 'here') this.#listener.note(room, from, { kind: 'hello' })
    } catch (err) {
      this.#log.error({ err, ...room }, 'video: invalid note from another server')
    }
  }

  #hear(server: string): void {
    if (server === this.server) return
    this.#heardAt.set(server, performance.now())
    if (this.#lost.delete(server)) for (const channel of this.#rooms.keys()) this.#send(channel, { kind: 'hello' })
  }

  #pulse(beatMs: number): void {
    if (!this.#isUp) return
    if (this.#rooms.size > 0) this.#bus.publish(SERVERS, this.server)
    const silentSince = performance.now() - SILENCES * beatMs
    for (const [server, at] of this.#heardAt) {
      if (at > silentSince) continue
      this.#heardAt.delete(server)
      const shared = [...this.#rooms.values()].filter(({ others }) => others.delete(server))
      if (shared.length === 0) continue
      this.#lost.add(server)
      this.#listener.lost(server)
    }
  }

  #onLine(isUp: boolean): void {
    if (isUp === this.#isUp) return
    this.#isUp = isUp
    const now = performance.now()
    for (const server of this.#heardAt.keys()) this.#heardAt.set(server, now)
    this.#listener.line(isUp)
  }
}
