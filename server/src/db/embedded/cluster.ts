import { randomBytes } from 'node:crypto'
import { mkdtemp, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartError } from '../start-error.ts'
import { chownLike, chownTo, runAs } from './account.ts'
import { type Binaries, runInitdb } from './binaries.ts'
import { entriesOf, exists } from './home.ts'
import type { Home } from './home-type.ts'
import { failureLine, releaseDeadLock } from './postmaster.ts'

const DRAFT = 'data.new-'

/** Creates the data and the owner's password unless they exist. Refuses data of another major version. */
export async function ensureCluster(home: Home, binaries: Binaries, flags: string[]) {
  const found = await majorOf(home)
  if (found && found !== binaries.major) {
    const remedy = `dump it with ${found} and restore it into an empty DATA_DIR, or set DATABASE_URL to a server of ${found}`
    const installed = `this server contains PostgreSQL ${binaries.major}`
    throw new StartError(`The database in ${home.data} needs PostgreSQL ${found}, but ${installed}: ${remedy}.`)
  }
  const { password, isNew } = await passwordOf(home)
  if (!found) await create(home, binaries, password, { sync: !flags.includes('fsync=off') })
  return { password, passwordIsNew: isNew && found !== undefined }
}

/** The major version of the data; undefined if there is none yet. */
async function majorOf(home: Home): Promise<string | undefined> {
  const entries = await entriesOf(home.data)
  if (entries.includes('PG_VERSION')) return (await readFile(join(home.data, 'PG_VERSION'), 'utf8')).trim()
  if (await exists(join(home.data, 'global', 'pg_control'))) {
    throw new StartError(`The database in ${home.data} has lost its PG_VERSION file: restore it from a backup.`)
  }
  if (entries.length > 0) {
    const aside = `${home.data}.unfinished-${Date.now()}`
    await rename(home.data, aside)
    home.log(`${home.data} contained no database; its contents are now in ${aside}`)
  }
  return undefined
}

async function passwordOf(home: Home) {
  const file = join(home.folder, 'password')
  if (await exists(file)) return { password: (await readFile(file, 'utf8')).trim(), isNew: false }
  const password = randomBytes(24).toString('hex')
  const draft = `${file}.new`
  await writeFile(draft, `${password}\n`, { mode: 0o600, flush: true })
  await chownLike(home.folder, draft)
  await rename(draft, file)
  return { password, isNew: true }
}

/** Atomic: created in another folder and renamed, so that `data` is either complete or absent. */
async function create(home: Home, binaries: Binaries, password: string, { sync }: { sync: boolean }) {
  for (const entry of await entriesOf(home.folder)) {
    // An initdb whose parent was killed may still be writing; the next start removes the rest.
    if (entry.startsWith(DRAFT)) await rm(join(home.folder, entry), { recursive: true, force: true }).catch(() => {})
  }
  const draft = await mkdtemp(join(home.folder, DRAFT))
  const passwordFile = `${draft}.password`
  try {
    await chownTo(draft, home.account)
    await writeFile(passwordFile, password, { mode: 0o600 })
    await chownTo(passwordFile, home.account)
    const options = [`--pgdata=${draft}`, `--pwfile=${passwordFile}`, ...(sync ? [] : ['--no-sync'])]
    await initialise(home, binaries, options)
    await rename(draft, home.data)
    if (sync) await syncFolder(home.folder)
  } finally {
    await rm(passwordFile, { force: true })
    await rm(draft, { recursive: true, force: true })
  }
}

/**
 * PostgreSQL's builtin locale C.UTF-8 sorts by code point, so that upgrades of system libraries cannot break indexes, and it
 * supports case beyond ASCII. pg_trgm still uses the character classes of LC_CTYPE, which have no Arabic letters in the C
 * locale. So LC_CTYPE is the first of these names that the system knows.
 */
async function initialise(home: Home, binaries: Binaries, args: string[]) {
  const fixed = ['--username=medina', '--auth=scram-sha-256', '--encoding=UTF8', '--no-instructions']
  const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
  let words = ''
  for (const ctype of ['C.UTF-8', 'en_US.UTF-8', 'C']) {
    const outcome = await runInitdb(binaries, home.account, [...fixed, ...locale, `--lc-ctype=${ctype}`, ...args])
    if (outcome.ok) return
    words = failureLine(outcome.err)
    if (!words.includes('locale')) break
  }
  throw new StartError(`PostgreSQL cannot create its data folder in ${home.folder}: ${words}`)
}

async function syncFolder(path: string) {
  const folder = await open(path)
  await folder.sync().finally(() => folder.close())
}

/** Sets a new password in single-user mode, for data whose password file is lost. PostgreSQL must not be running. */
export async function setPassword(home: Home, { postgres }: Binaries, password: string) {
  await releaseDeadLock(home)
  const statement = `alter role medina password '${password}'\n`
  const outcome = await runAs(home.account, [postgres, '--single', '-D', home.data, 'postgres'], statement)
  if (!outcome.ok || /ERROR:/.test(outcome.err)) {
    throw new StartError(`PostgreSQL in ${home.data} rejected a new password: ${failureLine(outcome.err)}`)
  }
}
