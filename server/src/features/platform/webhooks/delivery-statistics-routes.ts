import type { On } from '../../../http/operation.ts'
import { boundsOf, daysOf } from '../../../lib/day-range.ts'
import { findManagedIds } from './delivery-actions.ts'
import { MAX_DAYS_BY_HOUR, readDeliveryStatistics } from './delivery-statistics-contract.ts'
import { type Period, periodsOf } from './delivery-statistics-queries.ts'

export function deliveryStatisticsRoutes(on: On): void {
  on(readDeliveryStatistics, async (ctx, actor, { query }) => {
    const byHour = query.by === 'hour'
    const days = boundsOf(daysOf(query, ctx.clock.now(), byHour ? MAX_DAYS_BY_HOUR : undefined))
    const bounds = byHour ? hoursBetween(days[0]!, days.at(-1)!) : days
    const endpointIds = await findManagedIds(ctx, actor, query.webhookId)
    const rows = await ctx.readSome(periodsOf, { endpointIds, bounds, from: bounds[0]!, end: bounds.at(-1)! })
    const found = new Map(rows.map((row) => [row.period, row]))
    return { periods: bounds.slice(0, -1).map((at, n) => ({ at: at.toISOString(), ...present(found.get(n + 1)) })) }
  })
}

const HOUR_MS = 3_600_000

/** The starts of hours, with the end of the last one. The offset of Moroccan time is in whole hours. */
function hoursBetween(from: Date, end: Date): Date[] {
  const hours = (end.getTime() - from.getTime()) / HOUR_MS
  return Array.from({ length: hours + 1 }, (_, n) => new Date(from.getTime() + n * HOUR_MS))
}

const present = (row: Period | undefined) => ({
  succeeded: row?.succeeded ?? 0,
  failed: row?.failed ?? 0,
  p50Ms: row?.p50_ms ?? null,
  p99Ms: row?.p99_ms ?? null,
})
