import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { words as arBooking } from '../../../web/console/organization/agenda/booking/words/ar.ts'
import { words as enBooking } from '../../../web/console/organization/agenda/booking/words/en.ts'
import { words as frBooking } from '../../../web/console/organization/agenda/booking/words/fr.ts'
import { words as ar } from '../../../web/console/organization/agenda/words/ar.ts'
import { words as en } from '../../../web/console/organization/agenda/words/en.ts'
import { words as fr } from '../../../web/console/organization/agenda/words/fr.ts'
import type { Language } from '../../src/lib/channels.ts'
import { assertAccessible } from '../accessible.ts'
import { startBrowser, withoutBrowser } from '../browser.ts'
import { eventually } from '../eventually.ts'
import { startPlatform } from '../harness.ts'
import { createPlace, createVisitType, everyDay, open } from '../scheduling.ts'
import { languages, NARROW, newDeskPractice, openScreen, press, tabTo, WIDE } from './visiting.ts'

const texts = {
  fr: { ...fr, ...frBooking },
  ar: { ...ar, ...arBooking },
  en: { ...en, ...enBooking },
}
/** A Monday in the future, when the time in Morocco equals UTC. */
const DAY = '2027-03-01'

describe('visit types, free times and series in the agenda', { skip: withoutBrowser }, async () => {
  if (withoutBrowser) return
  const platform = await startPlatform()
  const browser = await startBrowser()
  const { call } = platform

  /** An organisation with a receptionist, a doctor with hours and a visit type at a place, and a patient. */
  async function newPractice() {
    const practice = await newDeskPractice(platform)
    const { desk, admin, doctor, patient, placeId } = practice
    const type = { name: 'Suivi', mode: 'IN_PERSON', durationMin: 20, stepMin: 20, horizonDays: 365 }
    const { id: visitTypeId } = await createVisitType(platform, admin, type)
    await open(platform, admin, doctor, everyDay(placeId, { modes: ['IN_PERSON'] }))
    const appointments = async () => {
      const list = await call('GET', `/api/appointments?patientId=${patient.id}&from=2026-01-01T00:00:00Z`, {
        token: desk.token,
      })
      return list.body.appointments
    }
    const holds = async () =>
      (await platform.owner.query('select id, start_time from slot_holds where tenant_id = $1', [desk.tenantId])).rows
    const bookAt = async (startTime: string) => {
      const body = { doctorId: doctor.id, patientId: patient.id, startTime, visitTypeId, placeId }
      const answer = await call('POST', '/api/appointments', { token: desk.token, body })
      assert.equal(answer.status, 201, answer.text)
      return answer.body.appointment.id as string
    }
    return { ...practice, visitTypeId, appointments, holds, bookAt }
  }

  /** Opens the form, and chooses the patient and the visit type by the keyboard. */
  async function startBooking(page: Page, t: (typeof texts)['en']): Promise<void> {
    await press(page, t.book)
    await tabTo(page, t.patient)
    await page.keyboard.type('Amina')
    await page.getByRole('option', { name: /Amina Fassi/ }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await tabTo(page, t.type)
    await page.keyboard.type('Suivi')
    await page.locator('.slots-days .button').first().waitFor()
  }
  /** Goes to the free times with the Tab key, and to one of them with the arrow keys. */
  async function chooseTime(page: Page, keys: readonly string[]): Promise<void> {
    await tabTo(page, / 09:[024]0$/)
    for (const key of [...keys, 'Enter']) await page.keyboard.press(key)
  }
  const nextTime = (language: Language) => (language === 'ar' ? 'ArrowLeft' : 'ArrowRight')
  const block = (page: Page, id: string) => page.locator(`.agenda-grid [data-id="${id}"]`)

  for (const language of languages) {
    const t = texts[language]

    test(`a free time is held, and booked with its type and place (${language})`, async (context) => {
      const { page } = await browser.visitor(context, 'desk', { locale: language, viewport: WIDE })
      const { desk, placeId, visitTypeId, appointments, holds } = await newPractice()
      await openScreen(page, platform, desk.email, `/today?date=${DAY}`)
      await startBooking(page, t)
      await chooseTime(page, [nextTime(language), nextTime(language)])
      await page.getByRole('button', { name: t.slots.extend }).waitFor()
      assert.deepEqual(
        (await holds()).map(({ start_time }) => start_time.toISOString()),
        [`${DAY}T09:40:00.000Z`],
      )
      await press(page, t.slots.extend)
      await page.getByRole('button', { name: t.slots.extend }).waitFor({ state: 'detached' })
      await assertAccessible(page, `booking ${language}`)
      await page.setViewportSize(NARROW)
      await assertAccessible(page, `narrow booking ${language}`)
      await page.setViewportSize(WIDE)
      await tabTo(page, t.visitReason)
      await page.keyboard.type('Contrôle')
      await press(page, t.bookButton)
      await page.getByText(t.booked.replace('{name}', 'Amina Fassi')).waitFor()
      const [appointment, ...more] = await appointments()
      assert.deepEqual(more, [])
      assert.partialDeepStrictEqual(appointment, {
        ...{ visitTypeId, placeId, mode: 'IN_PERSON', visitReason: 'Contrôle' },
        ...{ startTime: `${DAY}T09:40:00.000Z`, endTime: `${DAY}T10:00:00.000Z` },
      })
      assert.deepEqual(await holds(), [])
      await block(page, appointment.id).click()
      const dialog = page.locator('dialog')
      for (const shown of ['Suivi', 'Cabinet Agdal', 'Contrôle'])
        await dialog.getByText(shown, { exact: true }).waitFor()
      await assertAccessible(page, `details ${language}`)
    })

    test(`a series leaves out a time that is taken, and is changed and cancelled (${language})`, async (context) => {
      const { page } = await browser.visitor(context, 'desk', {
        ...{ locale: language, viewport: WIDE },
        ignoredErrors: /status of 409/,
      })
      const { desk, bookAt, appointments } = await newPractice()
      const taken = await bookAt('2027-03-08T09:00:00Z')
      await openScreen(page, platform, desk.email, `/today?date=${DAY}`)
      await startBooking(page, t)
      await chooseTime(page, [])
      await page.getByRole('button', { name: t.slots.extend }).waitFor()
      await tabTo(page, t.series.repeat)
      await page.keyboard.press('ArrowDown')
      await tabTo(page, t.series.count)
      await page.keyboard.press('Control+a')
      await page.keyboard.type('3')
      await assertAccessible(page, `repetition ${language}`)
      await press(page, t.bookButton)
      await page.locator('dialog .failed').waitFor()
      assert.equal((await appointments()).length, 1)
      await tabTo(page, t.series.skip)
      await page.keyboard.press('Space')
      await press(page, t.bookButton)
      await page.locator('dialog .times li').waitFor()
      await assertAccessible(page, `skipped ${language}`)
      const ofSeries = async () =>
        (await appointments())
          .filter(({ id }: { id: string }) => id !== taken)
          .map(({ startTime, status }: { startTime: string; status: string }) => `${startTime.slice(0, 16)} ${status}`)
          .toSorted()
      assert.deepEqual(await ofSeries(), ['2027-03-01T09:00 SCHEDULED', '2027-03-15T09:00 SCHEDULED'])
      await page.keyboard.press('Escape')

      const [{ id }] = (await appointments()).filter(({ startTime }: { startTime: string }) =>
        startTime.startsWith(DAY),
      )
      await block(page, id).click()
      await press(page, t.series.open)
      await page.locator('dialog .times li').nth(1).waitFor()
      await assertAccessible(page, `series ${language}`)
      await press(page, t.series.change)
      await tabTo(page, t.start)
      await page.getByLabel(t.start).fill('10:20')
      await assertAccessible(page, `change of a series ${language}`)
      await press(page, t.series.save)
      await page.getByText(t.series.changed).waitFor()
      assert.deepEqual(await ofSeries(), ['2027-03-01T10:20 SCHEDULED', '2027-03-15T10:20 SCHEDULED'])
      await press(page, t.series.cancel)
      await assertAccessible(page, `cancellation of a series ${language}`)
      await press(page, t.series.cancelButton)
      await page.getByText(t.series.cancelled).waitFor()
      assert.deepEqual(await ofSeries(), ['2027-03-01T10:20 CANCELLED', '2027-03-15T10:20 CANCELLED'])
    })

    test(`an appointment is moved to a free time, and cancelled late (${language})`, async (context) => {
      const { page } = await browser.visitor(context, 'desk', { locale: language, viewport: WIDE })
      const { desk, bookAt, appointments } = await newPractice()
      const id = await bookAt(`${DAY}T09:00:00Z`)
      await openScreen(page, platform, desk.email, `/today?date=${DAY}`)
      await block(page, id).click()
      await press(page, t.findTime)
      await page.locator('.slots-days .button').first().waitFor()
      await assertAccessible(page, `free times ${language}`)
      await chooseTime(page, ['ArrowDown'])
      await press(page, t.move)
      await page.getByText(t.moved.replace('{name}', 'Amina Fassi')).waitFor()
      await eventually(async () => (await appointments())[0].startTime === `2027-03-02T09:00:00.000Z`, 'the move')
      await page.goto(`${platform.url}/console/today?date=2027-03-02`)
      await block(page, id).click()
      await press(page, t.cancel)
      await tabTo(page, t.lateCancel)
      await page.keyboard.press('Space')
      await assertAccessible(page, `late cancellation ${language}`)
      await press(page, t.cancelButton)
      await block(page, id).getByText(t.cancelledLate).waitFor()
      await page.goto(`${platform.url}/docs`)
      await eventually(async () => (await appointments())[0].lateCancel === true, 'the cancellation is sent')
    })
  }

  test('a move to a free time at another place changes the place, and undoing it changes it back', async (context) => {
    const { page } = await browser.visitor(context, 'desk', { locale: 'en', viewport: WIDE })
    const { desk, admin, doctor, placeId, bookAt, appointments } = await newPractice()
    const other = await createPlace(platform, admin, { name: 'Cabinet Hassan' })
    const days = everyDay(placeId, { modes: ['IN_PERSON'] })
    await open(
      platform,
      admin,
      doctor,
      days.map((rule, n) => (n === 1 ? { ...rule, placeId: other } : rule)),
    )
    const id = await bookAt(`${DAY}T09:00:00Z`)
    await openScreen(page, platform, desk.email, `/today?date=${DAY}`)
    await block(page, id).click()
    await press(page, texts.en.findTime)
    await page.getByRole('button', { name: 'Tue 2 Mar 09:00' }).click()
    await press(page, texts.en.move)
    await page.getByText(texts.en.moved.replace('{name}', 'Amina Fassi')).waitFor()
    await eventually(async () => (await appointments())[0].placeId === other, 'the other place')
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText(texts.en.movedBack.replace('{name}', 'Amina Fassi')).waitFor()
    assert.partialDeepStrictEqual((await appointments())[0], { placeId, startTime: `${DAY}T09:00:00.000Z` })
  })

  test('a series at a place in another time zone is changed by the clock there', async (context) => {
    const { page } = await browser.visitor(context, 'desk', { locale: 'en', viewport: WIDE })
    const { desk, admin, doctor, patient } = await newPractice()
    const placeId = await createPlace(platform, admin, { timeZone: 'Europe/Paris' })
    const body = {
      ...{ doctorId: doctor.id, patientId: patient.id, placeId, mode: 'IN_PERSON' },
      ...{ startTime: `${DAY}T09:00:00Z`, endTime: `${DAY}T09:30:00Z` },
      repeat: { frequency: 'WEEKLY', interval: 1, count: 2 },
    }
    const made = await call('POST', '/api/series', { token: desk.token, body })
    assert.equal(made.status, 201, made.text)
    const [{ id }] = made.body.series.appointments
    await openScreen(page, platform, desk.email, `/today?date=${DAY}`)
    await block(page, id).click()
    await press(page, texts.en.series.open)
    await press(page, texts.en.series.change)
    const start = page.getByLabel('Start (Europe/Paris)')
    assert.equal(await start.inputValue(), '10:00')
    await start.fill('10:30')
    await press(page, texts.en.series.save)
    await page.getByText(texts.en.series.changed).waitFor()
    const { series } = (await call('GET', `/api/series/${made.body.series.id}`, { token: desk.token })).body
    assert.equal(series.appointments[0].startTime, `${DAY}T09:30:00.000Z`)
  })

  test('closing the form releases the time', async (context) => {
    const { page } = await browser.visitor(context, 'desk', { locale: 'en', viewport: WIDE })
    const { desk, holds } = await newPractice()
    await openScreen(page, platform, desk.email, `/today?date=${DAY}`)
    await startBooking(page, texts.en)
    await chooseTime(page, ['ArrowRight', 'ArrowRight'])
    await page.getByRole('button', { name: texts.en.slots.extend }).waitFor()
    await tabTo(page, / 09:40$/)
    for (const key of ['ArrowLeft', 'Enter']) await page.keyboard.press(key)
    await eventually(async () => {
      const [hold, ...more] = await holds()
      return more.length === 0 && hold?.start_time.toISOString() === `${DAY}T09:20:00.000Z`
    }, 'another time replaces the first')
    await page.keyboard.press('Escape')
    await eventually(async () => (await holds()).length === 0, 'the hold is released')
  })

  test('a time whose hold has expired is booked without it', async (context) => {
    const { page } = await browser.visitor(context, 'desk', {
      ...{ locale: 'en', viewport: WIDE },
      ignoredErrors: /status of 409/,
    })
    const { desk, appointments } = await newPractice()
    await openScreen(page, platform, desk.email, `/today?date=${DAY}`)
    await startBooking(page, texts.en)
    await chooseTime(page, ['ArrowRight', 'ArrowRight'])
    await page.getByRole('button', { name: texts.en.slots.extend }).waitFor()
    await platform.owner.query('delete from slot_holds where tenant_id = $1', [desk.tenantId])
    await press(page, texts.en.bookButton)
    await page.locator('dialog .failed').waitFor()
    assert.equal((await appointments()).length, 0)
    await press(page, texts.en.bookButton)
    await page.locator('dialog').waitFor({ state: 'detached' })
    assert.equal((await appointments())[0].startTime, `${DAY}T09:40:00.000Z`)
  })

  test('a week without free times leads to the first one', async (context) => {
    const { page } = await browser.visitor(context, 'desk', { locale: 'en', viewport: WIDE })
    const { desk, doctor, admin } = await newPractice()
    const body = { kind: 'CLOSED', firstDay: DAY, lastDay: '2027-03-12' }
    const away = await call('POST', `/api/doctors/${doctor.id}/exceptions`, { token: admin.token, body })
    assert.equal(away.status, 201, away.text)
    await openScreen(page, platform, desk.email, `/today?date=${DAY}`)
    await press(page, texts.en.book)
    await page.getByLabel(texts.en.type).selectOption({ index: 1 })
    await page.getByText(texts.en.slots.none).waitFor()
    await assertAccessible(page, 'a week without free times')
    await page.getByRole('button', { name: texts.en.slots.first }).click()
    await page.getByRole('button', { name: 'Sat 13 Mar 09:00' }).waitFor()
  })
})
