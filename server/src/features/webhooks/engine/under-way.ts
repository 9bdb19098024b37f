import { type Claimed, ROWS_PER_ENDPOINT, type Wanted } from './claim.ts'

/** Requests under way in this process. An endpoint's own limit is in its row. */
const SLOTS = 256
/** Further ones, for critical alerts alone. */
const URGENT_SLOTS = 16
/** Of the slots, as many as endpoints may hold that hang or fail, all of them together. */
const SLOW_SLOTS = 128
/** A request that takes longer than this tells that its endpoint hangs. */
const HANGING_MS = 2000
/** Rows of one claim. */
const CLAIM = 128
/** What is left is handed out in parts, so that endpoints are weighed anew before it is gone. */
const PARTS = 4
/** An endpoint may hold this part of what is free, so that all of them together never take everything. */
const SHARE = 16
const SLOW_SHARE = 8

type Endpoint = { beganAt: number[]; failing: boolean; full: boolean }

/**
 * Who has which of the slots. An endpoint's share shrinks as they fill, and what hangs or fails has a part of its own
 * that does not grow into that of the others.
 */
export class UnderWay {
  #count = 0
  #endpoints = new Map<string, Endpoint>()
  /** Whether the last look may have left something behind for want of room in all. */
  #short = false

  /** What a claim may take now. */
  wanted(nowMs: number): { urgent: number; ordinary: number } & Pick<Wanted, 'share' | 'slowShare' | 'hanging'> {
    this.#short = false
    const free = Math.max(0, SLOTS - this.#count)
    const hanging: string[] = []
    let slow = 0
    for (const [id, { beganAt, failing }] of this.#endpoints) {
      const hangs = nowMs - beganAt[0]! > HANGING_MS
      if (hangs) hanging.push(id)
      if (hangs || failing) slow += beganAt.length
    }
    return {
      urgent: Math.min(URGENT_SLOTS, SLOTS + URGENT_SLOTS - this.#count),
      ordinary: Math.min(CLAIM, Math.ceil(free / PARTS)),
      share: Math.max(1, Math.floor(free / SHARE)),
      slowShare: Math.max(0, Math.floor((SLOW_SLOTS - slow) / SLOW_SHARE)),
      hanging,
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
   * @returns whether something may have waited for it
   */
  end(endpointId: string, beganAt: number): boolean {
    this.#count--
    const endpoint = this.#endpoints.get(endpointId)!
    endpoint.beganAt.splice(endpoint.beganAt.indexOf(beganAt), 1)
    if (endpoint.beganAt.length === 0) this.#endpoints.delete(endpointId)
    return endpoint.full || this.#short
  }
}
