import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { eventually, TIMEOUT_MS } from './eventually.ts'

/** The server as started by `npm start`, in a child process. */
export type Child = {
  process: ChildProcess
  url: string
  /** Its output so far. */
  output(): string
  /** Waits for an exit with status 1. @returns the only line that it printed besides the steps of the start */
  refusal(): Promise<string>
  /** Waits until it is ready. If it exits, the error contains its output. */
  ready(): Promise<void>
  /** Sends a signal and waits for the exit. */
  end(signal: NodeJS.Signals): Promise<number | null>
  exited: Promise<number | null>
}

const STEPS = ['Starting PostgreSQL …', 'Migrating the database …', 'Checking the database …', 'Starting the server …']

const main = resolve(import.meta.dirname, '../src/main.js')

export function startChild(env: Record<string, string>): Child {
  const inherited = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '' }
  const child = spawn(process.execPath, [main], {
    env: { ...inherited, HOST: '127.0.0.1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  child.stdout.on('data', (chunk) => {
    text += chunk
  })
  child.stderr.on('data', (chunk) => {
    text += chunk
  })
  const exited = once(child, 'close').then(([code]) => code as number | null) // the first value of 'close'
  return {
    process: child,
    url: `http://127.0.0.1:${env.PORT}`,
    output: () => text,
    exited,
    async refusal() {
      assert.equal(await exited, 1, text)
      const lines = text.trimEnd().split('\n')
      const [refusal, ...others] = lines.filter((line) => !STEPS.includes(line))
      assert.ok(refusal !== undefined && others.length === 0, text)
      return refusal
    },
    async ready() {
      let ended = false
      exited.then(() => {
        ended = true
      })
      for (const until = Date.now() + TIMEOUT_MS; Date.now() < until; await pause(50)) {
        if (text.includes('is ready')) return
        if (ended) throw new Error(`The server ended: ${text}`)
      }
      throw new Error(`The server did not start: ${text}`)
    },
    async end(signal) {
      child.kill(signal)
      return exited
    },
  }
}

/** Waits until the database has closed the connections of killed servers, which may still commit. */
export const untilDisconnected = (owner: pg.Pool): Promise<void> =>
  eventually(async () => {
    const { rows } = await owner.query(
      `select from pg_stat_activity where datname = current_database() and application_name like 'medina-care%'`,
    )
    return rows.length === 0
  }, 'the database to close the connections of the server')

/** A token of a fixed sandbox client. */
export async function tokenAt(url: string, client: string): Promise<string> {
  const response = await fetch(`${url}/api/auth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ grant_type: 'client_credentials', client_id: client, client_secret: `${client}-secret` }),
  })
  return ((await response.json()) as { access_token: string }).access_token
}

/**
 * Books an appointment of the sandbox's doctor with the sandbox's patient.
 * @param startsAt Unix time in milliseconds
 */
export async function bookInSandbox(
  { url }: Pick<Child, 'url'>,
  token: string,
  startsAt: number,
  minutes = 30,
): Promise<{ status: number; id: string | undefined; text: string }> {
  const response = await fetch(`${url}/api/appointments`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      doctorId: 'usr_sandbox_doctor',
      patientId: 'usr_sandbox_patient',
      startTime: new Date(startsAt).toISOString(),
      endTime: new Date(startsAt + minutes * 60_000).toISOString(),
    }),
  })
  const text = await response.text()
  return { status: response.status, id: JSON.parse(text).appointment?.id, text }
}
