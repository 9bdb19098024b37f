import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { words as texts } from '../../../web/console/develop/words/en.ts'
import { words as frame } from '../../../web/console/words/en.ts'
import { PASSWORD } from '../../src/features/platform/sign-in/browser-testing.ts'
import { assertAccessible } from '../accessible.ts'
import { startBrowser, type VisitorOptions, withoutBrowser } from '../browser.ts'
import { startPlatform } from '../harness.ts'
import { asAdministrator, heading, openScreen } from './visiting.ts'

/** Access tokens of an ended session are refused within a second. */
const TOKENS_END_MS = 1500

describe('the console when something fails', { skip: withoutBrowser }, async () => {
  if (withoutBrowser) return
  const platform = await startPlatform()
  const browser = await startBrowser()
  /** The browser reports failed requests as page errors. */
  const setting: VisitorOptions = {
    locale: 'en',
    ignoredErrors: /status of (401|409|412|429|503)|net::ERR_INTERNET_DISCONNECTED/,
  }

  const addClient = texts.clients.add

  test('a form keeps its input without a connection, and sends it when the connection returns', async (t) => {
    const { page, context } = await browser.visitor(t, 'administrator', setting)
    await asAdministrator(page, platform, '/clients')
    await page.getByRole('button', { name: addClient }).first().click()
    await page.getByLabel(texts.clients.name, { exact: true }).fill('Typed before')
    await page.getByLabel('users:read', { exact: true }).check()
    await context.setOffline(true)
    await page.getByText(frame.notices.offline).waitFor()
    await page.getByRole('button', { name: addClient }).last().click()
    await context.setOffline(false)
    await page.getByRole('heading', { name: texts.clients.added }).waitFor()
  })

  test('the search keeps the letters typed while it is loaded, on a slow machine', async (t) => {
    const { page, context } = await browser.visitor(t, 'administrator', setting)
    await asAdministrator(page, platform, '/clients')
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 10 })
    for (const open of ['/', 'ControlOrMeta+k']) {
      await page.keyboard.press(open)
      await page.keyboard.type('webx')
      await page.keyboard.press('Backspace')
      await page.keyboard.type('hoo')
      const field = page.getByRole('dialog').getByRole('combobox')
      await field.waitFor()
      await page.keyboard.type('ks')
      assert.equal(await field.inputValue(), 'webhooks')
      await page.keyboard.press('Escape')
      await page.reload() // the search is loaded again
      await heading(page).getByText(frame.screens.clients).waitFor()
    }
  })

  test('a form that is submitted right after the last letter includes that letter', async (t) => {
    const { page } = await browser.visitor(t, 'administrator', setting)
    const { token } = await asAdministrator(page, platform, '/clients')
    await page.getByRole('button', { name: addClient }).first().click()
    await page.getByLabel('users:read', { exact: true }).check()
    await page.getByLabel(texts.clients.name, { exact: true }).evaluate(async (field: HTMLInputElement) => {
      field.focus()
      document.execCommand('insertText', false, 'Clinic')
      await new Promise((next) => setTimeout(next, 100))
      document.execCommand('insertText', false, 's')
      await new Promise((next) => setTimeout(next)) // too short for a frame
      field.form!.requestSubmit()
    })
    await page.getByRole('heading', { name: texts.clients.added }).waitFor()
    const { body } = await platform.call('GET', '/api/clients', { token })
    assert.deepEqual(
      body.clients.map(({ name }: { name: string }) => name).filter((name: string) => name.startsWith('Clinic')),
      ['Clinics'],
    )
  })

  test('after a sign-in in another tab, a form whose session ended is sent', async (t) => {
    const { page, context } = await browser.visitor(t, 'administrator', setting)
    const member = await asAdministrator(page, platform, '/clients')
    await page.getByRole('button', { name: addClient }).first().click()
    await page.getByLabel(texts.clients.name, { exact: true }).fill('Typed before')
    await page.getByLabel('users:read', { exact: true }).check()
    await platform.owner.query('delete from sessions where tenant_id = $1', [member.tenantId])
    await pause(TOKENS_END_MS)
    await page.getByRole('button', { name: addClient }).last().click()
    await page.getByRole('heading', { name: frame.signedOut.title }).waitFor()
    await assertAccessible(page, 'a lost session')
    const [tab] = await Promise.all([context.waitForEvent('page'), page.getByText(frame.signedOut.signIn).click()])
    await tab.locator('input[type=email]').fill(member.email)
    await tab.locator('input[type=password]').fill(PASSWORD)
    await tab.keyboard.press('Enter')
    await tab.getByText(frame.signedOut.signedIn).waitFor()
    await page.bringToFront()
    await page.getByRole('button', { name: frame.signedOut.again }).click()
    await page.getByRole('heading', { name: texts.clients.added }).waitFor()
  })

  test('a different user who signs in in another tab sees no data of the first', async (t) => {
    // The first page may ask for its data again before it notices the other user, and is refused.
    const refused = { ...setting, ignoredErrors: /status of (401|403)/ }
    const { page, context } = await browser.visitor(t, 'administrator', refused)
    const member = await asAdministrator(page, platform, '/clients')
    await platform.owner.query('delete from sessions where tenant_id = $1', [member.tenantId])
    await pause(TOKENS_END_MS)
    const tab = await context.newPage()
    await openScreen(tab, platform, 'patient@sandbox.example', '/events')
    await page.bringToFront()
    await page.keyboard.press('g')
    await Promise.all([page.waitForEvent('load'), page.keyboard.press('r')])
    await heading(page).getByText(frame.notFound.forbiddenTitle).waitFor()
  })

  for (const [status, notice] of [
    [429, frame.notices.limited],
    [503, frame.notices.unavailable],
  ] as const)
    test(`the console reports ${status}, retries, and then shows the data`, async (t) => {
      const { page } = await browser.visitor(t, 'administrator', setting)
      await asAdministrator(page, platform, '/clients')
      let refused = 0
      await page.route('**/api/webhooks?*', async (route) => {
        if (refused++ > 0) return route.continue()
        await route.fulfill({
          status,
          headers: { 'retry-after': '2' },
          json: { error: { code: 'X', message: 'Wait.' } },
        })
      })
      await page.goto(`${platform.url}/console/webhooks`)
      await page.getByText(notice.split('{')[0]!).waitFor()
      await page.getByText(texts.webhooks.empty).waitFor()
    })

  test('a rate limit that persists is shown with its seconds, and the user can retry', async (t) => {
    const { page } = await browser.visitor(t, 'administrator', setting)
    await asAdministrator(page, platform, '/clients')
    let isSpent = true
    await page.route('**/api/webhooks?*', async (route) => {
      if (!isSpent) return route.continue()
      await route.fulfill({
        status: 429,
        headers: { 'retry-after': '90' },
        json: { error: { code: 'X', message: 'Spent.' } },
      })
    })
    await page.goto(`${platform.url}/console/webhooks`)
    await page.getByText(frame.failures.limited.replace('{sec}', '90')).waitFor()
    await assertAccessible(page, 'a spent limit')
    isSpent = false
    await page.getByRole('button', { name: frame.retry }).click()
    await page.getByText(texts.webhooks.empty).waitFor()
  })

  test('a conflict keeps the form, and explains the cause', async (t) => {
    const { page } = await browser.visitor(t, 'administrator', setting)
    const member = await asAdministrator(page, platform, '/webhooks')
    const address = 'http://127.0.0.1:9999/hook'
    const { body } = await platform.call('POST', '/api/webhooks', { token: member.token, body: { url: address } })
    await page.goto(`${platform.url}/console/webhooks/${body.webhook.id}`)
    await page.getByRole('button', { name: texts.webhooks.edit }).click()
    await page.getByLabel(texts.webhooks.description, { exact: true }).fill('Mine')
    // Another administrator changes it meanwhile.
    await platform.call('PUT', `/api/webhooks/${body.webhook.id}`, {
      token: member.token,
      body: { description: 'Theirs' },
    })
    await page.getByRole('button', { name: texts.webhooks.save }).click()
    await page.getByText(frame.failures.changed).waitFor()
    assert.equal(await page.getByLabel(texts.webhooks.description, { exact: true }).inputValue(), 'Mine')
    await assertAccessible(page, 'a change by another')
    await page.keyboard.press('Escape')
    for (const press of [1, 2]) {
      await page.getByRole('button', { name: texts.webhooks.rotate }).click()
      await page.getByRole('button', { name: texts.webhooks.rotateButton }).click()
      if (press === 1) await page.getByRole('button', { name: frame.secret.saved }).click()
    }
    await page.getByText(frame.failures.conflict).waitFor()
  })
})
