import { toFields } from '../../../db/fields.ts'
import { notFound } from '../../../errors.ts'
import type { On } from '../../../http/operation.ts'
import * as actions from './actions.ts'
import * as contract from './contract.ts'
import * as queries from './queries.ts'

export function visitTypeRoutes(on: On): void {
  on(contract.listVisitTypes, async (ctx, actor, { query }) => {
    const { rows, pagination } = await ctx.readPage(queries.listing(actor.role, query), query, query)
    return { visitTypes: rows.map(present), pagination }
  })

  on(contract.createVisitType, async (ctx, actor, { body }) => ({
    visitType: present(await actions.create(ctx, actor, body)),
  }))

  on(contract.readVisitType, async (ctx, actor, { params }) => {
    const row = await ctx.readOne(queries.one(actor.role), params, params.id)
    if (!row) throw notFound('Visit type')
    return { visitType: present(row) }
  })

  on(contract.updateVisitType, async (ctx, actor, { params, body }) => ({
    visitType: present(await actions.update(ctx, actor, params.id, body)),
  }))
}

const present = (row: queries.Row) => toFields(queries.columns, row)
