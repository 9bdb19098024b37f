import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fill } from '../../../web/console/language.ts'
import { words as ar } from '../../../web/console/organization/words/ar.ts'
import { words as en } from '../../../web/console/organization/words/en.ts'
import { words as fr } from '../../../web/console/organization/words/fr.ts'
import { words as frameAr } from '../../../web/console/words/ar.ts'
import { words as frameEn } from '../../../web/console/words/en.ts'
import { words as frameFr } from '../../../web/console/words/fr.ts'
import { newMember } from '../../src/features/platform/sign-in/browser-testing.ts'
import { assertAccessible } from '../accessible.ts'
import { startBrowser, withoutBrowser } from '../browser.ts'
import { startPlatform } from '../harness.ts'
import { asAdministrator, directions, languages, NARROW, openScreen, press, tabTo, WIDE } from './visiting.ts'

const texts = {
  fr: { ...fr.letterhead, frame: frameFr },
  ar: { ...ar.letterhead, frame: frameAr },
  en: { ...en.letterhead, frame: frameEn },
}
const LOGO = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="4"/></svg>'

describe('the letterhead in the console', { skip: withoutBrowser }, async () => {
  if (withoutBrowser) return
  const platform = await startPlatform()
  const browser = await startBrowser()
  const { call } = platform
  const readOf = async (token: string) => (await call('GET', '/api/letterhead', { token })).body.letterhead

  for (const language of languages) {
    const text = texts[language]

    test(`the letterhead can be changed by keyboard, with a preview (${language})`, async (t) => {
      const { page } = await browser.visitor(t, 'administrator', { locale: language, ignoredErrors: /status of 422/ })
      const { token } = await asAdministrator(page, platform, '/letterhead')
      const paper = page.getByRole('region', { name: text.preview })
      await paper.waitFor()
      await tabTo(page, text.fields.name)
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type('Clinique Atlas')
      await tabTo(page, text.fields.nameAr)
      await page.keyboard.type('مصحة الأطلس')
      await tabTo(page, text.fields.phone)
      await page.keyboard.type('no number')
      await press(page, text.addIdentifier)
      await page.keyboard.press('Shift+Tab')
      await page.keyboard.type('000000000000001')
      await page.keyboard.press('Shift+Tab')
      await page.keyboard.type('ICE')
      await paper.getByText('مصحة الأطلس').waitFor()
      await paper.getByText('ICE\u00a0000000000000001').waitFor()
      await press(page, text.save)
      await page.getByText(text.frame.failures.invalid).waitFor()
      assert.equal(await page.getByLabel(text.fields.phone, { exact: true }).inputValue(), 'no number')
      await assertAccessible(page, 'a refused letterhead')
      await page.getByLabel(text.fields.phone, { exact: true }).focus()
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type('05 22 00 00 00')
      await press(page, text.save)
      await page.getByText(text.saved).waitFor()
      const { name, nameAr, phone, identifiers } = await readOf(token)
      assert.deepEqual(
        { name, nameAr, phone, identifiers },
        {
          name: 'Clinique Atlas',
          nameAr: 'مصحة الأطلس',
          phone: '+212522000000',
          identifiers: [{ label: 'ICE', value: '000000000000001' }],
        },
      )
    })
  }

  for (const language of directions) {
    const text = texts[language]

    test(`the screen is accessible with every document language, narrow and wide (${language})`, async (t) => {
      const { page } = await browser.visitor(t, 'administrator', { locale: language, viewport: NARROW })
      await openScreen(page, platform, 'admin@sandbox.example', '/letterhead')
      await page.locator('.paper-logo').waitFor()
      for (const shown of Object.keys(text.languages)) {
        await page.getByLabel(text.language, { exact: true }).selectOption(shown)
        for (const size of [NARROW, WIDE]) {
          await page.setViewportSize(size)
          await assertAccessible(page, `${shown}, ${size.width} px`)
        }
      }
    })
  }

  const text = texts.en

  test('a logo is shown before it is saved, and one with a script is refused', async (t) => {
    const { page } = await browser.visitor(t, 'administrator', { locale: 'en', ignoredErrors: /status of 422/ })
    const { token } = await asAdministrator(page, platform, '/letterhead')
    const choose = (svg: string) =>
      page
        .getByLabel(text.fields.logoSvg, { exact: true })
        .setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) })
    await page.locator('.paper').waitFor()
    await choose(LOGO.replace('<circle', '<script>alert(1)</script><circle'))
    await page.getByRole('button', { name: text.save }).click()
    await page.locator('.fault').waitFor()
    await choose(LOGO)
    await page.locator('.paper-logo').waitFor()
    await page.getByRole('button', { name: text.save }).click()
    await page.getByText(text.saved).waitFor()
    assert.equal((await readOf(token)).logoSvg, LOGO)
  })

  test('a concurrent change by another user is reported, and the input is kept', async (t) => {
    const { page } = await browser.visitor(t, 'administrator', { locale: 'en', ignoredErrors: /status of 412/ })
    const { token } = await asAdministrator(page, platform, '/letterhead')
    await page.getByLabel(text.fields.city, { exact: true }).fill('Fès')
    const other = await call('PUT', '/api/letterhead', { token, body: { city: 'Rabat' } })
    assert.equal(other.status, 200, other.text)
    await page.getByRole('button', { name: text.save }).click()
    await page.getByText(text.frame.failures.changed).waitFor()
    await page.getByRole('button', { name: text.frame.reload }).click()
    await page.getByText(fill(text.currentValue, { value: 'Rabat' })).waitFor()
    assert.equal(await page.getByLabel(text.fields.city, { exact: true }).inputValue(), 'Fès')
    await page.getByRole('button', { name: text.save }).click()
    await page.getByText(text.saved).waitFor()
    assert.equal((await readOf(token)).city, 'Fès')
  })

  test('the front desk sees the letterhead but cannot change it', async (t) => {
    const { page } = await browser.visitor(t, 'front desk', { locale: 'en' })
    const desk = await newMember(platform, 'RECEPTIONIST')
    await openScreen(page, platform, desk.email, '/letterhead')
    await page.locator('.paper').waitFor()
    assert.equal(await page.getByRole('button', { name: text.save }).count(), 0)
    await assertAccessible(page, 'the letterhead of the front desk')
  })
})
