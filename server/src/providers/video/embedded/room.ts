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
import { news, peerView, personView, type Seat } from './seat.ts'

/** What a room needs of the provider. */
export type RoomKeeper = MeetingKeeper & {
  limits: Limits
  isForcedToRelay: boolean
  iceServers(): IceServer[]
  /** Nobody here needs the room any more. */
  idle(room: Room): void
}

export type Asked = Exclude<ClientMessage, Join | { type: 'ping' | 'leave' }>

/**
 * Who is in a room and at its door, on all servers, and what those on this one hear of it. It knows neither sockets nor
 * tokens. A seat is changed by the server that holds it, which tells the others; a decision by the one that has the
 * practitioner. What the ledger numbers puts both into one order everywhere.
 */
export class Room {
  readonly id: RoomId
  /** Joins that are being looked into: the room is not to be forgotten meanwhile. */
  joining = 0
  #keeper: RoomKeeper
  #roster: Roster
  #meeting: Meeting
  #desk: Desk
  #hostWasPresent = false
  #lobbyTold = ''
  /** Whether the other servers cannot be heard: then nobody of them counts as lost. */
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
    // In time for whoever was given them just after the last renewal as well.
    this.#renewing = setInterval(() => this.#renewIce(), keeper.limits.turnSec * 450)
  }

  /** Whether nobody here needs it. */
  get isIdle(): boolean {
    return this.joining === 0 && this.#roster.here().length === 0
  }

  /** Whether the ledger has heard everything. */
  get isQuiet(): boolean {
    return this.#desk.isQuiet && this.#meeting.isQuiet
  }

  /** What the ledger says of people. */
  learn(people: readonly Participant[]): void {
    for (const person of people) {
      const held = this.#roster.get(person.identity)
      if (this.#roster.learn(person) && held && this.#roster.isHere(held)) this.#move(held, person)
    }
    this.#tellHosts()
  }

  /**
   * Gives somebody who has arrived their seat, in the room or in the lobby.
   * @param isSameBefore whether the page is known to have had one, on a server that forgot it
   * @returns how it ends instead, if it does
   */
  enter(line: Line, arrival: Participant, sid: string, isSameBefore: boolean): Ending | undefined {
    this.learn([arrival])
    // It may have been decided anew while the arrival was written down.
    const standing = this.#roster.wordOn(arrival.identity)
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

  /** Somebody has arrived, as the ledger has it, and got no seat after all. */
  miss(identity: string, how: 'lost' | 'full'): void {
    if (!this.#roster.get(identity)) this.#desk.depart(identity, how)
  }

  /** A line has ended. Does nothing for one that has made way or was sent out. */
  leave(line: Line, how: 'left' | 'lost'): void {
    const held = this.#roster.of(line)
    if (!held) return
    if (how === 'left') this.#depart(held, how)
    else this.#hold({ ...held, seat: { ...held.seat, isAway: true }, line: undefined })
  }

  /** What a page asks for. */
  hear(line: Line, asked: Asked) {
    const held = this.#roster.of(line)
    if (!held) return
    const { seat } = held
    if (asked.type === 'signal') return this.#signal(seat, asked)
    if (asked.type === 'state') {
      const { mic, cam, screen, hand } = asked
      // Who looks on may raise a hand, but sends nothing.
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

  /** What another server says. */
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

  /** Tells the other servers who is here. */
  announce(): void {
    const seats = this.#roster.here().map(({ seat }) => seat)
    this.#publish({ kind: 'here', seats, startedAt: this.#meeting.startedAt })
  }

  /** A server is silent: nobody knows how its people are. */
  lose(server: string): void {
    for (const held of this.#roster.all())
      if (held.home === server && !held.seat.isAway) this.#change(held, { isAway: true })
  }

  /** The others cannot be heard. Their people are away until they can, for as long as that takes. */
  cutOff(): void {
    this.#isCutOff = true
    for (const held of this.#roster.all()) if (!this.#roster.isHere(held)) this.#change(held, { isAway: true })
  }

  /** The others can be heard again: who is not with them any more is granted what anybody is whose line breaks. */
  reunite(): void {
    this.#isCutOff = false
    for (const held of this.#roster.all()) if (!this.#roster.isHere(held)) this.#change(held, {})
    this.#publish({ kind: 'hello' })
    this.announce()
  }

  /** Sends one person out, if they are here. */
  remove(identity: string): void {
    const held = this.#roster.get(identity)
    if (!held || !this.#roster.isHere(held)) return
    this.#drop(held, 'removed')
    held.line?.end(endings.removed)
  }

  /** Sends everyone out at once, without telling them of each other. */
  close(reason: Closing, durationSec?: number): void {
    this.#dissolve(endings.closed, 'apart', ({ place }) => ({
      type: 'ended',
      reason,
      // Of the consultation itself the lobby hears nothing.
      durationSec: place === 'room' ? durationSec : undefined,
    }))
  }

  /** The server stops; the room goes on elsewhere, or here later on. */
  suspend(): void {
    this.#dissolve(endings.restarting, 'elsewhere')
  }

  /** Resolves once the ledger has heard everything until now, or could not be told. */
  async settled(): Promise<void> {
    await Promise.all([this.#desk.settled(), this.#meeting.settled()])
  }

  dispose(): void {
    clearInterval(this.#renewing)
    this.#meeting.follow('elsewhere')
    this.#roster.clear()
  }

  /** Moves somebody who is here to where the practitioner wants them. */
  #move(held: Held, person: Participant) {
    const { seat, line } = held
    const place = person.standing === 'ADMITTED' ? 'room' : 'lobby'
    if (person.standing === 'DENIED') return this.remove(seat.peerId)
    if (place === seat.place) return
    // Who is away finds it so when they are back.
    if (!line) return this.#drop(held, 'removed')
    if (!this.#roster.hasPlace(place, person) && place === 'room') return line.end(endings.full)
    const since = person.waitingSince.toISOString()
    const moved: Seat = { ...seat, place, since, state: place === 'room' ? seat.state : QUIET, mediaSince: null }
    this.#greet(line, moved, false)
    this.#hold({ ...held, seat: moved })
  }

  /** Says where they are to somebody who has come or was moved. */
  #greet(line: Line, seat: Seat, resumed: boolean) {
    const { peerId, role, name } = seat
    const { resumeToken } = line
    const me = { peerId, role, name, resumeToken }
    if (seat.place === 'lobby') return line.send({ type: 'waiting', ...me, hostPresent: this.#hasHost() })
    const lobby = role === 'host' ? this.#roster.lobby() : undefined
    if (lobby) this.#lobbyTold = JSON.stringify(lobby)
    line.send({
      type: 'joined',
      ...me,
      resumed,
      iceServers: this.#keeper.iceServers(),
      iceTransportPolicy: this.#keeper.isForcedToRelay ? 'relay' : 'all',
      peers: this.#roster.in('room').flatMap((other) => (other.peerId === peerId ? [] : [peerView(other)])),
      now: new Date().toISOString(),
      startedAt: this.#meeting.startedAt,
      lobby: lobby?.waiting,
      denied: lobby?.denied,
    })
  }

  /** Holds a seat as it is now, here or elsewhere, and lets everybody know what that changes for them. */
  #hold(now: Held): void {
    const isHere = this.#roster.isHere(now)
    const before = this.#roster.put(now)
    now.grace = now.seat.isAway && (isHere || !this.#isCutOff) ? this.#graceOf(now) : undefined
    if (before?.line && before.line !== now.line)
      before.line.end(before.seat.sid === now.seat.sid ? endings.goodbye : endings.openedElsewhere)
    if (isHere) this.#publish({ kind: 'seat', seat: now.seat })
    this.#spread(before?.seat, now.seat)
    for (const held of this.#roster.surplus()) this.#turnOut(held)
  }

  #change(held: Held, change: Partial<Seat>): void {
    this.#hold({ ...held, seat: { ...held.seat, ...change } })
  }

  #drop(held: Held, why: Departure): void {
    const { peerId, arrival } = held.seat
    this.#roster.remove(held)
    if (this.#roster.isHere(held)) this.#publish({ kind: 'gone', peerId, arrival, why })
    this.#spread(held.seat, undefined, why)
    if (this.isIdle) this.#keeper.idle(this)
  }

  #depart(held: Held, how: 'left' | 'lost'): void {
    this.#desk.depart(held.seat.peerId, how)
    this.#drop(held, how)
  }

  /** There is no place for them after all. */
  #turnOut(held: Held): void {
    this.#desk.depart(held.seat.peerId, 'full')
    this.#drop(held, 'removed')
    held.line?.end(endings.full)
  }

  /** Whoever is on a server that does not come back is gone for all; the first of those left writes it down. */
  #graceOf(held: Held): NodeJS.Timeout {
    return setTimeout(() => {
      const others = this.#roster.all().filter(({ home }) => home !== held.home)
      const isOurs = this.#roster.isHere(held) || others.every(({ home }) => this.#keeper.server <= home)
      if (isOurs) this.#depart(held, 'lost')
      else this.#drop(held, 'lost')
    }, this.#keeper.limits.graceMs)
  }

  /** What another server says of a seat of its own. One that has been taken over since is no longer its own. */
  #accept(from: string, seat: Seat): void {
    const before = this.#roster.get(seat.peerId)
    if (before && before.seat.arrival > seat.arrival) return
    if (before && before.seat.arrival === seat.arrival && before.home !== from) return
    this.#hold({ seat, home: from })
  }

  /** Lets those who are here know how a seat has changed. */
  #spread(before: Seat | undefined, now: Seat | undefined, why: Departure = 'removed'): void {
    for (const message of news(before, now, why)) this.#roster.tell('room', message, (now ?? before)?.peerId)
    const present = this.#hasHost()
    if (present !== this.#hostWasPresent) this.#roster.tell('lobby', { type: 'host', present })
    this.#hostWasPresent = present
    this.#tellHosts()
    this.#meeting.minute()
  }

  #hasHost(): boolean {
    return this.#roster.who('host') !== undefined
  }

  #tellHosts(): void {
    const lobby = this.#roster.lobby()
    const text = JSON.stringify(lobby)
    if (text === this.#lobbyTold) return
    this.#lobbyTold = text
    for (const { seat, line } of this.#roster.here()) if (seat.role === 'host') line?.send({ type: 'lobby', ...lobby })
  }

  #signal({ place, peerId, sid }: Seat, { to, toSid, data }: Signal): void {
    const target = this.#roster.get(to)
    if (place === 'lobby' || !target) return
    const signal = { type: 'signal', from: peerId, fromSid: sid, data } as const
    if (this.#roster.isHere(target)) this.#pass(to, toSid, signal)
    else this.#publish({ kind: 'signal', to, toSid, signal })
  }

  /** Unless the page it is meant for is gone. */
  #pass(to: string, toSid: string, signal: Extract<ServerMessage, { type: 'signal' }>): void {
    const target = this.#roster.get(to)
    if (target?.seat.sid === toSid && target.seat.place === 'room') target.line?.send(signal)
  }

  /** Each has their own. */
  #renewIce(): void {
    for (const { seat, line } of this.#roster.here()) {
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
