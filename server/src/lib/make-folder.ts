import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Makes a folder, and those above it that are missing. Node's own `recursive` never returns where the system calls a
 * folder missing that it refuses to make, as below /proc.
 * @returns the highest folder that was made; undefined where it was there already
 */
export async function makeFolder(path: string, mode = 0o777): Promise<string | undefined> {
  try {
    await mkdir(path, mode)
    return path
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException // what mkdir() rejects with
    if (code === 'ENOENT' && dirname(path) !== path) {
      const made = await makeFolder(dirname(path), mode)
      await mkdir(path, mode).catch(unlessThere(path)) // another process may have been faster
      return made ?? path
    }
    await unlessThere(path)(error)
    return undefined
  }
}

/** Lets a failure to make a folder pass where the folder is there: some systems say EROFS or EACCES rather than EEXIST. */
const unlessThere = (path: string) => async (error: unknown) => {
  const found = await stat(path).catch(() => undefined)
  if (!found?.isDirectory()) throw error
}
