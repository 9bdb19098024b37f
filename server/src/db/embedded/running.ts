import { readFile, realpath } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { exists, linkedFolder } from './home.ts'
import { findPostmaster } from './postmaster.ts'
import { urlIn } from './socket.ts'

/**
 * The owner's URL of the running embedded PostgreSQL of a `DATA_DIR`, for commands.
 * @returns undefined if none is running
 */
export async function runningEmbedded(dataDir: string): Promise<string | undefined> {
  const folder = await folderOf(dataDir)
  const postmaster = folder && (await findPostmaster(join(folder, 'data')))
  if (!postmaster) return undefined
  const password = (await readFile(join(folder, 'password'), 'utf8')).trim()
  return urlIn(postmaster, password, 'medina')
}

/** Whether a `DATA_DIR` has an embedded database, running or not. */
export async function hasEmbedded(dataDir: string): Promise<boolean> {
  const folder = await folderOf(dataDir)
  return folder !== undefined && (await exists(join(folder, 'data', 'PG_VERSION')))
}

async function folderOf(dataDir: string): Promise<string | undefined> {
  const localFolder = join(resolve(dataDir), 'postgres')
  if (!(await exists(localFolder))) return undefined
  return (await linkedFolder(localFolder)) ?? (await realpath(localFolder))
}
