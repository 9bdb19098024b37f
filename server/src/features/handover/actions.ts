import type { Actor } from '../../actor.ts'
import { auditRow, type Trail } from '../../audit/trail.ts'
import type { Context, Services } from '../../context.ts'
import { later } from '../../db/transaction.ts'
import { conflict, gone, notFound } from '../../errors.ts'
import { randomSecret, sha256 } from '../../lib/secrets.ts'
import { type ClientOf, endLinks, holdForSecret, renewSecret, takeTurn } from '../clients/actions.ts'
import * as queries from './queries.ts'

/** How long a link waits to be used. */
const LINK_LIFE_MS = 7 * 24 * 3600 * 1000

/** A link to pass on, and when it ends. */
export type Link = { handoverUrl: string; expiresAt: string }

/** @throws {ApiError} 404, 403 for a client that may do more than the caller, 409 for a disabled one */
export async function handOver(ctx: Context, actor: Actor, id: string, graceHours: number) {
  const client = await holdForSecret(ctx, actor, id)
  if (client.disabled_at) throw conflict('The client is disabled. Enable it first.')
  return { client: { id }, ...offer(ctx, { tenantId: actor.tenantId, clientId: id }, graceHours) }
}

/**
 * Makes a link for a client, whose turn the caller has. Only its hash is kept; links before it end.
 * @param graceHours what becomes of the client's present secret when the link is used
 */
export function offer({ db, clock, config }: Context, of: ClientOf, graceHours: number): Link {
  const token = randomSecret()
  const expiresAt = new Date(clock.nowMs() + LINK_LIFE_MS)
  endLinks(db, of)
  later(db, queries.insert({ ...of, tokenSha256: sha256(token), graceHours, expiresAt }))
  return { handoverUrl: `${config.publicUrl}/access/${token}`, expiresAt: expiresAt.toISOString() }
}

/**
 * Makes a further link for a client that nobody has fetched yet, in that client's tenant.
 * @throws {ApiError} 409 once one was used: from then on it is the organisation's own
 */
export async function offerAgain(ctx: Context, of: ClientOf, trail: Omit<Trail, 'tenantId'>): Promise<Link> {
  takeTurn(ctx.db, of)
  if (await queries.wasUsed(ctx.db, of)) {
    throw conflict(
      'The link was used: the organisation has its secret. Its own administrator makes further links, with POST /api/clients/{id}/handover.',
    )
  }
  later(ctx.db, auditRow({ ...trail, tenantId: of.tenantId }, { outcome: 'OK', subjectId: of.clientId }))
  return offer(ctx, of, 0)
}

/** For whom a link is, if it is good. @throws {ApiError} 404, or 410 once it was used or is over */
export async function look({ database }: Services, { tenantId }: ClientOf, token: string) {
  return assertGood(await queries.find(database.reader(tenantId), tenantId, sha256(token)))
}

/**
 * Uses a link up: only now is the secret made, so that none has lain anywhere before.
 * @throws {ApiError} 404, 410 once it was used or is over, 409 while a rotation is under way, which leaves the link good
 */
export async function take(ctx: Context, of: ClientOf, token: string) {
  takeTurn(ctx.db, of)
  ctx.concerns(of.clientId)
  const link = assertGood(await queries.find(ctx.db, of.tenantId, sha256(token)))
  const { secret, previousValidUntil } = await renewSecret(ctx.db, of, link.grace_hours)
  later(ctx.db, queries.markUsed(of.tenantId, sha256(token)))
  return { ...link, secret, previousValidUntil }
}

/** What a 410 says of a link, in `details.link`. */
export type Gone = 'USED' | 'OVER'
const reasons: Record<Gone, string> = {
  USED: 'This link was used already. Ask whoever sent it for a new one, and tell them if it was not you who used it.',
  OVER: 'This link has expired, or a newer one has taken its place. Ask whoever sent it for a new one.',
}
const linkGone = (link: Gone) => gone(reasons[link], { link })

function assertGood<L extends { used: boolean; over: boolean }>(link: L | undefined): L {
  if (!link) throw notFound('Link')
  if (link.used) throw linkGone('USED')
  if (link.over) throw linkGone('OVER')
  return link
}
