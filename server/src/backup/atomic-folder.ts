import { createWriteStream, rmSync } from 'node:fs'
import { access, chmod, constants, mkdir, mkdtemp, open, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { entriesOf } from '../db/embedded/home.ts'
import { StartError } from '../db/start-error.ts'

type Source = Iterable<string | Buffer> | AsyncIterable<Buffer> | NodeJS.ReadableStream

/** Writes a new file and syncs it. */
export async function writeSynced(path: string, source: Source, ...through: NodeJS.ReadWriteStream[]): Promise<void> {
  // `flush` syncs the file before it is closed.
  await pipeline([source, ...through, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true })])
}

/** Fills a folder; `onStop` registers clean-up for a signal. */
type Fill = (draft: string, onStop: (cleanUp: () => Promise<void>) => void) => Promise<void>

/**
 * Fills a folder under a temporary name, and renames it when everything is synced. The folder is therefore either complete
 * or absent. After a `kill -9`, `FOLDER.partial-…` is left.
 * @throws {StartError} if the folder exists
 */
export async function createFolderAtomically(folder: string, fill: Fill): Promise<void> {
  const whole = resolve(folder)
  if (await isTaken(whole)) throw new StartError(`${whole} already exists. Use a new folder for each backup.`)
  const parent = dirname(whole)
  await mkdir(parent, { recursive: true, mode: 0o700 })
  await access(parent, constants.W_OK | constants.X_OK)
  const draft = await mkdtemp(join(parent, `${basename(whole)}.partial-`))
  const cleanUps: (() => Promise<void>)[] = []
  const removeHandlers = removeWhenStopped(draft, cleanUps)
  try {
    await fill(draft, (cleanUp) => cleanUps.push(cleanUp))
    await chmod(draft, 0o700)
    await syncFolders(draft)
    await rename(draft, whole)
    await syncFolder(parent)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  } finally {
    removeHandlers()
  }
}

async function isTaken(folder: string): Promise<boolean> {
  try {
    return (await entriesOf(folder)).length > 0
  } catch {
    return true // a file, or an unreadable folder
  }
}

/** Removes the draft on Ctrl-C and SIGTERM. */
function removeWhenStopped(draft: string, cleanUps: (() => Promise<void>)[]): () => void {
  const stop = async (signal: NodeJS.Signals) => {
    console.error(`Stopped by ${signal}: no backup was made.`)
    await Promise.allSettled(cleanUps.map((cleanUp) => cleanUp()))
    try {
      rmSync(draft, { recursive: true, force: true, maxRetries: 5 })
    } catch (error) {
      console.error(`${draft} cannot be removed: ${error}`)
    }
    process.exit(1)
  }
  process.once('SIGINT', stop).once('SIGTERM', stop)
  return () => process.off('SIGINT', stop).off('SIGTERM', stop)
}

async function syncFolders(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isDirectory()) await syncFolders(join(folder, entry.name))
  await syncFolder(folder)
}

export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path)
  await folder.sync().finally(() => folder.close())
}
