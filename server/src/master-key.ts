import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { exists } from './db/embedded/home.ts'
import { codeOf, StartError } from './db/start-error.ts'
import { makeFolder } from './lib/make-folder.ts'

const FILE = 'master-key'

/** Reads or creates the master key of a sandbox beside its data. @throws {StartError} if that fails */
export async function sandboxMasterKey({ dataDir }: Config): Promise<Buffer[]> {
  const file = join(dataDir, FILE)
  await makeFolder(dataDir).catch((error) => {
    throw new StartError(`The data folder cannot be created: ${error.message}`, { cause: error })
  })
  try {
    // Fails if there is one, so that two concurrent first starts agree.
    await writeFile(file, randomBytes(32).toString('base64'), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if (codeOf(error) !== 'EEXIST')
      throw new StartError(`The data folder cannot be written: ${(error as Error).message}`, { cause: error })
  }
  return keyFileOf(file)
}

/** Reads the master key of a sandbox, for commands. @throws {StartError} if there is none */
export async function keyInDataDir({ dataDir }: Config): Promise<Buffer[]> {
  const file = join(dataDir, FILE)
  if (!(await exists(file)))
    throw new StartError(`There is no master key in ${file}. Set MASTER_KEY to the value that the servers use.`)
  return keyFileOf(file)
}

/** @throws {StartError} */
export async function keyFileOf(file: string): Promise<Buffer[]> {
  const key = Buffer.from(await readFile(file, 'utf8'), 'base64')
  if (key.length !== 32)
    throw new StartError(`${file} does not contain a key of 32 bytes. Restore it, or set MASTER_KEY.`)
  return [key]
}
