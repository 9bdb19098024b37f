import type { Actor } from '../../../actor.ts'
import { defer } from '../../../db/transaction.ts'
import { conflict, forbidden, notFound, unprocessable } from '../../../errors.ts'
import { catalog, type EventData, type EventKind } from '../../../events/catalog.ts'
import { deliveryStates } from '../../../events/deliveries.ts'
import { bodyOf } from '../../../events/record.ts'
import type { Input } from '../../../http/operation.ts'
import type { Context } from '../../../http/services.ts'
import type { Page } from '../../../lib/fields.ts'
import { idBounds, newId } from '../../../lib/ids.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import type { listAllDeliveries, listDeliveries, recoverDeliveries, testWebhook } from './delivery-contract.ts'
import { deliveryId, MAX_RESENDS, parseDeliveryId } from './delivery-id.ts'
import * as queries from './delivery-queries.ts'
import { find, visibleIds } from './queries.ts'
import * as recoveries from './recovery-queries.ts'
import * as resends from './resend-queries.ts'
import { lockResends } from './resend-turn.ts'
import * as rules from './rules.ts'

type ListContext = Context<'config' | 'database'>

/** A page of the deliveries to a webhook. @throws {ApiError} 404 unless the caller manages it, 422 for an invalid cursor */
export async function list(
  ctx: ListContext,
  actor: Actor,
  endpointId: string,
  query: Input<typeof listDeliveries>['query'],
) {
  await findManaged(ctx, actor, endpointId)
  return listOf(ctx, actor, [endpointId], query)
}

/** A page of the deliveries to all webhooks that the caller manages. @throws {ApiError} 422 for an invalid cursor */
export async function listAll(
  ctx: ListContext,
  actor: Actor,
  { webhookId, ...query }: Input<typeof listAllDeliveries>['query'],
) {
  return listOf(ctx, actor, await findManagedIds(ctx, actor, webhookId), query)
}

/** The ids of the webhooks that the caller manages. @param only one of them */
export async function findManagedIds(
  { database }: Context<'database'>,
  actor: Actor,
  only: string | undefined,
): Promise<string[]> {
  const { rows } = await database.onLane(actor.tenantId, visibleIds(actor.role)(actor))
  const managed = rows.map(({ id }: { id: string }) => id)
  return only === undefined ? managed : managed.filter((id) => id === only)
}

/**
 * A page of the deliveries to some webhooks. It continues after the last delivery of the previous page, or after the position
 * where the search of that page ended.
 */
async function listOf(
  ctx: ListContext,
  actor: Actor,
  endpointIds: string[],
  query: Input<typeof listDeliveries>['query'],
) {
  const { state = deliveryStates, cursor, pageSize } = query
  const bounds = idBounds('evt', query, ctx.config.mode === 'sandbox')
  const below = cursor === undefined ? { eventId: bounds.beforeId, endpointId: '', n: 0 } : parseDeliveryId(cursor)
  if (!below) throw unprocessable([{ path: ['cursor'], message: 'must be a nextCursor of this list' }])
  const belowN = endpointIds.map((id) => rules.boundOf(id, below))
  const scan = { ...bounds, endpointId: endpointIds, belowN, state: [...new Set(state)], belowEvent: below.eventId }
  const end = queries.isFiltered(query) ? await findEnd(ctx, actor, scan) : undefined
  const endN = endpointIds.map((id) => (end ? rules.boundOf(id, { endpointId: end.endpoint_id, n: end.n }) : 0))
  const values = { ...query, ...scan, endEvent: end?.event_id ?? bounds.fromId, endN, limit: pageSize + 1 }
  const rows = await ctx.readSome(queries.list(query), values)
  const page = rows.slice(0, pageSize)
  const last = rows.length > pageSize ? page.at(-1)! : end
  return { page, next: last ? deliveryId({ eventId: last.event_id, endpointId: last.endpoint_id, n: last.n }) : null }
}

async function findEnd({ database }: Context<'database'>, actor: Actor, scan: queries.Scan) {
  const values = { ...actor, ...scan, skipped: queries.scannedOfEach(scan.endpointId.length) - 1 }
  const [found] = await database.onOwnConnection(actor.tenantId, [queries.endOfScan(values)])
  return found!.rows[0] as queries.Position | undefined // of the statement above
}

/** @throws {ApiError} 404 unless the caller manages its webhook */
export async function read(ctx: UnitOfWork, actor: Actor, id: string) {
  const key = keyOf(id)
  const row = await ctx.readOne(queries.one(actor.role), { ...key, clientId: actor.clientId }, id)
  if (!row) throw notFound('Delivery')
  return row
}

/**
 * Sends a webhook a test event, which only the caller may read and which no list contains.
 * @throws {ApiError} 404 unless the caller manages it, 409 when it is disabled
 */
export async function sendTest(ctx: UnitOfWork, actor: Actor, id: string, body: Input<typeof testWebhook>['body']) {
  const endpoint = await findManaged(ctx, actor, id)
  rules.assertEnabled(endpoint)
  const kind = body.event ?? (endpoint.kinds[0] as EventKind | undefined) ?? 'appointment.created' // checked when stored
  const at = ctx.clock.now()
  const eventId = newId('evt')
  const data: EventData<EventKind> = catalog[kind].example(at)
  const subjectId = String(Object.values(data)[0])
  const event = { tenantId: actor.tenantId, endpointId: id, eventId, kind, subjectId, at }
  defer(ctx.db, resends.insertTest({ ...event, audience: [actor.userId], body: bodyOf(eventId, kind, data, at) }))
  return { id: deliveryId({ eventId, endpointId: id, n: 0 }), eventId, event: kind, state: 'PENDING' as const }
}

/**
 * Resends a delivery, or sends a waiting one now.
 * @throws {ApiError} 404 unless the caller manages its webhook, 403 when the webhook's client may no longer read the
 *   event, 409 while it is being sent or the webhook is disabled
 */
export async function resend(ctx: UnitOfWork, actor: Actor, id: string) {
  const { tenantId } = actor
  const key = keyOf(id)
  lockResends(ctx.db, tenantId, key.endpointId)
  const current = await resends.lock(ctx.db, actor, key)
  if (!current) throw notFound('Delivery')
  ctx.setAuditSubject(id)
  if (!rules.mayReceive(current.reader ?? undefined, current))
    throw forbidden('The client of this webhook may no longer read this event.')
  rules.assertEnabled({ id: key.endpointId, status: current.status })
  if (current.state === 'SENDING') throw conflict('This delivery is being sent. Wait for its result.')
  if (current.state === 'PENDING' || current.state === 'HELD') return resends.bringForward(ctx.db, { tenantId, ...key })
  const row = await resends.resend(ctx.db, { tenantId, ...key })
  if (!row) throw conflict(`An event can be resent to a webhook at most ${MAX_RESENDS} times.`)
  return row
}

/**
 * Starts a recovery of the failed deliveries of a period; `engine/recoveries.ts` runs it.
 * @throws {ApiError} 404 unless the caller manages it, 422 for an invalid period, 409 when it is disabled or one is
 *   running
 */
export async function startRecovery(
  ctx: Context<'config'>,
  actor: Actor,
  endpointId: string,
  { since, until }: Input<typeof recoverDeliveries>['body'],
) {
  const { tenantId } = actor
  const endpoint = await findManaged(ctx, actor, endpointId)
  const now = ctx.clock.now()
  const faults = rules.spanFaults({ since, until }, now)
  if (faults.length > 0) throw unprocessable(faults)
  rules.assertEnabled(endpoint)
  const span = { since, until: until && until < now ? until : now }
  const bounds = idBounds('evt', { from: span.since, to: span.until }, ctx.config.mode === 'sandbox')
  const row = await recoveries.beginRecovery(ctx.db, { tenantId, endpointId, id: newId('rcv'), ...span, ...bounds })
  if (row) return row
  const running = await recoveries.findRunning(ctx.db, tenantId, endpointId)
  throw conflict(
    'A recovery of this webhook is already running.',
    running === undefined ? undefined : { recovery: { id: running } },
  )
}

/** @throws {ApiError} 404 unless the caller manages it */
export async function listRecoveries(ctx: UnitOfWork, actor: Actor, endpointId: string, page: Page) {
  await findManaged(ctx, actor, endpointId)
  return ctx.readPage(recoveries.ofEndpoint, { endpointId }, page)
}

async function findManaged(ctx: UnitOfWork, actor: Actor, id: string) {
  const endpoint = await find(ctx.db, actor, id)
  if (!endpoint) throw notFound('Webhook')
  ctx.setAuditSubject(id)
  return endpoint
}

function keyOf(id: string) {
  const key = parseDeliveryId(id)
  if (!key) throw notFound('Delivery')
  return key
}
