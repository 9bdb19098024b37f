import { notFound } from '../../../errors.ts'
import type { On } from '../../../http/operation.ts'
import * as actions from './actions.ts'
import * as contract from './contract.ts'
import * as queries from './queries.ts'

export function bookingPolicyRoutes(on: On): void {
  on(contract.readBookingPolicy, async (ctx, actor) => {
    const policy = await ctx.readOne(queries.one, {}, actor.tenantId)
    if (!policy) throw notFound('Organisation')
    return { bookingPolicy: present(policy) }
  })

  on(contract.updateBookingPolicy, async (ctx, actor, { body }) => ({
    bookingPolicy: present(await actions.update(ctx, actor, body)),
  }))
}

const present = (policy: queries.Policy) => ({
  lateCancelHours: policy.late_cancel_hours,
  noShowLimit: policy.no_show_limit,
  noShowDays: policy.no_show_days,
})
