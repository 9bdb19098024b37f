import { toFields } from '../../../db/fields.ts'
import { notFound } from '../../../errors.ts'
import type { On } from '../../../http/operation.ts'
import * as actions from './actions.ts'
import * as contract from './contract.ts'
import * as prices from './price-queries.ts'
import * as queries from './queries.ts'

export function serviceRoutes(on: On): void {
  on(contract.listServices, async (ctx, actor, { query }) => {
    const { rows, pagination } = await ctx.readPage(queries.listing(actor.role, query), query, query)
    return { services: rows.map(present), pagination }
  })

  on(contract.createService, async (ctx, actor, { body }) => ({
    service: present(await actions.create(ctx, actor, body)),
  }))

  on(contract.readService, async (ctx, actor, { params }) => {
    const row = await ctx.readOne(queries.one(actor.role), params, params.id)
    if (!row) throw notFound('Service')
    return { service: present(row) }
  })

  on(contract.updateService, async (ctx, actor, { params, body }) => ({
    service: present(await actions.update(ctx, actor, params.id, body)),
  }))

  on(contract.listPrices, async (ctx, actor, { params, query }) => {
    if (!(await queries.find(ctx.db, actor.tenantId, params.id))) throw notFound('Service')
    ctx.setAuditSubject(params.id)
    const { rows, pagination } = await ctx.readPage(prices.history, params, query)
    return { prices: rows.map(presentPrice), pagination }
  })

  on(contract.schedulePrice, async (ctx, actor, { params, body }) => ({
    price: presentPrice(await actions.schedule(ctx, actor, params.id, body)),
  }))

  on(contract.withdrawPrice, async (ctx, actor, { params }) => {
    await actions.withdraw(ctx, actor, params.id)
    return { ok: true as const }
  })
}

const present = (row: queries.Row) => ({
  ...toFields(queries.columns, row),
  priceMAD: row.price,
})

const presentPrice = (row: prices.Price) => ({
  id: row.id,
  serviceId: row.service_id,
  priceMAD: row.price,
  from: row.from_time.toISOString(),
  status: row.status,
  createdAt: row.created_at.toISOString(),
})
