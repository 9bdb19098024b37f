import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { startPlatform } from '../../../../testing/harness.ts'

const platform = await startPlatform()
const { call } = platform

const ROOM = '/room/room_019a9f3c5d2e4b7a81c0d5e6f7a8b9c0'
const LANGUAGES = ['fr', 'ar', 'en']

/** The page and the files that a browser fetches at once. */
async function partsOf(lang: string) {
  const page = await call('GET', `${ROOM}?lang=${lang}`)
  const addresses = [...page.text.matchAll(/(?:href|src)="(\/room\/assets\/[^"]+)"/g)].map(([, at]) => at!)
  const files = await Promise.all(addresses.map(async (at) => ({ at, answer: await call('GET', at) })))
  return { page, files, scripts: files.filter(({ at }) => at.endsWith('.js')).map(({ answer }) => answer.text) }
}

describe('the page of a room', () => {
  test('is the same for every room, and does not reveal whether it exists', async () => {
    const one = await call('GET', ROOM)
    const other = await call('GET', '/room/anything')
    assert.equal(one.status, 200)
    assert.equal(one.text, other.text)
    assert.match(one.text, /<html lang="fr" dir="ltr" data-provider="embedded" data-url="ws:\/\/127\.0\.0\.1:\d+">/)
  })

  test('runs no inline script, may use camera, microphone and screen, and connects only to our servers', async () => {
    const { headers, text } = await call('GET', ROOM)
    const policy = headers.get('content-security-policy')!
    const [line] = /ws:\/\/127\.0\.0\.1:\d+/.exec(text)!
    assert.deepEqual(policy.split('; '), [
      "default-src 'none'",
      "style-src 'self'",
      "script-src 'self'",
      "img-src 'self'",
      `connect-src 'self' ${line}`,
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ])
    assert.equal(headers.get('permissions-policy'), 'camera=(self), microphone=(self), display-capture=(self)')
    assert.equal(headers.get('referrer-policy'), 'no-referrer')
    assert.equal(headers.get('x-robots-tag'), 'noindex')
    assert.equal(headers.get('x-content-type-options'), 'nosniff')
    assert.equal(headers.get('cache-control'), 'no-store')
    assert.doesNotMatch(text, /<style| style="| on\w+="|<script(?![^>]*src=)/)
  })

  test('uses the requested language, or the browser’s', async () => {
    assert.match((await call('GET', `${ROOM}?lang=ar`)).text, /<html lang="ar" dir="rtl"/)
    assert.match((await call('GET', ROOM, { headers: { 'accept-language': 'en-GB' } })).text, /<html lang="en"/)
    const texts = await Promise.all(LANGUAGES.map(async (lang) => (await partsOf(lang)).scripts.join()))
    for (const [index, text] of ['Demander à entrer', 'طلب الدخول', 'Ask to join'].entries()) {
      for (const [at, script] of texts.entries())
        assert.equal(script.includes(text), at === index, `${text} in ${LANGUAGES[at]}`)
    }
  })

  test('is under 42 kB, compressed, in every language', async () => {
    for (const lang of LANGUAGES) {
      const { page, files } = await partsOf(lang)
      const sizes = [page, ...files.map(({ answer }) => answer)].map(({ text }) => gzipSync(text, { level: 9 }).length)
      const total = sizes.reduce((sum, size) => sum + size, 0)
      assert.ok(total < 42_000, `${lang}: ${total} bytes`)
    }
  })

  test('does not load the LiveKit client or the schemas of the server', async () => {
    const { scripts } = await partsOf('fr')
    assert.ok(scripts.length >= 2)
    for (const script of scripts) assert.doesNotMatch(script, /strictObject|ZodError|LivekitError|RoomEvent/)
  })

  test('has dark colours for browsers without light-dark()', async () => {
    const { files } = await partsOf('fr')
    const style = files.find(({ at }) => at.endsWith('.css'))!.answer.text
    assert.doesNotMatch(style, /light-dark/)
    assert.match(style, /prefers-color-scheme:dark\)\{:root\{[^}]*--paper:/)
  })
})

describe('the files of the page', () => {
  test('are cached permanently: their names change with their content', async () => {
    const { files } = await partsOf('fr')
    for (const { at, answer } of files) {
      assert.equal(answer.status, 200, at)
      assert.match(at, /-[A-Z0-9]{8}\.(js|css)$/)
      assert.equal(answer.headers.get('cache-control'), 'public, max-age=31536000, immutable')
      assert.equal(answer.headers.get('content-encoding'), 'gzip')
      const type = at.endsWith('.js') ? 'text/javascript; charset=utf-8' : 'text/css; charset=utf-8'
      assert.equal(answer.headers.get('content-type'), type)
      const known = await call('GET', at, { headers: { 'if-none-match': answer.headers.get('etag')! } })
      assert.equal(known.status, 304)
    }
  })

  test('return 404 for unknown names', async () => {
    for (const name of ['none.js', 'fr.js', '..%2Froom.ts', '%252e%252e', 'x'.repeat(500)]) {
      const answer = await call('GET', `/room/assets/${name}`)
      assert.equal(answer.status, 404, name)
      assert.match(answer.headers.get('cache-control')!, /no-store/)
    }
  })
})
