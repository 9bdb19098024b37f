import { spawn } from 'node:child_process'
import { chown, lstat, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf, StartError } from '../start-error.ts'

/** The account of PostgreSQL's processes if the server runs as root, because PostgreSQL refuses to run as root. */
export type Account = { name: string; uid: number; gid: number }

export type Outcome = { ok: boolean; out: string; err: string; errno?: string | undefined }

export const isRoot = () => process.getuid?.() === 0

/** The owner of existing data or of the folder for new data, else a system account. */
export async function accountFor(data: string, folder: string): Promise<Account | undefined> {
  if (!isRoot()) return undefined
  const listed = await accounts()
  const owner = await stat(data).catch(() => undefined)
  if (owner && owner.uid !== 0) {
    const name = listed.find(({ uid }) => uid === owner.uid)?.name ?? `number ${owner.uid}`
    return { name, uid: owner.uid, gid: owner.gid }
  }
  const { uid: folderOwner } = await stat(folder)
  // initdb requires an account with a name.
  const account =
    (folderOwner !== 0 && listed.find(({ uid }) => uid === folderOwner)) ||
    ['postgres', '_postgres', 'nobody'].flatMap((name) => listed.filter((one) => one.name === name))[0]
  if (!account) throw new StartError('PostgreSQL refuses root, and /etc/passwd has no user postgres or `nobody`.')
  // Data restored by root belongs to root.
  if (owner) await chownAll(data, account)
  return account
}

async function accounts(): Promise<Account[]> {
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'))
  // macOS has uid -2 for the unprivileged user.
  return lines.map(([name = '', , uid, gid]) => ({ name, uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 }))
}

export async function chownTo(path: string, account: Account | undefined) {
  if (account) await chown(path, account.uid, account.gid)
}

export async function chownAll(folder: string, account: Account) {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    // The operator made a link (a tablespace, a WAL folder elsewhere), and is responsible for its target's owner.
    if (!entry.isSymbolicLink()) await chownTo(join(entry.parentPath, entry.name), account)
  }
  await chownTo(folder, account)
}

/** The environment of PostgreSQL's processes has no secrets and none of the caller's PG* variables. */
export function spawnOptions(account: Account | undefined) {
  const { PATH = '/usr/bin:/bin', LD_LIBRARY_PATH, TMPDIR } = process.env
  const env = { PATH, LC_ALL: 'C', ...(LD_LIBRARY_PATH && { LD_LIBRARY_PATH }), ...(TMPDIR && { TMPDIR }) }
  // The account may be unable to enter the current folder. Node expects signed ids here.
  return { env, cwd: '/', ...(account && { uid: account.uid | 0, gid: account.gid | 0 }) }
}

export async function runAs(account: Account | undefined, [command = '', ...args]: string[], input = '') {
  const { promise, resolve } = Promise.withResolvers<Outcome>()
  let out = ''
  let err = ''
  const failWith = (error: unknown) => resolve({ ok: false, out, err: String(error), errno: codeOf(error) })
  try {
    const child = spawn(command, args, spawnOptions(account))
    child.stdout.setEncoding('utf8').on('data', (text) => (out += text))
    child.stderr.setEncoding('utf8').on('data', (text) => (err += text))
    child.on('close', (code) => resolve({ ok: code === 0, out, err }))
    child.on('error', failWith)
    // A child that failed early has closed its stdin. Its output has the cause.
    child.stdin.on('error', () => {}).end(input)
  } catch (error) {
    // Some errors, such as a refused change of user, are thrown instead.
    failWith(error)
  }
  return promise
}

/** Tries to enter the folder: mode bits do not reflect access lists, mounts and container restrictions. */
export async function canEnter(account: Account | undefined, folder: string): Promise<boolean> {
  const outcome = await runAs(account, ['/bin/sh', '-c', 'cd -- "$1"', 'sh', folder])
  if (account && outcome.errno) {
    const why = `root may not act as user ${account.name} here (${outcome.errno})`
    throw new StartError(`PostgreSQL refuses root, and ${why}: run as another user, or set DATABASE_URL.`)
  }
  return outcome.ok
}

/** As root in a user's folder, gives new files to that user, who can then continue without root. */
export async function chownLike(folder: string, path: string) {
  if (!isRoot()) return
  const { uid, gid } = await lstat(folder)
  await chown(path, uid, gid)
}
