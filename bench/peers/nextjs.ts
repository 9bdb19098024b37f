import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Target } from '../main-job.ts'
import { doctorIds, PATIENT, slots } from '../slots.ts'

const folder = join(import.meta.dirname, 'nextjs')
const START_MS = 60_000
/** The secret of both sides: the application has no sign-in. */
const SECRET = 'bench-peers-token-secret-of-32-bytes'

const env = {
  ...process.env,
  NODE_ENV: 'production' as const,
  NEXT_TELEMETRY_DISABLED: '1',
  CHECKPOINT_DISABLE: '1',
  // `prisma generate` downloads the engine of its migrations, unless a program is named. The client has no engine.
  PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
}

/** The application of nextjs/, started. */
export type Peer = Target & { ids: string[]; stop(): Promise<void> }

/** Installs the packages of its lock file in its own folder unless they are there, and builds it. */
export function build(): void {
  if (npm('ls').status !== 0) mustSucceed(npm('ci', '--ignore-scripts', '--include=dev', '--no-audit', '--no-fund'))
  mustSucceed(npm('run', '--silent', 'build'))
}

const npm = (...parameters: string[]) => spawnSync('npm', parameters, { cwd: folder, env, encoding: 'utf8' })

function mustSucceed({ status, error, stdout, stderr }: ReturnType<typeof npm>): void {
  if (status !== 0) throw new Error(`The Next.js application cannot be built: ${error?.message ?? stdout + stderr}`)
}

/** Creates its database beside the one of `ownerUrl`, with doctors, patient and `count` appointments, and starts it. */
export async function start(ownerUrl: string, port: number, count: number): Promise<Peer> {
  const url = new URL(ownerUrl)
  url.pathname = 'nextjs'
  const ids = await fill(ownerUrl, url.href, count)
  const child = spawn(
    process.execPath,
    [join(folder, 'node_modules/next/dist/bin/next'), 'start', '-H', '127.0.0.1', '-p', String(port)],
    {
      cwd: folder,
      env: { ...env, DATABASE_URL: url.href, TOKEN_SECRET: SECRET },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  const authorization = `Bearer ${token()}`
  await untilReady(child, `http://127.0.0.1:${port}/api/appointments`, authorization)
  return {
    ...{ pid: child.pid!, port, authorization, ids },
    async stop() {
      child.kill()
      await once(child, 'exit')
    },
  }
}

/** @returns the ids of some of the appointments */
async function fill(ownerUrl: string, url: string, count: number): Promise<string[]> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  await owner.query('create database nextjs')
  await owner.end()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(await readFile(join(folder, 'prisma/migrations/0001_init/migration.sql'), 'utf8'))
  const doctors = doctorIds(50)
  await client.query(
    `insert into "User" (id, email, name, role)
     select id, id || '@bench.example', id, case id when $2 then 'PATIENT' else 'DOCTOR' end::"Role"
     from unnest($1::text[]) as given (id)`,
    [[PATIENT, ...doctors], PATIENT],
  )
  const next = slots(doctors)
  const booked = Array.from({ length: count }, next)
  const { rows } = await client.query<{ id: string }>(
    `insert into "Appointment" (id, "doctorId", "patientId", "startTime", "endTime", "videoRoomId")
     select gen_random_uuid(), doctor, $1, starts, ends, gen_random_uuid()
     from unnest($2::text[], $3::timestamp[], $4::timestamp[]) as given (doctor, starts, ends)
     returning id`,
    [PATIENT, ...(['doctorId', 'start', 'end'] as const).map((name) => booked.map((slot) => slot[name]))],
  )
  await client.query('vacuum analyze')
  await client.end()
  return rows.slice(0, 1000).map(({ id }) => id)
}

function token(): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const exp = Math.floor(Date.now() / 1000) + 3600
  const signed = `${part({ alg: 'HS256' })}.${part({ iss: 'nextjs-peer', sub: 'usr_admin', role: 'ADMIN', exp })}`
  return `${signed}.${createHmac('sha256', SECRET).update(signed).digest('base64url')}`
}

async function untilReady(child: ChildProcess, url: string, authorization: string): Promise<void> {
  for (const until = performance.now() + START_MS; performance.now() < until; await pause(200)) {
    if (child.exitCode !== null) throw new Error(`The Next.js application exited with ${child.exitCode}.`)
    const response = await fetch(url, { headers: { authorization } }).catch(() => undefined)
    if (response?.ok) return
  }
  throw new Error(`The Next.js application did not answer within ${START_MS / 1000} s.`)
}
