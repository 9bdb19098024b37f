import { toFields } from '../../../db/fields.ts'
import { notFound } from '../../../errors.ts'
import type { On, OnPublic } from '../../../http/operation.ts'
import * as actions from './actions.ts'
import * as contract from './contract.ts'
import * as queries from './queries.ts'

export function accessRequestRoutes(on: On, onPublic: OnPublic): void {
  onPublic(contract.requestAccess, async (ctx, { body }) => ({
    ok: true as const,
    requestId: await actions.ask(ctx, body),
  }))

  on(contract.listAccessRequests, async (ctx, actor, { query }) => {
    const { rows, pagination } = await ctx.readPage(queries.listing(actor.role, query), query, query)
    return { accessRequests: rows.map(present), pagination }
  })

  on(contract.readAccessRequest, async (ctx, actor, { params }) => {
    const row = await ctx.readOne(queries.one(actor.role), params, params.id)
    if (!row) throw notFound('Access request')
    return { accessRequest: present(row) }
  })

  on(contract.grantAccessRequest, async (ctx, actor, { params, body }) => {
    const { row, ...granted } = await actions.grant(ctx, actor, params.id, body)
    return { accessRequest: present(row), ...granted }
  })

  on(contract.refuseAccessRequest, async (ctx, actor, { params, body }) => ({
    accessRequest: present(await actions.refuse(ctx, actor, params.id, body.reason)),
  }))

  on(contract.resendLink, async (ctx, actor, { params }) => {
    const { row, ...link } = await actions.resendLink(ctx, actor, params.id)
    return { accessRequest: present(row), ...link }
  })
}

const present = (row: queries.Row) => toFields(queries.columns, row)
