import { notFound } from '../../../errors.ts'
import type { On } from '../../../http/operation.ts'
import { isVisible } from './actions.ts'
import * as actions from './dispute-actions.ts'
import * as contract from './dispute-contract.ts'
import * as queries from './dispute-queries.ts'

export function disputeRoutes(on: On): void {
  on(contract.listIdentityDisputes, async (ctx, actor, { params, query }) => {
    if (!(await isVisible(ctx, actor, params.id))) throw notFound('Patient')
    ctx.setAuditSubject(params.id, params.id)
    const { rows, pagination } = await ctx.readPage(queries.listing, params, query)
    return { disputes: rows.map(present), pagination }
  })

  on(contract.disputeIdentity, async (ctx, actor, { params, body }) => ({
    dispute: present(await actions.dispute(ctx, actor, params.id, body)),
  }))

  on(contract.resolveIdentityDispute, async (ctx, actor, { params, body }) => ({
    dispute: present(await actions.resolve(ctx, actor, params.id, body)),
  }))

  on(contract.withdrawIdentityDispute, async (ctx, actor, { params }) => ({
    dispute: present(await actions.withdraw(ctx, actor, params.id)),
  }))
}

const present = (row: queries.Row) => ({
  id: row.id,
  recorded: row.recorded,
  stated: row.stated,
  reason: row.reason,
  status: row.status,
  attested: row.attested,
  document: row.document,
  createdAt: row.created_at.toISOString(),
  settledAt: row.settled_at?.toISOString() ?? null,
  settledBy: row.settled_by === null ? null : { id: row.settled_by, name: row.settled_by_name! }, // set together
})
