import type { Participant, Standing } from '../index.ts'
import type { PersonView, WaitingView } from '../views.ts'
import type { Limits } from './limits.ts'
import type { Ending, ServerMessage } from './protocol.ts'
import { personView, type Seat, waitingView } from './seat.ts'

/** A connection to a participant's page, independent of the transport. */
export type Line = {
  /** The token for reconnection. */
  readonly resumeToken: string
  send(message: ServerMessage): void
  end(ending: Ending): void
}

/** A seat, and the server that holds it. */
export type Held = {
  seat: Seat
  /** The server's id. */
  home: string
  /** Undefined on other servers, and while the participant is away. */
  line?: Line | undefined
  /** Timer of the grace period while the participant is away. */
  grace?: NodeJS.Timeout | undefined
}

const isHostOrPatient = (role: Seat['role']) => role === 'host' || role === 'patient'

/** The seats of one room on all servers, and the ledger's data about everybody who has arrived. */
export class Roster {
  #server: string
  #limits: Limits
  #seats = new Map<string, Held>()
  #people = new Map<string, Participant>()

  /** @param server the id of this server */
  constructor(server: string, limits: Limits) {
    this.#server = server
    this.#limits = limits
  }

  get(peerId: string): Held | undefined {
    return this.#seats.get(peerId)
  }

  all(): Held[] {
    return [...this.#seats.values()]
  }

  isLocal({ home }: Held): boolean {
    return home === this.#server
  }

  local(): Held[] {
    return this.all().filter((held) => this.isLocal(held))
  }

  byLine(line: Line): Held | undefined {
    return this.all().find((held) => held.line === line)
  }

  seatsIn(place: Seat['place']): Seat[] {
    return this.all().flatMap(({ seat }) => (seat.place === place ? [seat] : []))
  }

  /** The practitioner or the patient, if they are in the room. */
  inRoom(role: 'host' | 'patient'): Seat | undefined {
    return this.seatsIn('room').find((seat) => seat.role === role)
  }

  /** @returns the previous state */
  put(now: Held): Held | undefined {
    const before = this.#seats.get(now.seat.peerId)
    clearTimeout(before?.grace)
    this.#seats.set(now.seat.peerId, now)
    return before
  }

  remove({ seat, grace }: Held): void {
    clearTimeout(grace)
    this.#seats.delete(seat.peerId)
  }

  /** @returns all seats */
  clear(): Held[] {
    const all = this.all()
    for (const held of all) this.remove(held)
    return all
  }

  /** Practitioner and patient each have a reserved place. */
  hasPlace(place: Seat['place'], { identity, role }: Participant): boolean {
    const { peers, waiting } = this.#limits
    const others = this.seatsIn(place).filter(({ peerId }) => peerId !== identity)
    if (place === 'lobby') return others.length < waiting
    if (isHostOrPatient(role)) return others.filter((seat) => seat.role !== role).length < peers
    return others.filter((seat) => !isHostOrPatient(seat.role)).length < peers - 2
  }

  /** Seats on this server beyond the limit: two servers may have given away the last place; the later arrival loses. */
  surplus(): Held[] {
    const rank = ({ role, arrival }: Seat) => (isHostOrPatient(role) ? 0 : arrival)
    const inRoom = this.all().filter(({ seat }) => seat.place === 'room')
    const beyond = inRoom.sort((a, b) => rank(a.seat) - rank(b.seat)).slice(this.#limits.peers)
    return beyond.filter((held) => this.isLocal(held))
  }

  /** Stores the ledger's data about a participant. @returns whether it was newer */
  learn(person: Participant): boolean {
    const known = this.#people.get(person.identity)
    if (known && known.revision >= person.revision) return false
    this.#people.set(person.identity, person)
    return true
  }

  /** The latest standing from the ledger. */
  standingOf(identity: string): Standing | undefined {
    return this.#people.get(identity)?.standing
  }

  /** The practitioner's view of the lobby. */
  lobby(): { waiting: WaitingView[]; denied: PersonView[] } {
    const denied = [...this.#people.values()].filter(({ standing }) => standing === 'DENIED')
    return { waiting: this.seatsIn('lobby').map(waitingView), denied: denied.map(personView) }
  }

  /** Sends to the participants on this server in one place. */
  tell(place: Seat['place'], message: ServerMessage, except?: string): void {
    for (const { seat, line } of this.all()) if (seat.place === place && seat.peerId !== except) line?.send(message)
  }
}
