import { readFileSync } from 'node:fs'
import { access, chmod, constants, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartError } from '../start-error.ts'
import { chownLike } from './account.ts'

// Keeps claims from being garbage-collected, which would release their locks.
const held = new Set<DatabaseSync>()

/**
 * Claims a folder until this process releases it or dies. Node has no flock, so an SQLite transaction takes a kernel lock.
 * Unlike a PID file, it does not survive its process.
 * @throws StartError naming the process that holds it
 */
export async function claim(folder: string): Promise<() => void> {
  await access(folder, constants.W_OK | constants.X_OK)
  const file = join(folder, 'claim')
  const holder = join(folder, 'claim.pid')
  let db: DatabaseSync | undefined
  try {
    db = new DatabaseSync(file)
    db.exec('pragma journal_mode = memory; begin exclusive')
  } catch (error) {
    db?.close()
    // Nothing else may open the file from here on: closing any descriptor of a file drops all of the process's locks on it.
    const why = error instanceof Error ? error.message : String(error)
    const message = isBusy(error)
      ? `The database in ${folder} is in use by ${nameOf(holder)}: stop that process first.`
      : `PostgreSQL cannot be set up: ${file} cannot be locked: ${why}`
    throw new StartError(message, { cause: error })
  }
  const claimed = db
  held.add(claimed)
  const release = () => {
    if (held.delete(claimed)) claimed.close()
  }
  try {
    await chmod(file, 0o600)
    await chownLike(folder, file)
    await writeFile(holder, `${process.pid}\n`)
    await chownLike(folder, holder)
  } catch (error) {
    release()
    throw error
  }
  return release
}

// SQLITE_BUSY; node:sqlite puts it on the error but not in its types.
const isBusy = (error: unknown) => error instanceof Error && 'errcode' in error && error.errcode === 5

function nameOf(holder: string) {
  try {
    return `process ${Number.parseInt(readFileSync(holder, 'utf8'), 10)}`
  } catch {
    return 'another process'
  }
}
