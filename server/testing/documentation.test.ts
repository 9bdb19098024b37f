import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { describe, test } from 'node:test'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { assertAccessible } from './accessible.ts'
import { startBrowser, withoutBrowser } from './browser.ts'
import { startPlatform } from './harness.ts'

const run = promisify(execFile)
const WIDE = { width: 1280, height: 900 }
const NARROW = { width: 320, height: 700 }
const CANCEL = '/docs/api/appointments#cancelAppointment'

describe('the documentation in a browser', { skip: withoutBrowser }, async () => {
  if (withoutBrowser) return
  const platform = await startPlatform()
  const browser = await startBrowser()
  const open = (page: Page, path: string) => page.goto(`${platform.url}${path}`)
  const field = (page: Page) => page.getByRole('searchbox', { name: 'Search' })
  const results = (page: Page) => page.getByRole('search').getByRole('link')

  for (const viewport of [WIDE, NARROW])
    for (const path of [
      '/docs',
      '/docs/api/appointments',
      '/docs/api/errors',
      '/docs/guides/webhooks',
      '/docs/guides/access',
    ])
      test(`${path} is accessible at ${viewport.width} px`, async (t) => {
        const { page, pageErrors } = await browser.visitor(t, 'reader', { viewport })
        await open(page, path)
        await assertAccessible(page, path)
        assert.deepEqual(pageErrors, [])
      })

  test('can be read without scripts', async (t) => {
    const { page } = await browser.visitor(t, 'reader', { viewport: WIDE, javaScriptEnabled: false })
    await open(page, '/docs')
    await page.getByRole('navigation').getByRole('link', { name: 'Appointments', exact: true }).click()
    await page.getByRole('navigation').getByRole('link', { name: 'post Cancel an appointment' }).click()
    assert.ok(await page.locator('#cancelAppointment').isVisible())
    assert.equal(await page.locator('.search, .try, .copy').filter({ visible: true }).count(), 0)
    const python = page.locator('#cancelAppointment .in-python')
    assert.equal(await python.isVisible(), false)
    await page.getByRole('radio', { name: 'Python' }).check()
    assert.equal(await python.isVisible(), true)
  })

  test('the first call works as it is shown', async (t) => {
    const { page } = await browser.visitor(t, 'reader', { viewport: WIDE })
    await open(page, '/docs')
    const shown = await page.locator('.in-curl code').textContent()
    const { stdout } = await run('bash', ['-c', shown!.replaceAll('curl ', 'curl --silent ')])
    assert.ok(Array.isArray(JSON.parse(stdout).appointments), stdout)
  })

  test('the search finds the same operation in three languages, by the keyboard', async (t) => {
    const { page } = await browser.visitor(t, 'reader', { viewport: NARROW })
    for (const asked of ['cancel appointment', 'annuler rendez-vous', 'إلغاء موعد']) {
      await open(page, '/docs/guides/room')
      await page.keyboard.press('/')
      await page.keyboard.type(asked)
      await results(page).first().waitFor()
      await page.keyboard.press('ArrowDown')
      assert.ok(
        await results(page)
          .first()
          .evaluate((link) => link === document.activeElement),
      )
      await assertAccessible(page, asked)
      await page.keyboard.press('Enter')
      await page.waitForURL(`${platform.url}${CANCEL}`)
      await page.locator('#cancelAppointment').waitFor()
    }
  })

  test('the search says that it found nothing, and closes', async (t) => {
    const { page } = await browser.visitor(t, 'reader', { viewport: WIDE })
    await open(page, '/docs')
    await field(page).fill('zzzzqqqq')
    await page.getByText('Nothing found.').waitFor()
    await field(page).fill('cancel')
    await results(page).first().waitFor()
    await page.keyboard.press('Escape')
    await results(page).first().waitFor({ state: 'detached' })
  })

  test('the search says that it cannot be loaded, and loads it with the next key', async (t) => {
    const { page } = await browser.visitor(t, 'reader', { viewport: WIDE, ignoredErrors: /ERR_FAILED/ })
    await open(page, '/docs')
    await page.route('**/docs/search.json', (route) => route.abort())
    await field(page).fill('canc')
    await page.getByText('The search cannot be loaded.').waitFor()
    await page.unroute('**/docs/search.json')
    await field(page).fill('cancel')
    await results(page).first().waitFor()
  })

  test('an address of the earlier single page leads to its new page', async (t) => {
    const { page } = await browser.visitor(t, 'reader', { viewport: WIDE })
    await open(page, '/docs#cancelAppointment')
    await page.waitForURL(`${platform.url}${CANCEL}`)
  })

  test('keeps the language of samples for the next page, and copies a sample', async (t) => {
    const { page, context } = await browser.visitor(t, 'reader', { viewport: WIDE })
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await open(page, '/docs')
    await page.getByRole('radio', { name: 'PHP' }).check()
    await open(page, CANCEL)
    await page.locator('#cancelAppointment .in-php').getByRole('button', { name: 'Copy' }).click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    assert.match(copied, /^\$appointment = \$medina->appointments->cancel\('apt_\w+'/)
  })

  test('an operation can be tried with a token of the sandbox', async (t) => {
    const { page } = await browser.visitor(t, 'reader', { viewport: NARROW, ignoredErrors: /403/ })
    await open(page, '/docs/api/appointments')
    const trial = page.locator('#bookAppointment .try')
    await trial.getByText('Try it in the sandbox').click()
    await trial.getByLabel('Client').selectOption('sandbox-reception')
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>('#try-bookAppointment-token')?.value)
    await assertAccessible(page, 'trial')
    await trial.getByRole('button', { name: 'Send' }).click()
    await trial.getByText('403 Forbidden').waitFor() // the front desk writes no notes
    await trial.getByLabel('Client').selectOption('sandbox-admin')
    const body = JSON.parse(await trial.getByLabel('Body').inputValue())
    assert.ok(Date.parse(body.startTime) > Date.now(), body.startTime)
    await trial.getByRole('button', { name: 'Send' }).click()
    await trial.getByText('201 Created').waitFor()
    const answered = JSON.parse((await trial.locator('.outcome pre').textContent())!)
    const token = await platform.tokenOf('sandbox-admin')
    const { status } = await platform.call('GET', `/api/appointments/${answered.appointment.id}`, { token })
    assert.equal(status, 200)
    await assertAccessible(page, 'answer')
  })

  test('an unknown address below /docs is a page for browsers, and JSON for programs', async () => {
    const get = (accept: string) => platform.call('GET', '/docs/api/nothing', { headers: { accept } })
    assert.equal((await get('text/html')).headers.get('content-type'), 'text/html; charset=utf-8')
    const { status, body } = await get('application/json')
    assert.deepEqual([status, body.error.code], [404, 'NOT_FOUND'])
    for (const path of [
      '/docs/../openapi.test.ts',
      '/docs/sandbox/index.html',
      '/docs/..%2Fmanifest.json',
      '/docs/api',
    ])
      assert.equal((await fetch(platform.url + path)).status, 404, path)
  })
})
