import type { Actor } from '../../../actor.ts'
import { toColumns } from '../../../db/fields.ts'
import { defer, deferLock } from '../../../db/transaction.ts'
import { conflict, notFound, unprocessable } from '../../../errors.ts'
import type { Input } from '../../../http/operation.ts'
import type { Services } from '../../../http/services.ts'
import { newId } from '../../../lib/ids.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import type { createService, schedulePrice, updateService } from './contract.ts'
import * as prices from './price-queries.ts'
import * as queries from './queries.ts'

/**
 * Creates a service with its first price.
 * @throws {ApiError} 409 if another service has its code
 */
export async function create(
  ctx: UnitOfWork,
  { tenantId }: Actor,
  { name, code, priceMAD: price, durationMin, active }: Input<typeof createService>['body'],
): Promise<queries.Row> {
  const id = newId('svc')
  if (code !== undefined) await assertCodeFree(ctx, tenantId, code, id)
  const service = { tenantId, id, name, code: code ?? null, price, durationMin: durationMin ?? null, active }
  defer(ctx.db, queries.insert(service))
  defer(ctx.db, prices.insertApplied({ tenantId, id: newId('prc'), serviceId: id, price }))
  ctx.setAuditSubject(id)
  return (await queries.find(ctx.db, tenantId, id))!
}

/**
 * Updates the fields of the body. A new price takes effect at once; scheduled prices that are due are applied before it.
 * @throws {ApiError} 404, 409 if another service has its code
 */
export async function update(
  ctx: UnitOfWork,
  { tenantId }: Actor,
  id: string,
  { priceMAD, ...rest }: Input<typeof updateService>['body'],
): Promise<queries.Row> {
  const current = await lock(ctx, tenantId, id)
  if (rest.code != null && rest.code !== current.code) await assertCodeFree(ctx, tenantId, rest.code, id)
  const isNewPrice = priceMAD !== undefined && priceMAD !== current.price
  if (isNewPrice) {
    await prices.apply(ctx.db, tenantId, id)
    defer(ctx.db, prices.insertApplied({ tenantId, id: newId('prc'), serviceId: id, price: priceMAD }))
  }
  const changes = { ...toColumns(queries.columns, rest), ...(isNewPrice && { price: priceMAD }) }
  if (Object.keys(changes).length === 0) return current
  defer(ctx.db, queries.update(ctx.db, tenantId, id, changes))
  return (await queries.find(ctx.db, tenantId, id))!
}

/**
 * Schedules a price.
 * @throws {ApiError} 404, 422 for a time in the past, 409 if another price is scheduled for that time
 */
export async function schedule(
  ctx: UnitOfWork,
  { tenantId }: Actor,
  serviceId: string,
  { priceMAD: price, from }: Input<typeof schedulePrice>['body'],
): Promise<prices.Price> {
  await lock(ctx, tenantId, serviceId)
  if (from <= ctx.clock.now())
    throw unprocessable([{ path: ['from'], message: 'must be in the future', code: 'not_future' }])
  const id = newId('prc')
  const created = await prices.insertFuturePrice(ctx.db, { tenantId, id, serviceId, price, from })
  if (!created) {
    const other = await prices.findFuturePrice(ctx.db, tenantId, serviceId, from)
    throw conflict('Another price is scheduled for that time. Withdraw it first.', { price: { id: other.id } })
  }
  return { id, service_id: serviceId, price, from_time: from, created_at: created, status: 'TO_COME' }
}

/** @throws {ApiError} 404, 409 for a price already in effect */
export async function withdraw(ctx: UnitOfWork, { tenantId }: Actor, id: string): Promise<void> {
  const price = await prices.findServiceOf(ctx.db, tenantId, id)
  if (!price) throw notFound('Price')
  await lock(ctx, tenantId, price.service_id)
  if (await prices.removeFuturePrice(ctx.db, tenantId, id)) return
  throw conflict('The price is already in effect. Update the service to change it.')
}

/** Whether the organisation has a service. */
export const exists = async (ctx: UnitOfWork, tenantId: string, id: string): Promise<boolean> =>
  (await queries.find(ctx.db, tenantId, id)) !== undefined

/** A page of services of all tenants that have a due price, after the given one. */
export const servicesToPrice = ({ database }: Pick<Services, 'database'>, limit: number, after?: prices.Service) =>
  database.queryWithoutTenant(prices.servicesToPrice(limit, after))

/** Applies the due prices of a service. @returns their number */
export function applyDue(ctx: UnitOfWork, { tenantId }: Actor, id: string): Promise<number> {
  queries.lock(ctx.db, tenantId, id)
  ctx.setAuditSubject(id)
  return prices.apply(ctx.db, tenantId, id)
}

async function lock(ctx: UnitOfWork, tenantId: string, id: string): Promise<queries.Row> {
  queries.lock(ctx.db, tenantId, id)
  const current = await queries.find(ctx.db, tenantId, id)
  if (!current) throw notFound('Service')
  ctx.setAuditSubject(id)
  return current
}

/**
 * Serializes the assignment of codes in an organisation.
 * @throws {ApiError} 409 if another service has the code
 */
async function assertCodeFree(ctx: UnitOfWork, tenantId: string, code: string, id: string): Promise<void> {
  deferLock(ctx.db, 'codes of services', tenantId)
  const holder = await queries.findByCode(ctx.db, tenantId, code)
  if (holder && holder.id !== id) throw conflict('Another service has this code.', { service: { id: holder.id } })
}
