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
  heard: string[] = []
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

  async arrive(who: JoinRequest): Promise<'CLOSED' | 'UNKNOWN' | Participant> {
    this.asked.push(who.roomId)
    const before = this.#people(who).get(who.identity)
    const admission = who.role === 'host' ? 'ADMITTED' : (before?.admission ?? 'WAITING')
    const arrived = { ...who, admission, waitingSince: before?.waitingSince ?? new Date(), revision: ++this.#revision }
    await this.answers
    this.#mayFail()
    if (this.unknown.has(who.roomId) || this.barred.has(who.identity)) return 'UNKNOWN'
    if (this.closed.has(who.roomId)) return 'CLOSED'
    const now = this.#people(who).get(who.identity)
    if (!now || now.revision < arrived.revision) this.#people(who).set(who.identity, arrived)
    return arrived
  }

  async depart(who: RoomId & { identity: string }, how: 'left' | 'lost' | 'full'): Promise<void> {
    await this.#hear(`${how} ${who.identity}`)
  }

  async mayAct(who: RoomId & { identity: string }): Promise<boolean> {
    const admission = this.#people(who).get(who.identity)?.admission
    return (
      !this.closed.has(who.roomId) &&
      !this.barred.has(who.identity) &&
      admission !== undefined &&
      admission !== 'DENIED'
    )
  }

  async decide(room: RoomId, identity: string, { to, from }: Change): Promise<Participant | undefined> {
    const known = this.#people(room).get(identity)
    await this.#hear(`${to} ${identity}`)
    if (!known || known.role === 'host' || !from.includes(known.admission)) return undefined
    const decided = { ...known, admission: to, revision: ++this.#revision }
    this.#people(room).set(identity, decided)
    return decided
  }

  async participants(room: RoomId): Promise<'CLOSED' | Participant[]> {
    this.#mayFail()
    if (this.closed.has(room.roomId)) return 'CLOSED'
    return [...this.#people(room).values()].map((who) =>
      this.barred.has(who.identity) ? { ...who, admission: 'DENIED', revision: ++this.#revision } : who,
    )
  }

  async together(room: RoomId, forMs: number): Promise<{ startedAt: Date } | undefined> {
    await this.#hear(`together ${room.roomId}`)
    this.forMs.push(forMs)
    return this.closed.has(room.roomId) ? undefined : { startedAt: this.startedAt }
  }

  async timeOf({ roomId }: RoomId): Promise<{ startedAt?: Date; durationSec?: number }> {
    return this.closed.has(roomId) ? { durationSec: 754 } : { startedAt: this.startedAt }
  }

  async apart(room: RoomId): Promise<void> {
    await this.#hear(`apart ${room.roomId}`)
  }

  async end(room: RoomId, by: string): Promise<void> {
    await this.#hear(`end by ${by}`)
    this.closed.add(room.roomId)
    this.onEnd(room)
  }

  /** Clears the recorded calls. */
  forget(): void {
    this.heard.length = 0
    this.asked.length = 0
  }

  async #hear(what: string): Promise<void> {
    await this.listens
    this.#mayFail()
    this.heard.push(what)
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
