import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { after, type TestContext } from 'node:test'
import {
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Browser as Driver,
  type Page,
} from 'playwright-core'
import type { Network } from './room/network.ts'

/** A real Chromium, driven as a person would use it. Each visitor has a profile of their own. */
export type Browser = {
  /** Somebody at a browser. */
  visit(name: string, options?: Visit): Promise<Visitor>
  /** The same until the test ends. What their page complains of is a fault of the test. */
  visitor(t: TestContext, name: string, options?: Visit): Promise<Visitor>
  close(): Promise<void>
}

export type Visit = BrowserContextOptions & {
  /** Runs in each page before its own code. */
  before?: string
  /** Complaints that this test is about, and that are no faults. */
  expects?: RegExp
}

export type Visitor = { name: string; page: Page; context: BrowserContext; complaints: string[] }

/** `fake` gives moving pictures and sound to whoever asks; `refused` says no to everybody; `missing` has no device. */
export type Devices = 'fake' | 'refused' | 'missing'

const known = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const onPath = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'chromium'))
const program = [process.env.CHROMIUM, ...known, ...onPath].find((path) => path && existsSync(path))

/**
 * For `describe(name, { skip: withoutBrowser }, …)`: what to say where there is no Chromium. Where CI is set the tests run
 * regardless, and fail.
 */
export const withoutBrowser: string | false =
  program || process.env.CI
    ? false
    : 'no Chromium: calls in a browser did not run (Debian: apt-get install chromium; elsewhere CHROMIUM=path)'

const SCREENSHOTS = resolve(import.meta.dirname, '../../../data/screenshots')

const flags = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-component-update'],
  ...['--disable-background-networking', '--disable-sync', '--autoplay-policy=no-user-gesture-required'],
  // Calls between pages of one machine: addresses of loopback, and none that other machines would have to be asked for.
  ...['--allow-loopback-in-peer-connection', '--disable-features=WebRtcHideLocalIpsWithMdns'],
]
const devicesBy: Record<Devices, string[]> = {
  fake: ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
  refused: ['--use-fake-device-for-media-stream'],
  missing: [],
}

type Launch = {
  devices?: Devices
  network?: Network | undefined
}

/** Starts one that ends after the file's tests, in a private network where one is given. */
export async function startBrowser(options: Launch = {}): Promise<Browser> {
  const browser = await launchBrowser(options)
  after(browser.close)
  return browser
}

/** Starts one for whoever closes it. */
export async function launchBrowser({ devices = 'fake', network }: Launch = {}): Promise<Browser> {
  if (!program) throw new Error('This needs Chromium (Debian: apt-get install chromium).')
  const folder = await mkdtemp(join(tmpdir(), 'medina-browser-'))
  const executablePath = network ? await wrapped(folder, network.command(program)) : program
  const args = [...flags, ...devicesBy[devices]]
  const driver = await chromium.launch({ executablePath, args, timeout: 60_000 })
  const permissions = devices === 'refused' ? [] : ['camera', 'microphone']
  const visit: Browser['visit'] = (name, options) => newVisitor(driver, name, { permissions, ...options })
  let closed: Promise<void> | undefined
  return {
    visit,
    visitor: async (t, name, options) => {
      const visitor = await visit(name, options)
      t.after(() => takeLeave(t, visitor))
      return visitor
    },
    close() {
      closed ??= driver.close().finally(() => rm(folder, { recursive: true, force: true }))
      return closed
    },
  }
}

/** The driver starts one file: this one starts the browser where it belongs. */
async function wrapped(folder: string, command: string[]): Promise<string> {
  const file = join(folder, 'chromium')
  await writeFile(file, `#!/bin/sh\nexec ${command.join(' ')} "$@"\n`)
  await chmod(file, 0o755)
  return file
}

async function newVisitor(driver: Driver, name: string, { before, expects, ...options }: Visit): Promise<Visitor> {
  const context = await driver.newContext({ viewport: { width: 1280, height: 800 }, ...options })
  context.setDefaultTimeout(15_000)
  const complaints: string[] = []
  const complain = (text: string) => {
    if (!expects?.test(text)) complaints.push(text)
  }
  // Violations of the content security policy are among them.
  context.on('console', (message) => {
    if (message.type() === 'error') complain(`${message.text()} (${message.location().url})`)
  })
  context.on('weberror', (error) => complain(String(error.error().stack)))
  if (before) await context.addInitScript({ content: before })
  return { name, page: await context.newPage(), context, complaints }
}

async function takeLeave(t: TestContext, { name, page, context, complaints }: Visitor): Promise<void> {
  if (!t.passed) await picture(page, `${t.name}-${name}`)
  await context.close()
  if (t.passed && complaints.length > 0) throw new Error(`The page of ${name} complained:\n${complaints.join('\n')}`)
}

/** What a page looked like when its test failed. */
async function picture(page: Page, title: string): Promise<void> {
  const name = `${title.replaceAll(/\W+/g, '-').slice(0, 80)}-${randomBytes(2).toString('hex')}.png`
  await mkdir(SCREENSHOTS, { recursive: true })
  const path = join(SCREENSHOTS, name)
  const failed = await page.screenshot({ path, timeout: 5000 }).then(
    () => undefined,
    (error) => error,
  )
  console.error(failed ? `No screenshot: ${failed}` : `Screenshot: ${path}`)
}
