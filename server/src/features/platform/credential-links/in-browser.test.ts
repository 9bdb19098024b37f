import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertAccessible } from '../../../../testing/accessible.ts'
import { startBrowser, withoutBrowser } from '../../../../testing/browser.ts'
import { newClinic } from '../../../../testing/factories.ts'
import { startPlatform } from '../../../../testing/harness.ts'

describe('the page of a credential link, in a browser', { skip: withoutBrowser }, async () => {
  const platform = await startPlatform()
  const browser = await startBrowser()
  const { admin, doctor } = await newClinic(platform)
  const post = async (path: string, body: object) =>
    (await platform.call('POST', path, { token: admin.token, body })).body

  for (const language of ['fr', 'ar', 'en'])
    test(`is accessible and copies the secret, in ${language}`, async (t) => {
      const client = { name: `Booking ${language}`, actsAs: doctor.id, scopes: ['users:read'] }
      const { id } = (await post('/api/clients', client)).client
      const { handoverUrl } = await post(`/api/clients/${id}/handover`, {})
      const { page, context } = await browser.visitor(t, language, { locale: language })
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      await page.setViewportSize({ width: 320, height: 600 })
      await page.goto(`${platform.url}${new URL(handoverUrl).pathname}`)
      await assertAccessible(page, 'before use')
      await page.getByRole('button').press('Enter')
      const secret = page.locator('dd code').nth(1)
      await secret.waitFor()
      await assertAccessible(page, 'with the secret')
      await page.emulateMedia({ colorScheme: 'dark' })
      await assertAccessible(page, 'with the secret, dark')
      await page.locator('dd .copy').nth(1).press('Enter')
      await page
        .locator('dd .copy')
        .nth(1)
        .getByText(/Copié|تم النسخ|Copied/)
        .waitFor()
      assert.equal(await page.evaluate('navigator.clipboard.readText()'), await secret.textContent())
      await page.locator('pre').focus() // so that the arrow keys scroll it
      assert.equal(await page.evaluate('document.activeElement.tagName'), 'PRE')
    })
})
