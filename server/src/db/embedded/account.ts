import { spawn } from 'node:child_process'
import { chown, lstat, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf, StartError } from '../start-error.ts'

/** Who PostgreSQL runs as when we are root, which it refuses to be. Without one it runs as ourselves. */
export type Account = { name: string; uid: number; gid: number }

export type Outcome = { ok: boolean; out: string; err: string; errno?: string | undefined }

export const weAreRoot = () => process.getuid?.() === 0

/** The owner of the data that are there, or of the folder for new ones, else an account that the system keeps for it. */
export async function accountFor(data: string, folder: string): Promise<Account | undefined> {
  if (!weAreRoot()) return undefined
  const known = await accounts()
  const owner = await stat(data).catch(() => undefined)
  if (owner && owner.uid !== 0) {
    const name = known.find(({ uid }) => uid === owner.uid)?.name ?? `number ${owner.uid}`
    return { name, uid: owner.uid, gid: owner.gid }
  }
  const { uid: keeper } = await stat(folder)
  // initdb wants an account that has a name.
  const account =
    (keeper !== 0 && known.find(({ uid }) => uid === keeper)) ||
    ['postgres', '_postgres', 'nobody'].flatMap((name) => known.filter((one) => one.name === name))[0]
  if (!account) throw new StartError('PostgreSQL refuses root, and no user postgres or nobody is in /etc/passwd.')
  // Data put back from a backup by root belongs to root.
  if (owner) await giveAll(data, account)
  return account
}

async function accounts(): Promise<Account[]> {
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'))
  // macOS writes nobody as -2.
  return lines.map(([name = '', , uid, gid]) => ({ name, uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 }))
}

export async function give(path: string, account: Account | undefined) {
  if (account) await chown(path, account.uid, account.gid)
}

export async function giveAll(folder: string, account: Account) {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    // A link (a tablespace, a WAL folder elsewhere) is somebody's choice: what it leads to is theirs to hand over.
    if (!entry.isSymbolicLink()) await give(join(entry.parentPath, entry.name), account)
  }
  await give(folder, account)
}

/** What a process started for PostgreSQL gets: no secret of ours in its environment, nothing of the caller's PG*. */
export function spawnOptions(account: Account | undefined) {
  const { PATH = '/usr/bin:/bin', LD_LIBRARY_PATH, TMPDIR } = process.env
  const env = { PATH, LC_ALL: 'C', ...(LD_LIBRARY_PATH && { LD_LIBRARY_PATH }), ...(TMPDIR && { TMPDIR }) }
  // The account may be unable to enter the folder that we are in. Node takes signed numbers here.
  return { env, cwd: '/', ...(account && { uid: account.uid | 0, gid: account.gid | 0 }) }
}

export async function runAs(account: Account | undefined, [command = '', ...args]: string[], input = '') {
  const { promise, resolve } = Promise.withResolvers<Outcome>()
  let out = ''
  let err = ''
  const cannot = (error: unknown) => resolve({ ok: false, out, err: String(error), errno: codeOf(error) })
  try {
    const child = spawn(command, args, spawnOptions(account))
    child.stdout.setEncoding('utf8').on('data', (text) => (out += text))
    child.stderr.setEncoding('utf8').on('data', (text) => (err += text))
    child.on('close', (code) => resolve({ ok: code === 0, out, err }))
    child.on('error', cannot)
    // A child that failed early has closed its end: its own words say why.
    child.stdin.on('error', () => {}).end(input)
  } catch (error) {
    // Some refusals, such as to become another user, are thrown instead.
    cannot(error)
  }
  return promise
}

/** Asks the system itself: mode bits leave out access lists, mounts and what a container takes away. */
export async function canEnter(account: Account | undefined, folder: string): Promise<boolean> {
  const outcome = await runAs(account, ['/bin/sh', '-c', 'cd -- "$1"', 'sh', folder])
  if (account && outcome.errno) {
    const why = `root may not act as user ${account.name} here (${outcome.errno})`
    throw new StartError(`PostgreSQL refuses root, and ${why}: run as another user, or set DATABASE_URL.`)
  }
  return outcome.ok
}

/** As root in somebody's folder, what we make is theirs, so that they can go on without us. */
export async function giveToOwnerOf(folder: string, path: string) {
  if (!weAreRoot()) return
  const { uid, gid } = await lstat(folder)
  await chown(path, uid, gid)
}
