import { type Ending, endings, INITIAL_STATE } from '@medina-care/protocol/constants.ts'
import type { ClientMessage, Closing, Departure, Join } from '@medina-care/protocol/messages.ts'
import { decisions } from '../decisions.ts'
import type { Log, Participant, RoomId, RoomLedger } from '../index.ts'
import { LedgerQueue } from './ledger-queue.ts'
import type { Limits } from './limits.ts'
import { Meeting } from './meeting.ts'
import { type Ice, RoomMessages } from './room-messages.ts'
import { Roster } from './roster.ts'
import { type Line, personView, type Seat } from './seat.ts'

/** The dependencies of a room. */
export type RoomOptions = {
  ledger: RoomLedger
  log: Log
  limits: Limits
  ice(): Ice
  /** The room is empty. */
  onIdle(room: Room): void
}

export type RoomMessage = Exclude<ClientMessage, Join | { type: 'ping' | 'leave' }>
/** A command of the practitioner, about one participant or the room. */
type Command = Extract<ClientMessage, { peerId: string } | { type: 'end' }>

/** Maximum writes that wait for a slow ledger; further commands fail. */
const PENDING_WRITES = 50

/** The participants of a room and its lobby. It is independent of sockets and tokens. */
export class Room {
  readonly id: RoomId
  /** The number of joins in progress. While there are any, the room must not be forgotten. */
  joining = 0
  #options: RoomOptions
  #roster: Roster
  #queue: LedgerQueue
  #meeting: Meeting
  #messages: RoomMessages
  /** Timers after which participants who are away lose their seats. */
  #graces = new Map<string, NodeJS.Timeout>()
  #iceTimer: NodeJS.Timeout

  constructor(options: RoomOptions, id: RoomId) {
    const { ledger, limits, log } = options
    this.#options = options
    this.id = id
    this.#roster = new Roster(limits)
    this.#messages = new RoomMessages(this.#roster, options.ice)
    this.#queue = new LedgerQueue(log, id)
    this.#meeting = new Meeting({ ledger, queue: this.#queue, everyMs: limits.togetherMs }, id, this.#roster)
    // Twice per lifetime, so that credentials issued just after a renewal are renewed in time too.
    this.#iceTimer = setInterval(() => this.#messages.renewIce(), limits.turnSec * 450)
  }

  /** Whether the room is empty. */
  get isIdle(): boolean {
    return this.joining === 0 && this.#roster.seats().length === 0
  }

  /** Whether the ledger has recorded everything. */
  get isRecorded(): boolean {
    return this.#queue.length === 0
  }

  /** Resolves once all writes to the ledger so far have succeeded or failed. */
  settled(): Promise<void> {
    return this.#queue.settled()
  }

  /** Applies the ledger's data about participants. */
  learn(people: readonly Participant[]): void {
    for (const person of people) {
      const seat = this.#roster.get(person.identity)
      if (this.#roster.learn(person) && seat) this.#move(seat, person)
    }
    this.#messages.lobbyChanged()
  }

  /**
   * Seats an arrived participant in the room or in the lobby.
   * @param hasResumed whether the page was seated before a restart of the server
   * @returns the close reason if there is no seat
   */
  enter(line: Line, arrival: Participant, sid: string, hasResumed: boolean): Ending | undefined {
    this.learn([arrival])
    // The decision may have changed since the arrival was recorded.
    const admission = this.#roster.admissionOf(arrival.identity)
    if (admission === 'DENIED') return endings.removed
    const before = this.#roster.get(arrival.identity)
    if (before && before.arrival > arrival.revision) return endings.openedElsewhere
    const isSamePage = before?.sid === sid
    const place = admission === 'ADMITTED' ? 'room' : 'lobby'
    if (before?.place !== place && !this.#roster.hasPlace(place, arrival)) return endings.full
    const seat: Seat = {
      ...personView(arrival),
      sid,
      arrival: arrival.revision,
      place,
      since: arrival.waitingSince.toISOString(),
      state: isSamePage ? before.state : INITIAL_STATE,
      mediaSince: isSamePage && place === 'room' ? before.mediaSince : null,
      line,
    }
    this.#messages.welcome(line, seat, isSamePage || hasResumed, this.#meeting.startedAt)
    this.#put(seat)
    return undefined
  }

  /** The ledger has recorded an arrival, but the page got no seat. No effect if another page of the participant has one. */
  rejectArrival(identity: string, how: 'lost' | 'full'): void {
    if (!this.#roster.get(identity)) this.#recordDeparture(identity, how)
  }

  /** A connection has ended. No effect if it was replaced or removed. */
  leave(line: Line, how: 'left' | 'lost'): void {
    const seat = this.#roster.byLine(line)
    if (!seat) return
    if (how === 'left') this.#depart(seat, how)
    else this.#put({ ...seat, line: undefined })
  }

  /** Handles a page's message. */
  receive(line: Line, message: RoomMessage) {
    const seat = this.#roster.byLine(line)
    if (!seat) return
    if (message.type === 'signal') return this.#messages.forward(seat, message)
    if (message.type === 'state') {
      const { mic, cam, screen, hand } = message
      // An observer may raise a hand, but not send media.
      if (seat.role === 'observer' && (mic || cam || screen)) return line.end(endings.forbidden)
      return this.#put({ ...seat, state: { mic, cam, screen, hand } })
    }
    if (message.type === 'media') {
      if (seat.place === 'lobby' || !(seat.role === 'host' || seat.role === 'patient')) return
      return this.#put({ ...seat, mediaSince: message.connected ? Date.now() - message.forMs : null })
    }
    if (seat.role !== 'host') return line.end(endings.forbidden)
    this.#execute(line, seat.peerId, message)
  }

  /** Disconnects a participant. */
  remove(identity: string): void {
    const seat = this.#roster.get(identity)
    if (!seat) return
    this.#drop(seat, 'removed')
    seat.line?.end(endings.removed)
  }

  /** Disconnects everyone at once, without messages about each other. */
  close(reason: Closing, durationSec?: number): void {
    const seats = this.#clear()
    this.#meeting.end()
    for (const { line, place } of seats) {
      // The lobby does not learn the duration.
      line?.send({ type: 'ended', reason, durationSec: place === 'room' ? durationSec : undefined })
      line?.end(endings.closed)
    }
    if (this.isIdle) this.#options.onIdle(this)
  }

  /** Disconnects everyone because the server stops. They reconnect to the next server, where the meeting continues. */
  suspend(): void {
    this.#meeting.pause()
    for (const { line } of this.#clear()) line?.end(endings.restarting)
  }

  dispose(): void {
    clearInterval(this.#iceTimer)
    this.#meeting.pause()
    this.#clear()
  }

  /** Moves a participant according to the practitioner's decision. */
  #move(seat: Seat, person: Participant) {
    const { line } = seat
    const place = person.admission === 'ADMITTED' ? 'room' : 'lobby'
    if (person.admission === 'DENIED') return this.remove(seat.peerId)
    if (place === seat.place) return
    // A participant who is away is informed on reconnection.
    if (!line) return this.#drop(seat, 'removed')
    if (!this.#roster.hasPlace(place, person) && place === 'room') return line.end(endings.full)
    const state = place === 'room' ? seat.state : INITIAL_STATE
    const moved: Seat = { ...seat, place, since: person.waitingSince.toISOString(), state, mediaSince: null }
    this.#messages.welcome(line, moved, false, this.#meeting.startedAt)
    this.#put(moved)
  }

  /** Stores the new state of a seat, and informs the others of the changes. */
  #put(seat: Seat): void {
    const { peerId, line } = seat
    const before = this.#roster.get(peerId)
    this.#roster.put(seat)
    clearTimeout(this.#graces.get(peerId))
    if (!line)
      this.#graces.set(
        peerId,
        setTimeout(() => this.#depart(seat, 'lost'), this.#options.limits.graceMs),
      )
    if (before?.line && line && before.line !== line)
      before.line.end(before.sid === seat.sid ? endings.goodbye : endings.openedElsewhere)
    this.#messages.seatChanged(before, seat)
    this.#meeting.update()
  }

  #drop(seat: Seat, why: Departure): void {
    this.#free(seat)
    this.#messages.seatChanged(seat, undefined, why)
    this.#meeting.update()
    if (this.isIdle) this.#options.onIdle(this)
  }

  #depart(seat: Seat, how: 'left' | 'lost'): void {
    this.#recordDeparture(seat.peerId, how)
    this.#drop(seat, how)
  }

  #recordDeparture(identity: string, how: 'left' | 'lost' | 'full'): void {
    this.#queue.add(how, () => this.#options.ledger.depart({ ...this.id, identity }, how))
  }

  #free(seat: Seat): void {
    clearTimeout(this.#graces.get(seat.peerId))
    this.#graces.delete(seat.peerId)
    this.#roster.remove(seat)
  }

  #clear(): Seat[] {
    const seats = this.#roster.seats()
    for (const seat of seats) this.#free(seat)
    return seats
  }

  /** Records a command of the practitioner in the ledger, and applies it. */
  #execute(line: Line, by: string, command: Command) {
    const { ledger } = this.#options
    const fail = () => line.send({ type: 'error', code: 'service_unavailable' })
    if (this.#queue.length >= PENDING_WRITES) return fail()
    const write = async () => {
      if (command.type === 'end') return ledger.end(this.id, by)
      const decided = await ledger.decide(this.id, command.peerId, decisions[command.type], by)
      if (decided) this.learn([decided])
      else line.send({ type: 'error', code: 'not_there' })
    }
    this.#queue.add(command.type, write, fail)
  }
}
