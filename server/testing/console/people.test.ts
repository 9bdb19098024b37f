import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { count, fill, speak } from '../../../web/console/language.ts'
import { words as ar } from '../../../web/console/organization/words/ar.ts'
import { words as en } from '../../../web/console/organization/words/en.ts'
import { words as fr } from '../../../web/console/organization/words/fr.ts'
import { words as frameAr } from '../../../web/console/words/ar.ts'
import { words as frameEn } from '../../../web/console/words/en.ts'
import { words as frameFr } from '../../../web/console/words/fr.ts'
import { faultCodes } from '../../src/errors.ts'
import { newMember } from '../../src/features/platform/sign-in/browser-testing.ts'
import { assertAccessible } from '../accessible.ts'
import { startBrowser, withoutBrowser } from '../browser.ts'
import { newPerson } from '../factories.ts'
import { startPlatform } from '../harness.ts'
import { asAdministrator, directions, heading, languages, NARROW, openScreen, press, tabTo, WIDE } from './visiting.ts'

const texts = {
  fr: { ...fr.people, frame: frameFr },
  ar: { ...ar.people, frame: frameAr },
  en: { ...en.people, frame: frameEn },
}
const BIRTH_DATE = '1951-07-14'

describe('people in the console', { skip: withoutBrowser }, async () => {
  if (withoutBrowser) return
  const platform = await startPlatform()
  const browser = await startBrowser()
  const { call } = platform

  async function register(page: Page, text: (typeof texts)['en'], name: string): Promise<void> {
    await press(page, text.patients.register)
    await tabTo(page, text.fields.name)
    await page.keyboard.type(name)
    await tabTo(page, text.fields.birthDate)
    await page.locator(':focus').fill(BIRTH_DATE) // typing would depend on the date format of the system
    await press(page, text.register.button)
  }

  for (const language of languages) {
    const text = texts[language]

    test(`a duplicate patient is registered, found and merged by keyboard (${language})`, async (t) => {
      const { page } = await browser.visitor(t, 'administrator', {
        locale: language,
        ignoredErrors: /status of (404|409)/,
      })
      await asAdministrator(page, platform, '/overview')
      await page.keyboard.press('g')
      await page.keyboard.press('p')
      await page.getByText(text.patients.empty).waitFor()
      await register(page, text, 'Khadija Benjelloun')
      await heading(page).getByText('Khadija Benjelloun').waitFor()

      await page.keyboard.press('g')
      await page.keyboard.press('p')
      await register(page, text, 'KHADIJA BENJELLOUN')
      await page.getByText(text.register.duplicates).waitFor()
      assert.equal(await page.getByLabel(text.fields.birthDate, { exact: true }).inputValue(), BIRTH_DATE)
      await assertAccessible(page, 'possible duplicates of a registration')
      await press(page, text.register.different)
      await heading(page).getByText('KHADIJA BENJELLOUN').waitFor()

      await press(page, text.frame.screens.people)
      await press(page, text.tabs.duplicates)
      await press(page, text.duplicates.compare)
      await heading(page).getByText(text.merge.title).waitFor()
      speak(text.frame)
      const button = page.locator('.button.danger')
      await button.waitFor()
      const [affected] = /\d+|[٠-٩]+/.exec((await button.textContent())!)!
      assert.ok(Number(affected) > 0, 'the number of records that move')
      await tabTo(page, text.merge.reason)
      await page.keyboard.type('Registered twice')
      await press(page, count(text.merge.button, Number(affected)))
      await heading(page).getByText('Khadija Benjelloun').waitFor()
      await page.getByRole('heading', { name: text.merges.title }).waitFor()
      await page.getByText('Registered twice').waitFor()
    })

    test(`a patient is found by a part of the name and by number, by keyboard (${language})`, async (t) => {
      const { page } = await browser.visitor(t, 'administrator', { locale: language })
      const { token } = await asAdministrator(page, platform, '/people')
      await page.getByText(text.patients.empty).waitFor()
      for (const [name, phone] of [
        ['Zoé Bénali', '0661000001'],
        ['Amine El Fassi', '0661000002'],
      ] as const) {
        const body = { name, phone, birthDate: BIRTH_DATE }
        assert.equal((await call('POST', '/api/patients', { token, body })).status, 201)
      }
      await page.reload()
      const rows = page.locator('tbody tr')
      await rows.nth(1).waitFor()
      const search = async (typed: string, found: string) => {
        await tabTo(page, text.patients.search)
        await page.locator(':focus').fill(typed)
        await page.waitForURL((url) => url.searchParams.get('search') === typed)
        await rows.getByText(found).waitFor()
        await rows.nth(1).waitFor({ state: 'detached' })
      }
      await search('fas am', 'Amine El Fassi')
      await assertAccessible(page, 'patients that were found')
      await search('06 61 00 00 01', 'Zoé Bénali')
      await tabTo(page, text.patients.search)
      await page.locator(':focus').fill('nothing of the kind')
      await page.getByText(text.frame.list.noMatch).waitFor()
      await press(page, text.frame.list.clear)
      await rows.nth(1).waitFor()

      await page.keyboard.press('ControlOrMeta+k')
      await page.getByRole('dialog').getByRole('combobox').waitFor()
      await page.keyboard.type('benali')
      await page.getByRole('option', { name: 'Zoé Bénali' }).waitFor()
      await assertAccessible(page, 'a patient in the search of screens')
      await page.keyboard.press('Enter')
      await heading(page).getByText('Zoé Bénali').waitFor()
    })

    test(`a professional is verified by keyboard (${language})`, async (t) => {
      const { page } = await browser.visitor(t, 'administrator', { locale: language })
      const { tenantId } = await asAdministrator(page, platform, '/people')
      const pending = await newPerson(platform, tenantId, 'PENDING', undefined, 'Dr Leila Amrani')
      await press(page, text.tabs.verification)
      await press(page, fill(text.verification.verifyNamed, { name: 'Dr Leila Amrani' }))
      await press(page, text.verification.verify)
      await page.getByText(text.verification.noProfessionals).waitFor()
      const { rows } = await platform.owner.query('select verified_at from users where id = $1', [pending.id])
      assert.ok(rows[0].verified_at)
    })
  }

  for (const language of directions) {
    const text = texts[language]

    test(`every list, record and form is accessible, narrow and wide (${language})`, async (t) => {
      const { page } = await browser.visitor(t, 'administrator', {
        locale: language,
        viewport: NARROW,
        ignoredErrors: /status of 404/,
      })
      await openScreen(page, platform, 'admin@sandbox.example', '/people')
      const check = async (name: string) => {
        await page.waitForFunction(() => !document.querySelector('.skeleton'))
        for (const size of [NARROW, WIDE]) {
          await page.setViewportSize(size)
          await assertAccessible(page, `${name}, ${size.width} px`)
        }
      }
      const addresses = [
        ...['/people', '/people?consent=RECORDING', '/people?tab=duplicates', '/people?tab=verification'],
        ...[
          '/people?tab=staff',
          '/people/usr_sandbox_patient',
          '/people/usr_sandbox_child',
          '/people/usr_sandbox_doctor',
        ],
        ...['/people?tab=merge&id=usr_sandbox_mother&other=usr_sandbox_patient', '/people/usr_absent'],
      ]
      for (const address of addresses) {
        await page.goto(`${platform.url}/console${address}`)
        await heading(page).waitFor()
        await check(address)
      }
      for (const [address, buttons] of [
        ['/people', [text.patients.register]],
        ['/people?tab=staff', [text.staff.invite]],
        [
          '/people/usr_sandbox_patient',
          [text.person.claim, text.person.rename, text.person.disable, text.person.merge, text.identity.edit],
        ],
        ['/people/usr_sandbox_child', [text.contact.edit, text.guardianships.add]],
      ] as const)
        for (const button of buttons) {
          await page.goto(`${platform.url}/console${address}`)
          await page.getByRole('button', { name: button, exact: true }).first().click()
          await page.locator('dialog[open]').waitFor()
          await check(`${address}, ${button}`)
        }
    })
  }

  const text = texts.en

  for (const language of languages) {
    const text = texts[language]

    test(`a refused registration keeps the input, and explains each field (${language})`, async (t) => {
      const { page } = await browser.visitor(t, 'administrator', { locale: language, ignoredErrors: /status of 422/ })
      await asAdministrator(page, platform, '/people')
      await page.getByRole('button', { name: text.patients.register }).first().click()
      await page.getByLabel(text.fields.name, { exact: true }).fill('Amina Alaoui')
      await page.getByLabel(text.fields.phone, { exact: true }).fill('not a number')
      await page.getByRole('button', { name: text.register.button, exact: true }).click()
      await page.getByText(text.frame.failures.invalid).waitFor()
      const { byCode } = text.frame.faults
      assert.deepEqual((await page.locator('.fault').allTextContents()).sort(), [byCode.format, byCode.required].sort())
      assert.equal(await page.locator('dialog [lang=en]', { hasText: 'must' }).count(), 0)
      await assertAccessible(page, 'a refused registration')
      assert.equal(await page.getByLabel(text.fields.phone, { exact: true }).inputValue(), 'not a number')
      assert.equal(await page.getByLabel(text.fields.name, { exact: true }).inputValue(), 'Amina Alaoui')
    })
  }

  test('every code of a fault has a text in each language', () => {
    for (const language of languages)
      assert.deepEqual(Object.keys(texts[language].frame.faults.byCode).sort(), [...faultCodes].sort(), language)
  })

  test('a concurrent change by another user is reported, and the input can be saved afterwards', async (t) => {
    const { page } = await browser.visitor(t, 'administrator', { locale: 'en', ignoredErrors: /status of 412/ })
    const { tenantId, token } = await asAdministrator(page, platform, '/people?tab=staff')
    const doctor = await newPerson(platform, tenantId, 'DOCTOR', undefined, 'Dr Benali')
    await page.goto(`${platform.url}/console/people/${doctor.id}`)
    await page.getByRole('button', { name: text.person.rename }).click()
    await page.getByLabel(text.fields.name, { exact: true }).fill('Dr Y. Benali')
    const other = await call('PUT', `/api/users/${doctor.id}`, { token, body: { name: 'Dr Youssef Benali' } })
    assert.equal(other.status, 200, other.text)
    await page.getByRole('button', { name: text.person.save }).click()
    await page.getByText(text.frame.failures.changed).waitFor()
    await page.getByRole('button', { name: text.frame.reload }).click()
    await page.getByText(fill(text.person.currentName, { name: 'Dr Youssef Benali' })).waitFor()
    assert.equal(await page.getByLabel(text.fields.name, { exact: true }).inputValue(), 'Dr Y. Benali')
    await page.getByRole('button', { name: text.person.save }).click()
    await heading(page).getByText('Dr Y. Benali').waitFor()
  })

  test('a merge is refused until the user chooses between differing identities, and keeps the reason', async (t) => {
    const { page } = await browser.visitor(t, 'administrator', { locale: 'en', ignoredErrors: /status of 409/ })
    const { token } = await asAdministrator(page, platform, '/people')
    const ids: string[] = []
    for (const nationalId of ['ZZ 1', 'ZZ 2']) {
      const body = { name: 'Amina Alaoui', birthDate: BIRTH_DATE, nationalId, differentPerson: true }
      ids.push((await call('POST', '/api/patients', { token, body })).body.patient.id)
    }
    await page.goto(`${platform.url}/console/people?tab=merge&id=${ids[0]}&other=${ids[1]}`)
    await page.getByLabel(text.merge.reason, { exact: true }).fill('Same card')
    await page.locator('.button.danger').click()
    await page.getByText(text.frame.failures.conflict).waitFor()
    assert.equal(await page.getByLabel(text.merge.reason, { exact: true }).inputValue(), 'Same card')
    await page.getByLabel(text.merge.identityOf, { exact: true }).selectOption(ids[1]!)
    await page.locator('.button.danger').click()
    await page.getByText('ZZ 2').waitFor()
  })

  test('the front desk registers and compares, but does not merge, invite or disable', async (t) => {
    const { page } = await browser.visitor(t, 'front desk', { locale: 'en' })
    const desk = await newMember(platform, 'RECEPTIONIST')
    const doctor = await newPerson(platform, desk.tenantId, 'DOCTOR', undefined, 'Dr Benali')
    await openScreen(page, platform, desk.email, '/people')
    await page.getByRole('button', { name: text.patients.register }).first().waitFor()
    assert.deepEqual(await page.locator('.tabs a').allTextContents(), Object.values(text.tabs))
    await page.goto(`${platform.url}/console/people?tab=verification`)
    await page.getByText(text.verification.noGuardianships).waitFor()
    assert.equal(await page.getByRole('heading', { name: text.verification.professionals }).count(), 0)
    await page.goto(`${platform.url}/console/people?tab=staff`)
    await page.getByText('Dr Benali').click()
    await heading(page).getByText('Dr Benali').waitFor()
    assert.equal(await page.locator('.page-head .actions button').count(), 0)
    assert.ok(page.url().endsWith(doctor.id))
  })

  test('a doctor sees their own patients without contact data and guardians', async (t) => {
    const { page } = await browser.visitor(t, 'doctor', { locale: 'en', ignoredErrors: /status of 404/ })
    const doctor = await newMember(platform, 'DOCTOR')
    const body = { name: 'Amina Alaoui', birthDate: BIRTH_DATE }
    const answer = await call('POST', '/api/patients', { token: doctor.token, body })
    assert.equal(answer.status, 201, answer.text)
    await openScreen(page, platform, doctor.email, '/people')
    assert.deepEqual(await page.locator('.tabs a').allTextContents(), [text.tabs.patients, text.tabs.staff])
    await page.getByText('Amina Alaoui').click()
    await page.getByRole('heading', { name: text.consentStates.title }).waitFor()
    await page.getByRole('heading', { name: text.identity.title }).waitFor()
    for (const title of [text.contact.title, text.guardianships.guardians, text.relationships.title])
      assert.equal(await page.getByRole('heading', { name: title }).count(), 0, title)
    const { rows } = await platform.owner.query(
      `select operation from audit_log where tenant_id = $1 and outcome = 'FORBIDDEN'`,
      [doctor.tenantId],
    )
    assert.deepEqual(rows, [], 'the console sends no request that is refused to a doctor')
  })
})
