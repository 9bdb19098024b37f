import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { newMember, PASSWORD } from '../../src/features/platform/sign-in/browser-testing.ts'
import type { Language } from '../../src/lib/channels.ts'
import { newPerson } from '../factories.ts'
import type { Platform } from '../harness.ts'
import { createPlace, ignoreHolidays } from '../scheduling.ts'

export const languages = ['fr', 'ar', 'en'] as const satisfies readonly Language[]

/** A language of each direction of writing, for checks of every screen by axe-core. French has the longest words. */
export const directions = ['fr', 'ar'] as const satisfies readonly Language[]

/** The narrowest window of WCAG 1.4.10, and a common size. */
export const NARROW = { width: 320, height: 700 }
export const WIDE = { width: 1280, height: 800 }

/** Opens a screen, and signs in on the sign-in page. */
export async function openScreen(page: Page, { url }: Platform, email: string, path: string): Promise<void> {
  await page.goto(`${url}/console${path}`)
  await page.locator('input[type=email]').fill(email)
  await page.locator('input[type=password]').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.locator('.page-head h1').waitFor()
}

/** Signs in as a new administrator of a new organisation. */
export async function asAdministrator(page: Page, platform: Platform, path: string) {
  const member = await newMember(platform, 'ADMIN')
  await openScreen(page, platform, member.email, path)
  return member
}

/** A new organisation with a receptionist, a doctor, a patient and a place. */
export async function newDeskPractice(platform: Platform) {
  const desk = await newMember(platform, 'RECEPTIONIST')
  const { tenantId } = desk
  await ignoreHolidays(platform, tenantId)
  const admin = await newPerson(platform, tenantId, 'ADMIN')
  const doctor = await newPerson(platform, tenantId, 'DOCTOR', undefined, 'Dr Amal Idrissi')
  const patient = await newPerson(platform, tenantId, 'PATIENT', undefined, 'Amina Fassi')
  const placeId = await createPlace(platform, admin, { name: 'Cabinet Agdal' })
  return { desk, admin, doctor, patient, placeId }
}

/** Moves the focus to a control with the Tab key. */
export async function tabTo(page: Page, name: string | RegExp, steps = 80): Promise<void> {
  for (let n = 0; n < steps; n++) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate(() => {
      const element = document.activeElement as HTMLInputElement
      return (
        element.getAttribute('aria-label') ??
        element.labels?.[0]?.textContent ??
        element.textContent ??
        ''
      ).trim()
    })
    if (typeof name === 'string' ? focused === name : name.test(focused)) return
  }
  assert.fail(`The keyboard does not reach ${name}.`)
}

export async function press(page: Page, name: string | RegExp): Promise<void> {
  await tabTo(page, name)
  await page.keyboard.press('Enter')
}

/** The heading of the screen. */
export const heading = (page: Page) => page.locator('.page-head h1')
