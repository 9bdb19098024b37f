import type { Vault } from '../../../lib/secrets.ts'
import { grouped, symbolsOf, toSymbols } from '../../../lib/serial.ts'

/** A code is accepted for 15 to 30 minutes. */
const SLOT_MS = 15 * 60_000
const LENGTH = 8

/** The prescription of a code, and its number of orders: each new order invalidates the code. */
export type CodeContext = { tenantId: string; prescriptionId: string; orders: number }

/** A 40-bit code that the patient shows in a pharmacy. It is derived from the master key and needs no table. */
export function newPickupCode(vault: Vault, context: CodeContext, now: Date): { code: string; expiresAt: Date } {
  const slot = slotOf(now) + 1
  return { code: grouped(codesOf(vault, context, slot)[0]!), expiresAt: new Date((slot + 1) * SLOT_MS) }
}

export function isPickupCode(vault: Vault, context: CodeContext, written: string, now: Date): boolean {
  const code = symbolsOf(written)
  const slot = slotOf(now)
  return [slot, slot + 1].some((one) => codesOf(vault, context, one).includes(code))
}

const slotOf = (at: Date): number => Math.floor(at.getTime() / SLOT_MS)

/** The codes of a slot, one for each master key. */
const codesOf = (vault: Vault, { tenantId, prescriptionId, orders }: CodeContext, slot: number): string[] =>
  vault
    .deriveRing(`pickup code ${JSON.stringify([tenantId, prescriptionId, orders, slot])}`)
    .map(({ secret }) => toSymbols(secret.subarray(0, LENGTH)))
