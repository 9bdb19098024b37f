import { createHash } from 'node:crypto'
import {
  access,
  chmod,
  constants,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { makeFolder } from '../../lib/make-folder.ts'
import { codeOf, StartError } from '../start-error.ts'
import { type Account, accountFor, canEnter, chownLike, isRoot } from './account.ts'
import { claim } from './claim.ts'
import type { Home, Log } from './home-type.ts'
import { stopPostmasterOf } from './postmaster.ts'

const SYSTEM_FOLDER = '/var/lib/medina-care'
const POINTER = 'where-the-data-is.txt'

/**
 * `DATA_DIR/postgres`. As root, if PostgreSQL's account cannot reach that folder (a checkout under /root), a system folder
 * has the data and `DATA_DIR/postgres` a note with its path. The note stays authoritative, so that a DATA_DIR that is
 * moved, or becomes reachable, keeps its database.
 */
export async function openHome(dataDir: string, log: Log): Promise<Home> {
  if (/[\r\n]/.test(dataDir)) throw new StartError('DATA_DIR contains a line break, which PostgreSQL does not support.')
  const door = await makeOwnFolder(join(resolve(dataDir), 'postgres'))
  const claims = [await claim(door)]
  const release = () => {
    for (const releaseClaim of claims) releaseClaim()
  }
  try {
    const noted = await linkedFolder(door)
    const near = noted ?? door
    const account = await accountFor(join(near, 'data'), dirname(door))
    if (!account || (await canEnter(account, near))) {
      if (noted) claims.push(await claim(noted))
      return { ...homeIn(near), account, line: noted ? farLine(noted, door) : door, log, release }
    }
    if (await exists(join(near, 'data'))) {
      const remedy = 'chmod o+x the folders above it, or move DATA_DIR'
      throw new StartError(`The database in ${near} belongs to user ${account.name}, who cannot access it: ${remedy}.`)
    }
    const far = join(SYSTEM_FOLDER, createHash('sha256').update(door).digest('hex').slice(0, 16))
    await makeSystemFolder()
    await setAside(far, log)
    await makeOwnFolder(far)
    claims.push(await claim(far))
    if (!(await canEnter(account, far))) {
      throw new StartError(`User ${account.name}, who PostgreSQL runs as, can enter neither ${door} nor ${far}.`)
    }
    await note(door, far, account)
    return { ...homeIn(far), account, line: farLine(far, door), log, release }
  } catch (error) {
    release()
    throw error
  }
}

/** A new home in a folder that PostgreSQL's account can reach. */
export async function openThrowawayHome(dataDir: string, log: Log): Promise<Home> {
  await makeFolder(dataDir)
  const account = await accountFor('', dataDir)
  for (const parent of [await realpath(dataDir), await realpath(tmpdir()), SYSTEM_FOLDER]) {
    if (parent === SYSTEM_FOLDER) await makeSystemFolder()
    const folder = await mkdtemp(join(parent, 'postgres-'))
    if (account) await chmod(folder, 0o711)
    if (!account || (await canEnter(account, folder))) {
      return { ...homeIn(folder), account, throwaway: true, log, release: await claim(folder) }
    }
    await rm(folder, { recursive: true })
  }
  throw new StartError(`User ${account?.name}, who PostgreSQL runs as, can enter none of ${dataDir}, ${tmpdir()}.`)
}

/** The folder for a copy of the programs, if they cannot run in place. */
export const copyFolder = async (home: Home) => (isRoot() ? makeSystemFolder() : home.folder)

const homeIn = (folder: string) => ({ folder, data: join(folder, 'data'), line: folder, throwaway: false })

const farLine = (far: string, door: string) => `${far} (noted in ${join(door, POINTER)})`

/** Private; as root, PostgreSQL's account may pass through to `data`. */
async function makeOwnFolder(path: string): Promise<string> {
  const mode = isRoot() ? 0o711 : 0o700
  // So that an error names the unwritable folder instead of a new subfolder.
  await access(await nearest(path), constants.W_OK)
  const isNew = await makeFolder(path, mode)
  const folder = await realpath(path)
  if (isNew) await chmod(folder, mode)
  if (isNew) await chownLike(dirname(folder), folder)
  return folder
}

const nearest = async (path: string): Promise<string> => ((await exists(path)) ? path : nearest(dirname(path)))

async function makeSystemFolder() {
  await makeFolder(SYSTEM_FOLDER)
  await chmod(SYSTEM_FOLDER, 0o755)
  return SYSTEM_FOLDER
}

/** The location of the data if a note in `door` names another folder. */
export async function linkedFolder(door: string): Promise<string | undefined> {
  const pointer = join(door, POINTER)
  if (!(await exists(pointer))) return undefined
  const folder = (await readFile(pointer, 'utf8')).split('\n')[0] ?? ''
  if (folder.startsWith('/') && (await exists(folder))) return folder
  const remedy = `put it back, or delete ${door} to begin with an empty one`
  throw new StartError(`${pointer} says that the database is in "${folder}", which does not exist: ${remedy}.`)
}

async function note(door: string, far: string, account: Account) {
  const why = `PostgreSQL does not run as root, and its user ${account.name} cannot get into this folder.`
  const what = 'The line above is read at each start. Deleting this folder begins an empty database and keeps that one.'
  const pointer = join(door, POINTER)
  await writeFile(pointer, `${far}\n\n${why}\n${what}\n`, { flush: true })
  await chownLike(door, pointer)
}

/** If `DATA_DIR/postgres` was deleted to start over, moves the previous database aside. */
async function setAside(far: string, log: Log) {
  if (!(await exists(join(far, 'data')))) return
  const release = await claim(far)
  try {
    await stopPostmasterOf(join(far, 'data'))
    const aside = `${far}.set-aside-${new Date().toISOString().replace(/\W/g, '')}`
    await rename(far, aside)
    log(`The database that this DATA_DIR had before is kept in ${aside}`)
  } finally {
    release()
  }
}

/** The entries of a folder; empty if it does not exist. */
export async function entriesOf(folder: string): Promise<string[]> {
  return (await exists(folder)) ? readdir(folder) : []
}

export async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    (error) => {
      if (codeOf(error) === 'ENOENT') return false
      throw error
    },
  )
}
