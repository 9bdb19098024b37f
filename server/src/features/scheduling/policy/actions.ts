import type { Actor } from '../../../actor.ts'
import { defer, deferLock } from '../../../db/transaction.ts'
import type { Input } from '../../../http/operation.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import type { updateBookingPolicy } from './contract.ts'
import * as queries from './queries.ts'
import * as rules from './rules.ts'

export { missedVisitsOf } from './queries.ts'

/** Whether a patient who cancels a visit now cancels it late. */
export async function isLateCancel(ctx: UnitOfWork, { tenantId }: Actor, startTime: Date): Promise<boolean> {
  const { late_cancel_hours: hours } = await queries.find(ctx.db, tenantId)
  return rules.isLate(startTime, ctx.clock.now(), hours)
}

/** Changes the given fields. */
export async function update(
  ctx: UnitOfWork,
  { tenantId }: Actor,
  given: Input<typeof updateBookingPolicy>['body'],
): Promise<queries.Policy> {
  deferLock(ctx.db, 'booking policy', tenantId) // so that concurrent changes of different fields both take effect
  const current = await queries.find(ctx.db, tenantId)
  const policy = {
    late_cancel_hours: given.lateCancelHours ?? current.late_cancel_hours,
    no_show_limit: given.noShowLimit === undefined ? current.no_show_limit : given.noShowLimit,
    no_show_days: given.noShowDays ?? current.no_show_days,
  }
  defer(ctx.db, queries.upsert(tenantId, policy))
  ctx.setAuditSubject(tenantId)
  return policy
}
