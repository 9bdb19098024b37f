import type { Actor } from '../../../actor.ts'
import { toColumns } from '../../../db/fields.ts'
import { defer } from '../../../db/transaction.ts'
import { type Fault, notFound, unprocessable } from '../../../errors.ts'
import type { Input } from '../../../http/operation.ts'
import { newId } from '../../../lib/ids.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import * as services from '../../money/services/actions.ts'
import type { createVisitType, updateVisitType } from './contract.ts'
import * as queries from './queries.ts'
import * as rules from './rules.ts'

export type VisitType = queries.Row

/** @throws {ApiError} 422 for an unknown service or professional, or a duration that patients may not book */
export async function create(
  ctx: UnitOfWork,
  { tenantId }: Actor,
  { stepMin, ...body }: Input<typeof createVisitType>['body'],
): Promise<VisitType> {
  const id = newId('vty')
  const type = {
    tenant_id: tenantId,
    id,
    name: body.name,
    service_id: body.serviceId,
    mode: body.mode,
    duration_min: body.durationMin,
    step_min: stepMin ?? body.durationMin,
    buffer_before_min: body.bufferBeforeMin,
    buffer_after_min: body.bufferAfterMin,
    min_notice_min: body.minNoticeMin,
    horizon_days: body.horizonDays,
    bookable_by: body.bookableBy,
    new_patients_only: body.newPatientsOnly,
    doctor_ids: body.doctorIds,
    active: body.active,
  }
  const isKnown = await services.exists(ctx, tenantId, type.service_id)
  const faults: Fault[] = isKnown ? [] : [{ path: ['serviceId'], message: 'is not a service of this organisation' }]
  faults.push(...rules.faultsOf(type), ...(await faultsOfDoctors(ctx, tenantId, type.doctor_ids)))
  if (faults.length > 0) throw unprocessable(faults)
  defer(ctx.db, queries.insert(ctx.db, type))
  ctx.setAuditSubject(id)
  return (await queries.find(ctx.db, tenantId, id))!
}

/** @throws {ApiError} 404; 422 for an unknown professional, or a duration that patients may not book */
export async function update(
  ctx: UnitOfWork,
  { tenantId }: Actor,
  id: string,
  given: Input<typeof updateVisitType>['body'],
): Promise<VisitType> {
  const current = await queries.lock(ctx.db, tenantId, id)
  if (!current) throw notFound('Visit type')
  ctx.setAuditSubject(id)
  const changes = toColumns(queries.columns, given)
  if (Object.keys(changes).length === 0) return current
  const faults = [
    ...rules.faultsOf({ ...current, ...changes }),
    ...(await faultsOfDoctors(ctx, tenantId, given.doctorIds)),
  ]
  if (faults.length > 0) throw unprocessable(faults)
  defer(ctx.db, queries.update(ctx.db, tenantId, id, changes))
  return (await queries.find(ctx.db, tenantId, id))!
}

async function faultsOfDoctors(ctx: UnitOfWork, tenantId: string, ids: string[] | null | undefined): Promise<Fault[]> {
  if (!ids) return []
  const unknown = await queries.unknownDoctors(ctx.db, tenantId, ids)
  return unknown.map((id) => ({
    path: ['doctorIds', ids.indexOf(id)],
    message: 'is not a doctor or dentist of this organisation',
  }))
}

/** A visit type of the organisation. */
export const find = (ctx: UnitOfWork, tenantId: string, id: string): Promise<VisitType | undefined> =>
  queries.find(ctx.db, tenantId, id)
