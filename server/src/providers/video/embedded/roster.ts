import type { ServerMessage } from '@medina-care/protocol/messages.ts'
import type { PersonView, WaitingView } from '@medina-care/protocol/people.ts'
import type { Admission, Participant } from '../index.ts'
import type { Limits } from './limits.ts'
import { type Line, personView, type Seat, waitingView } from './seat.ts'

const isHostOrPatient = (role: Seat['role']) => role === 'host' || role === 'patient'

/** The seats of one room, and the ledger's data about all arrivals. */
export class Roster {
  #limits: Pick<Limits, 'peers' | 'waiting'>
  #seats = new Map<string, Seat>()
  #people = new Map<string, Participant>()

  constructor(limits: Pick<Limits, 'peers' | 'waiting'>) {
    this.#limits = limits
  }

  get(peerId: string): Seat | undefined {
    return this.#seats.get(peerId)
  }

  seats(): Seat[] {
    return [...this.#seats.values()]
  }

  byLine(line: Line): Seat | undefined {
    return this.seats().find((seat) => seat.line === line)
  }

  seatsIn(place: Seat['place']): Seat[] {
    return this.seats().filter((seat) => seat.place === place)
  }

  /** The practitioner or the patient, if they are in the room. */
  inRoom(role: 'host' | 'patient'): Seat | undefined {
    return this.seatsIn('room').find((seat) => seat.role === role)
  }

  put(seat: Seat): void {
    this.#seats.set(seat.peerId, seat)
  }

  remove({ peerId }: Seat): void {
    this.#seats.delete(peerId)
  }

  /** Whether there is a free place. Practitioner and patient each have a reserved place. */
  hasPlace(place: Seat['place'], { identity, role }: Participant): boolean {
    const { peers, waiting } = this.#limits
    const others = this.seatsIn(place).filter(({ peerId }) => peerId !== identity)
    if (place === 'lobby') return others.length < waiting
    if (isHostOrPatient(role)) return others.filter((seat) => seat.role !== role).length < peers
    return others.filter((seat) => !isHostOrPatient(seat.role)).length < peers - 2
  }

  /**
   * Stores the ledger's data about a participant. An access that ends by time becomes DENIED without a new revision.
   * @returns whether it was newer
   */
  learn(person: Participant): boolean {
    const known = this.#people.get(person.identity)
    const hasEnded = person.admission === 'DENIED' && known?.admission !== 'DENIED'
    if (known && (known.revision > person.revision || (known.revision === person.revision && !hasEnded))) return false
    this.#people.set(person.identity, person)
    return true
  }

  /** The latest admission from the ledger. */
  admissionOf(identity: string): Admission | undefined {
    return this.#people.get(identity)?.admission
  }

  /** The practitioner's view of the lobby. */
  lobby(): { waiting: WaitingView[]; denied: PersonView[] } {
    const denied = [...this.#people.values()].filter(({ admission }) => admission === 'DENIED')
    return { waiting: this.seatsIn('lobby').map(waitingView), denied: denied.map(personView) }
  }

  /** Sends to the participants in one place. */
  send(place: Seat['place'], message: ServerMessage, except?: string): void {
    for (const { peerId, line } of this.seatsIn(place)) if (peerId !== except) line?.send(message)
  }
}
