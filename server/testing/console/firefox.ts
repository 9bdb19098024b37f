import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { words as ar } from '../../../web/console/develop/words/ar.ts'
import { words as en } from '../../../web/console/develop/words/en.ts'
import { words as fr } from '../../../web/console/develop/words/fr.ts'
import { words as frameAr } from '../../../web/console/words/ar.ts'
import { words as frameEn } from '../../../web/console/words/en.ts'
import { words as frameFr } from '../../../web/console/words/fr.ts'
import { newMember, PASSWORD } from '../../src/features/platform/sign-in/browser-testing.ts'
import { startReceiver } from '../../src/features/platform/webhooks/receiver-testing.ts'
import { eventually } from '../eventually.ts'
import { keys, startFirefox, withoutFirefox } from '../firefox.ts'
import { startPlatform } from '../harness.ts'
import { languages } from './visiting.ts'

const texts = { fr: { ...fr, frame: frameFr }, ar: { ...ar, frame: frameAr }, en: { ...en, frame: frameEn } }
/** Tab presses before a control counts as unreachable. After the last control the focus is in the browser's toolbars. */
const STEPS = 80

describe('the console in Firefox, by keyboard', { skip: withoutFirefox }, async () => {
  if (withoutFirefox) return
  const platform = await startPlatform()
  const receiver = await startReceiver()

  for (const language of languages)
    test(`sign-in, a webhook, and the delivery of its test event (${language})`, async (t) => {
      const { overview, webhooks, delivery, frame } = texts[language]
      const { email } = await newMember(platform, 'ADMIN')
      const firefox = await startFirefox({})
      t.after(firefox.close)
      const { evaluate, type } = firefox
      const shows = (text: string) =>
        eventually(() => evaluate<boolean>(`document.body?.innerText.includes(${JSON.stringify(text)}) ?? false`), text)
      const tabTo = async (name: string) => {
        const reached = new Set<string>()
        for (let n = 0; n < STEPS; n++) {
          const focused = await evaluate<string>(`(() => {
            const element = document.activeElement
            return (element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent ?? element.textContent).trim()
          })()`)
          if (focused === name) return
          reached.add(focused)
          await type(keys.tab)
        }
        assert.fail(`The keyboard does not reach ${name}, but ${[...reached].join(', ')}.`)
      }
      const press = async (name: string) => {
        await tabTo(name)
        await type(keys.enter)
      }

      await firefox.goto(`${platform.url}/console/overview?lang=${language}`)
      await eventually(() => evaluate<boolean>(`document.activeElement?.type === 'email'`), 'the sign-in page')
      await type(email)
      await type(keys.tab)
      await type(PASSWORD)
      await type(keys.enter)
      await shows(overview.start)
      assert.deepEqual(await evaluate('[document.documentElement.lang, document.documentElement.dir]'), [
        language,
        language === 'ar' ? 'rtl' : 'ltr',
      ])

      await type('gw')
      await shows(webhooks.empty)
      await press(webhooks.add)
      await eventually(() => evaluate<boolean>(`document.activeElement.type === 'url'`), 'the dialog')
      await type(keys.selectAll)
      await type(`${receiver.url}/${language}`)
      await press(webhooks.add)
      await shows(webhooks.added)
      await press(frame.secret.saved)
      await eventually(() => evaluate<boolean>(`document.activeElement.tagName === 'H1'`), 'the screen of the webhook')
      await shows(webhooks.test)
      await press(webhooks.test)
      await eventually(() => evaluate<boolean>(`document.activeElement.tagName === 'SELECT'`), 'the dialog')
      await press(webhooks.test)
      await receiver.waitFor(1, `/${language}`)
      await shows(delivery.title)
      assert.deepEqual(firefox.pageErrors, [])
    })
})
