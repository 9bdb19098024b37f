import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Creates a folder and its missing parents. Node's `recursive` option hangs where the system reports a missing folder but
 * refuses to create it, as below /proc.
 * @returns the highest folder created; undefined if it existed
 */
export async function makeFolder(path: string, mode = 0o777): Promise<string | undefined> {
  try {
    await mkdir(path, mode)
    return path
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException // what mkdir() rejects with
    if (code === 'ENOENT' && dirname(path) !== path) {
      const made = await makeFolder(dirname(path), mode)
      await mkdir(path, mode).catch(unlessFolderExists(path)) // another process may have been faster
      return made ?? path
    }
    await unlessFolderExists(path)(error)
    return undefined
  }
}

/** Ignores a failure if the folder exists: some systems report EROFS or EACCES instead of EEXIST. */
const unlessFolderExists = (path: string) => async (error: unknown) => {
  const found = await stat(path).catch(() => undefined)
  if (!found?.isDirectory()) throw error
}
