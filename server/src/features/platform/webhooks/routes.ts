import type { Actor } from '../../../actor.ts'
import { notFound } from '../../../errors.ts'
import type { EventKind } from '../../../events/catalog.ts'
import type { On } from '../../../http/operation.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import * as actions from './actions.ts'
import * as contract from './contract.ts'
import { deliveryRoutes } from './delivery-routes.ts'
import { deliveryStatisticsRoutes } from './delivery-statistics-routes.ts'
import * as queries from './queries.ts'
import { statisticsRoutes } from './statistics-routes.ts'

export function webhookRoutes(on: On): void {
  on(contract.listWebhooks, async (ctx, actor, { query }) => {
    const { rows, pagination } = await ctx.readPage(queries.listing(actor.role), { clientId: actor.clientId }, query)
    return { webhooks: rows.map(present), pagination }
  })

  on(contract.registerWebhook, async (ctx, actor, { body }) => {
    const { row, secret } = await actions.register(ctx, actor, body)
    return { webhook: { ...present(row), secret } }
  })

  on(contract.readWebhook, (ctx, actor, { params }) => read(ctx, actor, params))

  on(contract.updateWebhook, async (ctx, actor, { params, body }) => ({
    webhook: present(await actions.change(ctx, actor, params.id, body)),
  }))

  on(contract.enableWebhook, async (ctx, actor, { params }) => ({
    webhook: present(await actions.enable(ctx, actor, params.id)),
  }))

  on(contract.disableWebhook, async (ctx, actor, { params }) => ({
    webhook: present(await actions.disable(ctx, actor, params.id)),
  }))

  on(contract.rotateWebhookSecret, async (ctx, actor, { params, body }) => {
    const rotated = await actions.rotate(ctx, actor, params.id, body)
    const { webhook } = await read(ctx, actor, params)
    return { webhook: { ...webhook, ...rotated } }
  })

  on(contract.deleteWebhook, async (ctx, actor, { params }) => {
    await actions.remove(ctx, actor, params.id)
    return { ok: true as const }
  })

  deliveryRoutes(on)
  deliveryStatisticsRoutes(on)
  statisticsRoutes(on)
}

async function read(ctx: UnitOfWork, actor: Actor, { id }: { id: string }) {
  const row = await ctx.readOne(queries.one(actor.role), { id, clientId: actor.clientId }, id)
  if (!row) throw notFound('Webhook')
  return { webhook: present(row) }
}

const iso = (at: Date | null): string | null => at?.toISOString() ?? null

const present = (row: queries.Row) => ({
  id: row.id,
  clientId: row.client_id,
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
