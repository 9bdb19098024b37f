import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertAccessible } from '../accessible.ts'
import { withoutBrowser } from '../browser.ts'
import { openScene, PATIENT, startCall, until } from './call.ts'

/** The browser of the tests has the interface of speech recognition, but no language on the device: this one has French. */
const FRENCH = `
  window.sessions = []
  window.SpeechRecognition = class extends EventTarget {
    static available = async ({ langs: [tag], processLocally }) =>
      processLocally && tag === 'fr-FR' ? 'downloadable' : 'unavailable'
    static install = async () => true
    start(track) {
      window.sessions.push({ kind: track.kind, lang: this.lang, isLocal: this.processLocally })
      window.session = this
    }
    abort() {}
    emit(type, members) { this.dispatchEvent(Object.assign(new Event(type), members)) }
  }`
const says = (words: string) => `session.emit('result', { results: [[{ transcript: '${words}' }]] })`
const ends = (error: string) => `session.emit('error', { error: '${error}' }); session.emit('end')`

describe('in a browser, captions', { skip: withoutBrowser }, async () => {
  const scene = await openScene()

  test('show what the others say, recognised on the device, and stay after a reload', async (t) => {
    const options = { doctor: { before: FRENCH } }
    const { doctor } = await startCall(t, scene, await scene.newCall(), options)
    const { page } = doctor
    const [choice, strip] = [page.locator('.captions-choice select'), page.locator('.captions')]
    await doctor.press('devices')
    await doctor.press('captions')
    await choice.waitFor()
    assert.deepEqual(await choice.locator('option').allTextContents(), ['Aucun', 'Français'])
    assert.equal(await strip.isVisible(), false)
    await choice.selectOption('fr')
    await until(() => page.evaluate('window.session !== undefined'), 'recognition')
    assert.deepEqual(await page.evaluate('sessions'), [{ kind: 'audio', lang: 'fr-FR', isLocal: true }])
    await page.evaluate(says('mal au ventre'))
    await page.locator('.caption', { hasText: `${PATIENT} mal au ventre` }).waitFor()
    await assertAccessible(page, 'captions')
    await page.evaluate(ends('no-speech'))
    await until(() => page.evaluate('sessions.length === 2'), 'another session')
    await page.reload()
    await doctor.shows('call')
    await until(() => page.evaluate('window.session !== undefined'), 'recognition')
    await page.evaluate(says('depuis hier'))
    await page.locator('.caption', { hasText: 'depuis hier' }).waitFor()
    await doctor.press('devices')
    await doctor.press('captions')
    await choice.selectOption('')
    await strip.waitFor({ state: 'hidden' })
  })

  test('say that the device cannot, and are not offered without recognition on the device', async (t) => {
    const { doctor, patient } = await startCall(t, scene, await scene.newCall(), {
      doctor: { before: FRENCH },
      patient: { before: 'delete window.SpeechRecognition' },
    })
    await doctor.press('devices')
    await doctor.press('captions')
    await doctor.page.locator('.captions-choice select').selectOption('fr')
    await until(() => doctor.page.evaluate('window.session !== undefined'), 'recognition')
    await doctor.page.evaluate(ends('language-not-supported'))
    await doctor.page.getByText('Cet appareil ne peut pas faire de sous-titres').waitFor()
    assert.equal(await doctor.page.locator('.captions').isVisible(), false)
    await patient.press('devices')
    await patient.page.locator('.settings').waitFor()
    assert.equal(await patient.page.locator('.captions-choice').isVisible(), false)
  })
})
