import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

/** The version of this release, from package.json. */
export const readVersion = (): string =>
  JSON.parse(readFileSync(resolve(import.meta.dirname, '../../../package.json'), 'utf8')).version
