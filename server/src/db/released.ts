import { readFile } from 'node:fs/promises'
import { MIGRATIONS } from './migration-files.ts'

/** Digests of the migrations that a release contains, in the form of `sha256sum`: from then on they stay as they are. */
export const RELEASED = new URL('released.sha256', MIGRATIONS)

/** @returns the SHA-256 of each released file, by its name */
export async function readReleased(): Promise<Map<string, string>> {
  const lines = (await readFile(RELEASED, 'utf8')).split('\n').filter(Boolean)
  return new Map(lines.map((line): [string, string] => [line.slice(66), line.slice(0, 64)]))
}
