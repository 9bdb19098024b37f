import { notFound } from '../../../errors.ts'
import type { On, OnExternalEffect, OnPublic } from '../../../http/operation.ts'
import { wrongCode } from '../codes/actions.ts'
import * as actions from './actions.ts'
import * as contract from './contract.ts'
import * as queries from './queries.ts'

export function contactRoutes(on: On, _: OnPublic, onExternalEffect: OnExternalEffect): void {
  on(contract.readContact, async (ctx, actor, { params }) => {
    const row = await ctx.readOne(queries.one(actor.role), params, params.id)
    if (!row) throw notFound('User')
    return { contact: present(row) }
  })

  on(contract.updateContact, async (ctx, actor, { params, body }) => ({
    contact: present(await actions.update(ctx, actor, params.id, body)),
  }))

  on(contract.sendContactCode, async (ctx, actor, { params, body: { address } }) => {
    const expiresAt = await actions.sendContactCode(ctx, actor, params.id, address)
    return { address, expiresAt: expiresAt.toISOString() }
  })

  // An external-effect operation commits after `prepare`, so that the try of a wrong code is counted.
  onExternalEffect(contract.confirmContact, {
    async prepare(ctx, actor, { params, body }) {
      const row = await actions.confirmByCode(ctx, actor, params.id, body)
      return row ? { answer: { contact: present(row) } } : { intentId: params.id }
    },
    execute: async () => undefined,
    finalize: async () => wrongCode(),
  })
}

const present = (row: queries.Row) => ({
  userId: row.id,
  email: row.email,
  emailConfirmed: row.email_confirmed,
  phone: row.phone,
  phoneConfirmed: row.phone_confirmed_at !== null,
  language: row.language,
  preferredChannel: row.preferred_channel,
  optOuts: row.opt_outs,
  quietHours: row.quiet_from && row.quiet_to ? { from: row.quiet_from, to: row.quiet_to } : null,
})
