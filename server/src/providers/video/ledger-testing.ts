import type { Change, JoinRequest, Participant, RoomId, RoomLedger } from './index.ts'

/**
 * A room ledger in memory, for tests of providers. Rooms are open by default; `features/care/video` tests the real ledger.
 */
export class MemoryLedger implements RoomLedger {
  closed = new Set<string>()
  unknown = new Set<string>()
  /** Disabled users, withdrawn guests. */
  barred = new Set<string>()
  /** The reports, in order: `together room_…`, `apart room_…`, `lost usr_…`, `ADMITTED usr_…`. */
  reports: string[] = []
  asked: string[] = []
  /** The arguments of `together`. */
  forMs: number[] = []
  startedAt = new Date()
  broken = false
  /** Disconnects all participants. */
  onEnd: (room: RoomId) => void = () => {}
  /** `arrive` waits for this. */
  answers: Promise<void> = Promise.resolve()
  /** All other reports wait for this. */
  listens: Promise<void> = Promise.resolve()
  #rooms = new Map<string, Map<string, Participant>>()
  #revision = 0

  async arrive(participant: JoinRequest): Promise<'CLOSED' | 'UNKNOWN' | Participant> {
    this.asked.push(participant.roomId)
    const before = this.#people(participant).get(participant.identity)
    const admission = participant.role === 'host' ? 'ADMITTED' : (before?.admission ?? 'WAITING')
    const arrived = {
      ...participant,
      admission,
      waitingSince: before?.waitingSince ?? new Date(),
      revision: ++this.#revision,
    }
    await this.answers
    this.#mayFail()
    if (this.unknown.has(participant.roomId) || this.barred.has(participant.identity)) return 'UNKNOWN'
    if (this.closed.has(participant.roomId)) return 'CLOSED'
    const now = this.#people(participant).get(participant.identity)
    if (!now || now.revision < arrived.revision) this.#people(participant).set(participant.identity, arrived)
    return arrived
  }

  async depart(participant: RoomId & { identity: string }, reason: 'left' | 'lost' | 'full'): Promise<void> {
    await this.#report(`${reason} ${participant.identity}`)
  }

  async mayAct(participant: RoomId & { identity: string }): Promise<boolean> {
    const admission = this.#people(participant).get(participant.identity)?.admission
    return (
      !this.closed.has(participant.roomId) &&
      !this.barred.has(participant.identity) &&
      admission !== undefined &&
      admission !== 'DENIED'
    )
  }

  async decide(room: RoomId, identity: string, { to, from }: Change): Promise<Participant | undefined> {
    const known = this.#people(room).get(identity)
    await this.#report(`${to} ${identity}`)
    if (!known || known.role === 'host' || !from.includes(known.admission)) return undefined
    const decided = { ...known, admission: to, revision: ++this.#revision }
    this.#people(room).set(identity, decided)
    return decided
  }

  async participants(room: RoomId): Promise<'CLOSED' | Participant[]> {
    this.#mayFail()
    if (this.closed.has(room.roomId)) return 'CLOSED'
    return [...this.#people(room).values()].map((participant) =>
      this.barred.has(participant.identity)
        ? { ...participant, admission: 'DENIED', revision: ++this.#revision }
        : participant,
    )
  }

  async together(room: RoomId, forMs: number): Promise<{ startedAt: Date } | undefined> {
    await this.#report(`together ${room.roomId}`)
    this.forMs.push(forMs)
    return this.closed.has(room.roomId) ? undefined : { startedAt: this.startedAt }
  }

  async timeOf({ roomId }: RoomId): Promise<{ startedAt?: Date; durationSec?: number }> {
    return this.closed.has(roomId) ? { durationSec: 754 } : { startedAt: this.startedAt }
  }

  async apart(room: RoomId): Promise<void> {
    await this.#report(`apart ${room.roomId}`)
  }

  async end(room: RoomId, caller: string): Promise<void> {
    await this.#report(`end by ${caller}`)
    this.closed.add(room.roomId)
    this.onEnd(room)
  }

  /** Clears the recorded calls. */
  forget(): void {
    this.reports.length = 0
    this.asked.length = 0
  }

  async #report(event: string): Promise<void> {
    await this.listens
    this.#mayFail()
    this.reports.push(event)
  }

  #people({ tenantId, roomId }: RoomId): Map<string, Participant> {
    const key = `${tenantId}/${roomId}`
    const people = this.#rooms.get(key) ?? new Map()
    this.#rooms.set(key, people)
    return people
  }

  #mayFail(): void {
    if (this.broken) throw new Error('The database is away.')
  }
}
