import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible } from '../../../../testing/accessible.ts'
import { startBrowser, withoutBrowser } from '../../../../testing/browser.ts'
import { newMembership, newPerson, newTenant } from '../../../../testing/factories.ts'
import { startPlatform } from '../../../../testing/harness.ts'
import { languages } from '../../../http/pages/language.ts'
import type { Language } from '../../../lib/channels.ts'
import { newMember, PASSWORD } from '../../platform/sign-in/browser-testing.ts'
import { newEmail } from '../accounts/registration-testing.ts'
import { codeIn, resetCodeIn } from '../codes/codes-testing.ts'
import { words } from './words/index.ts'

const NARROWEST = { width: 320, height: 640 }

describe('account pages in a browser', { skip: withoutBrowser }, async () => {
  if (withoutBrowser) return
  const platform = await startPlatform()
  const browser = await startBrowser()
  const { call } = platform

  const setting = (language: Language) => ({
    locale: language,
    viewport: NARROWEST,
    ignoredErrors: /the server responded with a status of 4\d\d/, // a refused form
  })

  /** Moves the focus to the named control with the keyboard only. */
  async function tabTo(page: Page, name: string): Promise<void> {
    for (let n = 0; n < 40; n++) {
      await page.keyboard.press('Tab')
      const focused = await page.evaluate(() => {
        const element = document.activeElement as HTMLInputElement
        return element.labels?.[0]?.textContent ?? element.textContent
      })
      if (focused?.trim() === name) return
    }
    assert.fail(`The keyboard does not reach ${name}.`)
  }
  async function type(page: Page, label: string, text: string): Promise<void> {
    await tabTo(page, label)
    await page.keyboard.type(text)
  }
  async function press(page: Page, name: string): Promise<void> {
    await tabTo(page, name)
    await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')])
  }
  const heading = (page: Page) => page.locator('h1').textContent()

  for (const language of languages) {
    const text = words[language]

    test(`a person registers, confirms, signs out and signs in with the keyboard (${language})`, async (t) => {
      const { page } = await browser.visitor(t, 'person', setting(language))
      const email = newEmail()
      await page.goto(`${platform.url}/signin`)
      await press(page, text.signIn.register)
      await type(page, text.register.name, 'Amina Bouzid')
      await type(page, text.email, email)
      await type(page, text.newPassword, PASSWORD)
      await press(page, text.register.button)
      assert.equal(await heading(page), text.confirm.email.title)
      const { rows } = await platform.owner.query('select id from users where email = $1', [email])
      await type(page, text.code, await codeIn(platform, rows[0].id))
      await press(page, text.confirm.button)
      assert.equal(await page.getByRole('status').textContent(), text.confirm.email.done)
      await press(page, text.confirm.account)
      assert.equal(await heading(page), text.account.title)
      await press(page, text.account.signOut)
      await type(page, text.email, email)
      await type(page, text.password, 'not the password')
      await press(page, text.signIn.button)
      assert.equal(await page.getByRole('alert').textContent(), text.faults.wrongPassword)
      await type(page, text.password, PASSWORD)
      await press(page, text.signIn.button)
      assert.equal(await heading(page), text.account.title)
    })

    test(`every page and state is accessible, and fits 320 px (${language})`, async (t) => {
      const { page } = await browser.visitor(t, 'visitor', setting(language))
      const open = async (path: string) => {
        await page.goto(platform.url + path)
        await assertAccessible(page, path)
      }
      const submit = async (name: string, fields: Record<string, string> = {}) => {
        for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value)
        await page.evaluate(() => {
          for (const form of document.forms) form.noValidate = true // so that the server finds the faults
        })
        await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name, exact: true }).click()])
        await assertAccessible(page, `${page.url()} after ${name}`)
      }

      await open('/register')
      await submit(text.register.button, { [text.email]: 'no address', [text.register.name]: 'a'.repeat(190) })
      assert.equal(await page.locator('.fault').count(), 2)
      await open('/claim')
      await submit(text.claim.button)
      await open('/signin')
      await submit(text.signIn.button, { [text.email]: newEmail(), [text.password]: 'wrong' })

      const member = await newMember(platform, 'DOCTOR')
      await newMembership(platform, member, await newTenant(platform), 'ADMIN')
      const admin = await newPerson(platform, member.tenantId, 'ADMIN')
      const client = { name: 'Agenda', actsAs: member.id, scopes: ['appointments:read'] }
      await call('POST', '/api/clients', { token: admin.token, body: client })
      await open('/forgot-password')
      await submit(text.forgot.button, { [text.email]: member.email })
      const code = await resetCodeIn(platform, member.email)
      await submit(text.reset.button, { [text.code]: code, [text.newPassword]: 'short' })
      await submit(text.reset.button, { [text.newPassword]: PASSWORD })
      await submit(text.signIn.button, { [text.email]: member.email, [text.password]: PASSWORD })
      assert.equal(await heading(page), text.organization.title)
      await page.getByRole('button', { name: text.roles.DOCTOR }).click()
      await page.waitForURL('**/console/today')
      await open('/account')
      await assertAccessible(page, 'the account')
      await submit(text.account.save, { [text.account.phone]: '06 12 34 57 01' })
      await open('/verify-phone')
      await submit(text.confirm.again)
      await submit(text.confirm.button, { [text.code]: '000000' })
      await open('/verify-email')
    })
  }
})
