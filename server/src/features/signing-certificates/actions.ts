import { X509Certificate } from 'node:crypto'
import { type Actor, assertVerified } from '../../actor.ts'
import type { Context } from '../../context.ts'
import { later } from '../../db/transaction.ts'
import { notFound } from '../../errors.ts'
import type { Sealer } from '../../pdf/content.ts'
import { selfSigned } from '../../pdf/self-signed.ts'
import { lockHolder, putInUse } from './keys.ts'
import * as queries from './queries.ts'
import * as rules from './rules.ts'
import { describe, type Sound } from './soundness.ts'

export { openSealingKey } from './keys.ts'

/**
 * Has documents signed with another certificate. The one before it is retired.
 * @throws {ApiError} 403 until the caller is verified, and for a certificate that is not theirs to replace
 */
export async function replace(
  ctx: Context,
  actor: Actor,
  holder: rules.Holder,
  brought: Sound,
): Promise<queries.Shown> {
  rules.assertMayHold(actor, holder)
  assertVerified(actor)
  const of = { tenantId: actor.tenantId, practitionerId: holder === 'SELF' ? actor.userId : null }
  lockHolder(ctx.db, of)
  const id = putInUse(ctx.db, ctx.vault, of, brought)
  ctx.concerns(id)
  return (await queries.find(ctx.db, actor, id))!
}

/**
 * Has nothing signed with a certificate from now on. Retiring again changes nothing.
 * @throws {ApiError} 404 unless visible, 403 for the organisation's unless an administrator asks
 */
export async function retire(ctx: Context, actor: Actor, id: string): Promise<queries.Shown> {
  const found = await queries.find(ctx.db, actor, id)
  if (!found) throw notFound('Signing certificate')
  ctx.concerns(id)
  rules.assertMayRetire(actor, found)
  later(ctx.db, queries.retire({ tenantId: actor.tenantId, id }))
  return (await queries.find(ctx.db, actor, id))!
}

/** With which certificate, and whose it is. */
export type Signer = { certificateId: string; holder: Sealer['holder'] }

/**
 * With which certificate a document is to be signed: its practitioner's own where one is in force, else the
 * organisation's. In the sandbox one that nobody vouches for is made where there is none. Who was locked out signs nothing.
 * @param practitionerId null for a document that is nobody's in particular
 * @returns undefined where there is none, as in production until somebody brings one
 */
export async function signerOf(
  ctx: Context,
  { practitionerId, now }: { practitionerId: string | null; now: Date },
): Promise<Signer | undefined> {
  const of = { tenantId: ctx.trail.tenantId, practitionerId }
  const found = await queries.findInForce(ctx.db, of, now)
  const makes = ctx.config.mode === 'sandbox'
  if (found.may_sign) {
    const own = found.own ?? (makes ? await ensureOne(ctx, of, now) : undefined)
    if (own !== undefined) return { certificateId: own, holder: 'PRACTITIONER' }
  }
  const ofAll = { ...of, practitionerId: null }
  const shared = found.organisation ?? (makes ? await ensureOne(ctx, ofAll, now) : undefined)
  return shared === undefined ? undefined : { certificateId: shared, holder: 'ORGANISATION' }
}

/** Several first documents may come at once; the certificate is made by one of them. */
async function ensureOne(ctx: Context, of: queries.Of, now: Date): Promise<string> {
  lockHolder(ctx.db, of)
  const { own, organisation } = await queries.findInForce(ctx.db, of, now)
  return (of.practitionerId === null ? organisation : own) ?? makeOne(ctx, of, now)
}

async function makeOne({ db, vault }: Context, of: queries.Of, now: Date): Promise<string> {
  const { organisation, name, licence_number: licenceNumber } = await queries.findHolder(db, of)
  const { chainPem, privateKeyPem } = selfSigned({ name: name ?? organisation, organisation, licenceNumber }, now)
  return putInUse(db, vault, of, { ...describe([new X509Certificate(chainPem)]), privateKeyPem })
}
