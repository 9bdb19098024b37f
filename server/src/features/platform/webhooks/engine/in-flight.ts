import { type Claimed, type ClaimLimits, ROWS_PER_ENDPOINT } from './claim.ts'

/** Concurrent requests of this process. Each endpoint has its own limit in its row. */
const SLOTS = 256
/** Additional slots, for critical alerts only. */
const URGENT_SLOTS = 16
/** Of the slots, the part that untrusted endpoints share. */
const SLOW_SLOTS = 128
/** An endpoint with a request older than this counts as hanging. */
const HANGING_MS = 2000
/** How long an endpoint is trusted after a success, and how many are remembered. */
const TRUSTED_MS = 60_000
const TRUSTED = 256
/** A claim requests this part of the free slots, so that shares are recomputed before all are used. */
const PARTS = 4
/** Maximum rows of a claim. */
export const MAX_CLAIM_ROWS = SLOTS / PARTS
/** An endpoint may hold this part of the free slots, so that the endpoints together never take all of them. */
const SHARE = 16
const SLOW_SHARE = 8

type Endpoint = { beganAt: number[]; failing: boolean; full: boolean }

/**
 * The slots that endpoints hold. An endpoint's share shrinks as they fill. Endpoints without a recent success may be
 * about to hang: they share a part of their own, which leaves the other slots free.
 */
export class InFlight {
  #count = 0
  #endpoints = new Map<string, Endpoint>()
  /** When endpoints last succeeded, the most recent at the end. */
  #succeededAt = new Map<string, number>()
  /** Whether the last claim may have left rows behind for lack of slots. */
  #short = false

  /** The limits of the next claim. */
  nextClaim(
    nowMs: number,
  ): { urgent: number; ordinary: number } & Pick<ClaimLimits, 'share' | 'slowShare' | 'trusted'> {
    this.#short = false
    const free = Math.max(0, SLOTS - this.#count)
    const doubtful = new Set<string>()
    for (const [id, { beganAt, failing }] of this.#endpoints) {
      if (failing || nowMs - beganAt[0]! > HANGING_MS) doubtful.add(id)
    }
    const trusted: string[] = []
    for (const [id, succeededAt] of this.#succeededAt)
      if (nowMs - succeededAt < TRUSTED_MS && !doubtful.has(id)) trusted.push(id)
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
   * Takes the slots for claimed rows.
   * @param requested the row limit of the claim
   * @returns whether there may be more to claim at once
   */
  begin(rows: Claimed[], requested: number, nowMs: number): boolean {
    this.#count += rows.length
    const short = rows.length >= requested
    if (short) this.#short = true
    let more = short && requested > 0
    const taken = new Map<string, number>()
    for (const { endpoint_id: id, failing, slots } of rows) {
      const endpoint = this.#endpoints.get(id) ?? { beganAt: [], failing, full: false }
      endpoint.beganAt.push(nowMs)
      endpoint.failing = failing
      this.#endpoints.set(id, endpoint)
      const count = (taken.get(id) ?? 0) + 1
      taken.set(id, count)
      if (count >= slots) endpoint.full = true
      else if (count >= ROWS_PER_ENDPOINT) more = true
    }
    return more
  }

  /**
   * Gives a slot back.
   * @param beganAt when it was taken
   * @param succeededAt when the endpoint accepted the delivery; undefined: it did not
   * @returns whether a delivery may have waited for the slot
   */
  end(endpointId: string, beganAt: number, succeededAt?: number): boolean {
    this.#count--
    if (succeededAt !== undefined) this.#trust(endpointId, succeededAt)
    const endpoint = this.#endpoints.get(endpointId)!
    endpoint.beganAt.splice(endpoint.beganAt.indexOf(beganAt), 1)
    if (endpoint.beganAt.length === 0) this.#endpoints.delete(endpointId)
    return endpoint.full || this.#short
  }

  #trust(endpointId: string, nowMs: number): void {
    this.#succeededAt.delete(endpointId)
    this.#succeededAt.set(endpointId, nowMs)
    if (this.#succeededAt.size > TRUSTED) this.#succeededAt.delete(this.#succeededAt.keys().next().value!)
  }
}
