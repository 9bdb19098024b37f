import { randomBytes, randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { type Config, loadConfig } from '../config.ts'
import type { Services } from '../context.ts'
import { startEmbedded } from '../db/embedded/start.ts'
import type { Mode } from '../db/mode.ts'
import { StartError } from '../db/start-error.ts'
import { openLog } from '../log.ts'
import { type RunningServer, startServer } from '../server.ts'
import { testMasterKeys } from './roles.ts'
import { makeTemplate, TEMPLATE } from './template.ts'

/** An answer, parsed. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape.
export type Answer = { status: number; headers: Headers; body: any; text: string }

/** Where the faults of a refused request are, as `steps.0.delayHours`. */
export const pathsOf = ({ body }: Answer): string[] =>
  body.error.details.map(({ path }: { path: (string | number)[] }) => path.join('.'))

export type Request = {
  token?: string | undefined
  body?: unknown
  headers?: Record<string, string>
  raw?: string | Buffer<ArrayBuffer> | undefined
}

/** A whole server on a database of its own, reached over HTTP as a client would. */
export type Platform = {
  url: string
  config: Config
  services: Services
  /** The database's owner, for what no operation offers. */
  owner: pg.Pool
  ownerUrl: string
  call(method: string, path: string, request?: Request): Promise<Answer>
  /** A token of one of the sandbox's fixed clients. */
  tokenOf(clientId: string, scope?: string): Promise<string>
  /** Moves business time, for the server and its database alike. */
  advance(sec: number): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts a platform for the tests of a file; it stops after them. `env` overrides the environment's variables.
 * @param ownerUrl another platform's database, to stand beside it as a second server; by default one of its own
 */
export async function startPlatform(env: Record<string, string> = {}, ownerUrl?: string): Promise<Platform> {
  ownerUrl ??= await newDatabase(env.MODE === 'production' ? 'production' : 'sandbox')
  const { server, config } = await listenSomewhere(env, ownerUrl)
  const { services } = server
  const owner = new pg.Pool({ connectionString: ownerUrl, max: 2 })
  owner.on('error', () => {}) // tests restart PostgreSQL under us

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
  sayWhatKeepsUs()
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

/** A process that does not end says nothing by itself: what is found here is what it waits for. */
function sayWhatKeepsUs(): void {
  const timer = setTimeout(
    () => console.error('This file is still running, for', process.getActiveResourcesInfo()),
    LONG_MS,
  )
  timer.unref() // it must not be what the process waits for
}

/** A clone of the template: migrated, and seeded with the sandbox's people whatever it is for. */
export async function newDatabase(mode: Mode = 'sandbox'): Promise<string> {
  const url = new URL(await clusterUrl())
  const name = `test_${randomBytes(6).toString('hex')}`
  await asOwner(url.href, (owner) => owner.query(`create database ${name} template ${TEMPLATE}`))
  url.pathname = name
  if (mode === 'production')
    await asOwner(url.href, (owner) => owner.query('update installation set mode = $1', [mode]))
  return url.href
}

/** No test is about how fast this machine is: neither quotas nor waits end what is slow. */
const generous = {
  RATE_LIMIT_ENTERPRISE: '1000000/unlimited',
  RATE_LIMIT_PRO: '1000000/unlimited',
  RATE_LIMIT_ADDRESS: '1000000',
  RATE_LIMIT_FORMS: '1000000',
  DATABASE_TIMEOUT_SEC: '60',
}

/** A folder for the rest of the file's tests. */
export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'medina-care-'))
  after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Ports below those that the system hands out by itself, tried until one is free. */
async function listenSomewhere(
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
      ...generous,
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

let own: Promise<string> | undefined

/** The cluster that `npm test` started, or one of its own for a file that is run alone. */
function clusterUrl(): Promise<string> {
  own ??= process.env.TEST_CLUSTER_URL ? Promise.resolve(process.env.TEST_CLUSTER_URL) : startCluster()
  return own
}

async function startCluster(): Promise<string> {
  const cluster = await startEmbedded({ dataDir: 'data', throwaway: true })
  after(() => cluster.stop())
  await makeTemplate(cluster.url)
  return cluster.url
}

/** Runs something as the owner of a database. */
export async function asOwner<T>(url: string, work: (owner: pg.Client) => Promise<T>): Promise<T> {
  const owner = new pg.Client({ connectionString: url })
  await owner.connect()
  try {
    return await work(owner)
  } finally {
    await owner.end()
  }
}
