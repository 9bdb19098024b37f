import type { Departure, IceServer, Signal } from '@medina-care/protocol/messages.ts'
import type { Roster } from './roster.ts'
import { type Line, peerChanges, peerView, type Seat } from './seat.ts'

/** The ICE servers with new credentials, as the protocol sends them. */
export type Ice = { iceServers: IceServer[]; iceTransportPolicy: 'all' | 'relay' }

/** The messages of one room to the pages of its participants. */
export class RoomMessages {
  #roster: Roster
  #ice: () => Ice
  #hostWasPresent = false
  #sentLobby = ''

  constructor(roster: Roster, ice: () => Ice) {
    this.#roster = roster
    this.#ice = ice
  }

  /** Sends to a participant who has joined or was moved: their place. */
  welcome(line: Line, { peerId, role, name, place }: Seat, resumed: boolean, startedAt: string | undefined) {
    const me = { peerId, role, name, resumeToken: line.resumeToken }
    if (place === 'lobby') return line.send({ type: 'waiting', ...me, hostPresent: this.#hasHost() })
    const lobby = role === 'host' ? this.#roster.lobby() : undefined
    if (lobby) this.#sentLobby = JSON.stringify(lobby)
    line.send({
      type: 'joined',
      ...me,
      resumed,
      ...this.#ice(),
      peers: this.#roster.seatsIn('room').flatMap((other) => (other.peerId === peerId ? [] : [peerView(other)])),
      now: new Date().toISOString(),
      startedAt,
      lobby: lobby?.waiting,
      denied: lobby?.denied,
    })
  }

  /** Sends a changed seat to all participants whom it affects. `why`: the reason for its removal. */
  seatChanged(before: Seat | undefined, now: Seat | undefined, why: Departure = 'removed'): void {
    for (const message of peerChanges(before, now, why)) this.#roster.send('room', message, (now ?? before)?.peerId)
    const present = this.#hasHost()
    if (present !== this.#hostWasPresent) this.#roster.send('lobby', { type: 'host', present })
    this.#hostWasPresent = present
    this.lobbyChanged()
  }

  /** Sends the lobby to the practitioner if it has changed. */
  lobbyChanged(): void {
    const lobby = this.#roster.lobby()
    const text = JSON.stringify(lobby)
    if (text === this.#sentLobby) return
    this.#sentLobby = text
    for (const { role, line } of this.#roster.seatsIn('room'))
      if (role === 'host') line?.send({ type: 'lobby', ...lobby })
  }

  /** Delivers a signal from one peer to another, unless the receiver's page was closed or replaced. */
  forward({ place, peerId, sid }: Seat, { to, toSid, data }: Signal): void {
    const target = this.#roster.get(to)
    if (place === 'room' && target?.place === 'room' && target.sid === toSid)
      target.line?.send({ type: 'signal', from: peerId, fromSid: sid, data })
  }

  /** Sends new TURN credentials to each participant in the room, before the old ones expire. */
  renewIce(): void {
    for (const { line } of this.#roster.seatsIn('room')) {
      const { iceServers } = this.#ice()
      if (iceServers.length > 0) line?.send({ type: 'ice', iceServers })
    }
  }

  #hasHost(): boolean {
    return this.#roster.inRoom('host') !== undefined
  }
}
