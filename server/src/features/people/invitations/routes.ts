import type { On } from '../../../http/operation.ts'
import * as actions from './actions.ts'
import * as contract from './contract.ts'
import * as queries from './queries.ts'

export function invitationRoutes(on: On): void {
  on(contract.createInvitation, async (ctx, actor, { body }) => ({
    invitation: present(await actions.invite(ctx, actor, body)),
  }))

  on(contract.listInvitations, async (ctx, actor, { query }) => {
    const { rows, pagination } = await ctx.readPage(queries.listing(actor.role, query), query, query)
    return { invitations: rows.map(present), pagination }
  })

  on(contract.resendInvitation, async (ctx, actor, { params }) => ({
    invitation: present(await actions.resend(ctx, actor, params.id)),
  }))

  on(contract.revokeInvitation, async (ctx, actor, { params }) => ({
    invitation: present(await actions.revoke(ctx, actor, params.id)),
  }))
}

const present = (row: queries.Row) => ({
  id: row.id,
  email: row.email,
  name: row.name,
  role: row.role,
  licenceChecked: row.licence_checked,
  status: row.status,
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
  userId: row.user_id,
})
