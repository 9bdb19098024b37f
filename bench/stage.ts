import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '../server/src/db/embedded/start.ts'
import { type Child, startChild, tokenAt } from '../server/testing/child.ts'

const root = resolve(import.meta.dirname, '..')

/** A server in a child process on its own PostgreSQL. */
export type Stage = {
  ownerUrl: string
  owner: pg.Client
  server: Child
  port: number
  token(client: string): Promise<string>
  stop(): Promise<void>
}

/** The master key and folder of all servers of a stage, and rate limits that no load reaches. */
export const settings = {
  HOST: '127.0.0.1',
  MASTER_KEY: Buffer.alloc(32, 'bench').toString('base64'),
  STORAGE_URL: `file://${join(tmpdir(), 'medina-bench-files')}`,
  RATE_LIMIT_ENTERPRISE: '100000000/unlimited',
  RATE_LIMIT_ADDRESS: '100000000',
}

type Setting = {
  /** Whether commits wait for the disk, as in production. */
  durable: boolean
  /** Additional settings of PostgreSQL, and of the server's environment. */
  postgres?: Record<string, string>
  env?: Record<string, string>
}

export async function startStage(port: number, { durable, postgres: extraSettings, env }: Setting): Promise<Stage> {
  const dataDir = await mkdtemp(join(tmpdir(), 'medina-bench-'))
  const disk = { fsync: 'on', full_page_writes: 'on', synchronous_commit: durable ? 'on' : 'off' }
  const postgres = await startEmbedded({ dataDir, throwaway: true, settings: { ...disk, ...extraSettings } })
  const server = startChild({ ...settings, ...env, DATABASE_URL: postgres.url, DATA_DIR: dataDir, PORT: String(port) })
  await server.ready()
  const owner = new pg.Client({ connectionString: postgres.url })
  await owner.connect()
  return {
    ownerUrl: postgres.url,
    owner,
    server,
    port,
    token: (client) => tokenAt(server.url, client),
    async stop() {
      await server.end('SIGTERM')
      await owner.end()
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Starts another server on the stage's database in a child process, which exits with this one. */
export async function startSecondServer(script: string, ownerUrl: string, port: number): Promise<ChildProcess> {
  const env = { ...process.env, ...settings, DATABASE_URL: ownerUrl, PORT: String(port) }
  const child = fork(join(root, 'bench', script), { env })
  const failed = once(child, 'exit').then(([code]) => {
    throw new Error(`${script} exited with ${code} before it was ready.`)
  })
  await Promise.race([once(child, 'message'), failed])
  failed.catch(() => {}) // the end of a stage
  return child
}
