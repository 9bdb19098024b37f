import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { words as ar } from '../../../web/console/develop/words/ar.ts'
import { words as en } from '../../../web/console/develop/words/en.ts'
import { words as fr } from '../../../web/console/develop/words/fr.ts'
import { words as frameAr } from '../../../web/console/words/ar.ts'
import { words as frameEn } from '../../../web/console/words/en.ts'
import { words as frameFr } from '../../../web/console/words/fr.ts'
import { startReceiver, status } from '../../src/features/platform/webhooks/receiver-testing.ts'
import { assertAccessible } from '../accessible.ts'
import { startBrowser, withoutBrowser } from '../browser.ts'
import { startPlatform } from '../harness.ts'
import { asAdministrator, directions, heading, languages, NARROW, openScreen, press, tabTo, WIDE } from './visiting.ts'

const texts = { fr: { ...fr, frame: frameFr }, ar: { ...ar, frame: frameAr }, en: { ...en, frame: frameEn } }
const SCREENS = ['overview', 'events', 'deliveries', 'webhooks', 'clients', 'requests', 'sandbox'] as const

describe('the console for developers', { skip: withoutBrowser }, async () => {
  if (withoutBrowser) return
  const platform = await startPlatform()
  const browser = await startBrowser()
  const receiver = await startReceiver()

  const token = await platform.tokenOf('sandbox-admin')
  await platform.call('POST', '/api/webhooks', {
    token,
    body: { url: `${receiver.url}/full`, description: 'Our records' },
  })
  await platform.call('POST', '/api/sandbox/trigger', { token, body: { event: 'appointment.cancelled' } })
  await receiver.waitFor(1, '/full')

  for (const language of languages) {
    const text = texts[language]

    test(`an administrator creates a client and a webhook, and follows an event, by keyboard (${language})`, async (t) => {
      const { page } = await browser.visitor(t, 'administrator', {
        locale: language,
        ignoredErrors: /status of 4(04|22)/,
      })
      await asAdministrator(page, platform, '/overview')
      await page.getByText(text.overview.start).waitFor()

      await page.keyboard.press('g')
      await page.keyboard.press('c')
      await heading(page).getByText(text.frame.screens.clients).waitFor()
      await press(page, text.clients.add)
      await tabTo(page, text.clients.name)
      await page.keyboard.type('Booking')
      for (const scope of ['appointments:read', 'webhooks:manage']) {
        await tabTo(page, scope)
        await page.keyboard.press('Space')
      }
      await press(page, text.clients.add)
      await page.getByRole('heading', { name: text.clients.added }).waitFor()
      const secret = await page.locator('.secret code').textContent()
      assert.ok(secret!.length >= 32)
      await assertAccessible(page, 'a secret that is shown once')
      await press(page, text.frame.secret.saved)
      await heading(page).getByText('Booking').waitFor()
      const clientId = await page.locator('.page-head .lead code').textContent()
      const token = await platform.call('POST', '/api/auth/token', {
        body: { grant_type: 'client_credentials', client_id: clientId!, client_secret: secret! },
      })
      assert.equal(token.status, 200, token.text)

      await page.keyboard.press('g')
      await page.keyboard.press('w')
      await page.getByText(text.webhooks.empty).waitFor()
      await press(page, text.webhooks.add)
      await tabTo(page, text.webhooks.url)
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type('ftp://clinic.example')
      await press(page, text.webhooks.add)
      await page.getByText(text.frame.failures.invalid).waitFor()
      assert.equal(await page.getByLabel(text.webhooks.url, { exact: true }).inputValue(), 'ftp://clinic.example')
      await page.getByLabel(text.webhooks.url, { exact: true }).focus()
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type(`${receiver.url}/${language}`)
      await press(page, text.webhooks.add)
      await page.getByRole('heading', { name: text.webhooks.added }).waitFor()
      await press(page, text.frame.secret.saved)

      await page.getByText(`${receiver.url}/${language}`).waitFor()
      await press(page, text.webhooks.test)
      await tabTo(page, text.event.kind)
      await press(page, text.webhooks.test)
      await receiver.waitFor(1, `/${language}`)
      await heading(page).getByText(text.delivery.title).waitFor()
    })
  }

  for (const language of directions) {
    const text = texts[language]

    test(`every screen is accessible, narrow and wide (${language})`, async (t) => {
      const { page } = await browser.visitor(t, 'administrator', {
        locale: language,
        viewport: NARROW,
        ignoredErrors: /status of 404/,
      })
      await openScreen(page, platform, 'admin@sandbox.example', '/overview')
      for (const name of SCREENS) {
        await page.goto(`${platform.url}/console/${name}`)
        await heading(page).getByText(text.frame.screens[name]).waitFor()
        await page.waitForFunction(() => !document.querySelector('.skeleton'))
        for (const size of [NARROW, WIDE]) {
          await page.setViewportSize(size)
          await assertAccessible(page, `${name}, ${size.width} px`)
        }
      }
      await page.setViewportSize(NARROW)
      await page.getByRole('button', { name: text.frame.menu }).click()
      await assertAccessible(page, 'the menu')
      await page.keyboard.press('?')
      await page.getByRole('heading', { name: text.frame.help.title }).waitFor()
      await assertAccessible(page, 'the shortcuts')
      await page.keyboard.press('Escape')
      await page.keyboard.press('ControlOrMeta+k')
      await page.getByRole('dialog').waitFor()
      await page.keyboard.type('evt_019a9f3c5d2e4b7a81c0d5e6f7a8b9c0')
      await assertAccessible(page, 'the search')
      await page.keyboard.press('Enter')
      await page.getByText(text.frame.failures.notFound).waitFor()
      await assertAccessible(page, 'a record that does not exist')
    })
  }

  test('a failed delivery is explained, and can be sent again from the list', async (t) => {
    const { page } = await browser.visitor(t, 'administrator', { locale: 'en' })
    receiver.answer = (response, request) =>
      (request.path === '/failing' ? status(500) : status(200))(response, request)
    const { body } = await platform.call('POST', '/api/webhooks', { token, body: { url: `${receiver.url}/failing` } })
    await platform.call('POST', `/api/webhooks/${body.webhook.id}/test`, { token, body: {} })
    await receiver.waitFor(1, '/failing')
    await openScreen(page, platform, 'admin@sandbox.example', `/deliveries?webhookId=${body.webhook.id}`)
    await page.locator('tbody .row-link').first().click()
    await page.getByText(en.errors.http_error![0]).waitFor()
    await page.locator('summary').click()
    await page.locator('pre', { hasText: 'no' }).waitFor()
    await assertAccessible(page, 'a failed attempt')
    await page.goBack()
    await page.locator('tbody input[type=checkbox]').first().check()
    await page.getByRole('button', { name: 'Send 1 delivery again' }).click()
    await page.getByText('1 delivery is sent again.').waitFor()
    await receiver.waitFor(2, '/failing')
    await page.getByRole('button', { name: en.deliveries.recover }).click()
    await page.getByLabel(en.deliveries.webhook, { exact: true }).last().selectOption(body.webhook.id)
    await page.getByRole('button', { name: en.deliveries.recoverButton, exact: true }).last().click()
    await page.getByText(en.deliveries.recoverStarted).waitFor()
  })

  test('a change of language keeps the filters', async (t) => {
    const { page } = await browser.visitor(t, 'administrator', { locale: 'en' })
    await asAdministrator(page, platform, '/events?event=review.created&lang=en')
    await page.locator('.user-button').click()
    await page.getByRole('link', { name: 'العربية' }).click()
    await heading(page).getByText(texts.ar.frame.screens.events).waitFor()
    assert.deepEqual(Object.fromEntries(new URL(page.url()).searchParams), { event: 'review.created', lang: 'ar' })
  })

  test('events appear without a reload, also when triggered in another tab', async (t) => {
    const { page, context } = await browser.visitor(t, 'administrator', { locale: 'en' })
    await openScreen(page, platform, 'admin@sandbox.example', '/events')
    await page.getByRole('button', { name: en.events.follow }).click()
    await page.getByText(en.events.following).waitFor()
    const other = await context.newPage()
    await other.goto(`${platform.url}/console/sandbox`)
    await other.getByLabel(en.event.kind, { exact: true }).selectOption('review.created')
    await other.getByRole('button', { name: en.sandbox.triggerButton }).click()
    await page.locator('tbody', { hasText: 'review.created' }).waitFor()
  })

  test('a user sees only the screens of their role', async (t) => {
    const { page } = await browser.visitor(t, 'patient', { locale: 'en', ignoredErrors: /status of 40[34]/ })
    await openScreen(page, platform, 'patient@sandbox.example', '/webhooks')
    await heading(page).getByText(frameEn.notFound.forbiddenTitle).waitFor()
    assert.equal(await page.locator('.screens a', { hasText: frameEn.screens.clients }).count(), 0)
    await assertAccessible(page, 'a screen for other roles')
  })
})
