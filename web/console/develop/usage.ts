import type { ClientUsage, Usage } from '../../../clients/javascript/src/medina.ts'
import type { Bar } from '../parts/bars.tsx'
import type { Point } from '../parts/lines.tsx'
import { textOfTime } from '../parts/text.tsx'

const HOUR_MS = 3_600_000

/** The total of all clients in the period. */
export const total = ({ clients }: Usage, what: 'requests' | 'errors'): number =>
  clients.reduce((sum, client) => sum + client[what], 0)

/** Every hour of the period, including hours without requests. */
export function hoursOf({ clients, since }: Usage, period: '24h' | '7d'): Bar[] {
  const start = Math.floor(Date.parse(since) / HOUR_MS) * HOUR_MS
  const hours = period === '24h' ? 25 : 7 * 24 + 1
  const all = clients.flatMap((client) => client.hours)
  const byHour = Map.groupBy(all, ({ at }) => Date.parse(at))
  return Array.from({ length: hours }, (_, n) => start + n * HOUR_MS).map((at) => {
    const own = byHour.get(at) ?? []
    return {
      name: textOfTime(at, false),
      value: own.reduce((sum, { requests }) => sum + requests, 0),
      bad: own.reduce((sum, { errors }) => sum + errors, 0),
    }
  })
}

/** The requests of a client since 00:00 UTC, added up hour by hour, beside the limit of the day. */
export function towardsLimit({ hours }: ClientUsage, perDay: number, now: number): Point[] {
  const midnight = new Date(now).setUTCHours(0, 0, 0, 0)
  const byHour = new Map(hours.map(({ at, requests }) => [Date.parse(at), requests]))
  let used = 0
  return Array.from({ length: Math.floor((now - midnight) / HOUR_MS) + 1 }, (_, n) => {
    const at = midnight + n * HOUR_MS
    used += byHour.get(at) ?? 0
    return { name: textOfTime(at, false), values: [used, perDay] }
  })
}
