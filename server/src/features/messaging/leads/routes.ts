import type { On, OnPublic } from '../../../http/operation.ts'
import * as actions from './actions.ts'
import * as contract from './contract.ts'
import * as queries from './queries.ts'

export function leadRoutes(on: On, onPublic: OnPublic): void {
  onPublic(contract.submitLead, async (ctx, { body }) => ({
    ok: true as const,
    leadId: await actions.submit(ctx, body),
  }))

  on(contract.listLeads, async (ctx, actor, { query }) => {
    const { rows, pagination } = await ctx.readPage(queries.listing(actor.role, query), query, query)
    return { leads: rows.map(present), pagination }
  })
}

const present = (row: queries.Row) => ({
  id: row.id,
  name: row.name,
  email: row.email,
  phone: row.phone,
  source: row.source,
  metadata: row.metadata,
  createdAt: row.created_at.toISOString(),
})
