import { notFound } from '../../../errors.ts'
import type { On } from '../../../http/operation.ts'
import * as actions from './actions.ts'
import * as contract from './contract.ts'
import * as queries from './queries.ts'

export function letterheadRoutes(on: On): void {
  on(contract.readLetterhead, async (ctx, actor) => {
    const row = await ctx.readOne(queries.one, {}, actor.tenantId)
    if (!row) throw notFound('Organisation')
    return { letterhead: { ...actions.letterheadFrom(row), updatedAt: row.updated_at?.toISOString() ?? null } }
  })

  on(contract.updateLetterhead, async (ctx, actor, { body }) => {
    const { updatedAt, ...letterhead } = await actions.setLetterhead(ctx, actor, body)
    return { letterhead: { ...letterhead, updatedAt: updatedAt.toISOString() } }
  })
}
