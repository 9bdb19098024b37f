import { notFound } from '../../../errors.ts'
import type { On, OnPublic, Prepare } from '../../../http/operation.ts'
import * as actions from './actions.ts'
import * as contract from './contract.ts'
import * as queries from './queries.ts'

export function accountRoutes(on: On, onPublic: OnPublic): void {
  on(contract.readMe, async (ctx, actor) => {
    const row = await ctx.readOne(queries.me, {}, actor.userId)
    if (!row) throw notFound('User')
    return { id: row.id, email: row.email, name: row.name, role: row.role, tenantId: row.tenant_id }
  })

  on(contract.listMemberships, async (ctx, actor) => {
    const rows = await ctx.readSome(actor.session ? queries.memberships : queries.ownMembership, {})
    return {
      memberships: rows.map(({ tenant_id: id, organization: name, role }) => ({
        organization: { id, name },
        role,
        current: id === actor.tenantId,
      })),
    }
  })

  onPublic(
    contract.register,
    async (ctx, { body: { password: _, ...body }, prepared: passwordHash }) => ({
      ok: true as const,
      user: await actions.register(ctx, { ...body, passwordHash }),
    }),
    hashPassword,
  )

  on(contract.listUsers, async (ctx, actor, { query }) => {
    const { rows, pagination } = await ctx.readPage(queries.listing(actor.role, query), query, query)
    return { users: rows.map(present), pagination }
  })

  on(contract.readUser, async (ctx, actor, { params }) => {
    const row = await ctx.readOne(queries.one(actor.role), params, params.id)
    if (!row) throw notFound('User')
    return { user: present(row) }
  })

  on(contract.verifyUser, async (ctx, actor, { params }) => ({
    user: present(await actions.verify(ctx, actor, params.id)),
  }))

  on(contract.updateUser, async (ctx, actor, { params, body }) => ({
    user: present(await actions.update(ctx, actor, params.id, body)),
  }))
}

const hashPassword: Prepare<typeof contract.register, string> = (services, { body }, { address }) =>
  actions.hashPassword(services, body.password, address!) // every request has one

const present = (row: queries.Row) => ({
  id: row.id,
  email: row.email,
  name: row.name,
  role: row.role,
  tenantId: row.tenant_id,
  verified: row.verified,
  disabled: row.disabled,
  createdAt: row.created_at.toISOString(),
})
