import type { On, OnPublic, OnUndertaking } from '../../http/operation.ts'
import * as clock from './clock.ts'
import * as contract from './contract.ts'
import * as queries from './queries.ts'
import * as resetting from './resetting.ts'

export function sandboxRoutes(on: On, _: OnPublic, onUndertaking: OnUndertaking): void {
  onUndertaking(contract.resetSandbox, {
    begin: async (ctx) => ({ begunId: resetting.ask(ctx) }),
    carryOut: (services, { tenantId }, id) => resetting.reset(services, { tenantId, id }),
    conclude: async (_ctx, _actor, _id, resetAt) => ({ ok: true as const, resetAt: resetAt.toISOString() }),
  })

  on(contract.readClock, async (ctx) => {
    const row = await ctx.readOne(queries.clockAsShown, {}, 'test_clock')
    return { now: row!.now.toISOString() } // a query without a table always returns a row
  })

  onUndertaking(contract.moveClock, {
    begin: async (ctx, _actor, { body }) => ({ begunId: await clock.begin(ctx, body) }),
    carryOut: (services, _actor, id, { body }) => clock.reach(services, id, body),
    conclude: async (_ctx, _actor, _id, arrival) =>
      arrival === 'overtaken'
        ? clock.overtaken()
        : { now: arrival.now.toISOString(), goal: arrival.goal.toISOString() },
  })
}
