import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fill } from '../../../web/console/language.ts'
import { words as ar } from '../../../web/console/organization/words/ar.ts'
import { words as en } from '../../../web/console/organization/words/en.ts'
import { words as fr } from '../../../web/console/organization/words/fr.ts'
import { words as frameAr } from '../../../web/console/words/ar.ts'
import { words as frameEn } from '../../../web/console/words/en.ts'
import { words as frameFr } from '../../../web/console/words/fr.ts'
import { newMember } from '../../src/features/platform/sign-in/browser-testing.ts'
import { assertAccessible } from '../accessible.ts'
import { startBrowser, withoutBrowser } from '../browser.ts'
import { newPerson } from '../factories.ts'
import { startPlatform } from '../harness.ts'
import { sealAll, workerDatabase, writeRows } from '../sealing.ts'
import { asAdministrator, heading, languages, NARROW, openScreen, press, tabTo, WIDE } from './visiting.ts'

const texts = {
  fr: { ...fr, frame: frameFr },
  ar: { ...ar, frame: frameAr },
  en: { ...en, frame: frameEn },
}

describe('the audit log in the console', { skip: withoutBrowser }, async () => {
  if (withoutBrowser) return
  const platform = await startPlatform()
  const browser = await startBrowser()
  const { call } = platform
  const worker = workerDatabase(platform)

  for (const language of languages) {
    const text = texts[language]

    test(`an administrator finds the readers of a patient's file by keyboard (${language})`, async (t) => {
      const { page } = await browser.visitor(t, 'administrator', { locale: language, viewport: WIDE })
      const { tenantId, token } = await asAdministrator(page, platform, '/people')
      const doctor = await newPerson(platform, tenantId, 'DOCTOR', undefined, 'Dr Benali')
      const body = { name: 'Amina Alaoui', birthDate: '1984-05-17', professionalId: doctor.id }
      const { patient } = (await call('POST', '/api/patients', { token, body })).body
      const seen = await call('GET', `/api/patients/${patient.id}/identity`, { token: doctor.token })
      assert.equal(seen.status, 200, seen.text)

      await page.goto(`${platform.url}/console/people/${patient.id}`)
      await page.getByRole('heading', { name: text.people.identity.title }).waitFor()
      await press(page, text.people.person.accessHistory)
      await page.getByText(fill(text.audit.accessHistoryNamed, { name: 'Amina Alaoui' })).waitFor()
      const entry = page.locator('tbody tr', { hasText: 'Dr Benali' }).first()
      await entry.getByText(text.audit.operations.readIdentity!).waitFor()
      await entry.getByText(text.audit.outcomes.OK!, { exact: true }).waitFor()
      await tabTo(page, text.audit.operationId)
      await page.keyboard.type('registerPatient')
      await page.waitForURL(/operation=registerPatient/)
      await page.locator('tbody tr', { hasText: text.audit.operations.registerPatient! }).waitFor()
      await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 1)
      assert.match(page.url(), new RegExp(`patientId=${patient.id}`))
      await page.waitForFunction(() => !document.querySelector('.stale'))
      await assertAccessible(page, 'the readers of a file')
      await page.setViewportSize(NARROW)
      await assertAccessible(page, 'the readers of a file, narrow')
    })

    test(`an administrator verifies the chain of the log, and sees its faults (${language})`, async (t) => {
      const { page } = await browser.visitor(t, 'administrator', { locale: language, viewport: WIDE })
      const { tenantId } = await asAdministrator(page, platform, '/audit')
      const ids = await writeRows(platform, tenantId, 3)
      await sealAll(worker)
      await press(page, text.audit.verify)
      await press(page, text.audit.verifyButton)
      await page.locator('.good-news', { hasText: text.audit.intact.other.split('{')[0]! }).waitFor()
      await page.getByText(new RegExp(`${tenantId}:[1-9]`)).waitFor()
      await assertAccessible(page, 'an intact log')
      await platform.owner.query(`update audit_log set user_id = 'usr_innocent' where id = $1`, [ids[1]])
      await press(page, text.audit.verifyButton)
      await page.locator('.bad-news').waitFor()
      await page.locator('li', { hasText: ids[1]! }).getByText(text.audit.faults.EDITED!).waitFor()
      for (const size of [WIDE, NARROW]) {
        await page.setViewportSize(size)
        await assertAccessible(page, `a log with a fault, ${size.width} px`)
      }
    })

    test(`a filter without a match looks different from a refused filter (${language})`, async (t) => {
      const { page } = await browser.visitor(t, 'administrator', {
        locale: language,
        viewport: NARROW,
        ignoredErrors: /status of 422/,
      })
      await asAdministrator(page, platform, '/audit?operation=noSuchOperation')
      await page.getByText(text.frame.list.noMatch).waitFor()
      await assertAccessible(page, 'no match')
      await page.goto(`${platform.url}/console/audit?patientId=absent`)
      await page.getByText(text.frame.failures.invalid).waitFor()
      assert.equal(await page.getByLabel(text.audit.patientId, { exact: true }).inputValue(), 'absent')
      await assertAccessible(page, 'a refused filter')
    })
  }

  test('only administrators see the audit log', async (t) => {
    const { page } = await browser.visitor(t, 'front desk', { locale: 'en' })
    const desk = await newMember(platform, 'RECEPTIONIST')
    await openScreen(page, platform, desk.email, '/audit')
    await heading(page).getByText(frameEn.notFound.forbiddenTitle).waitFor()
    assert.equal(await page.getByRole('link', { name: frameEn.screens.audit }).count(), 0)
  })
})
