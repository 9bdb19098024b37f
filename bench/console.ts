import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { PASSWORD } from '../server/src/features/platform/sign-in/browser-testing.ts'
import { launchBrowser } from '../server/testing/browser.ts'
import { words as en } from '../web/console/develop/words/en.ts'
import { words as frame } from '../web/console/words/en.ts'
import { startStage } from './stage.ts'

/**
 * Measures the speed of the console on a slow computer: the duration of each interaction until the next paint
 * (Event Timing), in Chromium slowed down four times, with EVENTS events and DELIVERIES deliveries of one organisation.
 */
const EVENTS = Number(process.env.EVENTS ?? 1_000_000)
const DELIVERIES = Number(process.env.DELIVERIES ?? 10_000)
const SLOWDOWN = 4
/** "Good" by Core Web Vitals. */
const AIM_MS = 200
/** Within this time responses have arrived and are shown. */
const SETTLED_MS = 1500

/** Runs in the page, and records the duration of each interaction. */
const OBSERVE = `
  globalThis.interactions = []
  new PerformanceObserver((list) => {
    for (const { name, duration, interactionId } of list.getEntries())
      if (interactionId) globalThis.interactions.push({ name, duration })
  }).observe({ type: 'event', durationThreshold: 16, buffered: true })`

const fill = `
  set session_replication_role = replica;
  insert into events (tenant_id, id, kind, subject_id, audience, body, created_at)
  select 'ten_sandbox', id, kind, 'apt_' || n, '{}',
    json_build_object('event', kind, 'id', id, 'createdAt', to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'data', json_build_object('appointmentId', 'apt_' || n, 'changes', '["status"]'::json)), at
  from generate_series(1, ${EVENTS}) n
  cross join lateral (select now() - n * interval '1 s' as at) moment
  cross join lateral (
    select id_floor('evt', at) || lpad(n::text, 20, '0') as id,
      case when n % 3 = 0 then 'review.created' else 'appointment.updated' end as kind
  ) named;
  insert into webhook_deliveries (tenant_id, event_id, endpoint_id, state, next_at, attempt, last_status, last_error, finished_at)
  select tenant_id, id, $endpoint, case when n % 5 = 0 then 'FAILED' else 'SUCCEEDED' end, created_at, 1,
    case when n % 5 = 0 then 500 else 200 end, case when n % 5 = 0 then 'http_error' end, created_at
  from (select *, row_number() over (order by id desc) as n from events where tenant_id = 'ten_sandbox') given
  where n <= ${DELIVERIES};
  set session_replication_role = default;
  analyze events;
  analyze webhook_deliveries`

const stage = await startStage(31_860, { durable: false })
const browser = await launchBrowser()
try {
  const registered = await fetch(`${stage.server.url}/api/webhooks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await stage.token('sandbox-admin')}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url: 'http://127.0.0.1:9009/hook' }),
  })
  const { webhook } = (await registered.json()) as { webhook: { id: string } }
  await stage.owner.query(fill.replaceAll('$endpoint', `'${webhook.id}'`))

  const { page } = await browser.visit('administrator', { locale: 'en', before: OBSERVE })
  await page.goto(`${stage.server.url}/console/deliveries`)
  await page.locator('input[type=email]').fill('admin@sandbox.example')
  await page.locator('input[type=password]').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.locator('tbody tr').first().waitFor()
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })

  const rows: string[] = []
  for (const [name, act] of interactions(page)) {
    await page.evaluate('globalThis.interactions.length = 0')
    const startedAt = performance.now()
    await act()
    const shownMs = Math.round(performance.now() - startedAt)
    await page.waitForTimeout(SETTLED_MS)
    const seen = (await page.evaluate('globalThis.interactions')) as { duration: number }[]
    const longest = Math.max(0, ...seen.map(({ duration }) => duration))
    rows.push(`| ${name} | ${longest} ms | ${shownMs} ms |${longest > AIM_MS ? ` over ${AIM_MS}` : ''}`)
    console.log(rows.at(-1))
  }
  const title = `\n## ${new Date().toISOString().slice(0, 10)}, the console\n`
  const command = `\`npm run bench:console\`: ${EVENTS} events, ${DELIVERIES} deliveries, Chromium slowed down ${SLOWDOWN} times.\n`
  const head = '| interaction | until the next paint, at most | until the answer is shown |\n|---|---|---|'
  if (process.env.RECORD)
    await appendFile(join(import.meta.dirname, 'history.md'), [title, command, head, ...rows, ''].join('\n'))
} finally {
  await browser.close()
  await stage.stop()
}

/** The measured interactions, each until its result is shown. */
function interactions(page: Page): [string, () => Promise<unknown>][] {
  const rows = page.locator('tbody tr')
  return [
    [
      'filter by state',
      async () => {
        await page.getByLabel(en.deliveries.state, { exact: true }).focus()
        await page.keyboard.press('F')
        await page.waitForFunction(() => location.search.includes('FAILED'))
        await rows.filter({ hasText: en.states.FAILED! }).first().waitFor()
      },
    ],
    [
      'select all of the page',
      async () => {
        await page.getByLabel(frame.selectAll).click()
        await page.getByRole('button', { name: 'Send 50 deliveries again' }).waitFor()
      },
    ],
    [
      'next page',
      async () => {
        await page.getByRole('button', { name: frame.list.next }).click()
        await page.waitForFunction(() => location.search.includes('cursor') && !document.querySelector('.stale'))
      },
    ],
    [
      'open a delivery',
      async () => {
        await page.locator('tbody .row-link').first().click()
        await page.getByRole('heading', { name: en.delivery.attempts }).waitFor()
      },
    ],
    [
      'open the search',
      async () => {
        await page.keyboard.press('/')
        await page.getByRole('combobox', { name: frame.search.label }).waitFor()
      },
    ],
    [
      'type in the search',
      async () => {
        await page.keyboard.type('events')
        await page.getByRole('option', { name: 'Events' }).waitFor()
      },
    ],
    [
      'go to the events',
      async () => {
        await page.keyboard.press('Enter')
        await rows.first().waitFor()
      },
    ],
    [
      'filter the events by kind',
      async () => {
        await page.getByLabel(en.event.kind, { exact: true }).selectOption('review.created')
        await rows.filter({ hasText: 'review.created' }).first().waitFor()
      },
    ],
    [
      'next page of the events',
      async () => {
        await page.getByRole('button', { name: frame.list.next }).click()
        await page.waitForFunction(() => location.search.includes('cursor') && !document.querySelector('.stale'))
      },
    ],
  ]
}
