import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { count, speak } from '../../../web/console/language.ts'
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
import { asAdministrator, directions, heading, languages, NARROW, openScreen, press, tabTo, WIDE } from './visiting.ts'

const texts = {
  fr: { ...fr.messages, languages: fr.people.languages, frame: frameFr },
  ar: { ...ar.messages, languages: ar.people.languages, frame: frameAr },
  en: { ...en.messages, languages: en.people.languages, frame: frameEn },
}
const PATH = '/messages/APPOINTMENT_CONFIRMED.SMS'
const ADDRESS = '/api/notification-templates/APPOINTMENT_CONFIRMED/SMS/fr'
const OWN = 'Clinique Atlas : {withName} vous attend le {startTime}.'

describe('messages and templates in the console', { skip: withoutBrowser }, async () => {
  if (withoutBrowser) return
  const platform = await startPlatform()
  const browser = await startBrowser()
  const { call } = platform

  const addFailed = (tenantId: string, recipientId: string) =>
    platform.owner.query(
      `insert into messages (tenant_id, id, recipient_user_id, template_code, variables, purpose, status, last_error, failed_at, next_at)
       values ($1, 'msg_0failed', $2, 'APPOINTMENT_CREATED', '{}', 'SERVICE', 'FAILED', 'no_address', now(), null)`,
      [tenantId, recipientId],
    )
  await addFailed('ten_sandbox', 'usr_sandbox_patient')

  for (const language of languages) {
    const text = texts[language]
    const t = text.templates
    const label = `${t.text} (${text.languages.fr})`

    test(`a text can be changed and restored to the platform's by keyboard (${language})`, async (t0) => {
      const { page } = await browser.visitor(t0, 'administrator', { locale: language, ignoredErrors: /status of 422/ })
      const { token } = await asAdministrator(page, platform, '/messages')
      await page.getByText(text.empty).waitFor()
      await press(page, text.tabs.templates)
      await page.locator('tbody tr').first().waitFor()
      await tabTo(page, text.template)
      await page.keyboard.type('appointment_confirmed')
      await page.waitForURL(/code=appointment_confirmed/)
      await page.goto(`${platform.url}/console${PATH}`)
      await page.getByRole('heading', { name: t.preview }).first().waitFor()

      await tabTo(page, label)
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type('Without a variable')
      await press(page, t.save)
      await page.getByText(text.frame.failures.invalid).waitFor()
      assert.equal(await page.getByLabel(label, { exact: true }).inputValue(), 'Without a variable')
      await assertAccessible(page, 'a refused text')

      await page.getByLabel(label, { exact: true }).focus()
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type(OWN)
      const french = page.getByRole('region', { name: text.languages.fr!, exact: true })
      await french.getByRole('heading', { name: t.previewDraft }).waitFor()
      await french.locator('.bubble').getByText('Clinique Atlas').waitFor()
      await assertAccessible(page, 'the preview of a draft')
      await press(page, t.save)
      await french.getByText(t.own, { exact: true }).waitFor()
      await french.locator('.bubble').getByText('Clinique Atlas').waitFor()
      speak(text.frame)
      await french.getByText(count(t.segments, 1)).waitFor()
      assert.equal((await call('GET', ADDRESS, { token })).body.template.text, OWN)

      await page.getByLabel(label, { exact: true }).focus()
      await press(page, t.restore)
      await page.getByText(t.restoreText).waitFor()
      await press(page, t.restore)
      await french.getByText(t.platform, { exact: true }).waitFor()
      assert.equal((await call('GET', ADDRESS, { token })).body.template.own, false)
    })
  }

  for (const language of directions) {
    test(`every list and record is accessible, narrow and wide (${language})`, async (t0) => {
      const { page } = await browser.visitor(t0, 'administrator', {
        locale: language,
        viewport: NARROW,
        ignoredErrors: /status of (404|422)/,
      })
      await openScreen(page, platform, 'admin@sandbox.example', '/messages')
      const addresses = [
        ...['/messages', '/messages?status=FAILED&channel=SMS', '/messages/msg_0failed', '/messages?tab=templates'],
        ...['/messages?tab=templates&code=NONE', PATH, '/messages/APPOINTMENT_REMINDER_D1.EMAIL'],
        ...['/messages/CONTACT_CODE.SMS', '/messages/msg_absent'],
      ]
      for (const address of addresses) {
        await page.goto(`${platform.url}/console${address}`)
        await heading(page).waitFor()
        await page.waitForFunction(() => !document.querySelector('.skeleton'))
        for (const size of [NARROW, WIDE]) {
          await page.setViewportSize(size)
          await assertAccessible(page, `${address}, ${size.width} px`)
        }
      }
    })
  }

  const text = texts.en

  test('a text that another user changed is not overwritten without a warning', async (t) => {
    const { page } = await browser.visitor(t, 'administrator', { locale: 'en', ignoredErrors: /status of 412/ })
    const { token } = await asAdministrator(page, platform, PATH)
    const label = `${text.templates.text} (${text.languages.fr})`
    await page.getByLabel(label, { exact: true }).fill(OWN)
    const other = await call('PUT', ADDRESS, { token, body: { text: 'Autre : {withName}, {startTime}.' } })
    assert.equal(other.status, 200, other.text)
    const french = page.getByRole('region', { name: 'French', exact: true })
    await french.getByRole('button', { name: text.templates.save }).click()
    await french.getByText(text.frame.failures.changed).waitFor()
    assert.equal(await page.getByLabel(label, { exact: true }).inputValue(), OWN)
    await assertAccessible(page, 'a text that was changed meanwhile')
    await french.getByRole('button', { name: text.frame.reload }).click()
    await french.locator('summary').click()
    await french.getByText('Autre : {withName}, {startTime}.').waitFor()
    await french.getByRole('button', { name: text.templates.save }).click()
    await page.getByText(text.templates.saved).waitFor()
    assert.equal((await call('GET', ADDRESS, { token })).body.template.text, OWN)
  })

  test('a failed message is explained', async (t) => {
    const { page } = await browser.visitor(t, 'administrator', { locale: 'en' })
    const { token, tenantId } = await asAdministrator(page, platform, '/messages')
    const body = { name: 'Amina Alaoui', birthDate: '1984-05-17' }
    const { patient } = (await call('POST', '/api/patients', { token, body })).body
    await addFailed(tenantId, patient.id)
    await page.goto(`${platform.url}/console/messages?status=FAILED`)
    await page.getByText(text.errors.no_address![0]).waitFor()
    await page.getByText('APPOINTMENT_CREATED').click()
    await page.getByText(text.errors.no_address![1]).waitFor()
    await assertAccessible(page, 'a failed message')
  })

  test('a doctor can read templates but not change them, and the front desk sees none', async (t) => {
    const { page } = await browser.visitor(t, 'staff', { locale: 'en' })
    const doctor = await newMember(platform, 'DOCTOR')
    await openScreen(page, platform, doctor.email, PATH)
    await page.getByRole('heading', { name: text.templates.preview }).first().waitFor()
    assert.equal(await page.locator('textarea').count(), 0)
    const { page: other } = await browser.visitor(t, 'front desk', { locale: 'en' })
    const desk = await newMember(platform, 'RECEPTIONIST')
    await openScreen(other, platform, desk.email, '/messages?tab=templates')
    await other.getByText(text.empty).waitFor()
    assert.equal(await other.locator('.tabs').count(), 0)
  })
})
