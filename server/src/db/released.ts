import { readFile } from 'node:fs/promises'
import { MIGRATIONS } from './migration-files.ts'

/** Digests of released migrations in the format of `sha256sum`. Released migrations must not change. */
export const RELEASED = new URL('released.sha256', MIGRATIONS)

/** @returns the SHA-256 of each released file, by its name */
export async function readReleased(): Promise<Map<string, string>> {
  const lines = (await readFile(RELEASED, 'utf8')).split('\n').filter(Boolean)
  return new Map(lines.map((line): [string, string] => [line.slice(66), line.slice(0, 64)]))
}
