import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startBrowser } from '../browser.ts'
import { type Firefox, startFirefox, withoutFirefox } from '../firefox.ts'
import { addressFor, enter, openScene, type Seat, statusOf, until, viewOf, visitorOptions } from './call.ts'

/** The time limit of the whole run: `npm run test:firefox` must report within three minutes. */
const LIMIT_MS = 140_000
setTimeout(() => {
  console.error(`Not finished after ${LIMIT_MS / 1000} s.`)
  process.exit(1)
}, LIMIT_MS).unref()

/** The actions available in both browsers. */
type Side = Pick<Seat, 'id' | 'press' | 'shows' | 'witness' | 'sees'> & { evaluate<T>(code: string): Promise<T> }

describe('a consultation between Firefox and Chromium', { skip: withoutFirefox }, async () => {
  const scene = await openScene({}, { browser: await startBrowser() })
  const { proxy } = scene

  for (const role of ['patient', 'doctor'] as const) {
    const other = role === 'patient' ? 'doctor' : 'patient'
    test(`works with the ${role} in Firefox: video, chat, camera, screen, reconnection, end`, async (t) => {
      const consultation = await scene.newCall()
      const firefox = await startFirefox(visitorOptions({}))
      t.after(firefox.close)
      const inFirefox = async () => {
        await firefox.goto(await addressFor(scene, scene[role], consultation))
        const side = sideOf(firefox, scene[role].id)
        await side.press('join')
        return side
      }
      const inChromium = async (): Promise<Side> => {
        const seat = await enter(t, scene, scene[other], consultation, { ignoredErrors: /WebSocket|ERR_/ })
        return { ...seat, evaluate: (code) => seat.page.evaluate(code) }
      }
      const seats = { [role]: inFirefox, [other]: inChromium } as Record<typeof role, () => Promise<Side>>
      const doctor = await seats.doctor()
      await doctor.shows('call')
      const patient = await seats.patient()
      await patient.shows('waiting')
      await doctor.press('admit')
      const both = [doctor, patient]
      const seen = () => Promise.all(both.map((side) => side.sees()))
      await seen()
      for (const side of both) await until(async () => (await side.witness<number>('sound()')) > 0, 'sound')
      const links = await linksOf(both)

      await sendMessage(doctor, 'Bonjour', patient)
      await sendMessage(patient, 'السلام عليكم', doctor)

      for (const [one, another] of [both, both.toReversed()] as [Side, Side][]) {
        const isSeen = (is: boolean) =>
          isThere(another, `[data-peer="${one.id}"]${is ? '' : ':not('}[data-seen]${is ? '' : ')'}`)
        await one.press('camera')
        await isSeen(false)
        await one.press('camera')
        await isSeen(true)
        await another.sees()
      }

      const [sharing, looking] = role === 'patient' ? [doctor, patient] : [patient, doctor]
      await sharing.press('share')
      await isThere(looking, `[data-screen-of="${sharing.id}"] video`)
      await looking.sees(2)
      await sharing.press('share')
      await isThere(looking, `main:not(:has([data-screen-of]))`)

      const joins = () => Promise.all(both.map((side) => side.witness<number>('joins.length')))
      const before = await joins()
      proxy.cut()
      await until(async () => (await joins()).every((now, n) => now > before[n]!), 'both to be back')
      await seen()
      assert.deepEqual(await linksOf(both), links, 'the same peer connections')

      await doctor.press('end')
      await doctor.press('end-confirm')
      await Promise.all(both.map((side) => side.shows('over', 'completed')))
      assert.equal(await statusOf(scene, consultation), 'COMPLETED')
      // The closed connection is expected.
      const faults = firefox.pageErrors.filter((text) => !text.startsWith('The connection to ws:'))
      assert.deepEqual(faults, [])
    })
  }
})

const linksOf = (sides: Side[]) => Promise.all(sides.map((side) => side.witness<number>('count()')))

const isThere = (side: Side, selector: string) =>
  until(() => side.evaluate<boolean>(`document.querySelector(${JSON.stringify(selector)}) !== null`), selector)

/** A participant in the room's page in Firefox. */
function sideOf({ evaluate }: Firefox, id: string): Side {
  const pressed = (verb: string) => `[...document.querySelectorAll('[data-do="${verb}"]')]
    .filter((button) => button.checkVisibility() && !button.disabled)
    .slice(0, 1).map((button) => button.click()).length === 1`
  const side: Side = {
    id,
    evaluate,
    ...viewOf('Firefox', evaluate),
    press: async (verb) => void (await until(() => evaluate<boolean>(pressed(verb)), `the button to ${verb}`)),
    async shows(screen, detail) {
      await isThere(side, `main[data-screen="${screen}"]${detail === undefined ? '' : `[data-detail="${detail}"]`}`)
    },
  }
  return side
}

async function sendMessage(from: Side, text: string, to: Side): Promise<void> {
  await from.press('chat')
  await from.evaluate(`(() => {
    const field = document.querySelector('.write textarea')
    field.value = ${JSON.stringify(text)}
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })()`)
  await from.press('send')
  const texts = () =>
    to.evaluate<string[]>(`[...document.querySelectorAll('.messages .text')].map((message) => message.textContent)`)
  await until(async () => (await texts()).includes(text), `“${text}”`)
  await from.press('chat')
}
