import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { networkInterfaces, tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import { after } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import WebSocket from 'ws'
import { type VisitorOptions, withoutBrowser } from './browser.ts'

/** A Firefox with one page, driven by WebDriver BiDi (W3C). Every wait has a time limit. */
export type Firefox = {
  goto(url: string): Promise<void>
  /** Evaluates an expression in the page with user activation, and awaits it. */
  evaluate<T>(code: string): Promise<T>
  /** Presses one key after another. The text may contain the special keys of `keys`. */
  type(text: string): Promise<void>
  /** Errors of the page's scripts and console. */
  pageErrors: string[]
  close(): Promise<void>
}

const knownPaths = ['/usr/bin/firefox-esr', '/usr/bin/firefox']
const onPath = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'firefox'))
const program = [process.env.FIREFOX, ...knownPaths, ...onPath].find((path) => path && existsSync(path))
const hasNetwork = Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ internal }) => !internal))

/** Keys without a letter (WebDriver: "Keyboard actions"). */
export const keys = { tab: '\uE004', enter: '\uE007', selectAll: '\uE009a' }
const CONTROL = keys.selectAll[0]!

/** The reason to skip calls between Firefox and Chromium. */
export const withoutFirefox: string | false =
  (!program && 'no Firefox (Debian: apt-get install firefox-esr; elsewhere FIREFOX=path)') ||
  (!hasNetwork && 'no network but loopback, on which Firefox makes no calls') ||
  withoutBrowser

const START_MS = 40_000
const ANSWER_MS = 20_000
const END_MS = 3000

/** Fake video and audio without permission prompts, and unobfuscated addresses. */
const preferences = {
  'media.navigator.streams.fake': true,
  'media.navigator.permission.disabled': true,
  'media.autoplay.default': 0,
  'media.peerconnection.ice.obfuscate_host_addresses': false,
  'media.peerconnection.ice.loopback': true,
  // Debian's Firefox has no H.264 and would download it.
  'media.gmp-manager.updateEnabled': false,
}

/** Starts a Firefox that closes after the file's tests. */
export async function startFirefox({ before = '' }: Pick<VisitorOptions, 'before'>): Promise<Firefox> {
  if (!program) throw new Error('Firefox is required (Debian: apt-get install firefox-esr).')
  const profile = await mkdtemp(join(tmpdir(), 'medina-firefox-'))
  const lines = Object.entries(preferences).map(([name, value]) => `user_pref('${name}', ${JSON.stringify(value)});\n`)
  await writeFile(join(profile, 'user.js'), lines.join(''))
  const given = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0']
  const browser = spawn(program, given, { stdio: ['ignore', 'ignore', 'pipe'] })
  const exited = once(browser, 'exit')
  const kill = () => void browser.kill('SIGKILL') // ends its child processes too
  process.once('exit', kill)
  let connection: Bidi | undefined
  const close = async () => {
    await connection?.send('browser.close').catch(() => {}) // killed below if it does not exit
    connection?.close()
    await Promise.race([exited, pause(END_MS)])
    kill()
    await exited
    process.off('exit', kill)
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
  after(close)

  connection = await connect(await within(START_MS, 'Firefox to start', addressOf(browser.stderr)))
  const { send, onEvent } = connection
  await send('session.new', { capabilities: {} })
  await send('session.subscribe', { events: ['log.entryAdded'] })
  await send('script.addPreloadScript', { functionDeclaration: `() => { ${before} }` })
  // The initial window is inactive, and its buttons ignore keys.
  const { context } = await send('browsingContext.create', { type: 'window' })
  const pageErrors: string[] = []
  onEvent('log.entryAdded', ({ level, text }) => level === 'error' && pageErrors.push(text))
  return {
    pageErrors,
    goto: (url) => send('browsingContext.navigate', { context, url, wait: 'complete' }),
    async evaluate(code) {
      const { result, exceptionDetails } = await send('script.evaluate', {
        expression: `(async () => JSON.stringify(await (${code})))()`,
        target: { context },
        awaitPromise: true,
        userActivation: true,
      })
      if (exceptionDetails) throw new Error(`In Firefox: ${exceptionDetails.text}`)
      return result.value === undefined ? undefined : JSON.parse(result.value)
    },
    type: (text) =>
      send('input.performActions', {
        context,
        actions: [
          {
            type: 'key',
            id: 'keyboard',
            actions: [...text].flatMap((value, at) => [
              { type: 'keyDown', value },
              ...(value === CONTROL ? [] : [{ type: 'keyUp', value }]),
              ...(text[at - 1] === CONTROL ? [{ type: 'keyUp', value: CONTROL }] : []),
            ]),
          },
        ],
      }),
    close,
  }
}

/** The WebDriver address in the output. */
async function addressOf(output: NodeJS.ReadableStream): Promise<string> {
  const all: string[] = []
  for await (const line of createInterface(output)) {
    all.push(line)
    const [, address] = /WebDriver BiDi listening on (ws:\S+)/.exec(line) ?? []
    if (!address) continue
    output.resume() // drains the pipe
    return address
  }
  throw new Error(`Firefox ended: ${all.join('\n')}`)
}

// biome-ignore lint/suspicious/noExplicitAny: responses depend on the command
type Answer = any

type Bidi = {
  send(method: string, params?: object): Promise<Answer>
  onEvent(event: string, listener: (params: Answer) => void): void
  close(): void
}

async function connect(address: string): Promise<Bidi> {
  const socket = new WebSocket(`${address}/session`, { handshakeTimeout: ANSWER_MS })
  await once(socket, 'open')
  socket.on('error', () => {}) // later requests time out
  const waiting = new Map<number, (answer: Answer) => void>()
  const listeners = new Map<string, (params: Answer) => void>()
  socket.on('message', (data) => {
    const message = JSON.parse(String(data))
    if (message.type === 'event') listeners.get(message.method)?.(message.params)
    else waiting.get(message.id)?.(message)
  })
  let count = 0
  return {
    async send(method, params = {}) {
      const id = ++count
      const answered = new Promise<Answer>((done) => waiting.set(id, done))
      socket.send(JSON.stringify({ id, method, params }))
      const answer = await within(ANSWER_MS, `Firefox to answer ${method}`, answered).finally(() => waiting.delete(id))
      if (answer.type === 'error') throw new Error(`Firefox answered ${method} with ${answer.error}: ${answer.message}`)
      return answer.result
    },
    onEvent: (event, listener) => void listeners.set(event, listener),
    close: () => socket.terminate(),
  }
}

async function within<T>(ms: number, what: string, work: Promise<T>): Promise<T> {
  const stop = new AbortController()
  const late = pause(ms, undefined, { signal: stop.signal }).then(() => {
    throw new Error(`Timed out waiting for ${what}.`)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    late.catch(() => {})
    stop.abort()
  }
}

if (import.meta.main && withoutFirefox) {
  console.error(`Not run: ${withoutFirefox}.`)
  process.exitCode = 2
}
