import { spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after } from 'node:test'
import type { Model } from '../generator/model.ts'
import { type ExampleCall, javascriptSample, phpSample, pythonSample } from '../generator/samples.ts'
import type { Delivery } from './deliveries.ts'
import { PYTHON, SOURCES, withoutPython } from './python.ts'

/** A library, with the driver program that makes its calls. */
export type Language = {
  command: string[]
  env?: Record<string, string>
  /** Whether its calls can be cancelled. */
  cancels: boolean
  /** Writes a call as the documentation shows it. Absent if the documentation has no samples in this form. */
  sampleOf?: (example: ExampleCall, model: Model) => string
  /** The reason to skip it, or false. */
  skip: string | false
}

const at = (file: string) => join(import.meta.dirname, 'drivers', file)
const python = { env: { PYTHONPATH: SOURCES, PYTHONDONTWRITEBYTECODE: '1' }, skip: withoutPython }

/** The reason to skip tests in PHP, or false. */
export const withoutPhp = lackingOf('class_exists("CurlHandle")', 'no php with ext-curl (Debian: php-cli php-curl)')
const withoutGuzzle =
  withoutPhp || lackingOf('include "GuzzleHttp/autoload.php"', 'no Guzzle (Debian: php-guzzlehttp-guzzle)')

function lackingOf(part: string, reason: string): string | false {
  const isThere = spawnSync('php', ['-r', `exit(@(${part}) ? 0 : 1);`], { stdio: 'ignore' }).status === 0
  return !isThere && `The PHP library was NOT tested: ${reason}.`
}

export const languages: Record<string, Language> = {
  JavaScript: {
    command: [process.execPath, at('javascript.ts')],
    ...{ cancels: true, skip: false, sampleOf: javascriptSample },
  },
  Python: { ...python, command: [PYTHON, at('python.py')], cancels: false, sampleOf: pythonSample },
  'asynchronous Python': { ...python, command: [PYTHON, at('python.py'), 'async'], cancels: true },
  PHP: { command: ['php', at('php.php')], cancels: false, skip: withoutPhp, sampleOf: phpSample },
  'PHP by PSR-18': { command: ['php', at('php.php'), 'psr'], cancels: false, skip: withoutGuzzle },
}

type Settings = { url: string; clientId: string; clientSecret: string; fresh?: boolean }

/** A call that a driver makes. */
export type CallRequest = {
  settings: Settings
  /** The method, by its `x-method`. */
  call: string
  args: unknown[]
  options: { idempotencyKey?: string; ifMatch?: string; timeoutMs?: number; cancelAfterMs?: number }
  parallel: number
}

/** A sample of the documentation that a driver executes. */
export type SampleRequest = { settings: Settings; sample: string }

/** What a sample prints, in order. A file is its number of bytes. */
export type Printed = { printed?: unknown[]; error?: { name: string } }

/** The outcome of a call. For a list, the result is all of its items. */
export type Outcome = {
  // biome-ignore lint/suspicious/noExplicitAny: records of every shape
  result?: any
  /** The metadata of the response. Absent for lists. */
  meta?: { requestId?: string; etag?: string; replayed?: boolean; rateLimit?: object }
  error?: { name: string }
  /** The waits before retries, in milliseconds. */
  waits: number[]
  /** The paths that hooks received. */
  paths: string[]
}

export type Driver = {
  run(asked: CallRequest): Promise<Outcome>
  runSample(asked: SampleRequest): Promise<Printed>
  verify(delivery: Delivery): Promise<Pick<Outcome, 'result' | 'error'>>
}

export function startDriver({ command: [program, ...args], env }: Language): Driver {
  const child = spawn(program!, args, { stdio: ['pipe', 'pipe', 'inherit'], env: { ...process.env, ...env } })
  after(() => child.stdin.end())
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  async function send(asked: object) {
    child.stdin.write(`${JSON.stringify(asked)}\n`)
    const { value, done } = await lines.next()
    if (done) throw new Error('The driver exited.')
    return JSON.parse(value)
  }
  return { verify: (delivery) => send({ verify: delivery }), run: send, runSample: send }
}
