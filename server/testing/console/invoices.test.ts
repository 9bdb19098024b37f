import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { words as arAgenda } from '../../../web/console/organization/agenda/words/ar.ts'
import { words as enAgenda } from '../../../web/console/organization/agenda/words/en.ts'
import { words as frAgenda } from '../../../web/console/organization/agenda/words/fr.ts'
import { words as ar } from '../../../web/console/organization/words/ar.ts'
import { words as en } from '../../../web/console/organization/words/en.ts'
import { words as fr } from '../../../web/console/organization/words/fr.ts'
import { newMember } from '../../src/features/platform/sign-in/browser-testing.ts'
import type { Language } from '../../src/lib/channels.ts'
import { assertAccessible } from '../accessible.ts'
import { startBrowser, type VisitorOptions, withoutBrowser } from '../browser.ts'
import { newPerson } from '../factories.ts'
import { startPlatform } from '../harness.ts'
import { languages, NARROW, openScreen, press, tabTo, WIDE } from './visiting.ts'

const texts = {
  fr: { ...fr, agenda: frAgenda },
  ar: { ...ar, agenda: arAgenda },
  en: { ...en, agenda: enAgenda },
}

describe('invoices in a browser', { skip: withoutBrowser }, async () => {
  if (withoutBrowser) return
  const platform = await startPlatform()
  const browser = await startBrowser()
  const { call } = platform
  const visit = (locale: Language, ignoredErrors?: RegExp): VisitorOptions => ({
    locale,
    viewport: WIDE,
    ...(ignoredErrors && { ignoredErrors }),
  })

  for (const language of languages) {
    const { invoices: text, agenda } = texts[language]

    test(`an invoice is created, paid and refunded by the keyboard (${language})`, async (t) => {
      const { page } = await browser.visitor(t, 'administrator', visit(language, /status of 409|Conflict/))
      const admin = await newMember(platform, 'ADMIN')
      await newPerson(platform, admin.tenantId, 'PATIENT', undefined, 'Amina Fassi')
      await openScreen(page, platform, admin.email, '/invoices')
      await page.getByText(text.empty).waitFor()
      const assertBoth = async (name: string) => {
        for (const size of [NARROW, WIDE]) {
          await page.setViewportSize(size)
          await assertAccessible(page, `${name}, ${size.width} px`)
        }
      }
      await assertBoth('no invoices')

      await press(page, text.create)
      await press(page, text.create)
      await page.getByText(text.amountError).waitFor()
      await assertBoth('an incomplete invoice')
      await page.getByRole('combobox', { name: agenda.patient }).last().focus()
      await page.keyboard.type('amina')
      await page.locator('dialog [role=option]').waitFor()
      await page.keyboard.press('Enter')
      await tabTo(page, text.amountInput)
      await page.keyboard.type('400,50')
      await press(page, text.create)
      await page.locator('.facts').waitFor()
      const id = new URL(page.url()).pathname.split('/').pop()!
      const read = async () => (await call('GET', `/api/invoices/${id}`, { token: admin.token })).body.invoice
      assert.equal((await read()).amountMAD, 40_050)
      await assertBoth('an open invoice')

      await press(page, text.pay)
      await tabTo(page, text.amountInput)
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type('500')
      await page.keyboard.press('Enter')
      await page.locator('dialog .failed').waitFor()
      assert.equal(await page.getByLabel(text.amountInput).inputValue(), '500')
      await assertBoth('a refused payment')
      await page.getByLabel(text.amountInput).focus()
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type('400.50')
      await page.keyboard.press('Enter')
      await page.locator('dialog').waitFor({ state: 'detached' })
      assert.equal((await read()).status, 'PAID')
      await page.getByRole('button', { name: text.pay }).waitFor({ state: 'detached' })

      await press(page, text.refund)
      await page.locator('dialog').waitFor()
      await assertBoth('a refund')
      await tabTo(page, text.amountInput)
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type('100')
      await page.keyboard.press('Enter')
      await page.locator('dialog').waitFor({ state: 'detached' })
      await page.getByRole('heading', { name: text.refunds }).waitFor()
      assert.equal((await read()).refundedMAD, 10_000)
      await assertBoth('a refunded invoice')

      await page.goto(`${platform.url}/console/invoices?status=PARTIALLY_REFUNDED`)
      await page.locator('tbody .row-link').waitFor()
      await assertBoth('a list of invoices')
      await page.goto(`${platform.url}/console/invoices?status=OPEN`)
      await page.locator('.empty').waitFor()
    })
  }

  test('the front desk takes payments, and neither refunds nor cancels', async (t) => {
    const { page } = await browser.visitor(t, 'desk', visit('en'))
    const desk = await newMember(platform, 'RECEPTIONIST')
    const patient = await newPerson(platform, desk.tenantId, 'PATIENT')
    const body = { patientId: patient.id, amountMAD: 20_000 }
    const { invoice } = (await call('POST', '/api/invoices', { token: desk.token, body })).body
    await openScreen(page, platform, desk.email, `/invoices/${invoice.id}`)
    await page.getByRole('button', { name: en.invoices.pay }).waitFor()
    for (const name of [en.invoices.cancel, en.invoices.refund])
      assert.equal(await page.getByRole('button', { name, exact: true }).count(), 0)
  })

  test('an administrator cancels an open invoice with a reason', async (t) => {
    const { page } = await browser.visitor(t, 'administrator', visit('en'))
    const admin = await newMember(platform, 'ADMIN')
    const patient = await newPerson(platform, admin.tenantId, 'PATIENT')
    const body = { patientId: patient.id, amountMAD: 20_000 }
    const { invoice } = (await call('POST', '/api/invoices', { token: admin.token, body })).body
    await openScreen(page, platform, admin.email, `/invoices/${invoice.id}`)
    await page.getByRole('button', { name: en.invoices.cancel, exact: true }).click()
    await page.getByText(/This cancels 1 invoice/).waitFor()
    await page.getByLabel(en.invoices.reason).fill('Entered twice')
    await page.getByRole('button', { name: en.invoices.cancelButton, exact: true }).click()
    await page.getByText(`Invoice ${invoice.number} was cancelled.`).waitFor()
    await page.getByText('Entered twice').waitFor()
    assert.equal(await page.getByRole('button', { name: en.invoices.pay }).count(), 0)
  })
})
