import { notFound } from '../../../errors.ts'
import type { On } from '../../../http/operation.ts'
import * as actions from './actions.ts'
import * as contract from './contract.ts'
import * as queries from './queries.ts'

export function contactRoutes(on: On): void {
  on(contract.readContact, async (ctx, actor, { params }) => {
    const row = await ctx.readOne(queries.one(actor.role), params, params.id)
    if (!row) throw notFound('User')
    return { contact: present(row) }
  })

  on(contract.updateContact, async (ctx, actor, { params, body }) => ({
    contact: present(await actions.update(ctx, actor, params.id, body)),
  }))
}

const present = (row: queries.Row) => ({
  userId: row.id,
  email: row.email,
  phone: row.phone,
  language: row.language,
  preferredChannel: row.preferred_channel,
  optOuts: row.opt_outs,
  quietHours: row.quiet_from && row.quiet_to ? { from: row.quiet_from, to: row.quiet_to } : null,
})
