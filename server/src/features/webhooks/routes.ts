import { notFound } from '../../errors.ts'
import type { EventKind } from '../../events/catalog.ts'
import type { On } from '../../http/operation.ts'
import { paginationOf } from '../../lib/fields.ts'
import * as actions from './actions.ts'
import * as contract from './contract.ts'
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

  on(contract.deleteWebhook, async (ctx, actor, { params }) => {
    await actions.remove(ctx, actor, params.id)
    return { ok: true as const }
  })
}

const present = (row: queries.Shown) => ({
  id: row.id,
  url: row.url,
  events: row.kinds as EventKind[], // checked when they were stored
  status: row.status,
  description: row.description,
  createdAt: row.created_at.toISOString(),
})
