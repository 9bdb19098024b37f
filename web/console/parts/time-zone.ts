/** Morocco has stayed at UTC since this time. Browsers with time zone data before 2026c do not know this change. */
export const ALWAYS_UTC_FROM = Date.UTC(2026, 8, 20, 1)

/** The time zone for Intl that shows a time as in Morocco. */
export const zoneAt = (ms: number): string => (ms >= ALWAYS_UTC_FROM ? 'UTC' : 'Africa/Casablanca')
