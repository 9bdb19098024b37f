import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertAccessible } from '../accessible.ts'
import { withoutBrowser } from '../browser.ts'
import { openFile } from '../practice.ts'
import { durationOf, enter, openAddress, openRoom, openScene, startCall, statusOf, until } from './call.ts'

/** A consultation without failures, in real browsers. */
describe('in a browser, a consultation', { skip: withoutBrowser }, async () => {
  const scene = await openScene()
  const { platform, admin } = scene

  test('starts when the patient is admitted, and ends with its duration when the doctor completes it', async (t) => {
    const consultation = await scene.newCall()
    const { doctor, patient } = await startCall(t, scene, consultation)
    const startedAt = performance.now()
    for (const seat of [doctor, patient]) {
      await until(async () => (await seat.witness<number>('sound()')) > 0, 'sound')
      assert.deepEqual(await seat.witness('pairs()'), ['host/host'], 'direct connections only')
    }
    await until(
      async () => (await statusOf(scene, consultation)) === 'IN_PROGRESS',
      'the consultation to be in progress',
    )
    await until(() => performance.now() - startedAt > 3000, 'some seconds of consultation')

    await doctor.press('end')
    assert.equal(await statusOf(scene, consultation), 'IN_PROGRESS', 'not before the confirmation')
    await doctor.press('end-confirm')
    await Promise.all([doctor.shows('over', 'completed'), patient.shows('over', 'completed')])
    const measuredSec = (performance.now() - startedAt) / 1000
    assert.deepEqual(await doctor.witness('closes'), [4410])
    assert.deepEqual(await patient.witness('closes'), [4410])
    assert.equal(await statusOf(scene, consultation), 'COMPLETED')
    const durationSec = await durationOf(scene, consultation)
    assert.ok(Math.abs(durationSec - measuredSec) <= 2, `${durationSec} s of ${measuredSec} s`)

    await patient.page.reload()
    await patient.shows('over', 'completed')
    assert.equal(await patient.page.evaluate("document.querySelector('video')"), null, 'the camera stays off')
    for (const { page } of [doctor, patient])
      assert.doesNotMatch(await page.evaluate('JSON.stringify(sessionStorage)'), /eyJ|token/, 'no token is kept')
  })

  test('can be ended in a browser of 2021, with a native dialog', async (t) => {
    const before = 'delete HTMLDialogElement.prototype.showModal'
    const doctor = await enter(t, scene, scene.doctor, await scene.newCall(), { before })
    await doctor.shows('call')
    doctor.page.once('dialog', (dialog) => dialog.accept())
    await doctor.press('end')
    await doctor.shows('over', 'completed')
  })

  test('shows chat messages as text', async (t) => {
    const { doctor, patient } = await startCall(t, scene, await scene.newCall())
    const texts = [
      'السلام عليكم دكتورة، عندي حرارة 39,5°',
      '<img src=x onerror="document.title=1"><b>gras</b>',
      'Doliprane 1 g 💊',
    ]
    await patient.press('chat')
    for (const text of texts) {
      await patient.page.locator('.write textarea').fill(text)
      await patient.press('send')
    }
    await doctor.press('chat')
    const read = doctor.page.locator('.messages .text')
    await read.nth(texts.length - 1).waitFor()
    assert.deepEqual(await read.allTextContents(), texts)
    await patient.page.getByText('لم تصل بعد').first().waitFor({ state: 'hidden' })
    assert.equal(await doctor.page.locator('.messages img, .messages b').count(), 0)
    assert.equal(
      await doctor.page.evaluate("getComputedStyle(document.querySelector('.messages .text')).direction"),
      'rtl',
      'Arabic is right-to-left in a French page',
    )
  })

  test('shares a file in the messages, which stays with the appointment', async (t) => {
    const consultation = await scene.newCall()
    const { doctor, patient } = await startCall(t, scene, consultation)
    for (const seat of [doctor, patient]) await seat.press('chat')
    const content = Buffer.from('%PDF-1.7\nLDL 1.31 g/L\n%%EOF\n')
    const choose = async (name: string, mimeType: string, buffer: Buffer) => {
      const chooser = patient.page.waitForEvent('filechooser')
      await patient.press('attach')
      await (await chooser).setFiles({ name, mimeType, buffer })
    }
    await choose('notes.txt', 'text/plain', Buffer.from('x'))
    await patient.page.locator('.file-status:not(:empty)').waitFor()
    await choose('Bilan.pdf', 'application/pdf', content)
    const opener = doctor.page.locator('[data-do="open-file"]')
    await opener.filter({ hasText: 'Bilan.pdf' }).waitFor()
    await assertAccessible(doctor.page, 'a shared file')
    const download = doctor.page.context().waitForEvent('page')
    await opener.click()
    await download
    await doctor.page.reload()
    await doctor.shows('call')
    await doctor.press('chat')
    await opener.waitFor()
    const path = `/api/appointments/${consultation.appointmentId}/files`
    const { files } = (await scene.platform.call('GET', path, { token: scene.doctor.token })).body
    assert.deepEqual([files[0].name, files[0].size], ['Bilan.pdf', content.length])
  })

  test('keeps the messages when either page is reloaded, until the end', async (t) => {
    const { doctor, patient } = await startCall(t, scene, await scene.newCall())
    for (const seat of [doctor, patient]) await seat.press('chat')
    const write = async (seat: typeof doctor, text: string) => {
      await seat.page.locator('.write textarea').fill(text)
      await seat.press('send')
    }
    const shows = async (seat: typeof doctor, texts: string[]) => {
      await seat.page
        .locator('.messages .text')
        .nth(texts.length - 1)
        .waitFor()
      assert.deepEqual(await seat.page.locator('.messages .text').allTextContents(), texts)
    }
    await write(doctor, 'Doliprane 1 g')
    await shows(patient, ['Doliprane 1 g'])
    const texts = ['Doliprane 1 g', 'شكرا']
    await write(patient, 'شكرا')
    for (const seat of [patient, doctor]) {
      await shows(seat, texts)
      await seat.page.reload()
      await seat.shows('call')
      await seat.press('chat')
      await shows(seat, texts)
    }
    await until(async () => (await patient.page.locator('.write textarea:enabled').count()) === 1, 'the link')
    await write(patient, 'Trois fois par jour ?')
    await shows(doctor, [...texts, 'Trois fois par jour ?'])
    await doctor.press('end')
    await doctor.press('end-confirm')
    for (const seat of [doctor, patient]) {
      await seat.shows('over', 'completed')
      assert.doesNotMatch(await seat.page.evaluate('JSON.stringify(sessionStorage)'), /Doliprane/)
    }
  })

  test('continues without video if a participant chooses so, and with video again', async (t) => {
    const { doctor, patient } = await startCall(t, scene, await scene.newCall(), { patient: { language: 'fr' } })
    await patient.press('devices')
    await patient.press('no-video')
    await patient.page.getByText('aucune image n’est envoyée').first().waitFor()
    await assertAccessible(patient.page, 'audio only')
    await doctor.page.getByText('reçoit le son seul').waitFor()
    const camera = doctor.page.locator(`[data-peer="${patient.id}"][data-seen="true"]`)
    await camera.waitFor({ state: 'detached' })
    const framesOf = (seat: typeof doctor) => seat.witness<number[]>('pictures()')
    for (const seat of [doctor, patient]) {
      let before: number[] = []
      await until(async () => {
        const then = before
        before = await framesOf(seat)
        return then.length === before.length && then.every((count, at) => count === before[at])
      }, 'the end of the video')
      await until(async () => (await seat.witness<number>('sound()')) > 0, 'sound')
    }
    await doctor.page.reload()
    await doctor.shows('call')
    await doctor.page.getByText('reçoit le son seul').waitFor()
    await patient.press('video')
    await Promise.all([doctor.sees(), patient.sees()])
    await doctor.page.getByText('reçoit le son seul').waitFor({ state: 'detached' })
  })

  test('shows when a camera or microphone is off, and on again', async (t) => {
    const { doctor, patient } = await startCall(t, scene, await scene.newCall())
    const tile = doctor.page.locator(`[data-peer="${patient.id}"]`)
    const links = await doctor.witness<number>('count()')
    await patient.press('camera')
    await tile.and(doctor.page.locator(':not([data-seen])')).waitFor()
    await patient.page.keyboard.press('Alt+m')
    await tile.getByText('Micro coupé').waitFor()
    await patient.press('camera')
    await patient.press('mic')
    await tile.and(doctor.page.locator('[data-seen]')).waitFor()
    await tile.getByText('Micro coupé').waitFor({ state: 'hidden' })
    await doctor.sees()
    assert.equal(await doctor.witness('count()'), links, 'no new peer connection')
  })

  test('has shortcuts for microphone and camera, whose letters can be switched off', async (t) => {
    const { patient } = await startCall(t, scene, await scene.newCall(), { patient: { language: 'en' } })
    const { page } = patient
    const microphone = page.locator('.bar [data-do="mic"]')
    const isOff = (expected: boolean) =>
      page.locator(`.bar [data-do="mic"]${expected ? '' : ':not('}[data-state="off"]${expected ? '' : ')'}`).waitFor()
    await page.keyboard.press('m')
    await isOff(true)
    await page.keyboard.press('Alt+m')
    await isOff(false)
    await page.keyboard.press('v')
    await page.locator('.bar [data-do="camera"][data-state="off"]').waitFor()

    await patient.press('chat')
    await page.locator('.write textarea').pressSequentially('mv')
    assert.equal(await page.locator('.write textarea').inputValue(), 'mv', 'letters in a text are no shortcuts')
    await patient.press('devices')
    await page.getByLabel('Keys M (microphone) and V (camera)').uncheck()
    await page.keyboard.press('m')
    await page.keyboard.press('Alt+m')
    await isOff(true)
    assert.equal(await microphone.getAttribute('data-state'), 'off', 'only Alt+M had an effect')
  })

  test('reports an unplugged camera, and uses it again when it is back', async (t) => {
    const { doctor, patient } = await startCall(t, scene, await scene.newCall(), { patient: { language: 'fr' } })
    const { page } = patient
    await page.evaluate(`{
      const { mediaDevices } = navigator
      const open = mediaDevices.getUserMedia.bind(mediaDevices)
      let isOut = true
      mediaDevices.getUserMedia = (wish) =>
        isOut && wish.video ? Promise.reject(new DOMException('', 'NotFoundError')) : open(wish)
      window.plugIn = () => (isOut = false)
      document.querySelector('.self video').srcObject.getTracks()[0].dispatchEvent(new Event('ended'))
    }`)
    await page.getByRole('alert').getByText('Aucune caméra trouvée').waitFor()
    await page.evaluate('plugIn()')
    await patient.press('retry-device')
    await page.getByText('Aucune caméra trouvée').waitFor({ state: 'hidden' })
    await doctor.sees()
  })

  test('is joined again by a page from the back/forward cache', async (t) => {
    const { doctor, patient } = await startCall(t, scene, await scene.newCall())
    const transition = (event: string) => `dispatchEvent(new PageTransitionEvent('${event}', { persisted: true }))`
    await patient.page.evaluate(transition('pagehide'))
    await Promise.all([
      patient.page.waitForEvent('load'),
      patient.page.evaluate(transition('pageshow')).catch(() => {}),
    ])
    await patient.shows('call')
    await Promise.all([doctor.sees(), patient.sees()])
  })

  test('shows a shared screen beside the camera', async (t) => {
    const { doctor, patient } = await startCall(t, scene, await scene.newCall())
    await doctor.press('share')
    const screen = patient.page.locator(`[data-screen-of="${doctor.id}"] video`)
    await screen.waitFor()
    await patient.sees(2)
    await doctor.press('share')
    await screen.waitFor({ state: 'detached' })
    await patient.sees()
  })

  test('admits an invited guest, who sees both', async (t) => {
    const consultation = await scene.newCall()
    const { doctor, patient } = await startCall(t, scene, consultation)
    const invited = await platform.call('POST', `/api/appointments/${consultation.appointmentId}/guests`, {
      token: scene.doctor.token,
      body: { name: 'Khadija Alaoui', kind: 'FAMILY' },
    })
    assert.equal(invited.status, 201, invited.text)
    const { id, url } = invited.body.guest
    const guest = await openAddress(t, scene.browser, id, url, { language: 'en' })
    assert.doesNotMatch(guest.page.url(), /guest=/, 'the token is removed from the address bar')
    await guest.press('join')
    await guest.shows('waiting')
    const card = doctor.page.locator(`[data-waits="${id}"]`)
    await card.getByText('Khadija Alaoui').waitFor()
    await doctor.press('admit')
    await Promise.all([doctor, patient, guest].map((seat) => seat.sees(2)))
    await guest.press('leave')
    await guest.shows('over', 'left')
    await doctor.page.locator(`[data-peer="${id}"]`).waitFor({ state: 'detached' })
    await doctor.sees()
  })

  test('can be observed by an admitted administrator, who sends no audio or video', async (t) => {
    const consultation = await scene.newCall()
    const { doctor } = await startCall(t, scene, consultation)
    await openFile(platform, admin, scene.patient)
    const links = await doctor.witness<number>('count()')
    const opened = '() => console.error("a device was opened")'
    const before = `if (navigator.mediaDevices) navigator.mediaDevices.getUserMedia = ${opened}`
    const observer = await openRoom(t, scene, admin, consultation, { before })
    await observer.page.getByText('Personne ne vous verra').waitFor()
    await observer.press('join')
    await observer.shows('waiting')
    await doctor.press('admit')
    await observer.shows('call')
    await observer.sees(2)
    assert.equal(await doctor.witness('count()'), links + 1)
    assert.deepEqual(
      await observer.page.locator('.bar button').evaluateAll((all) => all.map((one) => one.getAttribute('data-do'))),
      ['chat', 'leave'],
      'no buttons for sending',
    )
    await observer.press('chat')
    assert.equal(await observer.page.locator('textarea').count(), 0)
    await observer.press('close')
    await doctor.sees()
  })
})
