import { notFound } from '../../../errors.ts'
import type { On } from '../../../http/operation.ts'
import { identityFrom, updateIdentity } from './identity-actions.ts'
import * as contract from './identity-contract.ts'
import * as queries from './identity-queries.ts'

export function identityRoutes(on: On): void {
  on(contract.readIdentity, async (ctx, actor, { params }) => {
    const row = await ctx.readOne(queries.one(actor.role), params, params.id)
    if (!row) throw notFound('Patient')
    return { identity: present(row) }
  })

  on(contract.updateIdentity, async (ctx, actor, { params, body }) => ({
    identity: present(await updateIdentity(ctx, actor, params.id, body)),
  }))
}

const present = (row: queries.Row) => ({
  ...identityFrom(row),
  attested: row.attested_by !== null,
  dispute: row.dispute && {
    stated: row.dispute.stated,
    reason: row.dispute.reason,
    createdAt: new Date(row.dispute.at).toISOString(),
  },
  updatedAt: row.updated_at?.toISOString() ?? null,
})
