import { spawn } from 'node:child_process'
import { copyFile, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { getSystemErrorMap } from 'node:util'
import pg from 'pg'
import { codeOf, StartError } from '../start-error.ts'
import { chownLike } from './account.ts'
import { type Binaries, findBinaries } from './binaries.ts'
import { ensureCluster, setPassword } from './cluster.ts'
import { openHome, openThrowawayHome } from './home.ts'
import type { Home, Log } from './home-type.ts'
import { failedToStart, findPostmaster, launch, logFileOf, type Postmaster, stopPostmaster } from './postmaster.ts'
import { flagsFor } from './settings.ts'
import { urlIn } from './socket.ts'
import { supervise } from './supervise.ts'

export type EmbeddedPostgres = {
  /** `postgres://` URL of the owner of the database `medina`, with password. */
  url: string
  /** The location of the data, for log output. */
  home: string
  /** Whether a server that died had left it running. */
  adopted: boolean
  /** Closes all connections, waits until PostgreSQL has stopped, and releases the data folder. */
  stop(): Promise<void>
}

type Options = {
  dataDir: string
  throwaway?: boolean
  settings?: Record<string, string>
  log?: Log
  /** Called when PostgreSQL has ended unexpectedly and cannot be restarted. A throwaway PostgreSQL is not restarted. */
  onLost?: (error: StartError) => void
}

/**
 * Starts PostgreSQL with its data in `dataDir`, for this process only, on a Unix socket and a stable port of 127.0.0.1. If
 * this process is killed, PostgreSQL keeps running and the next call adopts it. A `throwaway` one ends with this process.
 * @throws StartError with one line for the operator
 */
export async function startEmbedded(options: Options): Promise<EmbeddedPostgres> {
  const { dataDir, throwaway = false, settings = {}, log = () => {}, onLost = () => {} } = options
  if (process.platform === 'win32')
    throw new StartError('There is no embedded PostgreSQL for Windows: set DATABASE_URL.')
  try {
    return await startIn(await (throwaway ? openThrowawayHome : openHome)(dataDir, log), settings, onLost)
  } catch (error) {
    throw withoutStack(error, dataDir)
  }
}

/** Starts PostgreSQL in a given home, which is released on failure. */
export async function startIn(
  home: Home,
  settings: Record<string, string> = {},
  onLost: (error: StartError) => void = () => {},
): Promise<EmbeddedPostgres> {
  try {
    return await start(home, await flagsFor(home, settings), onLost)
  } catch (error) {
    if (home.throwaway) await rm(home.folder, { recursive: true, force: true })
    home.release()
    throw error
  }
}

async function start(home: Home, flags: string[], onLost: (error: StartError) => void): Promise<EmbeddedPostgres> {
  const binaries = await findBinaries(home)
  const { password, passwordIsNew } = await ensureCluster(home, binaries, flags)
  const urlOf = (postmaster: Postmaster, database: string) => urlIn(postmaster, password, database)

  await trimLog(home)
  const adopted = await adopt(home, (postmaster) => urlOf(postmaster, 'postgres'))
  if (!adopted && passwordIsNew) await setPassword(home, binaries, password)
  const postmaster = adopted ?? (await launchOnFreePort(home, binaries, flags))
  const { throwaway } = home
  const releaseGuard = throwaway ? guard(home, postmaster) : () => {}
  try {
    await ensureDatabase(urlOf(postmaster, 'postgres'), home)
  } catch (error) {
    await stopPostmaster(postmaster, { atOnce: throwaway })
    releaseGuard()
    throw error
  }

  const restart = async () => {
    const tried = await launch(home, binaries.postgres, postmaster.port, flags).catch((error) => ({
      failure: `${error}`,
    }))
    return 'postmaster' in tried && tried.postmaster ? tried : { failure: tried.failure ?? '' }
  }
  const supervisor = throwaway ? undefined : supervise({ home, postmaster, restart, onLost })
  const trimming = setInterval(() => trimLog(home).catch(() => {}), 10 * 60_000).unref()
  const end = async () => {
    clearInterval(trimming)
    await stopPostmaster((await supervisor?.stop()) ?? postmaster, { atOnce: throwaway })
    releaseGuard()
    if (throwaway) await rm(home.folder, { recursive: true, force: true })
    home.release()
  }
  let ended: Promise<void> | undefined
  const stop = () => (ended ??= end())
  return { url: urlOf(postmaster, 'medina'), home: home.line, adopted: adopted !== undefined, stop }
}

/** Adopts the PostgreSQL that a previous server left running, if it accepts our password. */
async function adopt(home: Home, urlOf: (postmaster: Postmaster) => string) {
  const postmaster = await findPostmaster(home.data, home.log)
  if (!postmaster) return undefined
  try {
    await inDatabase(urlOf(postmaster), (client) => client.query('select'))
    return postmaster
  } catch (error) {
    home.log(`PostgreSQL runs as process ${postmaster.pid} but does not answer (${error}): restarting it`)
    await stopPostmaster(postmaster)
    return undefined
  }
}

async function launchOnFreePort(home: Home, { postgres }: Binaries, flags: string[]) {
  const file = join(home.folder, 'port')
  const before = Number(await readFile(file, 'utf8').catch(() => ''))
  for (let attempt = 1; ; attempt++) {
    const port = attempt === 1 && before && (await isFree(before)) ? before : await freePort(home)
    const { postmaster, failure = '', portTaken } = await launch(home, postgres, port, flags)
    if (!postmaster && portTaken && attempt < 5) continue
    if (!postmaster) throw failedToStart(home, failure)
    if (port !== before) {
      await writeFile(file, `${port}\n`)
      await chownLike(home.folder, file)
    }
    return postmaster
  }
}

/** Chooses a permanent port below the ephemeral range. */
async function freePort({ throwaway }: Home): Promise<number> {
  for (let attempt = 1; attempt < 50 && !throwaway; attempt++) {
    const port = 20_000 + Math.floor(Math.random() * 10_000)
    if (await isFree(port)) return port
  }
  const port = await listenOnce(0)
  if (!port) throw new StartError('No port of 127.0.0.1 is free for PostgreSQL.')
  return port
}

const isFree = async (port: number) => (await listenOnce(port)) !== undefined

async function listenOnce(port: number): Promise<number | undefined> {
  const { promise, resolve } = Promise.withResolvers<number | undefined>()
  const server = createServer()
  server.on('error', () => resolve(undefined))
  server.listen(port, '127.0.0.1', () => {
    const address = server.address()
    server.close(() => resolve(address && typeof address === 'object' ? address.port : undefined))
  })
  return promise
}

const WRONG_PASSWORD = '28P01'

async function ensureDatabase(url: string, home: Home) {
  try {
    await inDatabase(url, async (client) => {
      const { rowCount } = await client.query(`select from pg_database where datname = 'medina'`)
      if (!rowCount) await client.query('create database medina')
    })
  } catch (error) {
    if (codeOf(error) === WRONG_PASSWORD) {
      const file = join(home.folder, 'password')
      throw new StartError(
        `PostgreSQL refuses the password in ${file}: restore that file, or delete it to set a new password.`,
      )
    }
    throw failedToStart(home, error instanceof Error ? error.message : String(error))
  }
}

async function inDatabase(connectionString: string, work: (client: pg.Client) => Promise<unknown>) {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000, query_timeout: 60_000 })
  // A connection that breaks between statements emits an error here; the next statement fails too.
  client.on('error', () => {})
  try {
    await client.connect()
    await work(client)
  } finally {
    await client.end()
  }
}

const LOG_LIMIT_BYTES = 10 * 1024 * 1024

/** Keeps one previous log. PostgreSQL appends to the file, so it need not reopen a truncated one. */
async function trimLog(home: Home) {
  const file = logFileOf(home)
  const size = await stat(file).then(
    (found) => found.size,
    () => 0,
  )
  if (size < LOG_LIMIT_BYTES) return
  await copyFile(file, `${file}.1`)
  await chownLike(home.folder, `${file}.1`)
  await truncate(file)
}

/** Starts a shell that waits on a pipe. When this process dies, the kernel closes the pipe and the shell cleans up. */
function guard(home: Home, { pid }: Postmaster) {
  const wait = 'n=50; while [ $((n -= 1)) -gt 0 ] && [ -e "$2/data/postmaster.pid" ]; do sleep 0.1; done'
  const script = `read -r _ && exit; kill -QUIT "$1"; ${wait}; rm -rf -- "$2"`
  const watcher = spawn('/bin/sh', ['-c', script, 'sh', `${pid}`, home.folder], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  watcher.unref()
  watcher.stdin.on('error', () => {})
  return () => watcher.stdin.end('stopped\n')
}

/** An operator can fix a system error, so the message names cause and path instead of a stack. */
function withoutStack(error: unknown, dataDir: string) {
  if (!(error instanceof Error) || !('errno' in error) || typeof error.errno !== 'number') return error
  const cause = getSystemErrorMap().get(error.errno)?.[1] ?? error.message
  const place = 'path' in error ? error.path : `writing below ${dataDir}`
  return new StartError(`PostgreSQL cannot be set up: ${cause}: ${place}`, { cause: error })
}
