import { MAX_PEERS } from '@medina-care/protocol/constants.ts'

/** Timeouts, and limits per participant, per address and for the whole endpoint. */
export type Limits = {
  /** Timeout of the first message, and of the ledger's answer to it. */
  joinMs: number
  /** Interval of pings; a client that has not answered by the next one is disconnected. */
  pulseMs: number
  /** Interval of reports to the ledger while practitioner and patient are together. */
  togetherMs: number
  /** Interval of queries to the ledger about all rooms, for changes that did not reach them. */
  pollMs: number
  /** How long the seat of a participant whose connection broke is kept. */
  graceMs: number
  /** Places in the room, and in its lobby. */
  peers: number
  waiting: number
  /** Timeout of the closing handshake. */
  farewellMs: number
  /** Lifetime of TURN credentials; they are renewed in time. */
  turnSec: number
  /** Open sockets that have not joined, in total and per address. */
  unjoined: number
  unjoinedEach: number
  /** Arrivals per minute of one participant at one room: each costs a transaction and an audit row. */
  arrivalsPerMinute: number
  /** New sockets per minute and address; a clinic's devices share one. */
  joinsPerMinute: number
  /** Messages, pings and pongs per socket. */
  burst: number
  perSec: number
  /** Bytes waiting to be sent to one socket; beyond this it is terminated. */
  backlogBytes: number
}

export const defaultLimits: Limits = {
  joinMs: 5000,
  pulseMs: 10_000,
  togetherMs: 5000,
  pollMs: 15_000,
  graceMs: 30_000,
  peers: MAX_PEERS,
  waiting: 10,
  farewellMs: 2000,
  turnSec: 3600,
  unjoined: 200,
  unjoinedEach: 20,
  arrivalsPerMinute: 40,
  joinsPerMinute: 120,
  burst: 60,
  perSec: 30,
  backlogBytes: 1024 * 1024,
}

/** A token bucket. It uses real time: advancing the test clock grants nothing. */
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

  /** @returns whether a token was left */
  spend(): boolean {
    const nowMs = performance.now()
    this.#left = Math.min(this.#burst, this.#left + ((nowMs - this.#seenAtMs) / 1000) * this.#perSec)
    this.#seenAtMs = nowMs
    if (this.#left < 1) return false
    this.#left--
    return true
  }
}

/** Maximum counted keys, so that unauthenticated callers cannot fill the memory. */
const REMEMBERED = 100_000

/** Counts events per key (an address, a participant) and minute. */
export class MinuteCounter {
  #perMinute: number
  #counts = new Map<string, number>()
  #minute = 0

  constructor(perMinute: number) {
    this.#perMinute = perMinute
  }

  admit(key: string): boolean {
    const minute = Math.floor(performance.now() / 60_000)
    if (minute !== this.#minute || this.#counts.size >= REMEMBERED) this.#counts.clear()
    this.#minute = minute
    const count = (this.#counts.get(key) ?? 0) + 1
    this.#counts.set(key, count)
    return count <= this.#perMinute
  }
}
