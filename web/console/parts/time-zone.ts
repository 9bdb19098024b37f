/** Since then Morocco has kept UTC. Browsers with time zone data before 2026c do not know this change. */
export const ALWAYS_UTC_FROM = Date.UTC(2026, 8, 20, 1)

/** The time zone that shows a time as clocks in Morocco do, for Intl. */
export const zoneAt = (ms: number): string => (ms >= ALWAYS_UTC_FROM ? 'UTC' : 'Africa/Casablanca')
