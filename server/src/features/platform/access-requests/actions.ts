import type { Actor } from '../../../actor.ts'
import { defer, deferLock } from '../../../db/transaction.ts'
import { withinTenant } from '../../../db/within-tenant.ts'
import { conflict, notFound, unprocessable } from '../../../errors.ts'
import type { Input } from '../../../http/operation.ts'
import type { Context } from '../../../http/services.ts'
import { isBot } from '../../../lib/honeypot.ts'
import { newId } from '../../../lib/ids.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import { createLink, type Link, replaceLink } from '../credential-links/actions.ts'
import type { grantAccessRequest, requestAccess } from './contract.ts'
import { createOrganization } from './create-organization.ts'
import * as messages from './messages.ts'
import * as queries from './queries.ts'
import * as rules from './rules.ts'

/** @returns the id of the request, or of an earlier identical one that is still pending */
export async function ask(
  ctx: UnitOfWork,
  { website, ...given }: Input<typeof requestAccess>['body'],
): Promise<string> {
  // Bots get the same response as people.
  if (isBot(website)) return newId('acr')
  const { tenantId } = ctx.trail
  const request = { tenantId, id: newId('acr'), ...given }
  deferLock(ctx.db, 'access-request', tenantId, request.email.toLowerCase(), request.organization.toLowerCase())
  const pending = await queries.findWaiting(ctx.db, request)
  if (!pending) defer(ctx.db, queries.insert(request))
  ctx.setAuditSubject(pending ?? request.id)
  return pending ?? request.id
}

/**
 * Creates the organisation of a request, with its first administrator and a client. The credential link passes on the
 * client's secret.
 * @throws {ApiError} 404, 422 for a plan that this installation does not offer, 409 once decided, for a sandbox-only
 *   request in production, or when the e-mail address is taken
 */
export async function grant(
  ctx: Context<'config'>,
  actor: Actor,
  id: string,
  { plan, scopes, email }: Input<typeof grantAccessRequest>['body'],
) {
  const { mode } = ctx.config
  const request = await lock(ctx, actor, id)
  const fault = rules.planFault(mode, plan)
  if (fault) throw unprocessable([{ path: ['plan'], message: fault }])
  rules.assertTransition(request.status, 'GRANTED')
  rules.assertRightInstallation(mode, request.sandbox_only)

  const tenantId = newId('ten')
  const admin = { name: request.contact_name, email: email ?? request.email }
  const { clientId, ...link } = await withinTenant(ctx.db, { from: actor.tenantId, to: tenantId }, async () => {
    const organization = { tenantId, name: request.organization, plan, admin, scopes }
    // The organisation's audit log names the operator, but not the operator's employee.
    const { clientId } = await createOrganization(ctx.db, organization, { ...ctx.trail, ...byOperator })
    return { clientId, ...createLink(ctx, { tenantId, clientId }, { graceHours: 0, acts: true, createdBy: null }) }
  })
  const row = await queries.decide(ctx.db, actor.tenantId, id, actor.userId, {
    status: 'GRANTED',
    granted_tenant_id: tenantId,
    granted_client_id: clientId,
  })
  messages.sendAccessGranted(ctx, request, admin, link)
  return { row, client: { id: clientId, scopes, plan, tenantId }, ...link }
}

const byOperator = { userId: 'platform', clientId: 'operator', address: null }

/** @throws {ApiError} 404, 409 once decided */
export async function refuse(ctx: UnitOfWork, actor: Actor, id: string, reason: string | undefined) {
  const request = await lock(ctx, actor, id)
  rules.assertTransition(request.status, 'REFUSED')
  messages.sendAccessRefused(ctx, request)
  return queries.decide(ctx.db, actor.tenantId, id, actor.userId, { status: 'REFUSED', reason: reason ?? null })
}

/** @throws {ApiError} 404, 409 unless the request was granted and no link has been used */
export async function resendLink(
  ctx: Context<'config'>,
  actor: Actor,
  id: string,
): Promise<{ row: queries.Row } & Link> {
  const row = await lock(ctx, actor, id)
  const { status, granted_tenant_id: tenantId, granted_client_id: clientId } = row
  if (tenantId === null || clientId === null)
    throw conflict(`This request is ${status}. Only GRANTED requests have a credential link.`)
  const { admin, ...link } = await withinTenant(ctx.db, { from: actor.tenantId, to: tenantId }, async () => ({
    admin: rules.assertReachable(await queries.findAdmin(ctx.db, { tenantId, clientId })),
    ...(await replaceLink(ctx, { tenantId, clientId }, { ...ctx.trail, ...byOperator })),
  }))
  messages.sendAccessGranted(ctx, row, admin, link)
  return { row, ...link }
}

async function lock(ctx: UnitOfWork, actor: Actor, id: string): Promise<queries.Row> {
  const current = await queries.lock(ctx.db, actor.tenantId, id)
  if (!current) throw notFound('Access request')
  ctx.setAuditSubject(id)
  return current
}
