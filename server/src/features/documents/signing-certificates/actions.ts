import { X509Certificate } from 'node:crypto'
import { type Actor, assertAllowedToSign } from '../../../actor.ts'
import { defer } from '../../../db/transaction.ts'
import { notFound } from '../../../errors.ts'
import type { Context } from '../../../http/services.ts'
import type { Sealer } from '../../../pdf/content.ts'
import { selfSigned } from '../../../pdf/self-signed.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import { activateCertificate, lockHolder } from './keys.ts'
import * as queries from './queries.ts'
import * as rules from './rules.ts'
import { describe, type ValidUpload } from './upload.ts'

export { openSealingKey } from './keys.ts'

/**
 * Activates an uploaded certificate and retires the previous one.
 * @throws {ApiError} 403 if the caller may not replace the holder's certificate
 */
export async function replace(
  ctx: UnitOfWork,
  actor: Actor,
  holder: rules.Holder,
  upload: ValidUpload,
): Promise<queries.Row> {
  rules.assertMayHold(actor, holder)
  assertAllowedToSign(actor)
  const owner = { tenantId: actor.tenantId, practitionerId: holder === 'SELF' ? actor.userId : null }
  lockHolder(ctx.db, owner)
  const id = activateCertificate(ctx.db, ctx.vault, owner, upload)
  ctx.setAuditSubject(id)
  return (await queries.find(ctx.db, actor, id))!
}

/**
 * Retires a certificate. Idempotent.
 * @throws {ApiError} 404 unless visible; 403 for the organisation's certificate unless the caller is an administrator, and for a
 *   client that may not sign
 */
export async function retire(ctx: UnitOfWork, actor: Actor, id: string): Promise<queries.Row> {
  const found = await queries.find(ctx.db, actor, id)
  if (!found) throw notFound('Signing certificate')
  ctx.setAuditSubject(id)
  rules.assertMayRetire(actor, found)
  assertAllowedToSign(actor)
  defer(ctx.db, queries.retire({ tenantId: actor.tenantId, id }))
  return (await queries.find(ctx.db, actor, id))!
}

/** The certificate that signs a document, and its kind of holder. */
export type Signer = { certificateId: string; holder: Sealer['holder'] }

/**
 * The certificate that signs a document: a valid one of its practitioner, else of the organisation. Certificates of disabled
 * practitioners are not used. The sandbox creates a self-signed certificate if there is none.
 * @param practitionerId null for a document without a practitioner
 * @returns undefined in production if no certificate was uploaded
 */
export async function signerOf(
  ctx: Context<'config'>,
  { practitionerId, now }: { practitionerId: string | null; now: Date },
): Promise<Signer | undefined> {
  const owner = { tenantId: ctx.trail.tenantId, practitionerId }
  const found = await queries.findInForce(ctx.db, owner, now)
  const mayCreate = ctx.config.mode === 'sandbox'
  if (found.may_sign) {
    const own = found.own ?? (mayCreate ? await ensureCertificate(ctx, owner, now) : undefined)
    if (own !== undefined) return { certificateId: own, holder: 'PRACTITIONER' }
  }
  const shared = { ...owner, practitionerId: null }
  const sharedId = found.organisation ?? (mayCreate ? await ensureCertificate(ctx, shared, now) : undefined)
  return sharedId === undefined ? undefined : { certificateId: sharedId, holder: 'ORGANISATION' }
}

/** Creates a certificate if there is none. The lock ensures that concurrent first documents create only one. */
async function ensureCertificate(ctx: UnitOfWork, owner: queries.Owner, now: Date): Promise<string> {
  lockHolder(ctx.db, owner)
  const { own, organisation } = await queries.findInForce(ctx.db, owner, now)
  return (owner.practitionerId === null ? organisation : own) ?? createCertificate(ctx, owner, now)
}

async function createCertificate({ db, vault }: UnitOfWork, owner: queries.Owner, now: Date): Promise<string> {
  const { organisation, name, licence_number: licenceNumber } = await queries.findHolder(db, owner)
  const { chainPem, privateKeyPem } = selfSigned({ name: name ?? organisation, organisation, licenceNumber }, now)
  return activateCertificate(db, vault, owner, { ...describe([new X509Certificate(chainPem)]), privateKeyPem })
}
