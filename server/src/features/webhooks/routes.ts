import { notFound } from '../../errors.ts'
import type { EventKind } from '../../events/catalog.ts'
import type { On } from '../../http/operation.ts'
import { paginationOf } from '../../lib/fields.ts'
import * as actions from './actions.ts'
import * as contract from './contract.ts'
import * as deliveries from './delivery-actions.ts'
import * as deliveryContract from './delivery-contract.ts'
import { deliveryId } from './delivery-id.ts'
import type { Attempt, Recovery, Shown as ShownDelivery } from './delivery-queries.ts'
import * as queries from './queries.ts'
import { statisticsRoutes } from './statistics.ts'

export function webhookRoutes(on: On): void {
  statisticsRoutes(on)

  on(contract.listWebhooks, async (ctx, actor, { query }) => {
    const { rows, total } = await ctx.readPage(queries.listing(actor.role), { clientId: actor.clientId }, query)
    return { webhooks: rows.map(present), pagination: paginationOf(query, total) }
  })

  on(contract.registerWebhook, async (ctx, actor, { body }) => {
    const { row, secret } = await actions.register(ctx, actor, body)
    return { webhook: { ...present(row), secret } }
  })

  on(contract.readWebhook, async (ctx, actor, { params }) => {
    const row = await ctx.readOne(queries.one(actor.role), { ...params, clientId: actor.clientId }, params.id)
    if (!row) throw notFound('Webhook')
    return { webhook: present(row) }
  })

  on(contract.updateWebhook, async (ctx, actor, { params, body }) => ({
    webhook: present(await actions.change(ctx, actor, params.id, body)),
  }))

  on(contract.enableWebhook, async (ctx, actor, { params }) => ({
    webhook: present(await actions.enable(ctx, actor, params.id)),
  }))

  on(contract.disableWebhook, async (ctx, actor, { params }) => ({
    webhook: present(await actions.disable(ctx, actor, params.id)),
  }))

  on(contract.rotateWebhookSecret, async (ctx, actor, { params, body }) => ({
    webhook: await actions.rotate(ctx, actor, params.id, body),
  }))

  on(contract.deleteWebhook, async (ctx, actor, { params }) => {
    await actions.remove(ctx, actor, params.id)
    return { ok: true as const }
  })

  on(deliveryContract.testWebhook, async (ctx, actor, { params, body }) => ({
    delivery: await deliveries.sendTest(ctx, actor, params.id, body),
  }))

  on(deliveryContract.listDeliveries, async (ctx, actor, { params, query }) => {
    const { page, next } = await deliveries.list(ctx, actor, params.id, query)
    return { deliveries: page.map(presentDelivery), nextCursor: next }
  })

  on(deliveryContract.readDelivery, async (ctx, actor, { params }) => {
    const row = await deliveries.read(ctx, actor, params.id)
    return { delivery: { ...presentDelivery(row), attempts: row.attempts.map(presentAttempt) } }
  })

  on(deliveryContract.resendDelivery, async (ctx, actor, { params }) => ({
    delivery: presentDelivery(await deliveries.resend(ctx, actor, params.id)),
  }))

  on(deliveryContract.recoverDeliveries, async (ctx, actor, { params, body }) => ({
    recovery: presentRecovery(await deliveries.startRecovery(ctx, actor, params.id, body)),
  }))

  on(deliveryContract.listRecoveries, async (ctx, actor, { params, query }) => {
    const { rows, total } = await deliveries.listRecoveries(ctx, actor, params.id, query)
    return { recoveries: rows.map(presentRecovery), pagination: paginationOf(query, total) }
  })
}

const iso = (at: Date | null): string | null => at?.toISOString() ?? null

const present = (row: queries.Shown) => ({
  id: row.id,
  url: row.url,
  redundantUrl: row.redundant_url,
  events: row.kinds as EventKind[], // checked when they were stored
  status: row.status,
  description: row.description,
  createdAt: row.created_at.toISOString(),
  failingSince: iso(row.first_failure_at),
  lastSuccessAt: iso(row.last_success_at),
  rotation: row.rotation && { state: row.rotation.state, until: new Date(row.rotation.until).toISOString() },
})

const presentDelivery = (row: ShownDelivery) => ({
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
