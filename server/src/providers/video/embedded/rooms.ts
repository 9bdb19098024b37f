import type { RoomId } from '../index.ts'
import { Room, type RoomOptions } from './room.ts'

/** The rooms that have participants or joins in progress. */
export class Rooms {
  #options: RoomOptions
  #rooms = new Map<string, Room>()
  #timer: NodeJS.Timeout
  #isPolling = false

  constructor(options: Omit<RoomOptions, 'onIdle'>) {
    this.#options = { ...options, onIdle: (room) => void this.forgetIfIdle(room) }
    this.#timer = setInterval(() => void this.#poll(), options.limits.pollMs)
  }

  find(id: RoomId): Room | undefined {
    return this.#rooms.get(keyOf(id))
  }

  open({ tenantId, roomId }: RoomId): Room {
    const id = { tenantId, roomId }
    const room = this.find(id) ?? new Room(this.#options, id)
    this.#rooms.set(keyOf(id), room)
    return room
  }

  /** Forgets an idle room once its writes are recorded: two room objects with one id would send inconsistent reports. */
  async forgetIfIdle(room: Room): Promise<void> {
    await room.settled()
    if (!room.isIdle || !room.isRecorded || this.find(room.id) !== room) return
    this.#rooms.delete(keyOf(room.id))
    room.dispose()
  }

  /** Disconnects all participants. Resolves once the ledger has everything. */
  async suspend(): Promise<void> {
    clearInterval(this.#timer)
    const rooms = [...this.#rooms.values()]
    for (const room of rooms) room.suspend()
    await Promise.all(rooms.map((room) => room.settled()))
  }

  dispose(): void {
    for (const room of this.#rooms.values()) room.dispose()
  }

  /**
   * Asks the ledger about each room: a change does not reach its room if the answer to its commit was lost, or if it was
   * made by a server that has stopped.
   */
  async #poll(): Promise<void> {
    if (this.#isPolling) return
    this.#isPolling = true
    const { ledger, log } = this.#options
    for (const room of [...this.#rooms.values()]) {
      try {
        const people = await ledger.participants(room.id)
        if (people === 'CLOSED') room.close('closed')
        else room.learn(people)
      } catch (err) {
        log.error({ err, ...room.id }, 'video: the ledger did not answer about a room')
      }
    }
    this.#isPolling = false
  }
}

export const keyOf = ({ tenantId, roomId }: RoomId): string => `${tenantId}/${roomId}`
