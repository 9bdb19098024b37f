import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { eventKinds as shownKinds } from '../../../web/console/develop/event-kinds.ts'
import { eventKinds } from '../../src/events/catalog.ts'
import { newMember } from '../../src/features/platform/sign-in/browser-testing.ts'
import { startBrowser, withoutBrowser } from '../browser.ts'
import { startPlatform } from '../harness.ts'
import { languages, openScreen } from './visiting.ts'

const platform = await startPlatform()
const { call } = platform

/** Bytes of scripts before the first screen, compressed. */
const AT_MOST = 65_000
/** Their first screens are the overview and the agenda. */
const roles = ['ADMIN', 'RECEPTIONIST'] as const

describe('the page of the console', () => {
  test('allows only its own scripts and styles, and is the same for every visitor', async () => {
    const page = await call('GET', '/console/webhooks?lang=ar')
    assert.match(page.text, /<html lang="ar" dir="rtl">/)
    assert.doesNotMatch(page.text, /<script>|<style|style="/)
    assert.deepEqual(page.headers.get('content-security-policy')!.split('; '), [
      "default-src 'none'",
      "style-src 'self'",
      "script-src 'self'",
      "img-src 'self' blob:",
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ])
    assert.equal((await call('GET', '/console?lang=ar')).text, page.text)
    assert.equal((await call('GET', '/console/assets/none.js')).status, 404)
  })

  test('loads at most 65 kB of scripts before its first screen', { skip: withoutBrowser }, async (t) => {
    const browser = await startBrowser()
    for (const [role, locale] of roles.flatMap((role) => languages.map((language) => [role, language] as const))) {
      const { page } = await browser.visitor(t, locale, { locale })
      const loaded = new Set<string>()
      page.on('response', (response) => {
        const { pathname } = new URL(response.url())
        if (/^\/console\/assets\/.*\.js$/.test(pathname)) loaded.add(pathname)
      })
      await openScreen(page, platform, (await newMember(platform, role)).email, '')
      await page.waitForFunction(() => !document.querySelector('.skeleton'))
      const sizes = await Promise.all([...loaded].map(async (path) => gzipSync((await call('GET', path)).text).length))
      const total = sizes.reduce((sum, size) => sum + size, 0)
      assert.ok(sizes.length >= 5 && total <= AT_MOST, `${role}, ${locale}: ${total} bytes in ${sizes.length} files`)
      t.diagnostic(`${role}, ${locale}: ${total} bytes in ${sizes.length} files`)
    }
  })

  test('offers every kind of event', () => assert.deepEqual([...shownKinds].sort(), [...eventKinds].sort()))
})
