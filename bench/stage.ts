import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '../server/src/db/embedded/start.ts'
import { startChild, tokenAt } from '../server/src/testing/child.ts'

const root = resolve(import.meta.dirname, '..')

/** A real server in a process of its own, on a PostgreSQL of its own. */
export type Stage = {
  ownerUrl: string
  owner: pg.Client
  port: number
  token(client: string): Promise<string>
  strike(): Promise<void>
}

/** @param durable whether a commit waits for the disk, as in production */
export async function setStage(port: number, { durable }: { durable: boolean }): Promise<Stage> {
  const dataDir = await mkdtemp(join(tmpdir(), 'medina-bench-'))
  const disk = { fsync: 'on', full_page_writes: 'on', synchronous_commit: durable ? 'on' : 'off' }
  const postgres = await startEmbedded({ dataDir, throwaway: true, settings: disk })
  const limits = { RATE_LIMIT_ENTERPRISE: '100000000/unlimited', RATE_LIMIT_ADDRESS: '100000000' }
  const server = startChild({ DATABASE_URL: postgres.url, DATA_DIR: dataDir, PORT: String(port), ...limits })
  await server.ready()
  const owner = new pg.Client({ connectionString: postgres.url })
  await owner.connect()
  return {
    ownerUrl: postgres.url,
    owner,
    port,
    token: (client) => tokenAt(server.url, client),
    async strike() {
      await server.end('SIGTERM')
      await owner.end()
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** The bare side, in a process of its own as well. */
export async function startBare(ownerUrl: string, port: number): Promise<ChildProcess> {
  const env = { ...process.env, DATABASE_URL: ownerUrl, PORT: String(port) }
  const bare = fork(join(root, 'bench/bare-server.ts'), { env })
  await once(bare, 'message')
  return bare
}
