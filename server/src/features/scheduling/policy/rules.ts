/** The policy of an organisation that has none of its own. */
export const defaults = { late_cancel_hours: 4, no_show_limit: null, no_show_days: 180 } as const

const HOUR_MS = 3_600_000

/** Whether a cancellation now is late. After its start a visit is not cancelled late. */
export function isLate(startTime: Date, now: Date, hours: number): boolean {
  const leftMs = startTime.getTime() - now.getTime()
  return leftMs > 0 && leftMs < hours * HOUR_MS
}
