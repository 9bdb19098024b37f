import { StartError } from './db/start-error.ts'
import { timeZoneDataFault } from './lib/moroccan-time.ts'

/**
 * Refuses outdated time zone data: times in messages would be an hour off.
 * @throws {StartError} if this process's time zone data is older than Morocco's current law
 */
export function assertTimeZoneData(): void {
  const day = timeZoneDataFault()
  if (day !== undefined) throw new StartError(staleSince(day))
}

const staleSince = (day: string) =>
  `The time zone data of this Node.js (${process.versions.tz}) is wrong about Morocco on ${day}: every time in a message would be an hour off. Version 2026c or newer is required: run Node.js 26.10 or newer, and unset ICU_TIMEZONE_FILES_DIR and NODE_ICU_DATA if they name older data.`
