import type { Vault } from '../../../lib/secrets.ts'
import { grouped, symbolsOf, toSymbols } from '../../../lib/serial.ts'

/** A code is accepted for 15 to 30 minutes. */
const SLOT_MS = 15 * 60_000
const LENGTH = 8

/** The prescription of a code, and how many orders it has: any new order ends the code. */
export type Occasion = { tenantId: string; prescriptionId: string; orders: number }

/** A code of 40 bits for the patient to show in a pharmacy. Derived from the master key, so that it needs no table. */
export function newPickupCode(vault: Vault, occasion: Occasion, now: Date): { code: string; expiresAt: Date } {
  const slot = slotOf(now) + 1
  return { code: grouped(codesOf(vault, occasion, slot)[0]!), expiresAt: new Date((slot + 1) * SLOT_MS) }
}

export function isPickupCode(vault: Vault, occasion: Occasion, written: string, now: Date): boolean {
  const code = symbolsOf(written)
  const slot = slotOf(now)
  return [slot, slot + 1].some((one) => codesOf(vault, occasion, one).includes(code))
}

const slotOf = (at: Date): number => Math.floor(at.getTime() / SLOT_MS)

/** The codes of a slot, one for each master key. */
const codesOf = (vault: Vault, { tenantId, prescriptionId, orders }: Occasion, slot: number): string[] =>
  vault
    .deriveRing(`pickup code ${JSON.stringify([tenantId, prescriptionId, orders, slot])}`)
    .map(({ secret }) => toSymbols(secret.subarray(0, LENGTH)))
