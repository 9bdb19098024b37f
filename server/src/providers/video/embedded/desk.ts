import { decisions } from '../decisions.ts'
import type { Participant, RoomId } from '../index.ts'
import type { MeetingKeeper } from './meeting.ts'
import type { ClientMessage } from './protocol.ts'
import type { Line } from './roster.ts'

/** A command of the practitioner, about one participant or the room. */
export type Order = Extract<ClientMessage, { peerId: string } | { type: 'end' }>

type DeskKeeper = Pick<MeetingKeeper, 'ledger' | 'log'>

/** Limit of commands that wait for a slow ledger. */
const QUEUE = 50

/** Records decisions and departures in the ledger one after the other, so that the last decision prevails. */
export class Desk {
  #keeper: DeskKeeper
  #room: RoomId
  #onDecision: (who: Participant) => void
  #done: Promise<void> = Promise.resolve()
  #pending = 0

  constructor(keeper: DeskKeeper, room: RoomId, onDecision: (who: Participant) => void) {
    this.#keeper = keeper
    this.#room = room
    this.#onDecision = onDecision
  }

  /** Resolves once all commands are recorded or have failed. */
  settled(): Promise<void> {
    return this.#done
  }

  /** Whether no command is pending. */
  get isQuiet(): boolean {
    return this.#pending === 0
  }

  /** @param by the practitioner; `line` receives failures */
  order(line: Line, by: string, order: Order): void {
    const execute = async () => {
      if (order.type === 'end') await this.#keeper.ledger.end(this.#room, by)
      else await this.#decide(line, by, order)
    }
    const fail = () => line.send({ type: 'error', code: 'service_unavailable' })
    if (this.#pending >= QUEUE) fail()
    else this.#enqueue(execute, order.type, fail)
  }

  depart(identity: string, how: 'left' | 'lost' | 'full'): void {
    this.#enqueue(() => this.#keeper.ledger.depart({ ...this.#room, identity }, how), how)
  }

  async #decide(line: Line, by: string, { type, peerId }: Exclude<Order, { type: 'end' }>): Promise<void> {
    const who = await this.#keeper.ledger.decide(this.#room, peerId, decisions[type], by)
    if (who) this.#onDecision(who)
    else line.send({ type: 'error', code: 'not_there' })
  }

  #enqueue(what: () => Promise<void>, named: string, onFailure?: () => void): void {
    this.#pending++
    this.#done = this.#done
      .then(what)
      .catch((err) => {
        this.#keeper.log.error({ err, ...this.#room, what: named }, 'video: the ledger failed')
        onFailure?.()
      })
      .finally(() => {
        this.#pending--
      })
  }
}
