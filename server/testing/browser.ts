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

/** A Chromium. Each visitor has a separate profile. */
export type Browser = {
  /** Opens a page. */
  visit(name: string, options?: VisitorOptions): Promise<Visitor>
  /** Opens a page that closes when the test ends. Page errors fail the test. */
  visitor(t: TestContext, name: string, options?: VisitorOptions): Promise<Visitor>
  close(): Promise<void>
}

export type VisitorOptions = BrowserContextOptions & {
  /** Runs in each page before its scripts. */
  before?: string
  /** Page errors that the test expects. */
  ignoredErrors?: RegExp
}

export type Visitor = { name: string; page: Page; context: BrowserContext; pageErrors: string[] }

/** `fake` provides video and audio; `refused` denies permission; `missing` has no devices. */
export type Devices = 'fake' | 'refused' | 'missing'

const folders = ['/usr/bin', ...(process.env.PATH ?? '').split(delimiter)]
const find = (...names: string[]): string | undefined =>
  names.flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync)
const chromiumPath = process.env.CHROMIUM ?? find('chromium', 'chromium-browser', 'google-chrome')
// The shell has the same engine and takes about 25 % less processor time, but no prompts that a user could refuse.
const shellPath = process.env.CHROMIUM ?? find('chromium-headless-shell') ?? chromiumPath
const programFor = (devices: Devices) => (devices === 'refused' ? chromiumPath : shellPath)

/**
 * For `describe(name, { skip: withoutBrowser }, …)`: the reason to skip without Chromium. With CI set the tests run
 * regardless, and fail.
 */
export const withoutBrowser: string | false =
  chromiumPath || process.env.CI
    ? false
    : 'no Chromium: calls in a browser did not run (Debian: apt-get install chromium; elsewhere CHROMIUM=path)'

const SCREENSHOTS = resolve(import.meta.dirname, '../../data/screenshots')

const flags = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-component-update'],
  ...['--disable-background-networking', '--disable-sync', '--autoplay-policy=no-user-gesture-required'],
  // Calls between pages on one machine: loopback addresses only.
  ...['--allow-loopback-in-peer-connection', '--disable-features=WebRtcHideLocalIpsWithMdns'],
]
const deviceFlags: Record<Devices, string[]> = {
  fake: ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
  refused: ['--use-fake-device-for-media-stream'],
  missing: [],
}

type Launch = {
  devices?: Devices
  network?: Network | undefined
}

/** Starts a browser that closes after the file's tests, in a private network if one is given. */
export async function startBrowser(options: Launch = {}): Promise<Browser> {
  const browser = await launchBrowser(options)
  after(browser.close)
  return browser
}

/** Starts a browser that the caller closes. */
export async function launchBrowser({ devices = 'fake', network }: Launch = {}): Promise<Browser> {
  const program = programFor(devices)
  if (!program) throw new Error('Chromium is required (Debian: apt-get install chromium).')
  const folder = await mkdtemp(join(tmpdir(), 'medina-browser-'))
  const executablePath = network ? await writeWrapper(folder, network.command(program)) : program
  const args = [...flags, ...deviceFlags[devices]]
  const driver = await chromium.launch({ executablePath, args, timeout: 60_000 })
  const permissions = devices === 'refused' ? [] : ['camera', 'microphone']
  const visit: Browser['visit'] = (name, options) => newVisitor(driver, name, { permissions, ...options })
  let closed: Promise<void> | undefined
  return {
    visit,
    visitor: async (t, name, options) => {
      const visitor = await visit(name, options)
      t.after(() => closeVisitor(t, visitor))
      return visitor
    },
    close() {
      closed ??= driver.close().finally(() => rm(folder, { recursive: true, force: true }))
      return closed
    },
  }
}

/** Playwright starts a single executable, so a script starts the browser inside the network. */
async function writeWrapper(folder: string, command: string[]): Promise<string> {
  const file = join(folder, 'chromium')
  await writeFile(file, `#!/bin/sh\nexec ${command.join(' ')} "$@"\n`)
  await chmod(file, 0o755)
  return file
}

async function newVisitor(
  driver: Driver,
  name: string,
  { before, ignoredErrors, ...options }: VisitorOptions,
): Promise<Visitor> {
  const context = await driver.newContext({ viewport: { width: 1280, height: 800 }, ...options })
  context.setDefaultTimeout(15_000)
  const pageErrors: string[] = []
  const reportFault = (text: string) => {
    if (!ignoredErrors?.test(text)) pageErrors.push(text)
  }
  // Includes violations of the content security policy.
  context.on('console', (message) => {
    if (message.type() === 'error') reportFault(`${message.text()} (${message.location().url})`)
  })
  context.on('weberror', (error) => reportFault(String(error.error().stack)))
  if (before) await context.addInitScript({ content: before })
  return { name, page: await context.newPage(), context, pageErrors }
}

async function closeVisitor(t: TestContext, { name, page, context, pageErrors }: Visitor): Promise<void> {
  if (!t.passed) await screenshot(page, `${t.name}-${name}`)
  await context.close()
  if (t.passed && pageErrors.length > 0) throw new Error(`Errors in the page of ${name}:\n${pageErrors.join('\n')}`)
}

/** Saves a screenshot of the page of a failed test. */
async function screenshot(page: Page, title: string): Promise<void> {
  const name = `${title.replaceAll(/\W+/g, '-').slice(0, 80)}-${randomBytes(2).toString('hex')}.png`
  await mkdir(SCREENSHOTS, { recursive: true })
  const path = join(SCREENSHOTS, name)
  const failed = await page.screenshot({ path, timeout: 5000 }).then(
    () => undefined,
    (error) => error,
  )
  console.error(failed ? `No screenshot: ${failed}` : `Screenshot: ${path}`)
}
