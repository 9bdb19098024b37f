import { notFound } from '../../../errors.ts'
import type { Answer, On } from '../../../http/operation.ts'
import { readWebhookStatistics } from './statistics-contract.ts'
import { type Statistics, statisticsOf } from './statistics-queries.ts'

export function statisticsRoutes(on: On): void {
  on(readWebhookStatistics, async (ctx, actor, { params, query }) => {
    const asked = { ...params, hours: query.hours, clientId: actor.clientId }
    const row = await ctx.readOne(statisticsOf(actor.role), asked, params.id)
    if (!row) throw notFound('Webhook')
    return { statistics: present(row, query.hours) }
  })
}

const present = (row: Statistics, hours: number): Answer<typeof readWebhookStatistics>['statistics'] => {
  const sent = row.succeeded + row.failed
  return {
    hours,
    succeeded: row.succeeded,
    failed: row.failed,
    successRate: sent === 0 ? null : row.succeeded / sent,
    p50Ms: row.p50_ms,
    p99Ms: row.p99_ms,
    pending: row.pending,
    held: row.held,
    oldestPendingSec: row.oldest_pending_sec === null || row.oldest_pending_sec < 0 ? null : row.oldest_pending_sec,
    failingSince: row.failing_since?.toISOString() ?? null,
    lastSuccessAt: row.last_success_at?.toISOString() ?? null,
    nextAttemptAt: row.next_attempt_at?.toISOString() ?? null,
    notices: row.notices.map(({ kind, at }) => ({ kind, at: new Date(at).toISOString() })),
  }
}
