import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { codeOf, reportsFullDisk, StartError } from '../start-error.ts'
import { chownLike, chownTo, runAs, spawnOptions } from './account.ts'
import type { Home, Log } from './home-type.ts'

/** The running PostgreSQL of a data folder. */
export type Postmaster = {
  pid: number
  port: number
  /** The folder of its Unix socket; empty if it has none. */
  sockets: string
  /** Whether it has ended. */
  hasExited(): boolean
  /** Whether the PID still belongs to this PostgreSQL. The PID of a process that is not our child may have been reused. */
  isItself(): Promise<boolean>
}

/** The content of `postmaster.pid`, which PostgreSQL writes line by line while it starts. */
type LockFile = { pid: number; folder: string; port: number; sockets: string; status: string }

const FAST_STOP = 'SIGINT'
const IMMEDIATE_STOP = 'SIGQUIT'
/** Time for a fast shutdown, before supervisors kill after 30 s or more. */
const FAST_STOP_MS = 20_000

export const logFileOf = (home: Home) => join(home.folder, 'postgresql.log')

/** Finds the PostgreSQL that a previous server left running on this data, and waits until it is ready or has ended. */
export async function findPostmaster(data: string, log: Log = () => {}): Promise<Postmaster | undefined> {
  const lock = readLockFile(data)
  if (!lock || !(await isPostmaster(lock, data))) return undefined
  const hasExited = () => !isAlive(lock.pid) || readLockFile(data)?.pid !== lock.pid
  const postmaster = { pid: lock.pid, hasExited, isItself: () => isPostmaster(lock, data) }
  const ready = await untilReady(data, postmaster, log)
  return ready && { ...postmaster, port: ready.port, sockets: ready.sockets }
}

/**
 * Starts PostgreSQL in its own session, so that Ctrl-C in the terminal does not reach it, and waits until it is ready. Like
 * `pg_ctl start`, but without passing paths through a shell.
 * @returns the failure if it ended before it was ready
 */
export async function launch(home: Home, program: string, port: number, flags: string[]) {
  await releaseDeadLock(home)
  const logFile = await open(logFileOf(home), 'a', 0o600)
  let before: number
  let child: ChildProcess
  try {
    await chownLike(home.folder, logFileOf(home))
    before = (await logFile.stat()).size
    child = spawn(program, ['-D', home.data, '-c', `port=${port}`, ...flags], {
      ...spawnOptions(home.account),
      detached: true,
      stdio: ['ignore', logFile.fd, logFile.fd],
    })
  } finally {
    await logFile.close()
  }
  let failure: string | undefined
  child.on('error', (error) => (failure = error.message))
  // Does not keep the event loop alive: stop() polls.
  child.unref()
  const { pid = 0 } = child
  const hasExited = () => pid === 0 || child.exitCode !== null || child.signalCode !== null
  const ready = await untilReady(home.data, { pid, hasExited }, home.log).catch((error) => {
    child.kill(IMMEDIATE_STOP)
    throw error
  })
  if (ready) {
    const { port, sockets } = ready
    return { postmaster: { pid, port, sockets, hasExited, isItself: async () => !hasExited() } }
  }
  const output = (await readFile(logFileOf(home))).subarray(before).toString()
  return { failure: failure ?? failureLine(output), portTaken: /could not bind .* address/.test(output) }
}

/** Stops PostgreSQL, aborts running transactions, and waits. A crash is safe for the data, so the timeout is short. */
export async function stopPostmaster(postmaster: Postmaster, { atOnce = false } = {}) {
  if (!(await postmaster.isItself())) return
  signal(postmaster.pid, atOnce ? IMMEDIATE_STOP : FAST_STOP)
  for (let waited = 0; !postmaster.hasExited(); waited += 20) {
    if (waited === FAST_STOP_MS) signal(postmaster.pid, IMMEDIATE_STOP)
    await sleep(20)
  }
}

export async function stopPostmasterOf(data: string) {
  const postmaster = await findPostmaster(data)
  if (postmaster) await stopPostmaster(postmaster)
}

/** The line of PostgreSQL's or initdb's output with the cause of the failure. */
export function failureLine(text: string): string {
  const lines = text.trim().split('\n')
  const line =
    lines.findLast((one) => reportsFullDisk(one)) ?? // later errors may be its consequences
    lines.findLast((one) => /\b(FATAL|PANIC|ERROR):/i.test(one)) ??
    lines.at(-1) ??
    ''
  return line.replace(/^.*?\b(FATAL|PANIC|ERROR):\s*/i, '') || 'it ended without a message'
}

async function untilReady(data: string, { pid, hasExited }: Pick<Postmaster, 'pid' | 'hasExited'>, log: Log) {
  for (let waited = 0; !hasExited(); waited += 20) {
    const lock = readLockFile(data)
    if (lock?.pid === pid && lock.status === 'ready') return lock
    // Crash recovery has no time limit.
    if (waited % 10_000 === 5_000) log('PostgreSQL is still starting or stopping (after a crash this may take minutes)')
    await sleep(20)
  }
  return undefined
}

function readLockFile(data: string): LockFile | undefined {
  try {
    const lines = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
    const [pid, folder = '', , port, sockets = '', , , status = ''] = lines
    return { pid: Number(pid), folder, port: Number(port), sockets, status: status.trim() }
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

/** Whether the process of a lock file is the PostgreSQL that wrote it: a PID may be reused after a reboot. */
async function isPostmaster({ pid, folder }: LockFile, data: string) {
  if (!(pid > 0) || !isAlive(pid) || !(await sameFolder(folder, data))) return false
  return `${await commandOf(pid)} `.includes(`postgres -D ${folder} `)
}

async function commandOf(pid: number) {
  if (process.platform !== 'linux') return (await runAs(undefined, ['ps', '-ww', '-o', 'command=', '-p', `${pid}`])).out
  const words = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return words.replaceAll('\0', ' ')
}

async function sameFolder(one: string, other: string) {
  const [a, b] = await Promise.all([one, other].map((folder) => stat(folder, { bigint: true }).catch(() => undefined)))
  return a !== undefined && a.dev === b?.dev && a.ino === b.ino
}

function isAlive(pid: number) {
  try {
    process.kill(pid, 0)
    return !isZombie(pid)
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

/** In a container whose init process does not reap zombies, an ended PostgreSQL stays listed. */
function isZombie(pid: number) {
  if (process.platform !== 'linux') return false
  try {
    return /\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

function signal(pid: number, name: NodeJS.Signals) {
  try {
    process.kill(pid, name)
  } catch (error) {
    if (codeOf(error) !== 'ESRCH') throw error
  }
}

/**
 * Prepares the lock file of a dead postmaster for a new start. PostgreSQL treats a lock file as active if its PID is alive,
 * even if the PID was reused, but it ignores the PID of its parent. So the file gets our PID. Deleting the file instead would
 * skip the check for processes that still use the old shared memory. The lock of the socket can be deleted.
 */
export async function releaseDeadLock({ data, account }: Home) {
  for (const entry of await readdir(data)) if (entry.startsWith('.s.PGSQL.')) await rm(join(data, entry))
  const path = join(data, 'postmaster.pid')
  const text = await readFile(path, 'utf8').catch(() => undefined)
  if (text === undefined) return
  const lines = text.split('\n')
  if (!(Number(lines[0]) > 0)) return rm(path)
  const draft = `${path}.new`
  await writeFile(draft, [process.pid, ...lines.slice(1)].join('\n'), { mode: 0o600 })
  await chownTo(draft, account)
  await rename(draft, path)
}

export function failedToStart(home: Home, why: string) {
  return new StartError(`PostgreSQL did not start: ${why} (its log: ${logFileOf(home)})`)
}
