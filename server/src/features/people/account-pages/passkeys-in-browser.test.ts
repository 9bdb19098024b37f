import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { describe, test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { assertAccessible } from '../../../../testing/accessible.ts'
import { startBrowser, withoutBrowser } from '../../../../testing/browser.ts'
import { startPlatform } from '../../../../testing/harness.ts'
import { languages } from '../../../http/pages/language.ts'
import { App } from '../../platform/second-factors/second-factors-testing.ts'
import { newMember, PASSWORD } from '../../platform/sign-in/browser-testing.ts'
import { words } from './words/index.ts'

const NARROWEST = { width: 320, height: 640 }
/** A folder for screenshots of the pages; none are taken if it is not set. */
const { PICTURES } = process.env

describe('second factors in a browser', { skip: withoutBrowser }, async () => {
  if (withoutBrowser) return
  // Browsers do not support passkeys on IP addresses.
  const PORT = String(randomInt(20_000, 32_000))
  const platform = await startPlatform({ PORT, PUBLIC_URL: `http://localhost:${PORT}` })
  const browser = await startBrowser()

  /** A device with a fingerprint reader, which recognises its owner by default. */
  async function addAuthenticator(context: BrowserContext, page: Page) {
    const session = await context.newCDPSession(page)
    await session.send('WebAuthn.enable')
    const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
        ...{ isUserVerified: true, automaticPresenceSimulation: true },
      },
    })
    return {
      recognises: (isUserVerified: boolean) =>
        session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
      credentials: async () => (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
    }
  }
  const heading = (page: Page) => page.locator('h1').textContent()
  const submit = async (page: Page, name: string) => {
    await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name, exact: true }).click()])
  }
  async function signIn(page: Page, text: (typeof words)['en'], email: string) {
    await page.goto(`${platform.url}/signin`)
    await page.getByLabel(text.email, { exact: true }).fill(email)
    await page.getByLabel(text.password, { exact: true }).fill(PASSWORD)
    await submit(page, text.signIn.button)
  }
  async function picture(page: Page, name: string) {
    if (!PICTURES) return
    mkdirSync(PICTURES, { recursive: true })
    const language = await page.locator('html').getAttribute('lang')
    for (const width of [320, 390, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await page.screenshot({ path: `${PICTURES}/${name}-${language}-${width}.png`, fullPage: true })
    }
    await page.setViewportSize(NARROWEST)
  }

  for (const language of languages) {
    const text = words[language]
    const setting = {
      locale: language,
      viewport: NARROWEST,
      ignoredErrors: /the server responded with a status of 4\d\d/,
    }

    test(`a person adds a passkey, and signs in with it instead of and after the password (${language})`, async (t) => {
      const { page, context } = await browser.visitor(t, 'person', setting)
      const device = await addAuthenticator(context, page)
      const { email } = await newMember(platform)
      await signIn(page, text, email)
      await page.goto(`${platform.url}/account/second-factor`)
      await assertAccessible(page, 'the page of second factors')
      await picture(page, 'second-factors')
      const form = page.locator('form[data-passkey]')
      await form.getByLabel(text.passkey.name).fill('Téléphone')
      await form.getByLabel(text.currentPassword).fill('not the password')
      await form.getByRole('button').click()
      await form.getByText(text.faults.wrongCurrentPassword).waitFor()
      assert.deepEqual(await device.credentials(), [])
      await form.getByLabel(text.currentPassword).fill(PASSWORD)
      await Promise.all([page.waitForEvent('load'), form.getByRole('button').click()])
      assert.equal(await heading(page), text.secondFactor.recovery)
      assert.equal(await page.locator('.codes li').count(), 10)
      await assertAccessible(page, 'the recovery codes')
      await picture(page, 'recovery-codes')
      assert.equal((await device.credentials()).length, 1)
      await page.goto(`${platform.url}/account/second-factor`)
      await page.getByText('Téléphone', { exact: true }).waitFor()
      await assertAccessible(page, 'the page with a passkey')
      await picture(page, 'with-passkey')

      await page.goto(`${platform.url}/account`)
      await assertAccessible(page, 'the account')
      await picture(page, 'account')
      await submit(page, text.account.signOut)
      await picture(page, 'signin')
      await device.recognises(false)
      await page.getByRole('button', { name: text.passkey.signIn }).click()
      await page.getByText(text.passkey.unable).waitFor()
      await assertAccessible(page, 'the sign-in after a refusal')
      await device.recognises(true)
      await submit(page, text.passkey.signIn)
      await page.waitForURL('**/account')

      await submit(page, text.account.signOut)
      await signIn(page, text, email)
      assert.equal(await heading(page), text.secondFactorSignIn.title)
      await assertAccessible(page, 'the second step')
      await picture(page, 'second-step')
      await submit(page, text.passkey.signIn)
      await page.waitForURL('**/account')
    })

    test(`a person sets up an app and signs in with its code (${language})`, async (t) => {
      const { page } = await browser.visitor(t, 'person', setting)
      const { email } = await newMember(platform, 'DOCTOR')
      await signIn(page, text, email)
      await page.goto(`${platform.url}/account/second-factor`)
      const begin = page.locator('form[action$="/begin"]')
      await begin.getByLabel(text.currentPassword).fill(PASSWORD)
      await Promise.all([page.waitForEvent('load'), begin.getByRole('button').click()])
      assert.equal(await heading(page), text.secondFactor.setUp)
      await assertAccessible(page, 'the secret of an app')
      await picture(page, 'set-up')
      const app = new App(platform, (await page.locator('code').first().innerText()).replaceAll(/\s/g, ''))
      await page.getByLabel(text.secondFactor.code).fill('000000')
      await submit(page, text.secondFactor.confirm)
      await assertAccessible(page, 'a wrong code')
      await page.getByLabel(text.secondFactor.code).fill(await app.next())
      await submit(page, text.secondFactor.confirm)
      assert.equal(await heading(page), text.secondFactor.recovery)
      await page.goto(`${platform.url}/account/second-factor`)
      await page.getByText(text.secondFactor.remove).first().click()
      await assertAccessible(page, 'the page with an app')
      await picture(page, 'with-app')
      await page.goto(`${platform.url}/account`)
      await submit(page, text.account.signOut)
      await signIn(page, text, email)
      await page.getByLabel(text.secondFactorSignIn.code).fill(await app.next())
      await submit(page, text.secondFactorSignIn.button)
      await page.waitForURL('**/console/today')
    })
  }

  test('without scripts, the pages work with password and code, and offer no passkeys', async (t) => {
    const text = words.fr
    const { page } = await browser.visitor(t, 'person', { locale: 'fr', viewport: NARROWEST, javaScriptEnabled: false })
    const { email } = await newMember(platform)
    await page.goto(`${platform.url}/signin`)
    assert.equal(await page.getByRole('button', { name: text.passkey.signIn }).isVisible(), false)
    await page.getByLabel(text.email, { exact: true }).fill(email)
    await page.getByLabel(text.password, { exact: true }).fill(PASSWORD)
    await submit(page, text.signIn.button)
    assert.equal(await heading(page), text.account.title)
    await page.goto(`${platform.url}/account/second-factor`)
    assert.equal(await page.locator('form[data-passkey]').isVisible(), false)
    assert.equal(await page.locator('form[action$="/begin"]').isVisible(), true)
  })
})
