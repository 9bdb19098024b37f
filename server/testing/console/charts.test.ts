import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { words as developAr } from '../../../web/console/develop/words/ar.ts'
import { words as developEn } from '../../../web/console/develop/words/en.ts'
import { words as developFr } from '../../../web/console/develop/words/fr.ts'
import { fill } from '../../../web/console/language.ts'
import { words as agendaAr } from '../../../web/console/organization/agenda/words/ar.ts'
import { words as agendaEn } from '../../../web/console/organization/agenda/words/en.ts'
import { words as agendaFr } from '../../../web/console/organization/agenda/words/fr.ts'
import { words as frameAr } from '../../../web/console/words/ar.ts'
import { words as frameEn } from '../../../web/console/words/en.ts'
import { words as frameFr } from '../../../web/console/words/fr.ts'
import { newMember } from '../../src/features/platform/sign-in/browser-testing.ts'
import { startReceiver, status } from '../../src/features/platform/webhooks/receiver-testing.ts'
import { assertAccessible } from '../accessible.ts'
import { startBrowser, withoutBrowser } from '../browser.ts'
import { book, newPerson } from '../factories.ts'
import { startPlatform } from '../harness.ts'
import { asAdministrator, languages, NARROW, openScreen, press, WIDE } from './visiting.ts'

const texts = {
  fr: { charts: developFr.charts, weeks: agendaFr.weeks, frame: frameFr },
  ar: { charts: developAr.charts, weeks: agendaAr.weeks, frame: frameAr },
  en: { charts: developEn.charts, weeks: agendaEn.weeks, frame: frameEn },
}

describe('the charts of the console', { skip: withoutBrowser }, async () => {
  if (withoutBrowser) return
  const platform = await startPlatform({ RATE_LIMIT_PRO: '1000000/100000' })
  const browser = await startBrowser()
  const receiver = await startReceiver()

  const chart = (page: Page, label: string) =>
    page.locator('figure.chart', { has: page.getByRole('img', { name: label, exact: true }) })

  /** The distance of the shapes of a chart from the start of the line, as a share of its width. */
  const startOf = (page: Page, label: string) =>
    chart(page, label).evaluate((figure) => {
      const all = figure.querySelector('svg')!.getBoundingClientRect()
      const shape = [...figure.querySelectorAll('rect')].find((one) => one.getBoundingClientRect().height > 0)!
      const { left, width } = shape.getBoundingClientRect()
      const fromLeft = (left + width / 2 - all.left) / all.width
      return document.documentElement.dir === 'rtl' ? 1 - fromLeft : fromLeft
    })

  test('the use of a daily limit is drawn beside the limit', async (t) => {
    const { page } = await browser.visitor(t, 'administrator', { locale: 'en', viewport: WIDE })
    const { email, token, clientId } = await newMember(platform, 'ADMIN', 'PRO')
    // More than the calls of the browser: the chart shows the client with most requests.
    const calls = 80
    for (let n = 0; n < calls; n++) await platform.call('GET', '/api/users/me', { token })
    await platform.services.requestLog.flush()
    await openScreen(page, platform, email, '/overview')
    const used = chart(page, fill(developEn.usage.towardsLimit, { client: clientId }))
    await used.locator('path.second').waitFor({ state: 'attached' })
    await used.getByText(frameEn.figures).click()
    const [sum, limit] = await used.locator('tbody tr').last().locator('td').allTextContents()
    assert.ok(Number(sum) >= calls, `${sum} of ${limit}`)
    assert.equal(limit, '100,000')
    await assertAccessible(page, 'the use of a daily limit')
  })

  for (const language of languages) {
    const text = texts[language]

    test(`requests to webhooks are drawn, and their figures are read by keyboard (${language})`, async (t) => {
      const { page } = await browser.visitor(t, 'administrator', { locale: language, viewport: WIDE })
      const { token } = await asAdministrator(page, platform, '/overview')
      receiver.answer = status(500)
      const { body } = await platform.call('POST', '/api/webhooks', {
        token,
        body: { url: `${receiver.url}/${language}` },
      })
      await platform.call('POST', `/api/webhooks/${body.webhook.id}/test`, { token, body: {} })
      await receiver.waitFor(1, `/${language}`)
      await page.goto(`${platform.url}/console/overview`)
      await chart(page, text.charts.requests).locator('rect.bad').waitFor({ state: 'attached' })
      await chart(page, text.charts.durations).locator('path.first').waitFor({ state: 'attached' })
      assert.ok((await startOf(page, text.charts.requests)) > 0.9, 'the last hour is at the end of the line')
      await press(page, text.frame.figures)
      const row = chart(page, text.charts.requests).locator('tbody tr').last()
      assert.deepEqual(await row.locator('td').allTextContents(), ['1', '1'])
      for (const size of [WIDE, NARROW]) {
        await page.setViewportSize(size)
        await assertAccessible(page, `the charts of the overview, ${size.width} px`)
      }
      await page.goto(`${platform.url}/console/webhooks/${body.webhook.id}`)
      await chart(page, text.charts.requests).locator('rect.bad').waitFor({ state: 'attached' })
      await assertAccessible(page, 'the charts of a webhook')
    })

    test(`appointments are drawn by week below the agenda (${language})`, async (t) => {
      const { page } = await browser.visitor(t, 'desk', { locale: language, viewport: WIDE })
      const desk = await newMember(platform, 'RECEPTIONIST')
      const [doctor, patient] = [
        await newPerson(platform, desk.tenantId, 'DOCTOR'),
        await newPerson(platform, desk.tenantId, 'PATIENT'),
      ]
      await book(platform, { ...doctor, token: desk.token }, doctor, patient, -24 * 70)
      await openScreen(page, platform, desk.email, '/today')
      await chart(page, text.weeks.chart).locator('rect[height="40"]').waitFor({ state: 'attached' })
      assert.ok((await startOf(page, text.weeks.chart)) < 0.5, 'earlier weeks are at the start of the line')
      await chart(page, text.weeks.chart).getByText(text.frame.figures).click()
      assert.equal(await chart(page, text.weeks.chart).locator('tbody tr').count(), 13)
      for (const size of [WIDE, NARROW]) {
        await page.setViewportSize(size)
        await assertAccessible(page, `the chart of weeks, ${size.width} px`)
      }
    })
  }
})
