import { type Actor, assertAllowedToSign } from '../../../actor.ts'
import { defer } from '../../../db/transaction.ts'
import { conflict, notFound } from '../../../errors.ts'
import { recordEvent } from '../../../events/record.ts'
import type { Context } from '../../../http/services.ts'
import type { Vault } from '../../../lib/secrets.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import { type Content, canonicalOf, digestOf } from './canonical.ts'
import { isValidDetached, signDetached } from './jws.ts'
import { ensureKey, exchangeKey, openKey } from './keys.ts'
import { printedOf } from './printed.ts'
import type { SealedKey, Signature } from './queries.ts'
import * as queries from './queries.ts'
import * as rules from './rules.ts'

/** Signs the content of a prescription with its prescriber's key. */
export function signatureOf(vault: Vault, content: Content, key: SealedKey, at: Date): Signature {
  const canonical = canonicalOf(content)
  const privateJwk = openKey(vault, { tenantId: content.tenant_id, userId: content.doctor_id }, key)
  const jws = signDetached(canonical, { kid: key.kid, privateJwk }, at)
  return { signature: digestOf(canonical), jws, kid: key.kid, signed_at: at }
}

/**
 * Signs a prescription that was issued without a key, and creates the key if needed. Signing again changes nothing.
 * @throws {ApiError} 404 unless visible, 403 unless the caller issued it, 409 if it was cancelled
 */
export async function sign(ctx: Context<'vault'>, actor: Actor, id: string) {
  const current = await queries.lock(ctx.db, actor, id)
  if (!current) throw notFound('Prescription')
  ctx.setAuditSubject(id, current.patient_id)
  rules.assertMaySign(actor, current)
  assertAllowedToSign(actor)
  if (current.signature) return current
  if (current.status === 'CANCELLED') throw conflict('A prescription that is CANCELLED cannot be signed.')

  const key = await ensureKey(ctx.db, ctx.vault, actor)
  const named = { tenantId: actor.tenantId, doctorId: current.doctor_id, patientId: current.patient_id }
  const content = { ...current, printed: printedOf(await queries.findPeople(ctx.db, named)) }
  const signed = signatureOf(ctx.vault, content, key, ctx.clock.now())
  defer(ctx.db, queries.addSignature(ctx.db, content, signed))
  announceSigned(ctx, current, signed)
  return { ...current, ...signed }
}

export function announceSigned(
  ctx: UnitOfWork,
  { id, doctor_id, patient_id }: Pick<Content, 'id' | 'doctor_id' | 'patient_id'>,
  { signature }: Signature,
): void {
  recordEvent(ctx, {
    kind: 'prescription.signed',
    subjectId: id,
    audience: [doctor_id, patient_id],
    data: { prescriptionId: id, signature },
  })
}

/** Creates or replaces the caller's signing key. */
export async function replaceKey(ctx: UnitOfWork, actor: Actor) {
  assertAllowedToSign(actor)
  const { publicJwk } = await exchangeKey(ctx.db, ctx.vault, actor)
  ctx.setAuditSubject(actor.userId)
  return { publicJwk, createdAt: ctx.clock.now() }
}

/** A prescription that has been signed. */
export type WithSignature = queries.Signed & {
  [K in 'signature' | 'signed_at' | 'jws' | 'kid' | 'public_jwk']-?: NonNullable<queries.Signed[K]>
}

export const isSigned = (row: queries.Signed): row is WithSignature => row.signature !== null

/** Verifies the stored prescription against its signature; logs a mismatch, which means tampering. */
export function verifySignature(ctx: UnitOfWork, row: WithSignature): { canonical: string; valid: boolean } {
  const canonical = canonicalOf(row)
  const valid = digestOf(canonical) === row.signature && isValidDetached(row.jws, canonical, row.public_jwk)
  if (!valid)
    ctx.log.error({ prescriptionId: row.id, kid: row.kid }, 'a stored prescription does not match its signature')
  return { canonical, valid }
}
