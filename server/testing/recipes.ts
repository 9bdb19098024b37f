import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { after } from 'node:test'
import { PYTHON } from '../../clients/conformance/python.ts'
import { eventually } from './eventually.ts'

/** The text of docs/webhooks.md. */
export const page = readFileSync(resolve(import.meta.dirname, '../../docs/webhooks.md'), 'utf8')

/** The text between two comments of the page. */
export function sectionOf(name: string): string {
  const [, text] = new RegExp(`<!-- ${name} -->\n(.*?)\n<!-- /${name} -->`, 's').exec(page) ?? []
  if (text === undefined) throw new Error(`docs/webhooks.md has no section ${name}.`)
  return text
}

/** A code block of the page, by the file name in its first line. */
function blockOf(file: string): string {
  const blocks = [...page.matchAll(/^```\w+\n(.*?)^```$/gms)].map(([, text]) => text!)
  const found = blocks.filter((text) =>
    ['// ', '# ', '<?php // '].some((before) => new RegExp(`^${before.replace('?', '\\?')}${file}[\\n,]`).test(text)),
  )
  if (found.length !== 1) throw new Error(`docs/webhooks.md has ${found.length} blocks for ${file}.`)
  return found[0]!
}

/** A recipe of the page: file and command. */
type Recipe = { language: string; file: string; command: (port: number) => string[]; package?: string }

export const receivers: Recipe[] = [
  { language: 'TypeScript', file: 'receiver.ts', command: () => [process.execPath, 'receiver.ts'] },
  { language: 'Python', file: 'receiver.py', command: () => ['python3', 'receiver.py'], package: 'python3' },
  {
    language: 'PHP',
    file: 'receiver.php',
    command: (port) => [
      ...['php', '-d', 'display_errors=0', '-d', 'enable_post_data_reading=0'],
      ...['-S', `127.0.0.1:${port}`, 'receiver.php'],
    ],
    package: 'php-cli',
  },
]

export const poller: Recipe = {
  language: 'Python',
  file: 'poll.py',
  command: () => [PYTHON, 'poll.py'],
}

const isOnPath = (program: string) =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)))

/**
 * For `describe(name, { skip: without(recipe) }, …)`: the reason to skip without its language. With CI set the tests run
 * regardless, and fail.
 */
export function without({ command, package: debian }: Recipe): string | false {
  const [program] = command(0)
  if (process.env.CI || existsSync(program!) || isOnPath(program!)) return false
  return `${program} is not on the PATH (Debian: apt-get install ${debian})`
}

/** A running recipe, in a temporary folder. */
export type Running = {
  process: ChildProcess
  folder: string
  url: string
  output: () => string
  exited: Promise<number | null>
  /** Posts exactly this to the receiver. @returns the status */
  post(headers: Record<string, string>, body: Buffer): Promise<number>
  /** The files in its inbox. */
  inbox(): Map<string, Buffer>
}

/** Starts a recipe as described on the page; it ends after the file's tests. */
export function launch(recipe: Recipe, env: Record<string, string>, port = randomInt(20_000, 32_000)): Running {
  const folder = mkdtempSync(join(tmpdir(), 'medina-recipe-'))
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}')
  writeFileSync(join(folder, recipe.file), blockOf(recipe.file))
  const [program, ...given] = recipe.command(port)
  const child = spawn(program!, given, {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', PORT: String(port), PYTHONDONTWRITEBYTECODE: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk
    })
  const exited = once(child, 'close').then(([code]) => code as number | null) // the first value of 'close'
  after(async () => {
    child.kill('SIGKILL')
    await exited
    rmSync(folder, { recursive: true, force: true })
  })
  const inbox = join(folder, 'inbox')
  return {
    process: child,
    folder,
    url: `http://127.0.0.1:${port}`,
    output: () => output,
    exited,
    post: (headers, body) => send(port, 'POST', headers, body),
    inbox: () =>
      new Map(existsSync(inbox) ? readdirSync(inbox).map((name) => [name, readFileSync(join(inbox, name))]) : []),
  }
}

/** Starts a receiver and waits until it listens, on the given port or any free one. */
export async function startReceiver(recipe: Recipe, secrets: string[], port?: number): Promise<Running> {
  for (let tries = 1; ; tries++) {
    const running = launch(recipe, { WEBHOOK_SECRETS: secrets.join(',') }, port)
    let ended = false
    running.exited.then(() => {
      ended = true
    })
    const listens = () => send(Number(new URL(running.url).port), 'GET', {}, Buffer.alloc(0)).then(Boolean, () => false)
    await eventually(async () => ended || (await listens()), `${recipe.file} to listen: ${running.output()}`)
    if (!ended) return running
    if (tries === 3) throw new Error(`${recipe.file} ended: ${running.output()}`)
  }
}

/** Sends a request on a new connection with exactly these headers. */
function send(port: number, method: string, headers: Record<string, string>, body: Buffer): Promise<number> {
  return new Promise((done, fail) => {
    const posted = request({ host: '127.0.0.1', port, path: '/hooks', method, agent: false, headers }, (response) => {
      response.resume()
      response.on('end', () => done(response.statusCode!))
    })
    posted.on('error', fail)
    posted.end(body)
  })
}
