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
 * Opens `DATA_DIR/postgres`. If the server runs as root and PostgreSQL's account cannot reach that folder (such as a checkout
 * under /root), the data are in a system folder, and a note in `DATA_DIR/postgres` contains its path. The note is always
 * followed, so that a DATA_DIR that is moved, or becomes reachable, keeps its database.
 */
export async function openHome(dataDir: string, log: Log): Promise<Home> {
  if (/[\r\n]/.test(dataDir)) throw new StartError('DATA_DIR contains a line break, which PostgreSQL does not support.')
  const localFolder = await makeOwnFolder(join(resolve(dataDir), 'postgres'))
  const claims = [await claim(localFolder)]
  const release = () => {
    for (const releaseClaim of claims) releaseClaim()
  }
  try {
    const linked = await linkedFolder(localFolder)
    const currentFolder = linked ?? localFolder
    const account = await accountFor(join(currentFolder, 'data'), dirname(localFolder))
    if (!account || (await canEnter(account, currentFolder))) {
      if (linked) claims.push(await claim(linked))
      return {
        ...homeIn(currentFolder),
        account,
        line: linked ? systemFolderLine(linked, localFolder) : localFolder,
        log,
        release,
      }
    }
    if (await exists(join(currentFolder, 'data'))) {
      const remedy = 'chmod o+x the folders above it, or move DATA_DIR'
      throw new StartError(
        `The database in ${currentFolder} belongs to user ${account.name}, who cannot access it: ${remedy}.`,
      )
    }
    const systemFolder = join(SYSTEM_FOLDER, createHash('sha256').update(localFolder).digest('hex').slice(0, 16))
    await makeSystemFolder()
    await setAside(systemFolder, log)
    await makeOwnFolder(systemFolder)
    claims.push(await claim(systemFolder))
    if (!(await canEnter(account, systemFolder))) {
      throw new StartError(
        `User ${account.name}, who PostgreSQL runs as, can enter neither ${localFolder} nor ${systemFolder}.`,
      )
    }
    await note(localFolder, systemFolder, account)
    return { ...homeIn(systemFolder), account, line: systemFolderLine(systemFolder, localFolder), log, release }
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

const systemFolderLine = (systemFolder: string, localFolder: string) =>
  `${systemFolder} (linked in ${join(localFolder, POINTER)})`

/** Creates a private folder. As root, PostgreSQL's account may pass through it to `data`. */
async function makeOwnFolder(path: string): Promise<string> {
  const mode = isRoot() ? 0o711 : 0o700
  // Checked first, so that an error names the unwritable folder and not a new subfolder.
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

/** The location of the data if a note in `localFolder` names another folder. */
export async function linkedFolder(localFolder: string): Promise<string | undefined> {
  const pointer = join(localFolder, POINTER)
  if (!(await exists(pointer))) return undefined
  const folder = (await readFile(pointer, 'utf8')).split('\n')[0] ?? ''
  if (folder.startsWith('/') && (await exists(folder))) return folder
  const remedy = `put it back, or delete ${localFolder} to start with an empty database`
  throw new StartError(`${pointer} says that the database is in "${folder}", which does not exist: ${remedy}.`)
}

async function note(localFolder: string, systemFolder: string, account: Account) {
  const why = `PostgreSQL does not run as root, and its user ${account.name} cannot get into this folder.`
  const what = 'The line above is read at each start. Deleting this folder begins an empty database and keeps that one.'
  const pointer = join(localFolder, POINTER)
  await writeFile(pointer, `${systemFolder}\n\n${why}\n${what}\n`, { flush: true })
  await chownLike(localFolder, pointer)
}

/** If `DATA_DIR/postgres` was deleted to start over, moves the previous database aside. */
async function setAside(systemFolder: string, log: Log) {
  if (!(await exists(join(systemFolder, 'data')))) return
  const release = await claim(systemFolder)
  try {
    await stopPostmasterOf(join(systemFolder, 'data'))
    const aside = `${systemFolder}.set-aside-${new Date().toISOString().replace(/\W/g, '')}`
    await rename(systemFolder, aside)
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
