/** Since then Morocco has kept UTC. Browsers with time zone data before 2026c lack the change. */
const CHANGE = Date.UTC(2026, 8, 20, 1)

/** The time zone of Morocco at a time, for Intl. */
export const moroccoAt = (ms: number): string => (ms >= CHANGE ? 'UTC' : 'Africa/Casablanca')

const formats = new Map<string, Intl.DateTimeFormat>()

/** "2026-11-23T09:30", the time that a clock in Morocco shows. */
export function moroccanClock(ms: number): string {
  const timeZone = moroccoAt(ms)
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('sv-SE', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    })
  formats.set(timeZone, format)
  return format.format(ms).replace(' ', 'T')
}

const MINUTE_MS = 60_000

/**
 * The time at which a clock in Morocco shows this. Of an hour that it shows twice, the later; in the hour that it skips, the
 * time as if the change came after.
 * @param clock "2026-11-23T09:30"
 * @returns milliseconds; NaN for what is no time
 */
export function atMoroccanClock(clock: string): number {
  const asUtc = Date.parse(`${clock}Z`)
  if (Number.isNaN(asUtc)) return asUtc
  const offset = (ms: number) => Date.parse(`${moroccanClock(ms)}Z`) - Math.floor(ms / MINUTE_MS) * MINUTE_MS
  const guess = asUtc - offset(asUtc)
  return asUtc - offset(guess)
}
