import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Morocco's change to permanent UTC, in seconds; time zone data before 2026c lacks it. */
const CHANGE = Date.UTC(2026, 8, 20, 1) / 1000
const NEVER = 2 ** 31 - 1

/**
 * Creates time zone data of older Node.js versions: the current data without the change of 2026. A process started with the
 * folder as ICU_TIMEZONE_FILES_DIR uses it.
 * @returns false if this Node.js was built without time zone data
 */
export async function makeStaleTimeZones(folder: string): Promise<boolean> {
  const zones = item(await readFile(process.execPath), 'zoneinfo64.res')
  if (!zones) return false
  const stale = Buffer.from(zones)
  const change = Buffer.alloc(4)
  change.writeInt32LE(CHANGE)
  for (let at = stale.indexOf(change); at !== -1; at = stale.indexOf(change, at + 4)) stale.writeInt32LE(NEVER, at)
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'zoneinfo64.res'), stale)
  return true
}

/** A file of the archive in the executable (ICU's `udata`: a header, then names and offsets). */
function item(program: Buffer, name: string): Buffer | undefined {
  for (let found = program.indexOf('CmnD'); found !== -1; found = program.indexOf('CmnD', found + 4)) {
    const start = found - 12
    if (program.readUInt16BE(start + 2) !== 0xda27) continue
    const contents = start + program.readUInt16LE(start)
    const offset = (entry: number, field: 0 | 4) => contents + program.readUInt32LE(contents + 4 + 8 * entry + field)
    const nameOf = (entry: number) => program.toString('latin1', offset(entry, 0), program.indexOf(0, offset(entry, 0)))
    const count = program.readUInt32LE(contents)
    for (let entry = 0; entry < count - 1; entry++)
      if (nameOf(entry).endsWith(`/${name}`)) return program.subarray(offset(entry, 4), offset(entry + 1, 4))
  }
  return undefined
}
