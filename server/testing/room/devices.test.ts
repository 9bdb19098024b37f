import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startBrowser, withoutBrowser } from '../browser.ts'
import { addressFor, enter, openAddress, openRoom, openScene } from './call.ts'

/** The device check with refused, missing and switched-off devices. */
describe('in a browser, the device check before a call', { skip: withoutBrowser }, async () => {
  const scene = await openScene()
  const { network } = scene
  const consultation = await scene.newCall()

  test('shows the camera, the microphone and the connection', async (t) => {
    const { page, shows } = await openRoom(t, scene, scene.patient, consultation)
    await shows('before')
    await page.locator('.checks [data-look="good"]').nth(2).waitFor()
    assert.doesNotMatch(page.url(), /token/, 'the token is removed from the address bar')
  })

  const texts = {
    refused: ['La caméra et le micro ne sont pas autorisés', 'Cliquez sur l’icône à gauche de l’adresse'],
    missing: ['Aucune caméra trouvée', 'Aucun micro trouvé'],
  } as const
  for (const devices of ['refused', 'missing'] as const) {
    const browser = await startBrowser({ devices, network })
    test(`gives instructions for ${devices} devices, and allows joining with chat only`, async (t) => {
      const call = await scene.newCall()
      const patient = await openRoom(t, scene, scene.patient, call, { browser })
      for (const text of texts[devices]) await patient.page.getByText(text).first().waitFor()
      await patient.press('chat-only')
      await patient.shows('waiting')
      const doctor = await enter(t, scene, scene.doctor, call)
      await doctor.press('admit')
      await patient.shows('call')
      await patient.sees()
      await doctor.press('chat')
      await doctor.page.locator('.write textarea').fill('Bonjour')
      await doctor.press('send')
      await patient.press('chat')
      await patient.page.getByText('Bonjour', { exact: true }).waitFor()
    })
  }

  test('reports a pending permission prompt, and can repeat it', async (t) => {
    const before = `
      const [wait, { mediaDevices }] = [setTimeout, navigator]
      window.setTimeout = (work, ms, ...given) => wait(work, ms === 15_000 ? 200 : ms, ...given)
      if (mediaDevices) {
        const ask = mediaDevices.getUserMedia.bind(mediaDevices)
        let asked = 0
        mediaDevices.getUserMedia = (wish) => (asked++ === 0 ? new Promise(() => {}) : ask(wish))
      }`
    const patient = await openRoom(t, scene, scene.patient, consultation, { before })
    await patient.page.getByText('Le navigateur attend votre réponse').waitFor()
    await patient.press('retry-device')
    await patient.page.locator('.checks [data-look="good"]').nth(2).waitFor()
  })

  test('blurs the background with a camera that can, and without such a camera does not offer it', async (t) => {
    // The camera of the tests has no blur: this one says that it has.
    const before = `
      const blurred = new WeakMap()
      const { getCapabilities, getSettings, applyConstraints } = MediaStreamTrack.prototype
      Object.assign(MediaStreamTrack.prototype, {
        getCapabilities() { return { ...getCapabilities.call(this), backgroundBlur: [false, true] } },
        getSettings() { return { ...getSettings.call(this), backgroundBlur: blurred.get(this) ?? false } },
        applyConstraints({ backgroundBlur, ...others }) {
          blurred.set(this, backgroundBlur.exact)
          return applyConstraints.call(this, others)
        },
      })`
    const call = await scene.newCall()
    const patient = await openRoom(t, scene, scene.patient, call, { before })
    const choice = patient.page.getByLabel('Flouter mon arrière-plan')
    await patient.page.locator('.choices summary').click()
    await choice.check()
    await patient.page.reload()
    await patient.page.locator('.choices summary').click()
    await choice.waitFor()
    await patient.page.waitForFunction(() => document.querySelector<HTMLInputElement>('.option input')?.checked)
    const other = await openRoom(t, scene, scene.patient, await scene.newCall())
    await other.page.locator('.choices summary').click()
    await other.page.locator('.picker select').first().waitFor()
    assert.equal(await other.page.getByLabel('Flouter mon arrière-plan').isVisible(), false)
  })

  test('allows joining with audio only', async (t) => {
    const call = await scene.newCall()
    const patient = await openRoom(t, scene, scene.patient, call)
    await patient.press('audio-only')
    await patient.shows('waiting')
    const doctor = await enter(t, scene, scene.doctor, call)
    await doctor.press('admit')
    await patient.sees()
    assert.deepEqual(await doctor.witness('pictures()'), [])
  })

  test('directs users of in-app browsers to a browser', async (t) => {
    const userAgent =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Instagram 300.0'
    const before = "Object.defineProperty(navigator, 'mediaDevices', { value: undefined })"
    const { page, shows } = await openRoom(t, scene, scene.patient, consultation, { userAgent, before })
    await shows('problem', 'inApp')
    await page.getByText('Safari').first().waitFor()
    const link = page.getByLabel('Copier le lien').and(page.locator('input'))
    assert.match(await link.inputValue(), /#token=./)
    await page.getByText('English').click()
    assert.match(await page.getByLabel('Copy the link').and(page.locator('input')).inputValue(), /lang=en#token=./)
  })

  test('opens in browsers of 2021', async (t) => {
    const before = 'delete Array.prototype.at; delete HTMLDialogElement.prototype.showModal; delete AbortSignal.timeout'
    const { page } = await openRoom(t, scene, scene.patient, consultation, { before })
    await page.locator('.checks [data-look="good"]').nth(2).waitFor()
  })

  test('reports unsupported browsers, and removes the token from the address', async (t) => {
    const older = { before: 'delete Intl.ListFormat', ignoredErrors: /ListFormat/ }
    const { page, shows } = await openRoom(t, scene, scene.patient, consultation, older)
    await shows('problem', 'unsupported')
    assert.doesNotMatch(page.url(), /#/)
  })

  test('reports links without a token, of another room, or expired', async (t) => {
    const base = `${scene.proxy.url}/room/${consultation.roomId}`
    const [, otherFragment] = (await addressFor(scene, scene.patient, await scene.newCall())).split('#')
    const claims = { room: consultation.roomId, role: 'patient', exp: Math.floor(Date.now() / 1000) - 60 }
    const old = `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`
    for (const [address, detail] of [
      [base, 'noLink'],
      [`${base}#token=nonsense`, 'invalid'],
      [`${base}#${otherFragment}`, 'invalid'],
      [`${base}#token=${old}`, 'expired'],
      [`${base}#guest=${'x'.repeat(43)}`, 'invalid'],
    ] as const) {
      const { shows } = await openAddress(t, scene.browser, 'stranger', address, {
        ignoredErrors: /404|Failed to load resource/,
      })
      await shows('problem', detail)
    }
  })
})
