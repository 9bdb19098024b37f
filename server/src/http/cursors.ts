import { createHmac, timingSafeEqual } from 'node:crypto'
import { unprocessable } from '../errors.ts'
import type { Vault } from '../lib/secrets.ts'
import type { Cursors } from '../unit-of-work.ts'

const MAC_BYTES = 16

const rings = new WeakMap<Vault, Buffer[]>()

/** The keys that sign cursors, newest first. */
function ringOf(vault: Vault): Buffer[] {
  const known = rings.get(vault)
  if (known) return known
  const ring = vault.deriveRing('list cursors').map(({ secret }) => secret)
  rings.set(vault, ring)
  return ring
}

/**
 * Reads and writes the cursors of a list. A cursor is the key of a row, with a signature that also covers the identity of
 * the list. The same row always has the same cursor, so that answers can be cached.
 * @param listIdentity returns operation, tenant, path and filters as text (`identifyList`)
 */
export function cursorsOf(vault: Vault, listIdentity: () => string): Cursors {
  const sign = (secret: Buffer, key: Buffer) =>
    createHmac('sha256', secret).update(`${listIdentity()}\n`).update(key).digest().subarray(0, MAC_BYTES)
  return {
    write(key) {
      if (key === null) return null
      const bytes = Buffer.from(JSON.stringify(key))
      return Buffer.concat([sign(ringOf(vault)[0]!, bytes), bytes]).toString('base64url')
    },
    read(cursor, keys) {
      const bytes = Buffer.from(cursor, 'base64url')
      const [mac, key] = [bytes.subarray(0, MAC_BYTES), bytes.subarray(MAC_BYTES)]
      const isWellFormed = mac.length === MAC_BYTES && bytes.toString('base64url') === cursor
      const isOurs = isWellFormed && ringOf(vault).some((secret) => timingSafeEqual(sign(secret, key), mac))
      const read: string[] = isOurs ? JSON.parse(key.toString()) : []
      if (read.length !== keys || keys === 0) throw unprocessable([{ path: ['cursor'], message: INVALID_CURSOR }])
      return read
    },
  }
}

const INVALID_CURSOR =
  'is not a cursor of this list with these filters: send the nextCursor of its previous page and the same filters, or start without a cursor'

/** The identity of the list that a request reads: operation, tenant, path and filters, without the page. */
export function identifyList(name: string, tenantId: string, params: unknown, query: unknown): string {
  const { page, pageSize, cursor, ...filters } = (query ?? {}) as Record<string, unknown>
  return JSON.stringify([name, tenantId, params, Object.entries(filters).sort()])
}
