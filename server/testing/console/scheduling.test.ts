import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { words as arAgenda } from '../../../web/console/organization/agenda/words/ar.ts'
import { words as enAgenda } from '../../../web/console/organization/agenda/words/en.ts'
import { words as frAgenda } from '../../../web/console/organization/agenda/words/fr.ts'
import { words as ar } from '../../../web/console/scheduling/words/ar.ts'
import { words as en } from '../../../web/console/scheduling/words/en.ts'
import { words as fr } from '../../../web/console/scheduling/words/fr.ts'
import { assertAccessible } from '../accessible.ts'
import { startBrowser, withoutBrowser } from '../browser.ts'
import { eventually } from '../eventually.ts'
import { startPlatform } from '../harness.ts'
import { createVisitType, everyDay, open } from '../scheduling.ts'
import { languages, NARROW, newDeskPractice, openScreen, press, tabTo, WIDE } from './visiting.ts'

const texts = { fr, ar, en }
const agendaTexts = { fr: frAgenda, ar: arAgenda, en: enAgenda }

describe('hours and the waitlist in the console', { skip: withoutBrowser }, async () => {
  if (withoutBrowser) return
  const platform = await startPlatform()
  const browser = await startBrowser()
  const { call } = platform

  async function newPractice() {
    const practice = await newDeskPractice(platform)
    const { desk, doctor } = practice
    const rules = async () =>
      (await call('GET', `/api/doctors/${doctor.id}/opening`, { token: desk.token })).body.opening.rules
    return { ...practice, rules }
  }

  for (const language of languages) {
    const text = texts[language]

    test(`the week is written with the keyboard (${language})`, async (t) => {
      const { page } = await browser.visitor(t, 'desk', { locale: language, viewport: WIDE })
      const { desk, placeId, rules } = await newPractice()
      await openScreen(page, platform, desk.email, '/hours')
      await press(page, text.hours.add)
      await assertAccessible(page, `dialog ${language}`)
      await press(page, text.hours.apply)
      const block = page.locator('.hours-block')
      await block.focus()
      const forward = language === 'ar' ? 'ArrowLeft' : 'ArrowRight'
      for (const key of [forward, 'ArrowDown', 'ArrowDown', 'Shift+ArrowDown']) await page.keyboard.press(key)
      await assertAccessible(page, `week ${language}`)
      await press(page, text.hours.save)
      await eventually(async () => (await rules()).length === 1)
      const [rule] = await rules()
      assert.partialDeepStrictEqual(rule, {
        placeId,
        weekday: 2,
        from: '09:30',
        to: '12:45',
        modes: ['IN_PERSON', 'VIDEO'],
      })
      await block.focus()
      await page.keyboard.press('Delete')
      assert.equal(await block.count(), 0)
      await press(page, text.hours.discard)
      assert.equal(await block.count(), 1)
      await page.setViewportSize(NARROW)
      await assertAccessible(page, `narrow ${language}`)
    })

    test(`an absence lists the visits that fall into it (${language})`, async (t) => {
      const { page } = await browser.visitor(t, 'desk', { locale: language, viewport: WIDE })
      const { desk, doctor, patient } = await newPractice()
      const tomorrow = new Date(platform.services.clock.nowMs() + 86_400_000).toISOString().slice(0, 10)
      const body = {
        doctorId: doctor.id,
        patientId: patient.id,
        startTime: `${tomorrow}T10:00:00Z`,
        endTime: `${tomorrow}T10:30:00Z`,
      }
      const booked = await call('POST', '/api/appointments', { token: desk.token, body })
      assert.equal(booked.status, 201, booked.text)
      await openScreen(page, platform, desk.email, '/hours')
      await press(page, text.absences.add)
      await tabTo(page, text.absences.allDay)
      await assertAccessible(page, `absence ${language}`)
      await press(page, text.absences.add)
      const dialog = page.locator('dialog')
      await dialog.getByText('Amina Fassi').waitFor()
      await assertAccessible(page, `affected ${language}`)
      const link = dialog.getByRole('link', { name: text.absences.open })
      assert.equal(await link.getAttribute('href'), `/console/today?date=${tomorrow}&doctors=${doctor.id}`)
      await press(page, text.absences.close)
      await press(page, text.absences.remove)
      await press(page, text.absences.remove)
      await page.getByText(text.absences.none).waitFor()
    })

    test(`extra hours are added and removed (${language})`, async (t) => {
      const { page } = await browser.visitor(t, 'desk', {
        ...{ locale: language, viewport: WIDE },
        ignoredErrors: /status of 422/,
      })
      const { desk, doctor, placeId } = await newPractice()
      await openScreen(page, platform, desk.email, '/hours')
      await press(page, text.absences.add)
      await tabTo(page, text.absences.kind)
      await page.keyboard.press('ArrowDown')
      await tabTo(page, text.absences.to)
      await page.keyboard.type('08:00')
      await press(page, text.absences.add)
      await page.locator('dialog .failed').waitFor()
      await assertAccessible(page, `refused extra hours ${language}`)
      await tabTo(page, text.absences.to)
      await page.keyboard.type('13:00')
      await press(page, text.absences.add)
      await page.locator('dialog').waitFor({ state: 'detached' })
      await page.getByText(text.absences.OPEN, { exact: false }).first().waitFor()
      const path = `/api/doctors/${doctor.id}/exceptions`
      const stored = { kind: 'OPEN', placeId, from: '09:00', to: '13:00', modes: ['IN_PERSON', 'VIDEO'] }
      const { exceptions } = (await call('GET', path, { token: desk.token })).body
      assert.partialDeepStrictEqual(exceptions, [stored])
      await press(page, text.absences.remove)
      await page.getByText(text.absences.removeHoursText).waitFor()
      await press(page, text.absences.remove)
      await page.getByText(text.absences.none).waitFor()
    })

    test(`a patient waits for any professional of a city (${language})`, async (t) => {
      const { page } = await browser.visitor(t, 'desk', {
        ...{ locale: language, viewport: WIDE },
        ignoredErrors: /status of 422/,
      })
      const { desk, admin, patient } = await newPractice()
      await createVisitType(platform, admin, { name: 'Consultation' })
      await openScreen(page, platform, desk.email, '/waitlist')
      await press(page, text.waitlist.add)
      await tabTo(page, agendaTexts[language].patient)
      await page.keyboard.type('Amina')
      await page.getByRole('option', { name: /Amina Fassi/ }).waitFor()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await page.locator('dialog').getByLabel(text.professional).selectOption(text.waitlist.any)
      await press(page, text.waitlist.add)
      await page.locator('dialog .fault:not(:empty)').waitFor()
      await assertAccessible(page, `refused entry ${language}`)
      await tabTo(page, text.waitlist.city)
      await page.keyboard.type('Rabat')
      await page.getByLabel(text.waitlist.from).fill('09:00')
      await page.setViewportSize(NARROW)
      await assertAccessible(page, `entry of a city ${language}`)
      await page.setViewportSize(WIDE)
      await press(page, text.waitlist.add)
      await page.locator('dialog').waitFor({ state: 'detached' })
      const path = `/api/waitlist?patientId=${patient.id}`
      const { waitlistEntries } = (await call('GET', path, { token: desk.token })).body
      assert.partialDeepStrictEqual(waitlistEntries, [{ doctorId: null, city: 'Rabat', from: '09:00', to: null }])
    })

    test(`a patient joins the waitlist, is marked as urgent and removed (${language})`, async (t) => {
      const { page } = await browser.visitor(t, 'desk', { locale: language, viewport: WIDE })
      const { desk, admin, doctor, patient, placeId } = await newPractice()
      await createVisitType(platform, admin, { name: 'Consultation' })
      await open(platform, admin, doctor, everyDay(placeId))
      await openScreen(page, platform, desk.email, '/waitlist')
      await press(page, text.waitlist.add)
      await tabTo(page, agendaTexts[language].patient)
      await page.keyboard.type('Amina')
      await page.getByRole('option', { name: /Amina Fassi/ }).waitFor()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await assertAccessible(page, `join ${language}`)
      await press(page, text.waitlist.add)
      await page.locator('dialog').waitFor({ state: 'detached' })
      await press(page, text.waitlist.markUrgent)
      await page.locator('.urgent').waitFor()
      await assertAccessible(page, `waitlist ${language}`)
      const { waitlistEntries } = (await call('GET', `/api/waitlist?patientId=${patient.id}`, { token: desk.token }))
        .body
      assert.partialDeepStrictEqual(waitlistEntries, [{ urgent: true, status: 'WAITING', doctorId: doctor.id }])
      await page.setViewportSize(NARROW)
      await assertAccessible(page, `narrow waitlist ${language}`)
      await page.setViewportSize(WIDE)
      await press(page, text.waitlist.leave)
      await press(page, text.waitlist.leave)
      await page.getByText(text.waitlist.none).waitFor()
    })
  }

  test('hours are drawn with the pointer', async (t) => {
    const { page } = await browser.visitor(t, 'desk', { locale: 'en', viewport: WIDE })
    const { desk, rules } = await newPractice()
    await openScreen(page, platform, desk.email, '/hours')
    const wednesday = page.locator('.hours-day').nth(2)
    await wednesday.scrollIntoViewIfNeeded()
    const box = (await wednesday.boundingBox())!
    const hour = box.height / 13 // from 07:00 to 20:00
    await page.mouse.move(box.x + box.width / 2, box.y + 2 * hour + 1)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width / 2, box.y + 5 * hour - 1, { steps: 5 })
    await page.mouse.up()
    await page.getByRole('button', { name: en.hours.apply }).click()
    await page.getByRole('button', { name: en.hours.save }).click()
    await eventually(async () => (await rules()).length === 1)
    assert.partialDeepStrictEqual((await rules())[0], { weekday: 3, from: '09:00', to: '12:00' })
  })

  test('a change that another user saved meanwhile is not overwritten', async (t) => {
    const { page } = await browser.visitor(t, 'desk', {
      locale: 'en',
      viewport: WIDE,
      ignoredErrors: /the server responded with a status of 412/,
    })
    const { desk, admin, doctor, placeId, rules } = await newPractice()
    await openScreen(page, platform, desk.email, '/hours')
    await press(page, en.hours.add)
    await press(page, en.hours.apply)
    await open(platform, admin, doctor, everyDay(placeId))
    await press(page, en.hours.save)
    await page.locator('.failed').waitFor()
    assert.equal((await rules()).length, 7)
  })
})
