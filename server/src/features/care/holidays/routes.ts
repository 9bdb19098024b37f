import type { On } from '../../../http/operation.ts'
import { localDay } from '../../../lib/moroccan-time.ts'
import * as actions from './actions.ts'
import * as contract from './contract.ts'
import * as queries from './queries.ts'
import * as rules from './rules.ts'

export function holidayRoutes(on: On): void {
  on(contract.listHolidays, async (ctx, _actor, { query }) => {
    const { from, to } = rules.rangeOf(query, localDay(ctx.clock.now()))
    return { holidays: rules.observedBetween(from, to, await ctx.readSome(queries.all, {})).map(present) }
  })

  on(contract.updateHoliday, async (ctx, actor, { params, body }) => ({
    holiday: present(await actions.update(ctx, actor, params.id, body)),
  }))
}

const present = ({ year: _, ...holiday }: rules.ObservedOccasion) => ({
  ...holiday,
  kind: holiday.code === 'RAMADAN' ? ('RAMADAN' as const) : ('HOLIDAY' as const),
})
