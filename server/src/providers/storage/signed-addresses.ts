import { createHmac } from 'node:crypto'
import type { Clock } from '../../lib/clock.ts'
import { sameSecret } from '../../lib/secrets.ts'
import { ADDRESS_MIN, type Address } from './index.ts'

/** How far the clocks of two servers may differ, in milliseconds. */
const DRIFT_MS = 60_000

/** Signed URLs of files on this server; the signature covers the expiry. */
export class SignedAddresses {
  #base: string
  #keys: { secret: Buffer }[]
  #clock: Clock

  /**
   * @param base without a trailing slash
   * @param keys newest first: the first signs, all verify
   */
  constructor(base: string, keys: { secret: Buffer }[], clock: Clock) {
    this.#base = base
    this.#keys = keys
    this.#clock = clock
  }

  issue(key: string): Address {
    const expires = this.#clock.nowSec() + ADDRESS_MIN * 60
    const signature = sign(this.#keys[0]!.secret, key, String(expires))
    const query = new URLSearchParams({ expires: String(expires), signature })
    return { url: `${this.#base}/files/${key}?${query}`, expiresAt: new Date(expires * 1000) }
  }

  /** Verifies the signature, then the expiry. An expiry too far ahead was issued before the sandbox's clock was reset. */
  verify(key: string, { expires, signature }: Record<string, unknown>): 'good' | 'over' | 'not genuine' {
    if (typeof expires !== 'string' || typeof signature !== 'string') return 'not genuine'
    const isGenuine = this.#keys.some(({ secret }) => sameSecret(sign(secret, key, expires), signature))
    if (!isGenuine) return 'not genuine'
    const leftMs = Number(expires) * 1000 - this.#clock.nowMs()
    return leftMs > 0 && leftMs <= ADDRESS_MIN * 60_000 + DRIFT_MS ? 'good' : 'over'
  }
}

/** A key contains no line break, so that the concatenation is unambiguous. */
const sign = (secret: Buffer, key: string, expires: string): string =>
  createHmac('sha256', secret).update(`${key}\n${expires}`).digest('base64url')
