import { Secret, TOTP } from 'otpauth'
import { givePassword, newPerson, newSession, type Person } from '../../../../testing/factories.ts'
import type { Platform } from '../../../../testing/harness.ts'
import type { Role } from '../../../actor.ts'
import { type newBrowser, PASSWORD } from '../sign-in/browser-testing.ts'

const STEP_SEC = 30

/** An authenticator app with its own clock. Uses the generator of the library that the server verifies with (RFC 6238). */
export class App {
  readonly #platform: Platform
  readonly #totp: TOTP
  #lastStep = 0

  constructor(platform: Platform, secret: string) {
    this.#platform = platform
    this.#totp = new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: STEP_SEC })
  }

  /** The code of a step, counted from the current one. */
  at(steps: number): string {
    return this.#totp.generate({ timestamp: this.#platform.services.clock.nowMs() + steps * STEP_SEC * 1000 })
  }

  /** A code that has not been used yet. Moves the clock if there is none. */
  async next(): Promise<string> {
    const now = () => Math.floor(this.#platform.services.clock.nowMs() / 1000 / STEP_SEC)
    if (this.#lastStep >= now() + 1) await this.#platform.advance(STEP_SEC * 2)
    this.#lastStep = Math.max(this.#lastStep + 1, now())
    return this.at(this.#lastStep - now())
  }
}

export type WithApp = { app: App; recoveryCodes: string[] }

/** Sets up an app in a session. */
export async function setUpApp(platform: Platform, token: string): Promise<WithApp> {
  const begun = await platform.call('POST', '/api/users/me/totp', { token, body: { password: PASSWORD } })
  if (begun.status !== 200) throw new Error(`Not begun: ${begun.text}`)
  const app = new App(platform, begun.body.secret)
  const body = { code: await app.next() }
  const confirmed = await platform.call('POST', '/api/users/me/totp/confirm', { token, body })
  if (confirmed.status !== 200) throw new Error(`Not confirmed: ${confirmed.text}`)
  return { app, recoveryCodes: confirmed.body.recoveryCodes }
}

/** Comes last in lists by name, so that many such people do not push the people of a test off the first page. */
const LAST_NAME = 'Zoubida Zniber'

/** A person with a password, in a session. */
export async function newSignedIn(platform: Platform, tenantId: string, role: Role = 'DOCTOR'): Promise<Person> {
  const person = await newPerson(platform, tenantId, role, undefined, LAST_NAME)
  await givePassword(platform, person)
  return newSession(platform, person)
}

/** The second step of a sign-in. */
export async function proveIn(browser: ReturnType<typeof newBrowser>, code: string, headers = {}) {
  const form = { code, csrfToken: await browser.csrf() }
  return browser.send('POST', '/api/auth/callback/second-factor', { form, headers })
}

/** A person whose app is not confirmed yet, and its first code. */
export async function newBegun(platform: Platform, tenantId: string, role?: Role) {
  const caller = await newSignedIn(platform, tenantId, role)
  const body = { password: PASSWORD }
  const { secret } = (await platform.call('POST', '/api/users/me/totp', { token: caller.token, body })).body
  return { caller, body: { code: await new App(platform, secret).next() } }
}

/** A person with an app, and the body that a change of it needs. */
export async function newWithApp(platform: Platform, tenantId: string, role?: Role) {
  const caller = await newSignedIn(platform, tenantId, role)
  const { app } = await setUpApp(platform, caller.token)
  return { caller, body: { password: PASSWORD, code: await app.next() } }
}
