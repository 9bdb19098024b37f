import type { Actor } from '../../../actor.ts'
import { auditRow, type Trail } from '../../../audit/trail.ts'
import { defer } from '../../../db/transaction.ts'
import { conflict, gone, notFound } from '../../../errors.ts'
import type { Context, Services } from '../../../http/services.ts'
import { randomSecret, sha256 } from '../../../lib/secrets.ts'
import { queueMessage } from '../../../messages/queue.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import {
  type ClientKey,
  endLinks,
  isByUser,
  lockClient,
  lockForSecret,
  renewSecret,
  requestPermission,
} from '../clients/actions.ts'
import * as queries from './queries.ts'

/** Lifetime of an unused link. */
const LINK_LIFE_MS = 7 * 24 * 3600 * 1000

/** A credential link and its expiry. */
export type Link = { handoverUrl: string; expiresAt: string }

/** @throws {ApiError} 404, 403 for a client with more scopes than the caller, 409 for a disabled one */
export async function createForClient(ctx: Context<'config'>, actor: Actor, id: string, graceHours: number) {
  const client = await lockForSecret(ctx, actor, id)
  if (client.disabled_at) throw conflict('The client is disabled. Enable it first.')
  const given = { graceHours, acts: isByUser(actor, client), createdBy: actor.userId }
  return { client: { id }, ...createLink(ctx, { tenantId: actor.tenantId, clientId: id }, given) }
}

/**
 * Creates a link for a client and ends earlier links. Only a hash of the link is stored. The caller holds the client's lock.
 * @param graceHours how long the client's current secret stays valid after the link is used
 * @param acts whether the secret can act at once; otherwise the client's user must allow it
 * @param createdBy the administrator who creates the link, which ends when they lose their rights; null for the platform
 */
export function createLink(
  { db, clock, config }: Context<'config'>,
  key: ClientKey,
  given: { graceHours: number; acts: boolean; createdBy: string | null },
): Link {
  const token = randomSecret()
  const expiresAt = new Date(clock.nowMs() + LINK_LIFE_MS)
  endLinks(db, key)
  defer(db, queries.insert({ ...key, ...given, tokenSha256: sha256(token), expiresAt }))
  return { handoverUrl: `${config.publicUrl}/access/${token}`, expiresAt: expiresAt.toISOString() }
}

/**
 * Creates another link for a client whose secret has not been fetched yet. The transaction is in the client's tenant.
 * @throws {ApiError} 409 if a link was used: from then on the organisation manages its client itself
 */
export async function replaceLink(
  ctx: Context<'config'>,
  key: ClientKey,
  trail: Omit<Trail, 'tenantId'>,
): Promise<Link> {
  lockClient(ctx.db, key)
  if (await queries.wasUsed(ctx.db, key)) {
    throw conflict(
      'A link was used, so the organisation has its secret. Its administrator can create further links with POST /api/clients/{id}/handover.',
    )
  }
  defer(ctx.db, auditRow({ ...trail, tenantId: key.tenantId }, { outcome: 'OK', subjectId: key.clientId }))
  return createLink(ctx, key, { graceHours: 0, acts: true, createdBy: null })
}

/** The client of a valid link. @throws {ApiError} 404, 410 for a used or expired link */
export async function findClient({ database }: Pick<Services, 'database'>, { tenantId }: ClientKey, token: string) {
  return assertValid(await queries.find(database.reader(tenantId), tenantId, sha256(token)))
}

/**
 * Uses a link. The secret is created only now, so no secret is stored in the meantime.
 * @throws {ApiError} 404, 410 for a used or expired link, 409 during a rotation (the link stays valid)
 */
export async function redeem(ctx: UnitOfWork, key: ClientKey, token: string) {
  lockClient(ctx.db, key)
  ctx.setAuditSubject(key.clientId)
  const link = assertValid(await queries.find(ctx.db, key.tenantId, sha256(token)))
  const { secret, previousValidUntil } = await renewSecret(ctx.db, key, {
    graceHours: link.grace_hours,
    byUser: link.acts,
  })
  defer(ctx.db, queries.markUsed(key.tenantId, sha256(token)))
  announceUse(ctx, link)
  return { ...link, secret, previousValidUntil }
}

/** Notifies the creator of a link, or else the client's user, of its use. Asks the user for permission if the secret needs it. */
function announceUse(
  ctx: UnitOfWork,
  link: { client_id: string; client: string; user_id: string; acts: boolean; created_by: string | null },
): void {
  const { client_id: id, client: name, user_id: userId, created_by: createdBy } = link
  if (!link.acts) requestPermission(ctx, { id, name, user_id: userId })
  const to = { userId: createdBy ?? userId }
  queueMessage(ctx, { to, template: 'CREDENTIAL_LINK_USED', variables: { clientName: name }, about: [id] })
}

/** The reason of a 410 answer, in `details.link`. */
export type Gone = 'USED' | 'OVER'
const reasons: Record<Gone, string> = {
  USED: 'The link has already been used. Ask its sender for a new one, and tell them if you did not use it.',
  OVER: 'The link has expired or ended, or a newer one has replaced it. Ask its sender for a new one.',
}
const linkGone = (link: Gone) => gone(reasons[link], { link })

function assertValid<L extends { used: boolean; over: boolean }>(link: L | undefined): L {
  if (!link) throw notFound('Link')
  if (link.used) throw linkGone('USED')
  if (link.over) throw linkGone('OVER')
  return link
}
