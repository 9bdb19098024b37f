import type { Actor } from '../../../actor.ts'
import { toColumns } from '../../../db/fields.ts'
import { defer } from '../../../db/transaction.ts'
import { type Fault, notFound } from '../../../errors.ts'
import type { Input } from '../../../http/operation.ts'
import { newId } from '../../../lib/ids.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import type { createPlace, updatePlace } from './contract.ts'
import * as queries from './queries.ts'

export async function create(
  ctx: UnitOfWork,
  { tenantId }: Actor,
  { timeZone, address, phone, ...rest }: Input<typeof createPlace>['body'],
): Promise<queries.Row> {
  const id = newId('plc')
  const place = { ...rest, address: address ?? null, phone: phone ?? null, time_zone: timeZone }
  defer(ctx.db, queries.insert(ctx.db, { tenant_id: tenantId, id, ...place }))
  ctx.setAuditSubject(id)
  return (await queries.find(ctx.db, tenantId, id))!
}

/** @throws {ApiError} 404 */
export async function update(
  ctx: UnitOfWork,
  { tenantId }: Actor,
  id: string,
  given: Input<typeof updatePlace>['body'],
): Promise<queries.Row> {
  const current = await queries.find(ctx.db, tenantId, id)
  if (!current) throw notFound('Place')
  ctx.setAuditSubject(id)
  const changes = toColumns(queries.columns, given)
  if (Object.keys(changes).length === 0) return current
  defer(ctx.db, queries.update(ctx.db, tenantId, id, changes))
  return (await queries.find(ctx.db, tenantId, id))!
}

/** The place of a reference in a body, and the fault if there is none. */
export async function find(ctx: UnitOfWork, { tenantId }: Actor, id: string, path: Fault['path'] = ['placeId']) {
  const place = await queries.find(ctx.db, tenantId, id)
  if (place) return { place, faults: [] }
  return { place: undefined, faults: [{ path, message: 'is not a place of this organisation' }] satisfies Fault[] }
}
