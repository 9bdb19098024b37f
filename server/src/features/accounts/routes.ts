import { notFound } from '../../errors.ts'
import type { On } from '../../http/operation.ts'
import * as contract from './contract.ts'
import * as queries from './queries.ts'

export function accountRoutes(on: On): void {
  on(contract.readMe, async (ctx, actor) => {
    const row = await ctx.readOne(queries.me, {}, actor.userId)
    if (!row) throw notFound('User')
    return { id: row.id, email: row.email, name: row.name, role: row.role, tenantId: row.tenant_id }
  })
}
