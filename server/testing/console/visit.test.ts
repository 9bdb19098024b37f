import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { words as arAgenda } from '../../../web/console/organization/agenda/words/ar.ts'
import { words as enAgenda } from '../../../web/console/organization/agenda/words/en.ts'
import { words as frAgenda } from '../../../web/console/organization/agenda/words/fr.ts'
import { words as ar } from '../../../web/console/organization/visit/words/ar.ts'
import { words as en } from '../../../web/console/organization/visit/words/en.ts'
import { words as fr } from '../../../web/console/organization/visit/words/fr.ts'
import { newMember } from '../../src/features/platform/sign-in/browser-testing.ts'
import type { Language } from '../../src/lib/channels.ts'
import { assertAccessible } from '../accessible.ts'
import { startBrowser, type VisitorOptions, withoutBrowser } from '../browser.ts'
import { eventually } from '../eventually.ts'
import { givePassword, newPerson } from '../factories.ts'
import { startPlatform } from '../harness.ts'
import { bookCompletedConsultation, prescribe } from '../practice.ts'
import { languages, NARROW, openScreen, press, tabTo, WIDE } from './visiting.ts'

const texts = { fr: { ...fr, agenda: frAgenda }, ar: { ...ar, agenda: arAgenda }, en: { ...en, agenda: enAgenda } }
const MINUTE_MS = 60_000

describe('the screen of a consultation in a browser', { skip: withoutBrowser }, async () => {
  if (withoutBrowser) return
  const platform = await startPlatform()
  const browser = await startBrowser()
  const { call } = platform
  const visit = (locale: Language, ignoredErrors?: RegExp): VisitorOptions => ({
    locale,
    viewport: WIDE,
    ...(ignoredErrors && { ignoredErrors }),
  })

  /** A practice whose doctor has a consultation now, and the next one 20 minutes later. */
  async function newPractice() {
    const doctor = await newMember(platform, 'DOCTOR')
    const { tenantId } = doctor
    const admin = await newPerson(platform, tenantId, 'ADMIN')
    const patient = await newPerson(platform, tenantId, 'PATIENT', undefined, 'Amina Fassi')
    const other = await newPerson(platform, tenantId, 'PATIENT', undefined, 'Omar Tazi')
    const bookAt = async (minutes: number, patientId: string): Promise<string> => {
      const start = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS + minutes * MINUTE_MS
      const body = {
        ...{ doctorId: doctor.id, patientId },
        startTime: new Date(start).toISOString(),
        endTime: new Date(start + 15 * MINUTE_MS).toISOString(),
      }
      const { status, text, body: answer } = await call('POST', '/api/appointments', { token: admin.token, body })
      assert.equal(status, 201, text)
      return answer.appointment.id
    }
    const id = await bookAt(5, patient.id)
    return { doctor, admin, patient, other, id, bookAt }
  }

  for (const language of languages) {
    const { prescriptions, documents, followUps, agenda } = texts[language]

    test(`notes, a prescription, a certificate and a follow-up are written by the keyboard (${language})`, async (t) => {
      const { page } = await browser.visitor(t, 'doctor', visit(language, /status of 422/))
      const { doctor, id } = await newPractice()
      const confirmed = await call('PUT', `/api/appointments/${id}`, {
        token: doctor.token,
        body: { status: 'CONFIRMED' },
      })
      assert.equal(confirmed.status, 200, confirmed.text)
      const read = async (path: string) => (await call('GET', path, { token: doctor.token })).body
      const assertBoth = async (name: string) => {
        for (const size of [NARROW, WIDE]) {
          await page.setViewportSize(size)
          await assertAccessible(page, `${name}, ${size.width} px`)
        }
      }
      await openScreen(page, platform, doctor.email, `/today/${id}`)
      for (const text of [prescriptions.none, documents.notYet, followUps.none]) await page.getByText(text).waitFor()
      await assertBoth('a consultation that has not begun')
      await press(page, agenda.set.IN_PROGRESS!)
      await page.getByRole('button', { name: documents.certify }).waitFor()

      await tabTo(page, agenda.notes)
      await page.keyboard.type('Toux depuis 3 jours')
      // Leaving the field saves it.
      await page.keyboard.press('Tab')
      await page.getByText(agenda.notesSaved).waitFor()
      assert.equal((await read(`/api/appointments/${id}`)).appointment.notes, 'Toux depuis 3 jours')

      await press(page, prescriptions.write)
      await press(page, prescriptions.signAndIssue)
      await page.locator('dialog .fault').nth(1).waitFor()
      await assertBoth('an incomplete prescription')
      await tabTo(page, prescriptions.medication)
      await page.keyboard.type('Amoxicilline 500 mg, gélule')
      await tabTo(page, prescriptions.dosage)
      await page.keyboard.type('1 gélule 3 fois par jour')
      await tabTo(page, prescriptions.durationDays)
      await page.keyboard.type('7')
      await tabTo(page, prescriptions.quantity)
      await page.keyboard.type('21')
      await tabTo(page, prescriptions.unit)
      await page.keyboard.type('gélules')
      await press(page, prescriptions.add)
      await page.getByLabel(prescriptions.medication, { exact: true }).last().focus()
      await page.keyboard.type('Paracétamol 1 g, comprimé')
      await tabTo(page, prescriptions.dosage)
      await page.keyboard.type('1 comprimé au besoin')
      await tabTo(page, prescriptions.weight)
      await page.keyboard.type('12,5')
      await assertBoth('a prescription with two medicines')
      await press(page, prescriptions.signAndIssue)
      await page.locator('dialog').waitFor({ state: 'detached' })
      await page.locator('.visit-record').getByText(prescriptions.states.ISSUED!).waitFor()
      const [issued, ...more] = (await read(`/api/prescriptions?appointmentId=${id}`)).prescriptions
      assert.equal(more.length, 0)
      assert.equal(issued.patientWeightKg, 12.5)
      assert.notEqual(issued.signature, null)
      assert.deepEqual(
        issued.items.map(({ medication, quantity, unit, durationDays }: Record<string, unknown>) => [
          ...[medication, quantity, unit, durationDays],
        ]),
        [
          ['Amoxicilline 500 mg, gélule', 21, 'gélules', 7],
          ['Paracétamol 1 g, comprimé', null, null, null],
        ],
      )

      await platform.owner.query(
        `update appointments set start_time = start_time - interval '10 minutes', end_time = end_time - interval '10 minutes'
         where id = $1`,
        [id],
      )
      await press(page, documents.certify)
      await tabTo(page, documents.rest)
      await page.keyboard.press('Space')
      await tabTo(page, documents.restDays)
      await page.keyboard.type('3')
      await assertBoth('a certificate')
      await press(page, documents.issue)
      await page.locator('dialog').waitFor({ state: 'detached' })
      await page.getByRole('cell', { name: documents.kinds.certificate!, exact: true }).waitFor()

      await press(page, followUps.propose)
      await tabTo(page, followUps.reason)
      await page.keyboard.type('Contrôle dans un mois')
      await tabTo(page, followUps.withTime)
      await page.keyboard.press('Space')
      await assertBoth('a follow-up')
      await press(page, followUps.propose)
      await page.locator('dialog').waitFor({ state: 'detached' })
      await page.getByRole('cell', { name: 'Contrôle dans un mois', exact: true }).waitFor()
      const [followUp] = (await read('/api/follow-ups')).followUps
      assert.equal(Date.parse(followUp.endTime) - Date.parse(followUp.startTime), 15 * MINUTE_MS)
      await assertBoth('a consultation with all its records')
    })
  }

  test('documents open in a new tab, and prescriptions and documents are cancelled', async (t) => {
    const { page } = await browser.visitor(t, 'doctor', visit('en'))
    const { doctor, patient } = await newPractice()
    const id = await bookCompletedConsultation(platform, doctor, patient)
    await prescribe(platform, doctor, patient, id)
    await openScreen(page, platform, doctor.email, `/today/${id}`)
    await page.getByRole('button', { name: en.documents.attest }).click()
    await page.getByLabel(en.documents.purpose).fill('Son employeur')
    await page.getByRole('button', { name: en.documents.issue, exact: true }).click()
    await page.getByRole('cell', { name: en.documents.kinds.attestation!, exact: true }).waitFor()
    for (const name of [/^PDF of the prescription/, /^Open Attestation/]) {
      // Opening a PDF may download it.
      const opened = page.context().waitForEvent('page')
      await page.getByRole('button', { name }).click()
      await opened
    }
    await page.getByRole('button', { name: /^Cancel the prescription with/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: en.prescriptions.cancel }).click()
    await page.locator('.visit-record').getByText(en.prescriptions.states.CANCELLED!).waitFor()
    await page.getByRole('button', { name: /^Cancel Attestation/ }).click()
    await page.getByLabel(en.documents.reason).fill('Wrong patient')
    await page.getByRole('button', { name: en.documents.cancelTitle }).click()
    await page.getByRole('cell', { name: en.documents.states.CANCELLED! }).waitFor()
    const { documents } = (await call('GET', `/api/documents?appointmentId=${id}`, { token: doctor.token })).body
    assert.equal(documents[0].cancelReason, 'Wrong patient')
  })

  test('the screen leads to the next patient, and shows the notes of earlier consultations', async (t) => {
    const { page } = await browser.visitor(t, 'doctor', visit('en'))
    const { doctor, patient, other, id, bookAt } = await newPractice()
    const earlier = await bookCompletedConsultation(platform, doctor, patient)
    const body = { notes: 'Asthme' }
    assert.equal((await call('PUT', `/api/appointments/${earlier}`, { token: doctor.token, body })).status, 200)
    const next = await bookAt(20, other.id)
    await openScreen(page, platform, doctor.email, `/today/${id}`)
    await page.getByRole('cell', { name: 'Asthme' }).waitFor()
    await page.getByRole('link', { name: /^Next patient: Omar Tazi, at \d\d:\d\d$/ }).click()
    await page.waitForURL(`**/today/${next}`)
    await page.getByRole('heading', { name: 'Omar Tazi' }).waitFor()
    await page.getByText(en.earlier.none).waitFor()
    assert.equal(await page.locator('.visit-next').count(), 0)
  })

  test('a final status is sent after own notes, but not after a change by another person', async (t) => {
    const { page } = await browser.visitor(t, 'doctor', visit('en', /status of 412/))
    const { admin, doctor, other, id, bookAt } = await newPractice()
    const second = await bookAt(40, other.id)
    const statusOf = async (appointment: string): Promise<string> =>
      (await call('GET', `/api/appointments/${appointment}`, { token: doctor.token })).body.appointment.status
    await openScreen(page, platform, doctor.email, `/today/${id}`)
    await page.getByRole('button', { name: enAgenda.set.COMPLETED!, exact: true }).click()
    await page.getByLabel(enAgenda.notes, { exact: true }).fill('Asthme')
    await page.getByRole('button', { name: enAgenda.saveNotes }).click()
    await page.getByText(enAgenda.notesSaved).waitFor()
    await eventually(async () => (await statusOf(id)) === 'COMPLETED', 'the status')

    await page.goto(`${platform.url}/console/today/${second}`)
    const complete = page.getByRole('button', { name: enAgenda.set.COMPLETED!, exact: true })
    await complete.waitFor()
    const moved = await call('PUT', `/api/appointments/${second}`, {
      token: admin.token,
      body: { startTime: new Date(Date.now() + 3_600_000).toISOString() },
    })
    assert.equal(moved.status, 200, moved.text)
    await complete.click()
    await page.getByText('The appointment of Omar Tazi was not changed.').waitFor()
    assert.equal(await statusOf(second), 'SCHEDULED')
  })

  test('a prescription without a signature is signed from the list', async (t) => {
    const { page } = await browser.visitor(t, 'doctor', visit('en'))
    const { doctor, patient } = await newPractice()
    const id = await bookCompletedConsultation(platform, doctor, patient)
    const prescription = await prescribe(platform, doctor, patient, id)
    const unsign = 'update prescriptions set signature = null, jws = null, kid = null, signed_at = null where id = $1'
    await platform.owner.query(unsign, [prescription.id])
    await openScreen(page, platform, doctor.email, `/today/${id}`)
    await page.getByText(en.prescriptions.unsigned).waitFor()
    await page.getByRole('button', { name: /^Sign the prescription/ }).click()
    await page.getByText(en.prescriptions.signed).waitFor()
    await page.locator('.visit-record').getByText(en.prescriptions.states.ISSUED!).waitFor()
  })

  test('an administrator without access to the file reads neither notes nor prescriptions, and writes nothing', async (t) => {
    const { page } = await browser.visitor(t, 'administrator', visit('en', /status of 40[34]/))
    const { admin, doctor, patient } = await newPractice()
    await givePassword(platform, admin)
    const id = await bookCompletedConsultation(platform, doctor, patient)
    await call('PUT', `/api/appointments/${id}`, { token: doctor.token, body: { notes: 'Asthme' } })
    await openScreen(page, platform, `${admin.id}@test.example`, `/today/${id}`)
    await page.getByRole('heading', { name: en.prescriptions.title }).waitFor()
    assert.equal(await page.getByText('Asthme').count(), 0)
    for (const name of [en.prescriptions.write, en.documents.certify, en.followUps.propose])
      assert.equal(await page.getByRole('button', { name }).count(), 0, name)
  })
})
