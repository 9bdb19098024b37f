import type { On } from '../../../http/operation.ts'
import * as actions from './delivery-actions.ts'
import * as contract from './delivery-contract.ts'
import { deliveryId } from './delivery-id.ts'
import type { Attempt, Row } from './delivery-queries.ts'
import type { Recovery } from './recovery-queries.ts'

export function deliveryRoutes(on: On): void {
  on(contract.testWebhook, async (ctx, actor, { params, body }) => ({
    delivery: await actions.sendTest(ctx, actor, params.id, body),
  }))

  on(contract.listDeliveries, async (ctx, actor, { params, query }) => {
    const { page, next } = await actions.list(ctx, actor, params.id, query)
    return { deliveries: page.map(presentDelivery), nextCursor: next }
  })

  on(contract.listAllDeliveries, async (ctx, actor, { query }) => {
    const { page, next } = await actions.listAll(ctx, actor, query)
    return { deliveries: page.map(presentDelivery), nextCursor: next }
  })

  on(contract.readDelivery, async (ctx, actor, { params }) => {
    const row = await actions.read(ctx, actor, params.id)
    return { delivery: { ...presentDelivery(row), attempts: row.attempts.map(presentAttempt) } }
  })

  on(contract.resendDelivery, async (ctx, actor, { params }) => ({
    delivery: presentDelivery(await actions.resend(ctx, actor, params.id)),
  }))

  on(contract.recoverDeliveries, async (ctx, actor, { params, body }) => ({
    recovery: presentRecovery(await actions.startRecovery(ctx, actor, params.id, body)),
  }))

  on(contract.listRecoveries, async (ctx, actor, { params, query }) => {
    const { rows, pagination } = await actions.listRecoveries(ctx, actor, params.id, query)
    return { recoveries: rows.map(presentRecovery), pagination }
  })
}

const iso = (at: Date | null): string | null => at?.toISOString() ?? null

const presentDelivery = (row: Row) => ({
  id: deliveryId({ eventId: row.event_id, endpointId: row.endpoint_id, n: row.n }),
  webhookId: row.endpoint_id,
  eventId: row.event_id,
  event: row.kind,
  test: row.test,
  state: row.state,
  attempt: row.attempt,
  trigger: row.trigger,
  nextAttemptAt: iso(row.next_at),
  lastStatus: row.last_status,
  lastError: row.last_error,
  createdAt: row.created_at.toISOString(),
  finishedAt: iso(row.finished_at),
})

const presentAttempt = (row: Attempt) => ({
  attempt: row.attempt,
  redundant: row.redundant,
  at: new Date(row.at).toISOString(),
  durationMs: row.duration_ms,
  status: row.status,
  error: row.error,
  responseHead: row.response_head,
})

const presentRecovery = (row: Recovery) => ({
  id: row.id,
  state: row.state,
  since: row.since.toISOString(),
  until: row.until.toISOString(),
  resent: row.resent,
  createdAt: row.created_at.toISOString(),
  finishedAt: iso(row.finished_at),
})
