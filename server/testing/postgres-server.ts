import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { eventually } from './eventually.ts'
import { asOwner } from './harness.ts'

/** A distribution PostgreSQL with pg_dump, and an owner who is not a superuser. */
export type PostgresServer = {
  /** Its data folder. */
  data: string
  password: string
  port: number
  /** The account of its processes, if these tests run as root. */
  account: { uid: number; gid: number } | undefined
  /** Stops it without a checkpoint, as in a crash. */
  stop(signal?: 'SIGQUIT' | 'SIGKILL'): Promise<void>
  /** Starts it again on the same data and port. */
  start(): Promise<void>
  /** The URL of a superuser. */
  superuser(database?: string): string
  /** Creates a database of the role `medina`, and the role if needed. */
  newDatabase(): Promise<string>
}

const [bin] = globSync('/usr/lib/postgresql/*/bin')
  .filter((folder) => ['initdb', 'postgres', 'pg_dump', 'pg_restore'].every((name) => existsSync(join(folder, name))))
  .sort()

/** For `describe(name, { skip: withoutPostgres }, …)`. With CI set the tests run regardless, and fail. */
export const withoutPostgres: string | false =
  bin || process.env.CI ? false : 'PostgreSQL is not in /usr/lib/postgresql (Debian: apt-get install postgresql)'

/**
 * Starts a PostgreSQL that stops after the file's tests.
 * @param more settings and environment of the server; `standbyOf`: streams from that server instead of being empty
 */
export async function startPostgres(
  more: { settings?: Record<string, string>; env?: Record<string, string>; standbyOf?: PostgresServer } = {},
): Promise<PostgresServer> {
  if (!bin) throw new Error('PostgreSQL in /usr/lib/postgresql is required (Debian: apt-get install postgresql).')
  const folder = await mkdtemp(join(tmpdir(), 'medina-postgres-'))
  const account = accountOfPostgres()
  const password = more.standbyOf?.password ?? randomBytes(8).toString('hex')
  writeFileSync(join(folder, 'password'), password)
  mkdirSync(join(folder, 'data'), { mode: 0o700 })
  for (const path of account ? [folder, join(folder, 'password'), join(folder, 'data')] : [])
    chownSync(path, account!.uid, account!.gid)
  chmodSync(folder, 0o700)
  const options = { cwd: '/', stdio: 'ignore', ...account } as const
  if (more.standbyOf) {
    const copy = ['--write-recovery-conf', '--checkpoint=fast', '--no-sync', `--dbname=${more.standbyOf.superuser()}`]
    execFileSync(join(bin, 'pg_basebackup'), [...copy, `--pgdata=${join(folder, 'data')}`], options)
  } else {
    const initdb = ['--auth=scram-sha-256', '--username=postgres', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync']
    const files = [`--pgdata=${join(folder, 'data')}`, `--pwfile=${join(folder, 'password')}`]
    execFileSync(join(bin, 'initdb'), [...initdb, ...files], options)
  }

  const port = randomInt(20_000, 32_000)
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    fsync: 'off',
    ...more.settings,
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const data = join(folder, 'data')
  let server: ChildProcess
  const stop = async (signal: 'SIGQUIT' | 'SIGKILL' = 'SIGQUIT') => {
    const ended = once(server, 'exit')
    const isRunning = server.exitCode === null && server.signalCode === null
    if (isRunning && server.kill(signal)) await ended
  }
  after(async () => {
    await stop()
    rmSync(folder, { recursive: true, force: true })
  })
  const superuser = (database = 'postgres') => `postgres://postgres:${password}@127.0.0.1:${port}/${database}`
  async function start(): Promise<void> {
    server = spawn(join(bin!, 'postgres'), ['-D', data, ...flags], { ...options, env: { ...process.env, ...more.env } })
    await eventually(async () => {
      if (server.exitCode !== null) throw new Error('PostgreSQL did not start.')
      return asOwner(superuser(), () => Promise.resolve(true)).catch(() => false)
    }, 'PostgreSQL to start')
  }
  await start()
  return {
    data,
    password,
    port,
    account,
    stop,
    start,
    superuser,
    async newDatabase() {
      const name = `medina_${randomBytes(4).toString('hex')}`
      await asOwner(superuser(), async (client) => {
        const { rowCount } = await client.query(`select from pg_roles where rolname = 'medina'`)
        if (!rowCount) await client.query(`create role medina login createrole password 'medina'`)
        await client.query(`create database ${name} owner medina`)
      })
      return `postgres://medina:medina@127.0.0.1:${port}/${name}`
    },
  }
}

/** PostgreSQL refuses to run as root. */
function accountOfPostgres(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const [, , uid, gid] = /^postgres:.*$/m.exec(readFileSync('/etc/passwd', 'utf8'))![0].split(':')
  return { uid: Number(uid), gid: Number(gid) }
}
