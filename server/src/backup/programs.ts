import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { basename } from 'node:path'
import { failureLine } from '../db/embedded/postmaster.ts'
import { StartError } from '../db/start-error.ts'

export type Program = { path: string; major: number }

/** Where distributions keep the programs of several versions side by side. */
const VERSIONED_FOLDERS = ['/usr/lib/postgresql/*/bin', '/usr/pgsql-*/bin', '/opt/homebrew/opt/postgresql@*/bin']

/**
 * Finds a client program of PostgreSQL: of the required version, otherwise of the next newer one.
 * @param atLeast the major version below which it lacks the required features
 * @throws {StartError} naming the package to install
 */
export async function findProgram(name: 'pg_dump' | 'pg_restore', atLeast: number): Promise<Program> {
  const paths = [...VERSIONED_FOLDERS.flatMap((folder) => globSync(`${folder}/${name}`)), name]
  const found = (await Promise.all(paths.map(versionOf))).filter((program) => program !== undefined)
  const [best] = found.filter(({ major }) => major >= atLeast).sort((a, b) => a.major - b.major)
  if (best) return best
  const there =
    found.length > 0
      ? `this machine has version ${Math.max(...found.map(({ major }) => major))}`
      : 'it is not on the PATH'
  throw new StartError(
    `${name} ${atLeast} or newer is needed and ${there}: install postgresql-client-${atLeast} (Debian, Ubuntu) or postgresql${atLeast} (Red Hat).`,
  )
}

async function versionOf(path: string): Promise<Program | undefined> {
  const { promise, resolve } = Promise.withResolvers<string>()
  execFile(path, ['--version'], (error, out) => resolve(error ? '' : out))
  const [, major] = /\(PostgreSQL\) (\d+)/.exec(await promise) ?? []
  return major === undefined ? undefined : { path, major: Number(major) }
}

/** Settings of node-postgres that libpq knows under another name, or by a variable. */
const VARIABLES: Record<string, string> = {
  host: 'PGHOST',
  sslmode: 'PGSSLMODE',
  sslrootcert: 'PGSSLROOTCERT',
  sslcert: 'PGSSLCERT',
  sslkey: 'PGSSLKEY',
  connect_timeout: 'PGCONNECT_TIMEOUT',
}

/** The connection as environment variables: every user of the machine can see arguments, and a password in them. */
function connectionEnvironment(address: string): NodeJS.ProcessEnv {
  const url = new URL(address)
  const { PATH, HOME, TMPDIR, LD_LIBRARY_PATH } = process.env
  const inherited = Object.entries(process.env).filter(([name]) => name.startsWith('PG'))
  const env: NodeJS.ProcessEnv = { PATH, HOME, TMPDIR, LD_LIBRARY_PATH, LC_ALL: 'C', ...Object.fromEntries(inherited) }
  const set = (name: string, value: string) => {
    if (value !== '') env[name] = decodeURIComponent(value)
  }
  set('PGHOST', url.hostname.replace(/^\[|\]$/g, ''))
  set('PGPORT', url.port)
  set('PGUSER', url.username)
  set('PGPASSWORD', url.password)
  set('PGDATABASE', url.pathname.slice(1))
  for (const [name, value] of url.searchParams) {
    const variable = VARIABLES[name]
    if (variable) env[variable] = value
  }
  // Only node-postgres supports these two.
  if (env.PGSSLMODE === 'no-verify' || (/^(1|true)$/.test(url.searchParams.get('ssl') ?? '') && !env.PGSSLMODE))
    env.PGSSLMODE = 'require'
  return env
}

/** A running program. */
export type Running = { child: ChildProcess /** @throws {StartError} with its error output */; ended: Promise<void> }

export function run({ path }: Program, args: string[], address: string, input: 'ignore' | 'pipe' = 'ignore'): Running {
  const child = spawn(path, args, { env: connectionEnvironment(address), stdio: [input, 'pipe', 'pipe'] })
  let output = ''
  child.stderr!.setEncoding('utf8').on('data', (text) => {
    output = (output + text).slice(-20_000)
  })
  const ended = once(child, 'close').then(([code, signal]) => {
    if (code !== 0) throw new StartError(`${basename(path)} failed: ${signal ?? reasonIn(output)}`)
  })
  ended.catch(() => {}) // the caller that awaits it handles it
  return { child, ended }
}

/** The first error, without its consequences. */
function reasonIn(output: string): string {
  const line = output.split('\n').find((one) => /\berror:/.test(one))
  return line?.replace(/^.*?error:\s*/, '').replace(/^could not execute query:\s*/, '') ?? failureLine(output)
}
