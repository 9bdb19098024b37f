import { type Claimed, type ClaimLimits, ROWS_PER_ENDPOINT } from './claim.ts'

/** Maximum concurrent requests of this process. Each endpoint also has its own limit, in its row. */
const SLOTS = 256
/** Additional slots, for critical alerts only. */
const URGENT_SLOTS = 16
/** How many of the slots the untrusted endpoints share. */
const SLOW_SLOTS = 128
/** An endpoint with a request older than this counts as hanging. */
const HANGING_MS = 2000
/** How long an endpoint is trusted after a success, and how many endpoints are remembered. */
const TRUSTED_MS = 60_000
const TRUSTED = 256
/** A claim requests a fourth of the free slots, so that shares are recomputed before all slots are used. */
const PARTS = 4
/** Maximum rows of a claim. */
export const MAX_CLAIM_ROWS = SLOTS / PARTS
/** An endpoint may take a sixteenth of the free slots (an eighth of the slow ones), so that no endpoint takes all of them. */
const SHARE = 16
const SLOW_SHARE = 8

type Endpoint = { startedAt: number[]; failing: boolean; full: boolean }

/**
 * Counts the slots that endpoints use. An endpoint's share shrinks as the slots fill. Endpoints without a recent success may
 * hang, so they share a separate part of the slots, which leaves the other slots free.
 */
export class InFlight {
  #count = 0
  #endpoints = new Map<string, Endpoint>()
  /** When endpoints last succeeded, the most recent at the end. */
  #succeededAt = new Map<string, number>()
  /** Whether the last claim may have left rows unclaimed for lack of slots. */
  #isShort = false

  /** The limits of the next claim. */
  nextClaim(
    nowMs: number,
  ): { urgent: number; ordinary: number } & Pick<ClaimLimits, 'share' | 'slowShare' | 'trusted'> {
    this.#isShort = false
    const free = Math.max(0, SLOTS - this.#count)
    const untrusted = new Set<string>()
    for (const [id, { startedAt, failing }] of this.#endpoints) {
      if (failing || nowMs - startedAt[0]! > HANGING_MS) untrusted.add(id)
    }
    const trusted: string[] = []
    for (const [id, succeededAt] of this.#succeededAt)
      if (nowMs - succeededAt < TRUSTED_MS && !untrusted.has(id)) trusted.push(id)
    const slow = this.#count - trusted.reduce((sum, id) => sum + (this.#endpoints.get(id)?.startedAt.length ?? 0), 0)
    return {
      urgent: Math.min(URGENT_SLOTS, SLOTS + URGENT_SLOTS - this.#count),
      ordinary: Math.ceil(free / PARTS),
      share: Math.max(1, Math.floor(free / SHARE)),
      slowShare: Math.max(0, Math.floor((SLOW_SLOTS - slow) / SLOW_SHARE)),
      trusted,
    }
  }

  /**
   * Uses slots for claimed rows.
   * @param requested the row limit of the claim
   * @returns whether there may be more to claim at once
   */
  take(rows: Claimed[], requested: number, nowMs: number): boolean {
    this.#count += rows.length
    const isShort = rows.length >= requested
    if (isShort) this.#isShort = true
    let more = isShort && requested > 0
    const taken = new Map<string, number>()
    for (const { endpoint_id: id, failing, slots } of rows) {
      const endpoint = this.#endpoints.get(id) ?? { startedAt: [], failing, full: false }
      endpoint.startedAt.push(nowMs)
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
   * Frees a slot.
   * @param startedAt when the slot was taken
   * @param succeededAt when the endpoint accepted the delivery; undefined if it did not
   * @returns whether a delivery may have waited for the slot
   */
  free(endpointId: string, startedAt: number, succeededAt?: number): boolean {
    this.#count--
    if (succeededAt !== undefined) this.#trust(endpointId, succeededAt)
    const endpoint = this.#endpoints.get(endpointId)!
    endpoint.startedAt.splice(endpoint.startedAt.indexOf(startedAt), 1)
    if (endpoint.startedAt.length === 0) this.#endpoints.delete(endpointId)
    return endpoint.full || this.#isShort
  }

  #trust(endpointId: string, nowMs: number): void {
    this.#succeededAt.delete(endpointId)
    this.#succeededAt.set(endpointId, nowMs)
    if (this.#succeededAt.size > TRUSTED) this.#succeededAt.delete(this.#succeededAt.keys().next().value!)
  }
}
