import type { On, OnExternalEffect, OnPublic } from '../../../http/operation.ts'
import * as clock from './clock.ts'
import * as contract from './contract.ts'
import * as queries from './queries.ts'
import * as resetting from './resetting.ts'
import { eventsOf, trigger } from './trigger.ts'

export function sandboxRoutes(on: On, _: OnPublic, onExternalEffect: OnExternalEffect): void {
  onExternalEffect(contract.resetSandbox, {
    prepare: async (ctx) => ({ intentId: resetting.ask(ctx) }),
    execute: (services, { tenantId }, id) => resetting.reset(services, { tenantId, id }),
    finalize: async (_ctx, _actor, _id, resetAt) => ({ ok: true as const, resetAt: resetAt.toISOString() }),
  })

  on(contract.readClock, async (ctx) => {
    const row = await ctx.readOne(queries.shownClock, {}, 'test_clock')
    return { now: row!.now.toISOString() } // a query without a table always returns a row
  })

  onExternalEffect(contract.moveClock, {
    prepare: async (ctx, _actor, { body }) => ({ intentId: await clock.prepareMove(ctx, body) }),
    execute: (services, _actor, id, { body }) => clock.moveTowardsGoal(services, id, body),
    finalize: async (_ctx, _actor, _id, arrival) =>
      arrival === 'resetMeanwhile'
        ? clock.resetMeanwhile()
        : { now: arrival.now.toISOString(), goal: arrival.goal.toISOString() },
  })

  onExternalEffect(contract.triggerEvent, {
    prepare: async (ctx, actor, { body }) => ({ intentId: await trigger(ctx, actor, body.event) }),
    execute: (services, { tenantId }, xid) => eventsOf(services, { tenantId, xid }),
    finalize: async (_ctx, _actor, _id, events) => ({ events }),
  })
}
