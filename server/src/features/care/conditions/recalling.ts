import type { Services } from '../../../http/services.ts'
import { claimEffect } from '../../../jobs/effects.ts'
import type { Item } from '../../../jobs/sweep.ts'
import { queueMessage } from '../../../messages/queue.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import * as queries from './recall-queries.ts'

/** A page of patients of all tenants with a long-term condition and no activity for 90 days. */
export async function duePatients(
  { database }: Pick<Services, 'database'>,
  limit: number,
  after?: Item,
): Promise<Item[]> {
  const from = { afterTenant: after?.tenant_id ?? '', afterId: after?.id ?? '' }
  const [found] = await database.onOwnConnection('', [queries.due({ ...from, limit })])
  return found!.rows
}

/**
 * Messages a patient once for each period of inactivity, and again after each further year of inactivity.
 * @returns whether a message was still due
 */
export async function recall(ctx: UnitOfWork, { tenant_id, id }: Item): Promise<boolean> {
  const candidate = await queries.lockCandidate(ctx.db, tenant_id, id)
  if (!candidate?.key || !(await claimEffect(ctx, 'recall', candidate.key))) return false
  queueMessage(ctx, {
    to: { userId: id },
    template: 'RECALL',
    variables: { lastSeenAt: candidate.last_activity },
    about: [id],
  })
  ctx.setAuditSubject(id, id)
  return true
}
