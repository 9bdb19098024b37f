import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertAccessible } from '../accessible.ts'
import { withoutBrowser } from '../browser.ts'
import type { Person } from '../factories.ts'
import { enter, openScene, startCall, statusOf, until } from './call.ts'

/** Admission, removal, and the end of a call. */
describe('in a browser, the lobby', { skip: withoutBrowser }, async () => {
  const scene = await openScene()
  const { platform, admin } = scene
  const put = ({ token }: Person, id: string, status: string) =>
    platform.call('PUT', `/api/appointments/${id}`, { token, body: { status } })

  test('holds the patient until the doctor comes and is notified', async (t) => {
    const consultation = await scene.newCall()
    const patient = await enter(t, scene, scene.patient, consultation, { language: 'fr' })
    await patient.shows('waiting')
    await patient.page.getByText('Le médecin n’est pas encore arrivé').waitFor()
    const doctor = await enter(t, scene, scene.doctor, consultation)
    await patient.page.getByText('Le médecin est là').waitFor()
    await doctor.page.getByText('أمين الفاسي').first().waitFor()
    await doctor.page.waitForFunction("document.title.includes('Quelqu’un attend')")
    await doctor.page.getByRole('button', { name: 'Faire entrer أمين الفاسي' }).press('Enter')
    await Promise.all([doctor.sees(), patient.sees()])
    await doctor.page.getByRole('log').getByText('أمين الفاسي a rejoint la consultation').waitFor()
    assert.equal(await doctor.page.evaluate('document.activeElement.tagName'), 'H1', 'the focus moves to the heading')
  })

  test('tells a waiting patient that the doctor is late', async (t) => {
    const consultation = await scene.newCall()
    const patient = await enter(t, scene, scene.patient, consultation, { language: 'fr' })
    await patient.shows('waiting')
    const doctor = await enter(t, scene, scene.doctor, consultation)
    await doctor.page.getByRole('button', { name: 'J’ai 10 minutes de retard أمين الفاسي' }).press('Enter')
    const announced = await doctor.page.getByText(/^Prévenu : vers \d\d:\d\d$/).textContent()
    await assertAccessible(doctor.page, 'an announced delay')
    const shown = patient.page.getByText(/^Le médecin a du retard : vers \d\d:\d\d\.$/)
    await shown.waitFor({ timeout: 30_000 }) // the page asks every 20 s
    assert.equal((await shown.textContent())!.slice(-6, -1), announced!.slice(-5))
    await assertAccessible(patient.page, 'a delay in the waiting room')
  })

  test('admits a participant again after a return to the lobby', async (t) => {
    const { doctor, patient } = await startCall(t, scene, await scene.newCall())
    const shared = doctor.page.locator(`[data-screen-of="${patient.id}"]`)
    await patient.press('share')
    await shared.waitFor()
    await patient.press('hand')
    await doctor.press('people')
    await doctor.press('to-lobby')
    await patient.shows('waiting')
    await doctor.page.locator(`[data-peer="${patient.id}"]`).waitFor({ state: 'detached' })
    await doctor.press('admit')
    await patient.shows('call')
    await Promise.all([doctor.sees(), patient.sees()])
    assert.equal(await shared.count(), 0, 'screen sharing does not resume')
    assert.equal(await doctor.page.locator('.mark.hand:visible').count(), 0)
  })

  test('refuses a denied participant until the doctor allows them', async (t) => {
    const consultation = await scene.newCall()
    const doctor = await enter(t, scene, scene.doctor, consultation)
    const patient = await enter(t, scene, scene.patient, consultation)
    await patient.shows('waiting')
    await doctor.press('deny')
    await patient.shows('over', 'removed')
    assert.deepEqual(await patient.witness('closes'), [4411])

    const again = await enter(t, scene, scene.patient, consultation)
    await again.shows('over', 'removed')
    await doctor.press('people')
    await doctor.press('allow')
    await again.press('rejoin')
    await again.press('join')
    await again.shows('waiting')
    await doctor.press('admit')
    await Promise.all([doctor.sees(), again.sees()])
  })

  test('closes the page of a removed participant', async (t) => {
    const { doctor, patient } = await startCall(t, scene, await scene.newCall())
    await doctor.press('people')
    await doctor.press('kick')
    await patient.shows('over', 'removed')
    await patient.page.getByText('أخرجك الطبيب').waitFor()
    assert.deepEqual(await patient.witness('closes'), [4411])
    await doctor.page.locator(`[data-peer="${patient.id}"]`).waitFor({ state: 'detached' })
  })

  test('closes immediately when the API ends the appointment, also during a call', async (t) => {
    const waitingCall = await scene.newCall()
    const waiting = await enter(t, scene, scene.patient, waitingCall)
    await waiting.shows('waiting')
    assert.equal((await put(admin, waitingCall.appointmentId, 'CANCELLED')).status, 200)
    await waiting.shows('over', 'cancelled')
    assert.deepEqual(await waiting.witness('closes'), [4410])

    // A consultation IN_PROGRESS cannot be cancelled, only completed.
    const activeCall = await scene.newCall()
    const { doctor, patient } = await startCall(t, scene, activeCall)
    await until(async () => (await statusOf(scene, activeCall)) === 'IN_PROGRESS', 'the consultation to be in progress')
    assert.equal((await put(admin, activeCall.appointmentId, 'CANCELLED')).status, 409)
    assert.equal((await put(scene.doctor, activeCall.appointmentId, 'COMPLETED')).status, 200)
    await Promise.all([doctor.shows('over', 'completed'), patient.shows('over', 'completed')])
  })

  test('lets participants leave and return without admission or an end of the call', async (t) => {
    const consultation = await scene.newCall()
    const { doctor, patient } = await startCall(t, scene, consultation)
    for (const seat of [patient, doctor]) {
      await seat.press('leave')
      await seat.shows('over', 'left')
      assert.equal(await statusOf(scene, consultation), 'IN_PROGRESS')
      await seat.press('rejoin')
      await seat.press('join')
      await seat.shows('call')
      await Promise.all([doctor.sees(), patient.sees()])
    }
  })
})
