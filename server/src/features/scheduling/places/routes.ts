import { toFields } from '../../../db/fields.ts'
import { notFound } from '../../../errors.ts'
import type { On } from '../../../http/operation.ts'
import * as actions from './actions.ts'
import * as contract from './contract.ts'
import * as queries from './queries.ts'

export function placeRoutes(on: On): void {
  on(contract.listPlaces, async (ctx, actor, { query }) => {
    const { rows, pagination } = await ctx.readPage(queries.listing(actor.role, query), query, query)
    return { places: rows.map(present), pagination }
  })

  on(contract.createPlace, async (ctx, actor, { body }) => ({ place: present(await actions.create(ctx, actor, body)) }))

  on(contract.readPlace, async (ctx, actor, { params }) => {
    const row = await ctx.readOne(queries.one(actor.role), params, params.id)
    if (!row) throw notFound('Place')
    return { place: present(row) }
  })

  on(contract.updatePlace, async (ctx, actor, { params, body }) => ({
    place: present(await actions.update(ctx, actor, params.id, body)),
  }))
}

const present = (row: queries.Row) => toFields(queries.columns, row)
