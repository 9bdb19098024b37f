import type { Context, Services } from '../../context.ts'
import { once } from '../../jobs/effects.ts'
import type { Item } from '../../jobs/sweep.ts'
import { queueMessage } from '../../messages/queue.ts'
import * as queries from './recall-queries.ts'

/** A few of the patients, of every tenant, who have a long-term condition and were not active for 90 days. */
export async function toRecall({ database }: Services, limit: number, after?: Item): Promise<Item[]> {
  const from = { afterTenant: after?.tenant_id ?? '', afterId: after?.id ?? '' }
  const [found] = await database.alone('', [queries.due({ ...from, limit })])
  return found!.rows
}

/**
 * Writes to one of them: once for each time of inactivity, and once more for each year that it lasts.
 * @returns whether they were still to be written to
 */
export async function recall(ctx: Context, { tenant_id, id }: Item): Promise<boolean> {
  const standing = await queries.holdStanding(ctx.db, tenant_id, id)
  if (!standing?.key || !(await once(ctx, 'recall', standing.key))) return false
  queueMessage(ctx, {
    to: { userId: id },
    template: 'RECALL',
    variables: { lastSeenAt: standing.last_activity },
    about: [id],
  })
  ctx.concerns(id, id)
  return true
}
