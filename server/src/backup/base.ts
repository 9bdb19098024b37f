import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { chmod, mkdir, mkdtemp, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { type Account, chownAll, chownLike, chownTo, isRoot, spawnOptions } from '../db/embedded/account.ts'
import { completeCopy } from '../db/embedded/copy.ts'
import { entriesOf, openHome, openThrowawayHome } from '../db/embedded/home.ts'
import type { Home } from '../db/embedded/home-type.ts'
import { hasEmbedded, runningEmbedded } from '../db/embedded/running.ts'
import { startEmbedded } from '../db/embedded/start.ts'
import { codeOf, StartError } from '../db/start-error.ts'
import { syncFolder, writeSynced } from './atomic-folder.ts'
import { copyCluster } from './copy-cluster.ts'
import { connect, contentsOf, majorOf, type Saved } from './dump.ts'
import { assertSame, countObjects, countTables, fileKeysOf, prepareSession } from './inventory.ts'
import type { Manifest } from './manifest.ts'
import { BASE, hashing, type Sums } from './sums.ts'

/**
 * Saves the embedded database, with or without a running server. The copy is started once before it is packed, to prove
 * that it starts and to count what a restore will find.
 */
export async function saveEmbedded(
  dataDir: string,
  folder: string,
  sums: Sums,
  onStop: (undo: () => Promise<void>) => void,
): Promise<Saved> {
  if (!(await hasEmbedded(dataDir)))
    throw new StartError(
      `${dataDir} contains no database. Set DATA_DIR or DATABASE_URL to the value that the servers use.`,
    )
  const running = await runningEmbedded(dataDir)
  const own = running === undefined ? await startEmbedded({ dataDir }) : undefined
  if (own) onStop(own.stop)
  try {
    // As root, PostgreSQL's account must pass through this folder.
    if (isRoot()) await chmod(folder, 0o711)
    const home = await openThrowawayHome(folder, () => {})
    try {
      await copyFrom(running ?? own!.url, home)
    } catch (error) {
      await rm(home.folder, { recursive: true, force: true })
      home.release()
      throw error
    }
    let saved: Saved | undefined
    const inspect = async (url: string) => {
      saved = await inventoryOf(url)
    }
    await completeCopy(home, inspect, async () => {
      sums.set(BASE, await pack(home.data, join(folder, BASE)))
    })
    return saved!
  } finally {
    await own?.stop()
  }
}

async function copyFrom(url: string, home: Home): Promise<void> {
  const client = await connect(url)
  try {
    await copyCluster(client, home.data)
  } finally {
    await client.end()
  }
  if (home.account) await chownAll(home.data, home.account)
}

async function inventoryOf(url: string): Promise<Saved> {
  const client = await connect(url)
  try {
    await prepareSession(client)
    const server = await majorOf(client)
    return { kind: 'base', postgres: { server, program: server }, ...(await contentsOf(client)) }
  } finally {
    await client.end()
  }
}

/** Locks an empty `DATA_DIR` until it is released. @throws {StartError} if it has a database */
export async function claimEmpty(dataDir: string): Promise<Home> {
  if (await hasEmbedded(dataDir)) throw taken(dataDir)
  const home = await openHome(dataDir, () => {})
  if ((await entriesOf(home.data)).length === 0) return home
  home.release()
  throw taken(dataDir)
}

const taken = (dataDir: string) =>
  new StartError(`${dataDir} already contains a database. Restore into an empty DATA_DIR, or move this database away.`)

/**
 * Unpacks, starts and stops the database in a temporary folder, and renames the folder once `inspect` has succeeded. After a
 * crash, the next start removes the temporary folder.
 */
export async function restoreBase(
  home: Home,
  pack: string,
  inspect: (ownerUrl: string) => Promise<void>,
): Promise<void> {
  const scratch = await mkdtemp(join(home.folder, 'data.new-'))
  if (home.account) await chmod(scratch, 0o711)
  await chownLike(home.folder, scratch)
  const data = join(scratch, 'data')
  await mkdir(data, { mode: 0o700 })
  await chownTo(data, home.account)
  const temporary: Home = { ...home, folder: scratch, data, throwaway: true, release() {} }
  try {
    await unpack(pack, data, home.account)
    await completeCopy(temporary, inspect, async () => {
      await syncFiles(data)
      await rm(join(home.folder, 'password'), { force: true }) // the next start creates another
      await rm(home.data, { recursive: true, force: true })
      await rename(data, home.data)
      await syncFolder(home.folder)
    })
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/** Compares the database with the manifest. @returns the keys of the files that its documents need. @throws {StartError} */
export async function compareBase(ownerUrl: string, { database }: Manifest): Promise<string[]> {
  const client = await connect(ownerUrl)
  try {
    await prepareSession(client)
    assertSame('rows of', database.tables, await countTables(client))
    assertSame('the number of', database.objects, await countObjects(client))
    return await fileKeysOf(client)
  } finally {
    await client.end()
  }
}

/** @returns the SHA-256 of the packed file */
async function pack(data: string, path: string): Promise<string> {
  const { through, digest } = hashing()
  const tar = spawn('tar', ['-C', data, '-cf', '-', '.'], { stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = endOf(tar, 'packed')
  await writeSynced(path, tar.stdout, createGzip({ level: 1 }), through)
  await ended
  return digest()
}

/** Runs as PostgreSQL's account, which must own the files. */
async function unpack(path: string, data: string, account: Account | undefined): Promise<void> {
  const options = { ...spawnOptions(account), stdio: ['pipe', 'ignore', 'pipe'] as ['pipe', 'ignore', 'pipe'] }
  const tar = spawn('tar', ['-C', data, '-xpf', '-'], options)
  const ended = endOf(tar, 'unpacked')
  const [piped] = await Promise.allSettled([pipeline(createReadStream(path), createGunzip(), tar.stdin)])
  // A failed tar has closed its end; its output has the cause. A successful one may have closed it too, because it does
  // not read the padding after the archive's end.
  await ended
  if (piped.status === 'rejected' && !isClosedPipe(piped.reason)) throw piped.reason
}

const isClosedPipe = (error: unknown) => ['EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'].includes(codeOf(error) ?? '')

function endOf(tar: ChildProcess, participle: string): Promise<void> {
  let output = ''
  tar.stderr?.setEncoding('utf8').on('data', (text) => (output += text))
  const ended = once(tar, 'close').then(
    ([code]) => {
      if (code !== 0) throw new StartError(`The database cannot be ${participle}: ${output.trim().split('\n')[0]}`)
    },
    (error) => {
      throw codeOf(error) === 'ENOENT' ? new StartError('The program tar is needed: install it.') : error
    },
  )
  ended.catch(() => {}) // the caller that awaits it handles it
  return ended
}

async function syncFiles(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isSymbolicLink()) continue
    const file = await open(join(entry.parentPath, entry.name))
    await file.sync().finally(() => file.close())
  }
}
