import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { lstat, readFile, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { codeOf, StartError } from '../db/start-error.ts'
import { sha256 } from '../lib/secrets.ts'
import { fileOf } from '../providers/storage/key.ts'
import { writeSynced } from './atomic-folder.ts'
import type { Manifest } from './manifest.ts'

/** `sha256sum -c SHA256SUMS` in the folder of a backup checks it. */
const SUMS = 'SHA256SUMS'

export const DUMP = 'database.dump'
export const BASE = 'postgres.tar.gz'
export const ROLES = 'roles.sql'
export const KEY = 'master-key'
export const FILES = 'files'

/** SHA-256 of each file by its path within the backup. */
export type Sums = Map<string, string>

const LINE = /^([0-9a-f]{64}) {2}(.+)$/

/** @returns the list's own SHA-256 */
export async function writeSums(folder: string, sums: Sums): Promise<string> {
  const text = [...sums].map(([path, sum]) => `${sum}  ${path}\n`).join('')
  await writeSynced(join(folder, SUMS), [text])
  return sha256(text).toString('hex')
}

/** Reads every file of a backup. @throws {StartError} naming the first missing or altered one */
export async function checkSums(folder: string, manifest: Manifest): Promise<Sums> {
  await assertOwnFile(folder, SUMS)
  const text = await readFile(join(folder, SUMS), 'utf8')
  if (sha256(text).toString('hex') !== manifest.sums) throw altered(SUMS)
  const sums: Sums = new Map()
  for (const line of text.split('\n').slice(0, -1)) {
    const [, sum, path] = LINE.exec(line) ?? []
    if (sum === undefined || path === undefined || !isBackupFile(path))
      throw new StartError(`${SUMS} has an invalid line: ${line}`)
    sums.set(path, sum)
  }
  for (const [path, sum] of sums) {
    await assertOwnFile(folder, path)
    if ((await sumOf(join(folder, path))) !== sum) throw altered(path)
  }
  return sums
}

export async function sumOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/** A stream that computes the digest of its bytes. */
export function hashing(): { through: Transform; digest(): string } {
  const hash = createHash('sha256')
  const through = new Transform({
    transform(chunk, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
  return { through, digest: () => hash.digest('hex') }
}

const isBackupFile = (path: string) =>
  [DUMP, BASE, ROLES, KEY].includes(path) ||
  (path.startsWith(`${FILES}/`) && fileOf(path.slice(FILES.length + 1)) !== undefined)

/** Refuses links in the path, which could point to another file than the checked one. */
async function assertOwnFile(folder: string, path: string): Promise<void> {
  try {
    const whole = join(await realpath(folder), path)
    if ((await realpath(whole)) !== whole || !(await lstat(whole)).isFile())
      throw new StartError(`${path} in the backup is a link. Use another backup.`)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') throw new StartError(`The backup lacks ${path}. Use another one.`)
    throw error
  }
}

const altered = (path: string) =>
  new StartError(`${path} in the backup was altered: its SHA-256 differs. Use another backup.`)
