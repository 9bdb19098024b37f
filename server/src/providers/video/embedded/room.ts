import { Meeting, type MeetingKeeper } from './meeting.ts'
import {
  type Departure,
  type Ending,
  endings,
  MAX_PEERS,
  type MediaState,
  type PeerView,
  type ServerMessage,
  type Signal,
} from './protocol.ts'

/** Someone in a room, by whatever line the words reach them. */
export type Peer = PeerView & {
  send(message: ServerMessage): void
  end(ending: Ending): void
}

const view = ({ peerId, sid, role, state }: Peer): PeerView => ({ peerId, sid, role, state })

/** Who is in a room, and what they hear of each other. It knows neither sockets nor tokens. */
export class Room {
  readonly tenantId: string
  readonly meeting: Meeting
  #peers = new Map<string, Peer>()

  constructor(keeper: MeetingKeeper, tenantId: string, roomId: string) {
    this.tenantId = tenantId
    this.meeting = new Meeting(keeper, tenantId, roomId)
  }

  get isEmpty(): boolean {
    return this.#peers.size === 0
  }

  /** Who is in already may come back when the room is full. */
  hasPlaceFor(peerId: string): boolean {
    return this.#peers.has(peerId) || this.#peers.size < MAX_PEERS
  }

  /** Takes a peer in; one of the same identity makes way. */
  enter(newcomer: Peer): void {
    const before = this.#peers.get(newcomer.peerId)
    this.#peers.set(newcomer.peerId, newcomer)
    const isSamePage = before?.sid === newcomer.sid
    if (isSamePage) newcomer.state = before.state
    this.#minute()
    newcomer.send({
      type: 'joined',
      peerId: newcomer.peerId,
      role: newcomer.role,
      peers: this.#others(newcomer).map(view),
      startedAt: this.meeting.startedAt?.toISOString(),
    })
    before?.end(isSamePage ? endings.goodbye : endings.openedElsewhere)
    // The same page on a new line: its links to the others hold, so they hear nothing.
    if (isSamePage) return
    if (before) this.#lose(before, 'replaced')
    this.#tellAllBut(newcomer, { type: 'peer-joined', ...view(newcomer) })
  }

  /** Does nothing for a peer that has made way or was sent out. */
  leave(peer: Peer, reason: Departure): void {
    if (this.#peers.get(peer.peerId) !== peer) return
    this.#peers.delete(peer.peerId)
    this.#lose(peer, reason)
    this.#minute()
  }

  /** Passes a signal on, unless the page it is meant for is gone. */
  signal(from: Peer, { to, toSid, data }: Signal): void {
    const target = this.#peers.get(to)
    if (target?.sid === toSid) target.send({ type: 'signal', from: from.peerId, fromSid: from.sid, data })
  }

  changeState(peer: Peer, state: MediaState): void {
    peer.state = state
    this.#tellAllBut(peer, { type: 'peer-state', peerId: peer.peerId, sid: peer.sid, state })
  }

  /** Sends everyone out at once, without telling them of each other. */
  dissolve(ending: Ending, lastWord?: ServerMessage): void {
    const peers = [...this.#peers.values()]
    this.#peers.clear()
    this.#minute()
    for (const peer of peers) {
      if (lastWord) peer.send(lastWord)
      peer.end(ending)
    }
  }

  #others(peer: Peer): Peer[] {
    return [...this.#peers.values()].filter((other) => other.peerId !== peer.peerId)
  }

  #tellAllBut(peer: Peer, message: ServerMessage): void {
    for (const other of this.#others(peer)) other.send(message)
  }

  #lose(peer: Peer, reason: Departure): void {
    this.#tellAllBut(peer, { type: 'peer-left', peerId: peer.peerId, sid: peer.sid, reason })
  }

  #minute(): void {
    const roles = new Set([...this.#peers.values()].map((peer) => peer.role))
    this.meeting.goesOn(roles.has('host') && roles.has('guest'))
  }
}
