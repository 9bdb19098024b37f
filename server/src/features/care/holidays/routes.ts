import type { Actor } from '../../../actor.ts'
import type { On } from '../../../http/operation.ts'
import { localDay } from '../../../lib/moroccan-time.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import * as actions from './actions.ts'
import * as contract from './contract.ts'
import * as queries from './queries.ts'
import * as rules from './rules.ts'

/** @param changed called in the transaction that changes a holiday of the caller's organisation */
export const holidayRoutes = (changed: (ctx: UnitOfWork, actor: Actor) => void) => (on: On) => {
  on(contract.listHolidays, async (ctx, _actor, { query }) => {
    const { from, to } = rules.rangeOf(query, localDay(ctx.clock.now()))
    return { holidays: rules.observedBetween(from, to, await ctx.readSome(queries.all, {})).map(present) }
  })

  on(contract.updateHoliday, async (ctx, actor, { params, body }) => {
    const holiday = await actions.update(ctx, actor, params.id, body)
    changed(ctx, actor)
    return { holiday: present(holiday) }
  })
}

const present = ({ year: _, ...holiday }: rules.ObservedOccasion) => ({
  ...holiday,
  kind: holiday.code === 'RAMADAN' ? ('RAMADAN' as const) : ('HOLIDAY' as const),
})
