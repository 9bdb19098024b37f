import type { Closing, Participant, RoomId } from '../index.ts'
import { Desk } from './desk.ts'
import type { Limits } from './limits.ts'
import { Meeting, type MeetingKeeper, type Together } from './meeting.ts'
import type { RoomNote } from './notes.ts'
import {
  type ClientMessage,
  type Departure,
  type Ending,
  endings,
  type IceServer,
  type Join,
  QUIET,
  type ServerMessage,
  type Signal,
} from './protocol.ts'
import { type Held, type Line, Roster } from './roster.ts'
import { peerChanges, peerView, personView, type Seat } from './seat.ts'

/** What a room needs from the provider. */
export type RoomKeeper = MeetingKeeper & {
  limits: Limits
  isForcedToRelay: boolean
  iceServers(): IceServer[]
  /** The room is not needed here any more. */
  idle(room: Room): void
}

export type RoomRequest = Exclude<ClientMessage, Join | { type: 'ping' | 'leave' }>

/**
 * The participants of a room and its lobby on all servers, and the messages to those on this one. It is independent of
 * sockets and tokens. The server that holds a seat changes it and informs the others; the practitioner's server makes
 * decisions. The ledger's revisions put both into the same order everywhere.
 */
export class Room {
  readonly id: RoomId
  /** Joins in progress: the room must not be forgotten meanwhile. */
  joining = 0
  #keeper: RoomKeeper
  #roster: Roster
  #meeting: Meeting
  #desk: Desk
  #hostWasPresent = false
  #lobbySent = ''
  /** Whether the other servers are disconnected: then their participants do not count as lost. */
  #isCutOff = false
  #renewing: NodeJS.Timeout

  constructor(keeper: RoomKeeper, id: RoomId) {
    this.#keeper = keeper
    this.id = id
    this.#roster = new Roster(keeper.server, keeper.limits)
    this.#meeting = new Meeting(keeper, id, this.#roster)
    this.#desk = new Desk(keeper, id, (who) => {
      this.learn([who])
      this.#publish({ kind: 'standing', who })
    })
    // Twice per lifetime, so that credentials issued just after a renewal are renewed in time too.
    this.#renewing = setInterval(() => this.#renewIce(), keeper.limits.turnSec * 450)
  }

  /** Whether no participant is on this server. */
  get isIdle(): boolean {
    return this.joining === 0 && this.#roster.local().length === 0
  }

  /** Whether the ledger has recorded everything. */
  get isQuiet(): boolean {
    return this.#desk.isQuiet && this.#meeting.isQuiet
  }

  /** Applies the ledger's data about participants. */
  learn(people: readonly Participant[]): void {
    for (const person of people) {
      const held = this.#roster.get(person.identity)
      if (this.#roster.learn(person) && held && this.#roster.isLocal(held)) this.#move(held, person)
    }
    this.#sendLobby()
  }

  /**
   * Seats an arrived participant in the room or in the lobby.
   * @param isSameBefore whether the page had a seat on a server that has forgotten it
   * @returns the close reason if there is no seat
   */
  enter(line: Line, arrival: Participant, sid: string, isSameBefore: boolean): Ending | undefined {
    this.learn([arrival])
    // The decision may have changed since the arrival was recorded.
    const standing = this.#roster.standingOf(arrival.identity)
    if (standing === 'DENIED') return endings.removed
    const before = this.#roster.get(arrival.identity)?.seat
    if (before && before.arrival > arrival.revision) return endings.openedElsewhere
    const isSame = before?.sid === sid
    const place = standing === 'ADMITTED' ? 'room' : 'lobby'
    if (before?.place !== place && !this.#roster.hasPlace(place, arrival)) return endings.full
    const seat: Seat = {
      ...personView(arrival),
      sid,
      arrival: arrival.revision,
      place,
      since: arrival.waitingSince.toISOString(),
      state: isSame ? before.state : QUIET,
      mediaSince: isSame && place === 'room' ? before.mediaSince : null,
      isAway: false,
    }
    this.#greet(line, seat, isSame || isSameBefore)
    this.#hold({ seat, home: this.#keeper.server, line })
    return undefined
  }

  /** The ledger has recorded an arrival, but the participant got no seat. */
  miss(identity: string, how: 'lost' | 'full'): void {
    if (!this.#roster.get(identity)) this.#desk.depart(identity, how)
  }

  /** A connection has ended. No effect if it was replaced or removed. */
  leave(line: Line, how: 'left' | 'lost'): void {
    const held = this.#roster.byLine(line)
    if (!held) return
    if (how === 'left') this.#depart(held, how)
    else this.#hold({ ...held, seat: { ...held.seat, isAway: true }, line: undefined })
  }

  /** Handles a page's message. */
  hear(line: Line, asked: RoomRequest) {
    const held = this.#roster.byLine(line)
    if (!held) return
    const { seat } = held
    if (asked.type === 'signal') return this.#signal(seat, asked)
    if (asked.type === 'state') {
      const { mic, cam, screen, hand } = asked
      // An observer may raise a hand, but not send media.
      if (seat.role === 'observer' && (mic || cam || screen)) return line.end(endings.forbidden)
      return this.#change(held, { state: { mic, cam, screen, hand } })
    }
    if (asked.type === 'media') {
      if (seat.place === 'lobby' || !(seat.role === 'host' || seat.role === 'patient')) return
      return this.#change(held, { mediaSince: asked.connected ? Date.now() - asked.forMs : null })
    }
    if (seat.role !== 'host') return line.end(endings.forbidden)
    this.#desk.order(line, seat.peerId, asked)
  }

  /** Handles a note of another server. */
  take(from: string, note: RoomNote) {
    switch (note.kind) {
      case 'hello':
        return this.announce()
      case 'here': {
        const there = new Set(note.seats.map(({ peerId }) => peerId))
        for (const held of this.#roster.all())
          if (held.home === from && !there.has(held.seat.peerId)) this.#drop(held, 'lost')
        for (const seat of note.seats) this.#accept(from, seat)
        return note.startedAt && !this.#meeting.startedAt ? this.#meeting.tell(note.startedAt) : undefined
      }
      case 'seat':
        return this.#accept(from, note.seat)
      case 'gone': {
        const held = this.#roster.get(note.peerId)
        return held?.home === from && held.seat.arrival === note.arrival ? this.#drop(held, note.why) : undefined
      }
      case 'signal':
        return this.#pass(note.to, note.toSid, note.signal)
      case 'standing':
        return this.learn([{ ...note.who, waitingSince: new Date(note.who.waitingSince) }])
      case 'call':
        return this.#meeting.tell(note.startedAt)
      case 'bye':
        return this.lose(from)
    }
  }

  /** Sends this server's seats to the other servers. */
  announce(): void {
    const seats = this.#roster.local().map(({ seat }) => seat)
    this.#publish({ kind: 'here', seats, startedAt: this.#meeting.startedAt })
  }

  /** A server is silent: marks its participants as away. */
  lose(server: string): void {
    for (const held of this.#roster.all())
      if (held.home === server && !held.seat.isAway) this.#change(held, { isAway: true })
  }

  /** The other servers are disconnected: marks their participants as away, without a time limit. */
  cutOff(): void {
    this.#isCutOff = true
    for (const held of this.#roster.all()) if (!this.#roster.isLocal(held)) this.#change(held, { isAway: true })
  }

  /** The servers are connected again: the grace period starts for participants who are still away. */
  reunite(): void {
    this.#isCutOff = false
    for (const held of this.#roster.all()) if (!this.#roster.isLocal(held)) this.#change(held, {})
    this.#publish({ kind: 'hello' })
    this.announce()
  }

  /** Disconnects a participant, if they are on this server. */
  remove(identity: string): void {
    const held = this.#roster.get(identity)
    if (!held || !this.#roster.isLocal(held)) return
    this.#drop(held, 'removed')
    held.line?.end(endings.removed)
  }

  /** Disconnects everyone at once, without messages about each other. */
  close(reason: Closing, durationSec?: number): void {
    this.#dissolve(endings.closed, 'apart', ({ place }) => ({
      type: 'ended',
      reason,
      // The lobby does not learn the duration.
      durationSec: place === 'room' ? durationSec : undefined,
    }))
  }

  /** The server stops; the room continues on another one, or here later. */
  suspend(): void {
    this.#dissolve(endings.restarting, 'elsewhere')
  }

  /** Resolves once all reports to the ledger so far have succeeded or failed. */
  async settled(): Promise<void> {
    await Promise.all([this.#desk.settled(), this.#meeting.settled()])
  }

  dispose(): void {
    clearInterval(this.#renewing)
    this.#meeting.follow('elsewhere')
    this.#roster.clear()
  }

  /** Moves a participant on this server according to the practitioner's decision. */
  #move(held: Held, person: Participant) {
    const { seat, line } = held
    const place = person.standing === 'ADMITTED' ? 'room' : 'lobby'
    if (person.standing === 'DENIED') return this.remove(seat.peerId)
    if (place === seat.place) return
    // A participant who is away learns of it on reconnection.
    if (!line) return this.#drop(held, 'removed')
    if (!this.#roster.hasPlace(place, person) && place === 'room') return line.end(endings.full)
    const since = person.waitingSince.toISOString()
    const moved: Seat = { ...seat, place, since, state: place === 'room' ? seat.state : QUIET, mediaSince: null }
    this.#greet(line, moved, false)
    this.#hold({ ...held, seat: moved })
  }

  /** Sends a participant who has joined or was moved their place. */
  #greet(line: Line, seat: Seat, resumed: boolean) {
    const { peerId, role, name } = seat
    const { resumeToken } = line
    const me = { peerId, role, name, resumeToken }
    if (seat.place === 'lobby') return line.send({ type: 'waiting', ...me, hostPresent: this.#hasHost() })
    const lobby = role === 'host' ? this.#roster.lobby() : undefined
    if (lobby) this.#lobbySent = JSON.stringify(lobby)
    line.send({
      type: 'joined',
      ...me,
      resumed,
      iceServers: this.#keeper.iceServers(),
      iceTransportPolicy: this.#keeper.isForcedToRelay ? 'relay' : 'all',
      peers: this.#roster.seatsIn('room').flatMap((other) => (other.peerId === peerId ? [] : [peerView(other)])),
      now: new Date().toISOString(),
      startedAt: this.#meeting.startedAt,
      lobby: lobby?.waiting,
      denied: lobby?.denied,
    })
  }

  /** Stores the current state of a seat, here or elsewhere, and informs the others of the changes. */
  #hold(now: Held): void {
    const isLocal = this.#roster.isLocal(now)
    const before = this.#roster.put(now)
    now.grace = now.seat.isAway && (isLocal || !this.#isCutOff) ? this.#graceOf(now) : undefined
    if (before?.line && before.line !== now.line)
      before.line.end(before.seat.sid === now.seat.sid ? endings.goodbye : endings.openedElsewhere)
    if (isLocal) this.#publish({ kind: 'seat', seat: now.seat })
    this.#spread(before?.seat, now.seat)
    for (const held of this.#roster.surplus()) this.#evict(held)
  }

  #change(held: Held, change: Partial<Seat>): void {
    this.#hold({ ...held, seat: { ...held.seat, ...change } })
  }

  #drop(held: Held, why: Departure): void {
    const { peerId, arrival } = held.seat
    this.#roster.remove(held)
    if (this.#roster.isLocal(held)) this.#publish({ kind: 'gone', peerId, arrival, why })
    this.#spread(held.seat, undefined, why)
    if (this.isIdle) this.#keeper.idle(this)
  }

  #depart(held: Held, how: 'left' | 'lost'): void {
    this.#desk.depart(held.seat.peerId, how)
    this.#drop(held, how)
  }

  /** Removes a participant from an overfull room. */
  #evict(held: Held): void {
    this.#desk.depart(held.seat.peerId, 'full')
    this.#drop(held, 'removed')
    held.line?.end(endings.full)
  }

  /** Drops a participant after the grace period. If their server is lost, the first remaining server records it. */
  #graceOf(held: Held): NodeJS.Timeout {
    return setTimeout(() => {
      const others = this.#roster.all().filter(({ home }) => home !== held.home)
      const isOurs = this.#roster.isLocal(held) || others.every(({ home }) => this.#keeper.server <= home)
      if (isOurs) this.#depart(held, 'lost')
      else this.#drop(held, 'lost')
    }, this.#keeper.limits.graceMs)
  }

  /** Applies another server's note about its seat, unless the seat has moved since. */
  #accept(from: string, seat: Seat): void {
    const before = this.#roster.get(seat.peerId)
    if (before && before.seat.arrival > seat.arrival) return
    if (before && before.seat.arrival === seat.arrival && before.home !== from) return
    this.#hold({ seat, home: from })
  }

  /** Informs the participants on this server of a changed seat. */
  #spread(before: Seat | undefined, now: Seat | undefined, why: Departure = 'removed'): void {
    for (const message of peerChanges(before, now, why)) this.#roster.tell('room', message, (now ?? before)?.peerId)
    const present = this.#hasHost()
    if (present !== this.#hostWasPresent) this.#roster.tell('lobby', { type: 'host', present })
    this.#hostWasPresent = present
    this.#sendLobby()
    this.#meeting.update()
  }

  #hasHost(): boolean {
    return this.#roster.inRoom('host') !== undefined
  }

  #sendLobby(): void {
    const lobby = this.#roster.lobby()
    const text = JSON.stringify(lobby)
    if (text === this.#lobbySent) return
    this.#lobbySent = text
    for (const { seat, line } of this.#roster.local()) if (seat.role === 'host') line?.send({ type: 'lobby', ...lobby })
  }

  #signal({ place, peerId, sid }: Seat, { to, toSid, data }: Signal): void {
    const target = this.#roster.get(to)
    if (place === 'lobby' || !target) return
    const signal = { type: 'signal', from: peerId, fromSid: sid, data } as const
    if (this.#roster.isLocal(target)) this.#pass(to, toSid, signal)
    else this.#publish({ kind: 'signal', to, toSid, signal })
  }

  /** Delivers a signal, unless its page has gone. */
  #pass(to: string, toSid: string, signal: Extract<ServerMessage, { type: 'signal' }>): void {
    const target = this.#roster.get(to)
    if (target?.seat.sid === toSid && target.seat.place === 'room') target.line?.send(signal)
  }

  /** Each page gets its own credentials. */
  #renewIce(): void {
    for (const { seat, line } of this.#roster.local()) {
      const iceServers = seat.place === 'room' ? this.#keeper.iceServers() : []
      if (iceServers.length > 0) line?.send({ type: 'ice', iceServers })
    }
  }

  #dissolve(ending: Ending, then: Together, lastWord?: (seat: Seat) => ServerMessage): void {
    const all = this.#roster.clear()
    this.#meeting.follow(then)
    for (const { line, seat } of all) {
      if (lastWord) line?.send(lastWord(seat))
      line?.end(ending)
    }
  }

  #publish(note: RoomNote): void {
    this.#keeper.publish(this.id, note)
  }
}
