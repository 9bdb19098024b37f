import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { assertAccessible } from '../accessible.ts'
import { withoutBrowser } from '../browser.ts'
import { addressFor, enter, openAddress, openRoom, openScene, type Seat, startCall } from './call.ts'

const VIEWS = [
  { width: 320, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
  { width: 1280, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark' },
] as const

/** Every screen, panel and dialog of the room, by axe-core: at three widths, in both directions of writing, light and dark. */
describe('in a browser, the room is accessible', { skip: withoutBrowser }, async () => {
  const scene = await openScene()

  async function assertAccessibleInViews({ page, name }: Seat, state: string): Promise<void> {
    for (const { width, colorScheme } of VIEWS) {
      await page.setViewportSize({ width, height: 700 })
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await assertAccessible(page, `${state}, ${name}, ${width} px, ${colorScheme}`)
    }
  }

  /** Opens a panel or dialog, checks it and closes it with the same button, or with Escape. */
  async function check(seat: Seat, verb: string, close: 'press' | 'Escape' = 'press'): Promise<void> {
    await seat.press(verb)
    await assertAccessibleInViews(seat, verb)
    if (close === 'press') await seat.press(verb)
    else await seat.page.keyboard.press('Escape')
  }

  test('before the call', async (t) => {
    const consultation = await scene.newCall()
    for (const language of ['fr', 'ar'] as const) {
      const seat = await openRoom(t, scene, scene.patient, consultation, { language })
      await seat.shows('before')
      await assertAccessibleInViews(seat, `device check in ${language}`)
      await seat.press('join')
      await seat.shows('waiting')
      await assertAccessibleInViews(seat, `waiting in ${language}`)
    }
  })

  test('with a visitor in the lobby', async (t) => {
    const consultation = await scene.newCall()
    const doctor = await enter(t, scene, scene.doctor, consultation)
    await doctor.shows('call')
    await assertAccessibleInViews(doctor, 'alone')
    await (await enter(t, scene, scene.patient, consultation)).shows('waiting')
    await doctor.page.locator('[data-do="admit"]:visible').first().waitFor()
    await assertAccessibleInViews(doctor, 'a visitor in the lobby')
    await check(doctor, 'people')
  })

  const inCall = async (t: TestContext) => startCall(t, scene, await scene.newCall())

  test('in a call and after it', async (t) => {
    const { doctor, patient } = await inCall(t)
    for (const seat of [doctor, patient]) {
      await assertAccessibleInViews(seat, 'in a call')
      await seat.page.setViewportSize({ width: 320, height: 700 })
      const cut = await seat.page
        .locator('.bar .control:visible')
        .evaluateAll((controls) =>
          controls
            .filter(
              (control) =>
                control.getBoundingClientRect().left < 0 || control.getBoundingClientRect().right > innerWidth,
            )
            .map((control) => control.getAttribute('data-do')),
        )
      assert.deepEqual(cut, [], `controls of ${seat.name} outside the window at 320 px`)
      await seat.press('chat')
      await seat.page.locator('.write textarea').fill('Bonjour — مرحبا')
      await seat.press('send')
    }
    for (const seat of [doctor, patient]) {
      await seat.page.locator('.messages .text').nth(1).waitFor()
      await assertAccessibleInViews(seat, 'chat')
      await seat.press('chat')
      await check(seat, 'devices')
    }
    await check(doctor, 'people')
    await check(doctor, 'end', 'Escape')
    await patient.press('camera')
    await patient.press('hand')
    await assertAccessibleInViews(doctor, 'a raised hand')
    await doctor.press('end')
    await doctor.press('end-confirm')
    for (const seat of [doctor, patient]) {
      await seat.shows('over')
      await assertAccessibleInViews(seat, 'after the call')
    }
  })

  test('with a problem', async (t) => {
    const address = await addressFor(scene, scene.patient, await scene.newCall())
    const withoutToken = await openAddress(t, scene.browser, 'without a token', address.replace(/#.*/, ''))
    await withoutToken.shows('problem')
    await assertAccessibleInViews(withoutToken, 'without a token')
  })
})
