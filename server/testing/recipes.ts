import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after } from 'node:test'
import { withoutPhp } from '../../clients/conformance/languages.ts'
import { PYTHON, SOURCES, withoutPython } from '../../clients/conformance/python.ts'
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
type Recipe = {
  language: string
  file: string
  command: (port: number) => string[]
  /** The reason to skip it on this machine. */
  skip: string | false
  env?: Record<string, string>
  /** Installs the library where the language looks for it. */
  install?: (folder: string) => void
}

const clients = resolve(import.meta.dirname, '../../clients')

/** The package for JavaScript, as it is published. */
const built = mkdtempSync(join(tmpdir(), 'medina-client-'))
after(() => rmSync(built, { recursive: true, force: true }))
execFileSync(process.execPath, [join(clients, 'javascript/build.mjs'), built])
copyFileSync(join(clients, 'javascript/package.json'), join(built, 'package.json'))

function installJavaScript(folder: string): void {
  mkdirSync(join(folder, 'node_modules/@medina-care'), { recursive: true })
  symlinkSync(built, join(folder, 'node_modules/@medina-care/client'))
}

function installPhp(folder: string): void {
  mkdirSync(join(folder, 'vendor'))
  writeFileSync(join(folder, 'vendor/autoload.php'), `<?php require '${join(clients, 'php/autoload.php')}';`)
}

export const receivers: Recipe[] = [
  {
    language: 'TypeScript',
    file: 'receiver.ts',
    command: () => [process.execPath, 'receiver.ts'],
    skip: false,
    install: installJavaScript,
  },
  {
    language: 'Python',
    file: 'receiver.py',
    command: () => [PYTHON, 'receiver.py'],
    skip: withoutPython,
    env: { PYTHONPATH: SOURCES },
  },
  {
    language: 'PHP',
    file: 'receiver.php',
    command: (port) => [
      ...['php', '-d', 'display_errors=0', '-d', 'enable_post_data_reading=0'],
      ...['-S', `127.0.0.1:${port}`, 'receiver.php'],
    ],
    skip: withoutPhp,
    install: installPhp,
  },
]

export const poller: Recipe = {
  language: 'Python',
  file: 'poll.py',
  command: () => [PYTHON, 'poll.py'],
  skip: withoutPython,
  env: { PYTHONPATH: SOURCES },
}

/** A running recipe, in a temporary folder. */
export type Running = {
  process: ChildProcess
  folder: string
  url: string
  output: () => string
  exited: Promise<number | null>
  /** Posts exactly these headers and bytes to the receiver. @returns the status */
  post(headers: Record<string, string>, body: Buffer): Promise<number>
  /** The files in its inbox. */
  inbox(): Map<string, Buffer>
}

/** Starts a recipe as described on the page; it ends after the file's tests. */
export function launch(recipe: Recipe, env: Record<string, string>, port = randomInt(20_000, 32_000)): Running {
  const folder = mkdtempSync(join(tmpdir(), 'medina-recipe-'))
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}')
  writeFileSync(join(folder, recipe.file), blockOf(recipe.file))
  recipe.install?.(folder)
  const [program, ...given] = recipe.command(port)
  const child = spawn(program!, given, {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', PORT: String(port), PYTHONDONTWRITEBYTECODE: '1', ...recipe.env, ...env },
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
