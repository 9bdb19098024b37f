import { AdaptiveLimit } from '../../../../jobs/adaptive-limit.ts'
import type { Claimed, ClaimLimits } from './claim.ts'

/** Maximum concurrent requests of this process, and maximum unrecorded results. Each endpoint also has its own limit, in its row. */
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
/** A claim requests a fourth of the free slots, so that limits are recomputed before all slots are used. */
const PARTS = 4
/** Maximum rows of a claim. */
export const MAX_CLAIM_ROWS = SLOTS / PARTS
/** An endpoint may take a fourth of the free slots (an eighth of the slow ones), so that no endpoint takes all of them. */
const SHARE = 4
const SLOW_SHARE = 8
/** The limit of requests to an endpoint. It adapts while the endpoint is trusted. */
const LIMIT = { least: 1, start: 10, most: SLOTS / SHARE }

type Endpoint = { startedAt: number[]; failing: boolean; full: boolean }
type Trusted = { succeededAt: number; limit: AdaptiveLimit }

/** A response of an endpoint, or the failure of a request to it. */
export type Answer = { atMs: number; succeeded: boolean }

/**
 * Counts the slots that endpoints use, from the claim until the answer. An endpoint's share shrinks as the slots fill. Endpoints
 * without a recent success may hang, so they share a separate part of the slots, which leaves the other slots free.
 */
export class InFlight {
  #count = 0
  /** Deliveries whose requests have ended and whose results are not recorded yet. */
  #unrecorded = 0
  #endpoints = new Map<string, Endpoint>()
  /** Endpoints that succeeded, the most recent at the end. */
  #trusted = new Map<string, Trusted>()
  /** Whether the last claim may have left rows unclaimed for lack of slots. */
  #isShort = false

  /** The limits of the next claim. */
  nextClaim(
    nowMs: number,
  ): { urgent: number; ordinary: number } & Pick<ClaimLimits, 'trusted' | 'limits' | 'requests' | 'slowShare'> {
    this.#isShort = false
    const mayClaim = this.#unrecorded < SLOTS
    const free = mayClaim ? Math.max(0, SLOTS - this.#count) : 0
    const share = Math.max(1, Math.floor(free / SHARE))
    const trusted: string[] = []
    const limits: number[] = []
    const requests: number[] = []
    let slow = this.#count
    for (const [id, { succeededAt, limit }] of this.#trusted) {
      const endpoint = this.#endpoints.get(id)
      const isSlow = endpoint && (endpoint.failing || nowMs - endpoint.startedAt[0]! > HANGING_MS)
      if (isSlow || nowMs - succeededAt >= TRUSTED_MS) continue
      trusted.push(id)
      limits.push(Math.min(limit.value, share))
      const underWay = endpoint?.startedAt.length ?? 0
      requests.push(underWay)
      slow -= underWay
    }
    return {
      urgent: mayClaim ? Math.min(URGENT_SLOTS, SLOTS + URGENT_SLOTS - this.#count) : 0,
      ordinary: Math.ceil(free / PARTS),
      trusted,
      limits,
      requests,
      slowShare: Math.min(LIMIT.start, Math.max(0, Math.floor((SLOW_SLOTS - slow) / SLOW_SHARE))),
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
    for (const { endpoint_id: id, failing, slots, turn } of rows) {
      const endpoint = this.#endpoints.get(id) ?? { startedAt: [], failing, full: false }
      endpoint.startedAt.push(nowMs)
      endpoint.failing = failing
      this.#endpoints.set(id, endpoint)
      const count = (taken.get(id) ?? 0) + 1
      taken.set(id, count)
      if (count >= slots) endpoint.full = true
      else if (count >= turn) more = true
    }
    return more
  }

  /**
   * Frees the slot of a delivery whose result is recorded next.
   * @param startedAt when the slot was taken
   * @param answer undefined if no request was made
   * @returns whether a delivery may have waited for the slot
   */
  free(endpointId: string, startedAt: number, answer?: Answer): boolean {
    const endpoint = this.#endpoints.get(endpointId)!
    if (answer) this.#record(endpointId, startedAt, answer, endpoint.startedAt.length)
    this.#count--
    this.#unrecorded++
    endpoint.startedAt.splice(endpoint.startedAt.indexOf(startedAt), 1)
    if (endpoint.startedAt.length === 0) this.#endpoints.delete(endpointId)
    return endpoint.full || this.#isShort
  }

  /** The result of a delivery was recorded. */
  recorded(): void {
    this.#unrecorded--
  }

  /** A success makes an endpoint the most recent one. */
  #record(endpointId: string, startedAt: number, { atMs, succeeded }: Answer, inFlight: number): void {
    const known = this.#trusted.get(endpointId)
    if (!known && !succeeded) return
    const { limit, succeededAt } = known ?? { limit: new AdaptiveLimit(LIMIT), succeededAt: atMs }
    limit.record({ startedAt, endedAt: atMs, succeeded, inFlight })
    if (succeeded) this.#trusted.delete(endpointId)
    this.#trusted.set(endpointId, { limit, succeededAt: succeeded ? atMs : succeededAt })
    if (this.#trusted.size > TRUSTED) this.#trusted.delete(this.#trusted.keys().next().value!)
  }
}
