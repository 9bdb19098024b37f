import { ALWAYS_UTC_FROM } from './time-zone.ts'

/*
 * Conversions of local time in Morocco. Morocco was at UTC+1, and at UTC+0 during Ramadan: on the Sunday before it an hour
 * occurred twice, on the Sunday after it an hour was skipped. Since 20 September 2026 it is always at UTC+0.
 */

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000
export const DAY_MINUTES = 1440

const format = new Intl.DateTimeFormat('en-GB', { timeZone: 'Africa/Casablanca', timeZoneName: 'longOffset' })
const offsets = new Map<number, number>()

/** Milliseconds by which clocks in Morocco are ahead of UTC. It changes only on the hour. */
function offsetAt(ms: number): number {
  if (ms >= ALWAYS_UTC_FROM) return 0
  const hour = Math.floor(ms / HOUR_MS)
  let offset = offsets.get(hour)
  if (offset === undefined) {
    const { value = '' } = format.formatToParts(hour * HOUR_MS).find(({ type }) => type === 'timeZoneName') ?? {}
    const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(value) ?? []
    offset = sign ? (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * MINUTE_MS : 0
    offsets.set(hour, offset)
  }
  return offset
}

/** The day in Morocco: "2026-11-23". */
export const dayOf = (ms: number): string => new Date(ms + offsetAt(ms)).toISOString().slice(0, 10)

/** Minutes since midnight, by the clock. */
export const minutesOf = (ms: number): number => Math.floor((ms + offsetAt(ms)) / MINUTE_MS) % DAY_MINUTES

/** The instant of a local time. The first one if it occurs twice; the same minute an hour later if it is skipped. */
export function instantOf(day: string, minutes: number): number {
  const shown = Date.parse(day) + minutes * MINUTE_MS
  const [before, after] = [offsetAt(shown - DAY_MS), offsetAt(shown + DAY_MS)]
  const matching = [shown - Math.max(before, after), shown - Math.min(before, after)]
  return matching.find((ms) => ms + offsetAt(ms) === shown) ?? shown - before
}

export const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && dateOf(Date.parse(text)) === text

const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

export const addDays = (day: string, days: number): string => dateOf(Date.parse(day) + days * DAY_MS)

/** The seven days of a day's week, from Monday. */
export function weekOf(day: string): string[] {
  const fromMonday = (new Date(day).getUTCDay() + 6) % 7
  return Array.from({ length: 7 }, (_, n) => addDays(day, n - fromMonday))
}

/** "09:05". */
export const clockOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60) % 24).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

export const snap = (minutes: number, step: number): number => Math.round(minutes / step) * step
