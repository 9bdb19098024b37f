import { type Claimed, ROWS_PER_ENDPOINT, type Wanted } from './claim.ts'

/** Requests under way in this process. An endpoint's own limit is in its row. */
const SLOTS = 256
/** Further ones, for critical alerts alone. */
const URGENT_SLOTS = 16
/** Of the slots, as many as those endpoints share that have not shown lately that they answer. */
const SLOW_SLOTS = 128
/** A request that takes longer than this tells that its endpoint hangs. */
const HANGING_MS = 2000
/** For so long an endpoint is trusted after it took something, and so many are remembered. */
const TRUSTED_MS = 60_000
const TRUSTED = 256
/** What is left is handed out in parts, so that endpoints are weighed anew before it is gone. */
const PARTS = 4
/** Rows that a claim asks for at most. */
export const LARGEST_CLAIM = SLOTS / PARTS
/** An endpoint may hold this part of what is free, so that all of them together never take everything. */
const SHARE = 16
const SLOW_SHARE = 8

type Endpoint = { beganAt: number[]; failing: boolean; full: boolean }

/**
 * Who has which of the slots. An endpoint's share shrinks as they fill, and whoever has not shown lately that it answers
 * has a part of its own that hardly grows into that of the others: it may be about to hang.
 */
export class UnderWay {
  #count = 0
  #endpoints = new Map<string, Endpoint>()
  /** When endpoints took something last, the most recent at the end. */
  #tookAt = new Map<string, number>()
  /** Whether the last look may have left something behind for want of room in all. */
  #short = false

  /** What a claim may take now. */
  wanted(nowMs: number): { urgent: number; ordinary: number } & Pick<Wanted, 'share' | 'slowShare' | 'trusted'> {
    this.#short = false
    const free = Math.max(0, SLOTS - this.#count)
    const doubtful = new Set<string>()
    for (const [id, { beganAt, failing }] of this.#endpoints) {
      if (failing || nowMs - beganAt[0]! > HANGING_MS) doubtful.add(id)
    }
    const trusted: string[] = []
    for (const [id, tookAt] of this.#tookAt) if (nowMs - tookAt < TRUSTED_MS && !doubtful.has(id)) trusted.push(id)
    const slow = this.#count - trusted.reduce((sum, id) => sum + (this.#endpoints.get(id)?.beganAt.length ?? 0), 0)
    return {
      urgent: Math.min(URGENT_SLOTS, SLOTS + URGENT_SLOTS - this.#count),
      ordinary: Math.ceil(free / PARTS),
      share: Math.max(1, Math.floor(free / SHARE)),
      slowShare: Math.max(0, Math.floor((SLOW_SLOTS - slow) / SLOW_SHARE)),
      trusted,
    }
  }

  /**
   * Takes the slots of what was claimed.
   * @param asked how many rows the claim could have had
   * @returns whether there may be more to claim at once
   */
  begin(rows: Claimed[], asked: number, nowMs: number): boolean {
    this.#count += rows.length
    const short = rows.length >= asked
    if (short) this.#short = true
    let more = short && asked > 0
    const taken = new Map<string, number>()
    for (const { endpoint_id: id, failing, room } of rows) {
      const endpoint = this.#endpoints.get(id) ?? { beganAt: [], failing, full: false }
      endpoint.beganAt.push(nowMs)
      endpoint.failing = failing
      this.#endpoints.set(id, endpoint)
      const count = (taken.get(id) ?? 0) + 1
      taken.set(id, count)
      if (count >= room) endpoint.full = true
      else if (count >= ROWS_PER_ENDPOINT) more = true
    }
    return more
  }

  /**
   * Gives a slot back.
   * @param beganAt when it was taken
   * @param tookAt when the endpoint took what it was sent; undefined: it did not
   * @returns whether something may have waited for it
   */
  end(endpointId: string, beganAt: number, tookAt?: number): boolean {
    this.#count--
    if (tookAt !== undefined) this.#trust(endpointId, tookAt)
    const endpoint = this.#endpoints.get(endpointId)!
    endpoint.beganAt.splice(endpoint.beganAt.indexOf(beganAt), 1)
    if (endpoint.beganAt.length === 0) this.#endpoints.delete(endpointId)
    return endpoint.full || this.#short
  }

  #trust(endpointId: string, nowMs: number): void {
    this.#tookAt.delete(endpointId)
    this.#tookAt.set(endpointId, nowMs)
    if (this.#tookAt.size > TRUSTED) this.#tookAt.delete(this.#tookAt.keys().next().value!)
  }
}
