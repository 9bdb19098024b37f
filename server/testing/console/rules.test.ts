import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { words as ar } from '../../../web/console/scheduling/words/ar.ts'
import { words as en } from '../../../web/console/scheduling/words/en.ts'
import { words as fr } from '../../../web/console/scheduling/words/fr.ts'
import { words as enFrame } from '../../../web/console/words/en.ts'
import { newMember } from '../../src/features/platform/sign-in/browser-testing.ts'
import { assertAccessible } from '../accessible.ts'
import { startBrowser, withoutBrowser } from '../browser.ts'
import { eventually } from '../eventually.ts'
import { newPerson } from '../factories.ts'
import { startPlatform } from '../harness.ts'
import { createPlace, createVisitType } from '../scheduling.ts'
import { asAdministrator, heading, languages, NARROW, openScreen, press, tabTo, WIDE } from './visiting.ts'

const texts = { fr, ar, en }

describe('the booking rules in the console', { skip: withoutBrowser }, async () => {
  if (withoutBrowser) return
  const platform = await startPlatform()
  const browser = await startBrowser()
  const { call } = platform

  for (const language of languages) {
    const text = texts[language]

    test(`a visit type is added with its service, and changed (${language})`, async (t) => {
      const { page } = await browser.visitor(t, 'admin', {
        ...{ locale: language, viewport: WIDE },
        ignoredErrors: /status of 422/,
      })
      const admin = await newMember(platform, 'ADMIN')
      await newPerson(platform, admin.tenantId, 'DOCTOR', undefined, 'Dr Amal Idrissi')
      await openScreen(page, platform, admin.email, '/booking')
      await page.getByText(text.types.none).waitFor()
      await assertAccessible(page, `no types ${language}`)
      await press(page, text.types.add)
      await tabTo(page, text.types.fields.durationMin)
      await page.keyboard.press('Control+a')
      await page.keyboard.press('Delete')
      await press(page, text.types.save)
      await page.locator('dialog .failed').waitFor()
      await assertAccessible(page, `refused type ${language}`)
      await tabTo(page, text.types.name)
      await page.keyboard.type('Suivi')
      await tabTo(page, text.types.price)
      await page.keyboard.type('250,50')
      await tabTo(page, text.types.fields.durationMin)
      await page.keyboard.type('15')
      await tabTo(page, text.types.fields.stepMin)
      await page.keyboard.type('1')
      await press(page, text.types.save)
      await page
        .getByLabel(text.types.service)
        .locator('option:checked', { hasText: 'Suivi' })
        .waitFor({ state: 'attached' })
      await tabTo(page, text.types.fields.stepMin)
      await page.keyboard.type('15')
      await press(page, text.types.save)
      await page.locator('dialog').waitFor({ state: 'detached' })
      await page.getByRole('cell', { name: 'Suivi', exact: true }).waitFor()
      await assertAccessible(page, `types ${language}`)
      const types = async () => (await call('GET', '/api/visit-types', { token: admin.token })).body.visitTypes
      const services = await call('GET', '/api/services', { token: admin.token })
      assert.partialDeepStrictEqual(services.body.services, [{ name: 'Suivi', priceMAD: 25_050, durationMin: 15 }])
      assert.equal(services.body.services.length, 1)
      const shared = { name: 'Suivi', mode: 'IN_PERSON', serviceId: services.body.services[0].id }
      assert.partialDeepStrictEqual(await types(), [{ ...shared, durationMin: 15, doctorIds: null, active: true }])

      await press(page, `${text.types.edit} Suivi`)
      await tabTo(page, text.types.fields.minNoticeMin)
      await page.keyboard.press('ArrowDown')
      await tabTo(page, text.types.allProfessionals)
      await page.keyboard.press('Space')
      await tabTo(page, 'Dr Amal Idrissi')
      await page.keyboard.press('Space')
      await page.setViewportSize(NARROW)
      await assertAccessible(page, `type, narrow ${language}`)
      await page.setViewportSize(WIDE)
      await press(page, text.types.save)
      await page.locator('dialog').waitFor({ state: 'detached' })
      await eventually(async () => (await types())[0].minNoticeMin === 60, 'the type is changed')
      assert.equal((await types())[0].doctorIds.length, 1)
      await page.setViewportSize(NARROW)
      await assertAccessible(page, `types, narrow ${language}`)
    })

    test(`a place is added, changed and closed (${language})`, async (t) => {
      const { page } = await browser.visitor(t, 'admin', { locale: language, viewport: WIDE })
      const admin = await asAdministrator(page, platform, '/booking?tab=places')
      await press(page, text.places.add)
      await tabTo(page, text.places.name)
      await page.keyboard.type('Cabinet Agdal')
      await tabTo(page, text.places.city)
      await page.keyboard.type('Rabat')
      await tabTo(page, text.places.phone)
      await page.keyboard.type('05 37 00 00 00')
      await assertAccessible(page, `place ${language}`)
      await press(page, text.places.save)
      await page.locator('dialog').waitFor({ state: 'detached' })
      await press(page, `${text.places.edit} Cabinet Agdal`)
      await tabTo(page, text.places.activeLabel)
      await page.keyboard.press('Space')
      await press(page, text.places.save)
      await page.locator('dialog').waitFor({ state: 'detached' })
      await page.getByText(text.places.inactive, { exact: true }).waitFor()
      await assertAccessible(page, `places ${language}`)
      const { places } = (await call('GET', '/api/places', { token: admin.token })).body
      const stored = { name: 'Cabinet Agdal', city: 'Rabat', phone: '+212537000000', address: null, active: false }
      assert.partialDeepStrictEqual(places, [stored])
    })

    test(`a holiday is confirmed, moved and worked (${language})`, async (t) => {
      const { page } = await browser.visitor(t, 'admin', { locale: language, viewport: WIDE })
      const admin = await asAdministrator(page, platform, '/booking?tab=holidays')
      const holidays = async () => (await call('GET', '/api/holidays', { token: admin.token })).body.holidays
      type Holiday = Awaited<ReturnType<typeof holidays>>[number]
      const eid: Holiday = (await holidays()).find(({ code }: Holiday) => code === 'EID_AL_FITR')
      const current = async (): Promise<Holiday> => (await holidays()).find(({ id }: Holiday) => id === eid.id)
      const row = page.getByRole('row').filter({ hasText: eid.names[language] }).first()
      await row.waitFor()
      await assertAccessible(page, `holidays ${language}`)
      await row.getByRole('button', { name: `${text.holidays.confirm} ${eid.names[language]}` }).press('Enter')
      await row.getByText(text.holidays.confirmed, { exact: true }).waitFor()
      assert.partialDeepStrictEqual(await current(), { confirmed: true, firstDay: eid.calculatedDay })
      await row.getByRole('button', { name: `${text.holidays.move} ${eid.names[language]}` }).press('Enter')
      await tabTo(page, text.holidays.firstDay)
      await page.keyboard.press('ArrowDown')
      await assertAccessible(page, `day of a holiday ${language}`)
      await press(page, text.holidays.confirm)
      await page.locator('dialog').waitFor({ state: 'detached' })
      const next = new Date(Date.parse(eid.calculatedDay) + 86_400_000).toISOString().slice(0, 10)
      assert.partialDeepStrictEqual(await current(), { confirmed: true, firstDay: next })
      await row.getByRole('button', { name: text.holidays.stayOpen }).press('Enter')
      await row.getByText(text.holidays.open, { exact: true }).waitFor()
      assert.equal((await current()).observed, false)
      await page.setViewportSize(NARROW)
      await assertAccessible(page, `holidays, narrow ${language}`)
    })

    test(`the policy is changed (${language})`, async (t) => {
      const { page } = await browser.visitor(t, 'admin', {
        ...{ locale: language, viewport: WIDE },
        ignoredErrors: /status of 422/,
      })
      const admin = await asAdministrator(page, platform, '/booking?tab=policy')
      const policy = async () => (await call('GET', '/api/booking-policy', { token: admin.token })).body.bookingPolicy
      await tabTo(page, text.policy.lateCancelHours)
      await page.keyboard.type('999')
      await press(page, text.policy.save)
      await page.locator('.failed').waitFor()
      await tabTo(page, text.policy.lateCancelHours)
      await page.keyboard.type('24')
      await tabTo(page, text.policy.limit)
      await page.keyboard.press('Space')
      await tabTo(page, text.policy.noShowLimit)
      await page.keyboard.press('Delete')
      await press(page, text.policy.save)
      await page.locator('.fault').waitFor()
      assert.equal((await policy()).noShowLimit, null, 'an empty limit is refused')
      await tabTo(page, text.policy.noShowLimit)
      await page.keyboard.type('3')
      await tabTo(page, text.policy.noShowDays)
      await page.keyboard.type('90')
      await assertAccessible(page, `policy ${language}`)
      await press(page, text.policy.save)
      await page.getByText(text.policy.saved).waitFor()
      assert.deepEqual(await policy(), { lateCancelHours: 24, noShowLimit: 3, noShowDays: 90 })
      await page.locator('.failed').waitFor({ state: 'detached' })
      await tabTo(page, text.policy.limit)
      await page.keyboard.press('Space')
      await press(page, text.policy.save)
      await eventually(async () => (await policy()).noShowLimit === null, 'no limit')
      await page.setViewportSize(NARROW)
      await assertAccessible(page, `policy, narrow ${language}`)
    })
  }

  test('a type that another administrator changed meanwhile is not overwritten', async (t) => {
    const { page } = await browser.visitor(t, 'admin', {
      ...{ locale: 'en', viewport: WIDE },
      ignoredErrors: /status of 412/,
    })
    const member = await newMember(platform, 'ADMIN')
    const admin = await newPerson(platform, member.tenantId, 'ADMIN')
    const { id } = await createVisitType(platform, admin, { name: 'Suivi' })
    await openScreen(page, platform, member.email, '/booking')
    await press(page, `${en.types.edit} Suivi`)
    await page.getByLabel(en.types.name).fill('Contrôle')
    const body = { durationMin: 45 }
    assert.equal((await call('PUT', `/api/visit-types/${id}`, { token: admin.token, body })).status, 200)
    await page.getByRole('button', { name: en.types.save }).click()
    await page.locator('dialog .failed').waitFor()
    const { visitType } = (await call('GET', `/api/visit-types/${id}`, { token: admin.token })).body
    assert.partialDeepStrictEqual(visitType, { name: 'Suivi', durationMin: 45 })
  })

  test('closed places have no hours, and the front desk does not see the screen', async (t) => {
    const { page } = await browser.visitor(t, 'desk', { locale: 'en', viewport: WIDE })
    const desk = await newMember(platform, 'RECEPTIONIST')
    const admin = await newPerson(platform, desk.tenantId, 'ADMIN')
    await newPerson(platform, desk.tenantId, 'DOCTOR')
    await createPlace(platform, admin, { active: false })
    await openScreen(page, platform, desk.email, '/hours')
    await page.getByText(en.hours.noPlaces).waitFor()
    assert.equal(await page.getByRole('link', { name: enFrame.screens.booking }).count(), 0)
    await page.goto(`${platform.url}/console/booking`)
    await page.getByText(enFrame.notFound.forbiddenTitle).waitFor()
    assert.equal(await heading(page).textContent(), enFrame.notFound.forbiddenTitle)
  })
})
