import { StartError } from './db/start-error.ts'
import { wrongAbout } from './lib/moroccan-time.ts'

/**
 * People would be told to come an hour late.
 * @throws {StartError} where the time zone data of this process is older than the law that Moroccan clocks follow
 */
export function assertTimeZoneData(): void {
  const day = wrongAbout()
  if (day !== undefined) throw new StartError(staleSince(day))
}

const staleSince = (day: string) =>
  `The time zone data of this Node.js (${process.versions.tz}) is wrong about Morocco on ${day}: every time in a message would be an hour off. It takes 2026c or newer: run Node.js 26.10 or newer, and unset ICU_TIMEZONE_FILES_DIR and NODE_ICU_DATA if they name older data.`
