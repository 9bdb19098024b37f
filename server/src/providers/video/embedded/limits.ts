import { MAX_PEERS } from './protocol.ts'

/** What one participant, one address and the whole endpoint may ask of the server, and how long it waits for them. */
export type Limits = {
  /** For the first message, and again for the ledger's answer to it. */
  joinMs: number
  /** Between two pings; who has not answered one by the next is gone. */
  pulseMs: number
  /** Between two words to the ledger while practitioner and patient are together. */
  togetherMs: number
  /** Between two questions to the ledger about all rooms, for what no other server could say. */
  patrolMs: number
  /** How long a seat is kept for somebody whose line broke. */
  graceMs: number
  /** In the room, and at its door. */
  peers: number
  waiting: number
  /** For the other side to finish closing, before its line is cut. */
  farewellMs: number
  /** Between two signs of life of a server to the others; after three silences its people count as away. */
  beatMs: number
  /** Life of what a page is given to reach the TURN server with; it is renewed in time. */
  turnSec: number
  /** Sockets that are open and not in a room, over the whole endpoint, and from one address. */
  unjoined: number
  unjoinedEach: number
  /** Arrivals a minute of one person at one room: each costs the ledger a transaction and a row of the audit log. */
  arrivalsPerMinute: number
  /** New sockets a minute from one address; a clinic's devices share one. */
  joinsPerMinute: number
  /** Messages, pings and pongs of one socket. */
  burst: number
  perSec: number
  /** Bytes waiting to be sent to one socket; one that lets more pile up is cut off. */
  backlogBytes: number
}

export const defaultLimits: Limits = {
  joinMs: 5000,
  pulseMs: 10_000,
  togetherMs: 5000,
  patrolMs: 15_000,
  graceMs: 30_000,
  peers: MAX_PEERS,
  waiting: 10,
  farewellMs: 2000,
  beatMs: 2000,
  turnSec: 3600,
  unjoined: 200,
  unjoinedEach: 20,
  arrivalsPerMinute: 40,
  joinsPerMinute: 120,
  burst: 60,
  perSec: 30,
  backlogBytes: 1024 * 1024,
}

/** A token bucket. It goes by real time: a test clock that is set forward grants nobody more. */
export class Allowance {
  #left: number
  #burst: number
  #perSec: number
  #seenAtMs = performance.now()

  constructor(burst: number, perSec: number) {
    this.#left = burst
    this.#burst = burst
    this.#perSec = perSec
  }

  /** @returns whether there was one left */
  spend(): boolean {
    const nowMs = performance.now()
    this.#left = Math.min(this.#burst, this.#left + ((nowMs - this.#seenAtMs) / 1000) * this.#perSec)
    this.#seenAtMs = nowMs
    if (this.#left < 1) return false
    this.#left--
    return true
  }
}

/** Whom it counts at one time: strangers must not fill the memory. */
const REMEMBERED = 100_000

/** Counts what each address, or whoever, does in a minute. */
export class MinuteCounter {
  #perMinute: number
  #counts = new Map<string, number>()
  #minute = 0

  constructor(perMinute: number) {
    this.#perMinute = perMinute
  }

  admit(who: string): boolean {
    const minute = Math.floor(performance.now() / 60_000)
    if (minute !== this.#minute || this.#counts.size >= REMEMBERED) this.#counts.clear()
    this.#minute = minute
    const count = (this.#counts.get(who) ?? 0) + 1
    this.#counts.set(who, count)
    return count <= this.#perMinute
  }
}
