import type { Actor } from '../../actor.ts'
import type { Context } from '../../context.ts'
import { later, lockLater } from '../../db/transaction.ts'
import { withinTenant } from '../../db/within-tenant.ts'
import { conflict, notFound, unprocessable } from '../../errors.ts'
import type { Input } from '../../http/operation.ts'
import { newId } from '../../lib/ids.ts'
import { isTrapped } from '../../lib/trap.ts'
import { type Link, offer, offerAgain } from '../handover/actions.ts'
import type { grantAccessRequest, requestAccess } from './contract.ts'
import { found } from './founding.ts'
import * as messages from './messages.ts'
import * as queries from './queries.ts'
import * as rules from './rules.ts'

/** @returns the id of the request, which is the earlier one's where the same asker still waits for an answer to it */
export async function ask(ctx: Context, { website, ...given }: Input<typeof requestAccess>['body']): Promise<string> {
  // The program learns nothing from the answer.
  if (isTrapped(website)) return newId('acr')
  const { tenantId } = ctx.trail
  const request = { tenantId, id: newId('acr'), ...given }
  lockLater(ctx.db, 'access-request', tenantId, request.email.toLowerCase(), request.organization.toLowerCase())
  const waiting = await queries.findWaiting(ctx.db, request)
  if (!waiting) later(ctx.db, queries.insert(request))
  ctx.concerns(waiting ?? request.id)
  return waiting ?? request.id
}

/**
 * Makes an organisation of a request, with its first administrator and a client whose secret goes through the link.
 * @throws {ApiError} 404, 422 for a plan that this installation does not offer, 409 once decided, for the sandbox alone,
 * or when the address is somebody's already
 */
export async function grant(
  ctx: Context,
  actor: Actor,
  id: string,
  { plan, scopes, email }: Input<typeof grantAccessRequest>['body'],
) {
  const { mode } = ctx.config
  const request = await hold(ctx, actor, id)
  const fault = rules.planFault(mode, plan)
  if (fault) throw unprocessable([{ path: ['plan'], message: fault }])
  rules.assertTransition(request.status, 'GRANTED')
  rules.assertRightInstallation(mode, request.sandbox_only)

  const tenantId = newId('ten')
  const admin = { name: request.contact_name, email: email ?? request.email }
  const { clientId, ...link } = await withinTenant(ctx.db, { from: actor.tenantId, to: tenantId }, async () => {
    const founding = { tenantId, name: request.organization, plan, admin, scopes }
    // The organisation's own audit log says that the operator did it; who that was is the operator's to know.
    const { clientId } = await found(ctx.db, founding, { ...ctx.trail, ...byOperator })
    return { clientId, ...offer(ctx, { tenantId, clientId }, 0) }
  })
  const row = await queries.decide(ctx.db, actor.tenantId, id, actor.userId, {
    status: 'GRANTED',
    granted_tenant_id: tenantId,
    granted_client_id: clientId,
  })
  messages.tellOfAccess(ctx, request, admin, link)
  return { row, client: { id: clientId, scopes, plan, tenantId }, ...link }
}

const byOperator = { userId: 'platform', clientId: 'operator', address: null }

/** @throws {ApiError} 404, 409 once decided */
export async function refuse(ctx: Context, actor: Actor, id: string, reason: string | undefined) {
  const request = await hold(ctx, actor, id)
  rules.assertTransition(request.status, 'REFUSED')
  messages.tellOfRefusal(ctx, request)
  return queries.decide(ctx.db, actor.tenantId, id, actor.userId, { status: 'REFUSED', reason: reason ?? null })
}

/** @throws {ApiError} 404, 409 unless it was granted and nobody has used a link yet */
export async function handOver(ctx: Context, actor: Actor, id: string): Promise<{ row: queries.Shown } & Link> {
  const row = await hold(ctx, actor, id)
  const { status, granted_tenant_id: tenantId, granted_client_id: clientId } = row
  if (tenantId === null || clientId === null)
    throw conflict(`This request is ${status}: there is nothing to hand over.`)
  const { admin, ...link } = await withinTenant(ctx.db, { from: actor.tenantId, to: tenantId }, async () => ({
    admin: await queries.findAdmin(ctx.db, { tenantId, clientId }),
    ...(await offerAgain(ctx, { tenantId, clientId }, { ...ctx.trail, ...byOperator })),
  }))
  messages.tellOfAccess(ctx, row, admin, link)
  return { row, ...link }
}

async function hold(ctx: Context, actor: Actor, id: string): Promise<queries.Shown> {
  const held = await queries.hold(ctx.db, actor.tenantId, id)
  if (!held) throw notFound('Access request')
  ctx.concerns(id)
  return held
}
