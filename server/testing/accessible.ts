import assert from 'node:assert/strict'
import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** Success criteria of WCAG 2.2, levels A and AA, and good practice. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Checks a page with axe-core, and that it fits its window (WCAG 1.4.10). */
export async function assertAccessible(page: Page, name: string): Promise<void> {
  // Not as a <script>, which the page's content security policy refuses.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  const violations = await page.evaluate(async (rules) => {
    const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run({
      runOnly: rules,
      resultTypes: ['violations'],
    })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  }, RULES)
  assert.deepEqual(violations, [], name)
  const { scrollWidth, clientWidth } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return { scrollWidth, clientWidth }
  })
  assert.ok(scrollWidth <= clientWidth, `${name} is ${scrollWidth} px wide in a window of ${clientWidth} px`)
}
