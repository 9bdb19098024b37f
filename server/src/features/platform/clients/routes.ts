import { notFound } from '../../../errors.ts'
import type { On } from '../../../http/operation.ts'
import * as actions from './actions.ts'
import * as contract from './contract.ts'
import * as ownActions from './own-actions.ts'
import * as own from './own-contract.ts'
import * as queries from './queries.ts'
import type { Status } from './rules.ts'

export function clientRoutes(on: On): void {
  on(contract.listClients, async (ctx, _actor, { query }) => {
    const { rows, pagination } = await ctx.readPage(queries.listing, {}, query)
    return { clients: rows.map(present), pagination }
  })

  on(contract.createClient, async (ctx, actor, { body }) => {
    const { row, secret } = await actions.create(ctx, actor, body)
    return { client: { ...present(row), secret } }
  })

  on(contract.readClient, async (ctx, _actor, { params }) => {
    const row = await ctx.readOne(queries.one, params, params.id)
    if (!row) throw notFound('Client')
    return { client: present(row) }
  })

  on(contract.updateClient, async (ctx, actor, { params, body }) => ({
    client: present(await actions.change(ctx, actor, params.id, body)),
  }))

  on(contract.rotateClientSecret, async (ctx, actor, { params, body }) => {
    const { row, ...rotated } = await actions.rotate(ctx, actor, params.id, body)
    return { client: { ...present(row), ...rotated } }
  })

  on(own.listOwnClients, async (ctx, _actor, { query }) => {
    const { rows, pagination } = await ctx.readPage(queries.ownListing, {}, query)
    return { clients: rows.map(present), pagination }
  })

  on(own.allowActing, async (ctx, actor, { params }) => ({
    client: present(await ownActions.allowActing(ctx, actor, params.id)),
  }))

  on(own.withdrawActing, async (ctx, actor, { params }) => ({
    client: present(await ownActions.withdrawActing(ctx, actor, params.id)),
  }))

  on(own.allowSigning, async (ctx, actor, { params }) => ({
    client: present(await ownActions.allowSigning(ctx, actor, params.id)),
  }))

  on(own.withdrawSigning, async (ctx, actor, { params }) => ({
    client: present(await ownActions.withdrawSigning(ctx, actor, params.id)),
  }))

  on(own.endOwnClient, async (ctx, actor, { params }) => {
    await ownActions.end(ctx, actor, params.id)
    return { ok: true as const }
  })
}

const present = (row: queries.Row) => ({
  id: row.id,
  name: row.name,
  actsAs: { id: row.user_id, name: row.user_name, role: row.user_role },
  scopes: row.scopes,
  status: (row.disabled_at ? 'DISABLED' : 'ENABLED') as Status,
  createdAt: row.created_at.toISOString(),
  actingAllowedAt: row.acting_allowed_at?.toISOString() ?? null,
  signingAllowedAt: row.signing_allowed_at?.toISOString() ?? null,
  endedAt: row.ended_at?.toISOString() ?? null,
  secrets: row.secrets.map(({ created_at, expires_at }) => ({
    createdAt: new Date(created_at).toISOString(),
    expiresAt: expires_at && new Date(expires_at).toISOString(),
  })),
})
