import { randomBytes, randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { type Config, loadConfig } from '../src/config.ts'
import { startEmbedded } from '../src/db/embedded/start.ts'
import type { Mode } from '../src/db/mode.ts'
import { StartError } from '../src/db/start-error.ts'
import type { Services } from '../src/http/services.ts'
import { openLog } from '../src/log.ts'
import { type RunningServer, startServer } from '../src/server.ts'
import { testMasterKeys } from './roles.ts'
import { makeTemplate, TEMPLATE } from './template.ts'

/** A parsed response. */
// biome-ignore lint/suspicious/noExplicitAny: tests read bodies of every shape.
export type Answer = { status: number; headers: Headers; body: any; text: string }

/** The paths of a refused request's invalid fields, such as `steps.0.delayHours`. */
export const pathsOf = ({ body }: Answer): string[] =>
  body.error.details.map(({ path }: { path: (string | number)[] }) => path.join('.'))

export type Request = {
  token?: string | undefined
  body?: unknown
  headers?: Record<string, string>
  raw?: string | Buffer<ArrayBuffer> | undefined
}

/** A server on a new database, called over HTTP. */
export type Platform = {
  url: string
  config: Config
  services: Services
  /** Connections as the owner of the database. */
  owner: pg.Pool
  ownerUrl: string
  call(method: string, path: string, request?: Request): Promise<Answer>
  /** An access token of a fixed sandbox client. */
  tokenOf(clientId: string, scope?: string): Promise<string>
  /** Moves business time, for the server and its database. */
  advance(sec: number): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts a platform that stops after the file's tests. `env` overrides the environment variables.
 * @param ownerUrl the database of another platform, for a second server; by default a new one
 */
export async function startPlatform(env: Record<string, string> = {}, ownerUrl?: string): Promise<Platform> {
  ownerUrl ??= await newDatabase(env.MODE === 'production' ? 'production' : 'sandbox')
  const { server, config } = await listenOnFreePort(env, ownerUrl)
  const { services } = server
  const owner = new pg.Pool({ connectionString: ownerUrl, max: 2 })
  owner.on('error', () => {}) // tests restart PostgreSQL

  const call: Platform['call'] = async (method, path, { token, body, headers = {}, raw } = {}) => {
    const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body))
    const response = await fetch(`http://127.0.0.1:${config.port}${path}`, {
      method,
      headers: {
        ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(payload === undefined ? {} : { body: payload }),
    })
    const text = await response.text()
    const json = response.headers.get('content-type')?.includes('json')
    return {
      status: response.status,
      headers: response.headers,
      body: json && text ? JSON.parse(text) : undefined,
      text,
    }
  }

  let stopped: Promise<void> | undefined
  const stop = () => {
    stopped ??= (async () => {
      await server.stop()
      await owner.end()
    })()
    return stopped
  }
  after(stop)
  reportHanging()
  return {
    url: config.publicUrl,
    config,
    services,
    owner,
    ownerUrl,
    call,
    async tokenOf(clientId, scope) {
      const answer = await call('POST', '/api/auth/token', {
        body: {
          grant_type: 'client_credentials',
          client_id: clientId,
          client_secret: `${clientId}-secret`,
          ...(scope ? { scope } : {}),
        },
      })
      if (answer.status !== 200) throw new Error(`No token for ${clientId}: ${answer.text}`)
      return answer.body.access_token
    },
    async advance(sec) {
      const { rows } = await owner.query<{ ms: number }>(
        `insert into test_clock (ahead_by) values ($1 * interval '1 second')
         on conflict (only_row) do update set ahead_by = test_clock.ahead_by + excluded.ahead_by
         returning extract(epoch from ahead_by)::float8 * 1000 as ms`,
        [sec],
      )
      services.clock.runAheadBy(rows[0]!.ms)
    },
    stop,
  }
}

const LONG_MS = 10 * 60_000

/** Reports what keeps a process running, if it does not exit. */
function reportHanging(): void {
  const timer = setTimeout(
    () => console.error('This test file has not ended. Active resources:', process.getActiveResourcesInfo()),
    LONG_MS,
  )
  timer.unref() // does not keep the process alive
}

/**
 * Creates a database from the template, which is migrated and has the sandbox's data in every mode. `npm test` drops it after
 * the file.
 */
export async function newDatabase(mode: Mode = 'sandbox'): Promise<string> {
  const url = new URL(await clusterUrl())
  const name = `${process.env.TEST_DATABASES ?? 'test'}_${randomBytes(6).toString('hex')}`
  // Copied files take less CPU time than the default strategy, which logs each page.
  await asOwner(url.href, (owner) => owner.query(`create database ${name} template ${TEMPLATE} strategy file_copy`))
  url.pathname = name
  if (mode === 'production')
    await asOwner(url.href, (owner) => owner.query('update installation set mode = $1', [mode]))
  return url.href
}

/** Limits that slow machines do not reach. */
const highLimits = {
  RATE_LIMIT_ENTERPRISE: '1000000/unlimited',
  RATE_LIMIT_PRO: '1000000/unlimited',
  RATE_LIMIT_ADDRESS: '1000000',
  RATE_LIMIT_FORMS: '1000000',
  DATABASE_TIMEOUT_SEC: '60',
  PATIENT_BOOKINGS: 'off',
  PROPOSED_BOOKINGS: 'off',
}

/** A folder that is removed after the file's tests. */
export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'medina-care-'))
  // The PostgreSQL of a killed server may still be stopping.
  after(() => rm(folder, { recursive: true, force: true, maxRetries: 20 }))
  return folder
}

/** Tries random ports below the ephemeral range until one is free. */
async function listenOnFreePort(
  env: Record<string, string>,
  ownerUrl: string,
): Promise<{ server: RunningServer; config: Config }> {
  const storageUrl = pathToFileURL(await newFolder()).href
  for (let tries = 1; ; tries++) {
    const given = {
      LOG_LEVEL: 'silent',
      HOST: '127.0.0.1',
      PORT: String(randomInt(20_000, 32_000)),
      STORAGE_URL: storageUrl,
      ...highLimits,
      ...env,
    }
    const { config, secrets } = loadConfig({ PUBLIC_URL: `http://127.0.0.1:${given.PORT}`, ...given })
    try {
      const server = await startServer(
        config,
        { ...secrets, masterKeys: testMasterKeys },
        ownerUrl,
        openLog(config.logLevel),
      )
      return { server, config }
    } catch (error) {
      if (tries === 5 || !(error instanceof StartError && error.message.includes('is in use'))) throw error
    }
  }
}

let cluster: Promise<string> | undefined

/** The cluster of `npm test`, or a new one for a file that runs alone. */
function clusterUrl(): Promise<string> {
  cluster ??= process.env.TEST_CLUSTER_URL ? Promise.resolve(process.env.TEST_CLUSTER_URL) : startCluster()
  return cluster
}

async function startCluster(): Promise<string> {
  const cluster = await startEmbedded({ dataDir: 'data', throwaway: true })
  after(() => cluster.stop())
  await makeTemplate(cluster.url)
  return cluster.url
}

/** Runs work as the owner of a database. */
export async function asOwner<T>(url: string, work: (owner: pg.Client) => Promise<T>): Promise<T> {
  const owner = new pg.Client({ connectionString: url })
  await owner.connect()
  try {
    return await work(owner)
  } finally {
    await owner.end()
  }
}
