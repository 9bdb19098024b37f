import type { On } from '../../../http/operation.ts'
import { boundsOf, daysOf } from '../../../lib/day-range.ts'
import type { Status } from './rules.ts'
import { readAppointmentStatistics } from './statistics-contract.ts'
import { type Count, countsOf } from './statistics-queries.ts'

export function appointmentStatisticsRoutes(on: On): void {
  on(readAppointmentStatistics, async (ctx, actor, { query }) => {
    const days = daysOf(query, ctx.clock.now())
    const bounds = boundsOf(days)
    const values = { bounds, from: bounds[0]!, end: bounds.at(-1)!, doctorId: query.doctorId }
    const rows = await ctx.readSome(countsOf(actor.role, values), values)
    const byDay = Map.groupBy(rows, (row) => row.day)
    return { days: days.map((day, at) => ({ day, ...present(byDay.get(at + 1) ?? []) })) }
  })
}

function present(counts: readonly Count[]) {
  const ofStatus = (status: Status) => counts.find((count) => count.status === status)?.number ?? 0
  return {
    total: counts.reduce((sum, { number }) => sum + number, 0),
    scheduled: ofStatus('SCHEDULED'),
    confirmed: ofStatus('CONFIRMED'),
    inProgress: ofStatus('IN_PROGRESS'),
    completed: ofStatus('COMPLETED'),
    cancelled: ofStatus('CANCELLED'),
    noShow: ofStatus('NO_SHOW'),
  }
}
