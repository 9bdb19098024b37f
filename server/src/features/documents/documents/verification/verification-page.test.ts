import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startPlatform } from '../../../../../testing/harness.ts'
import { grouped, newSerial } from '../../../../lib/serial.ts'
import { documentsOf, headingOf } from './verification-testing.ts'

const platform = await startPlatform()
const { call } = platform
const { makeCertificate, open, verify } = await documentsOf(platform)

describe('a serial number', () => {
  test('accepts dashes, spaces, lower case, and letters that look like digits', async () => {
    const { serial } = await makeCertificate()
    for (const written of [
      grouped(serial),
      serial.toLowerCase(),
      encodeURIComponent(` ${serial.slice(0, 7)} ${serial.slice(7)}`),
      serial.replaceAll('0', 'o').replaceAll('1', 'l'),
    ])
      assert.equal((await verify(written)).body?.verification.serial, serial, written)
  })

  test('returns the same 404 if it is unknown or malformed', async () => {
    const { serial, id } = await makeCertificate()
    const next = serial.slice(0, -1) + (serial.endsWith('0') ? '1' : '0')
    const pages = []
    for (const wrong of [
      newSerial(),
      next,
      'none',
      'UUUUUUUUUUUUUUUUUUUU',
      id,
      '%3Cscript%3E',
      '..%2F..%2Fetc%2Fpasswd',
    ]) {
      const json = await verify(wrong)
      assert.equal(json.status, 404, wrong)
      assert.deepEqual(json.body, { error: { code: 'NOT_FOUND', message: 'Document not found.' } })
      const page = await open(wrong)
      assert.equal(page.status, 404)
      pages.push(page.text)
    }
    assert.equal(new Set(pages).size, 1)
    assert.match(pages[0]!, /Document inconnu/)
  })

  test('can be entered in a form in the language of the page', async () => {
    const { serial } = await makeCertificate()
    const form = await call('GET', '/verify?lang=en')
    assert.equal(form.status, 200)
    assert.match(form.text, /<form action="\/verify">\s*<input type="hidden" name="lang" value="en">/)
    const typed = encodeURIComponent(grouped(serial).toLowerCase())
    const page = await call('GET', `/verify?lang=en&serial=${typed}`)
    assert.equal(headingOf(page), 'Medical certificate Genuine document')
    const wrong = await call('GET', '/verify?lang=en&serial=..')
    assert.equal(wrong.status, 404)
    assert.match(wrong.text, /Unknown document/)
  })
})

describe('the page', () => {
  test('forbids caching, framing, indexing, referrers and inline scripts', async () => {
    const { serial } = await makeCertificate()
    for (const answer of [await open(serial), await open('none'), await call('GET', '/verify')]) {
      const header = (name: string) => answer.headers.get(name)
      assert.equal(header('content-type'), 'text/html; charset=utf-8')
      assert.equal(header('cache-control'), 'no-store')
      assert.equal(header('referrer-policy'), 'no-referrer')
      assert.equal(header('x-robots-tag'), 'noindex')
      assert.equal(header('x-content-type-options'), 'nosniff')
      assert.match(header('content-security-policy')!, /default-src 'none'.*frame-ancestors 'none'/)
      assert.doesNotMatch(header('content-security-policy')!, /unsafe|connect-src|\*/)
      assert.doesNotMatch(answer.text, /<style| style="| on\w+="|<script(?![^>]*src=)/)
      assert.ok(header('x-ratelimit-limit'))
    }
    const { headers } = await verify(serial)
    assert.deepEqual([headers.get('cache-control'), headers.get('x-robots-tag')], ['no-store', 'noindex'])
  })

  test('has styles and a script with the right content type', async () => {
    const { text } = await open((await makeCertificate()).serial)
    const addresses = [...text.matchAll(/(?:rel="stylesheet" href|script type="module" src)="([^"]+)"/g)].map(
      ([, at]) => at!,
    )
    assert.equal(addresses.length, 3)
    for (const address of addresses) {
      const answer = await call('GET', address)
      assert.equal(answer.status, 200, address)
      const type = address.endsWith('.js') ? 'text/javascript; charset=utf-8' : 'text/css; charset=utf-8'
      assert.equal(answer.headers.get('content-type'), type)
    }
  })

  test('is in French, Arabic and English, with the practice’s name in that language', async () => {
    const { serial } = await makeCertificate()
    const arabic = await open(serial, { 'accept-language': 'ar-MA' })
    assert.match(arabic.text, /<html lang="ar" dir="rtl">/)
    assert.equal(headingOf(arabic), 'شهادة طبية وثيقة أصلية')
    assert.ok(arabic.text.includes('عيادة الأطلس') && !arabic.text.includes('Cabinet Atlas'))
    assert.match((await open(`${serial}?lang=en`)).text, /<html lang="en" dir="ltr">.*Cabinet Atlas/s)
    assert.match((await open('none?lang=ar')).text, /وثيقة غير معروفة/)
  })

  test('warns in the sandbox', async () => {
    assert.match((await open((await makeCertificate()).serial)).text, /Bac à sable/)
  })
})

test('wrong serial numbers are limited to 30 a minute', async () => {
  const { serial } = await makeCertificate()
  await platform.advance(61)
  for (let n = 0; n < 30; n++) assert.equal((await verify(n % 2 ? newSerial() : 'none')).status, 404)
  const slowed = await open(newSerial())
  assert.equal(slowed.status, 429)
  assert.ok(Number(slowed.headers.get('retry-after')) >= 1)
  assert.match(slowed.text, /Trop de tentatives/)
  assert.equal((await verify(serial)).status, 429, 'correct numbers are limited too')
  await platform.advance(61)
  assert.equal((await verify(serial)).status, 200)
})
