/** What one participant, one address and the whole endpoint may ask of the server, and how long it waits for them. */
export type Limits = {
  /** For the first message, and again for the ledger's answer to it. */
  joinMs: number
  /** Between two pings; who has not answered one by the next is gone. */
  pulseMs: number
  /** Between two words to the ledger while practitioner and patient are together. */
  togetherMs: number
  /** For the other side to finish closing, before its line is cut. */
  farewellMs: number
  /** Sockets that are open and not in a room, over the whole endpoint. */
  unjoined: number
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
  farewellMs: 2000,
  unjoined: 200,
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

/** Addresses counted at one time: strangers must not fill the memory. */
const REMEMBERED = 100_000

/** Counts what each address does in a minute. */
export class AddressCounter {
  #perMinute: number
  #counts = new Map<string, number>()
  #minute = 0

  constructor(perMinute: number) {
    this.#perMinute = perMinute
  }

  admit(address: string): boolean {
    const minute = Math.floor(performance.now() / 60_000)
    if (minute !== this.#minute || this.#counts.size >= REMEMBERED) this.#counts.clear()
    this.#minute = minute
    const count = (this.#counts.get(address) ?? 0) + 1
    this.#counts.set(address, count)
    return count <= this.#perMinute
  }
}
