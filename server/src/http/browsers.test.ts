import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startPlatform } from '../../testing/harness.ts'

const platform = await startPlatform({
  SECURITY_CONTACT: 'mailto:security@example.ma, https://example.ma/report',
  SECURITY_POLICY: 'https://example.ma/security',
})
const { call } = platform
const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

describe('an unknown address', () => {
  for (const [language, dir, heading] of [
    ['fr', 'ltr', 'Page introuvable'],
    ['ar', 'rtl', 'الصفحة غير موجودة'],
    ['en', 'ltr', 'Page not found'],
  ] as const)
    test(`is answered to a browser as a page in its language: ${language}`, async () => {
      const { status, headers, text } = await call('GET', '/nowhere?x=<b>', {
        headers: { ...browser, 'accept-language': `${language}-MA, de;q=0.5` },
      })
      assert.equal(status, 404)
      assert.equal(headers.get('content-type'), 'text/html; charset=utf-8')
      const policy = headers.get('content-security-policy')!
      assert.match(policy, /^default-src 'none'; style-src 'self'/)
      assert.doesNotMatch(policy, /unsafe|script-src/)
      assert.ok(text.includes(`<html lang="${language}" dir="${dir}">`) && text.includes(heading), text)
      assert.ok(!text.includes('<b>'))
      assert.ok(headers.has('x-ratelimit-limit') && headers.has('x-request-id'))
    })

  test('stays a JSON error for programs and below /api', async () => {
    for (const [path, accept] of [
      ['/nowhere', '*/*'],
      ['/nowhere', 'application/json'],
      ['/api/nowhere', browser.accept],
      ['/api/v1/nowhere', browser.accept],
    ] as const) {
      const { status, body } = await call('GET', path, { headers: { accept } })
      assert.deepEqual([status, body?.error?.code], [404, 'NOT_FOUND'], path)
    }
    assert.equal((await call('POST', '/nowhere', { headers: browser, body: {} })).body.error.code, 'NOT_FOUND')
  })
})

describe('/.well-known/security.txt', () => {
  test('names contacts, end of validity, languages, address and policy', async () => {
    const { status, headers, text } = await call('GET', '/.well-known/security.txt')
    assert.equal(status, 200)
    assert.equal(headers.get('content-type'), 'text/plain; charset=utf-8')
    assert.equal(headers.get('access-control-allow-origin'), '*')
    const fields = text.split('\n').map((line) => line.split(/: (.*)/s).slice(0, 2))
    const valuesOf = (name: string) => fields.filter(([field]) => field === name).map(([, value]) => value ?? '')
    assert.deepEqual(valuesOf('Contact'), ['mailto:security@example.ma', 'https://example.ma/report'])
    assert.deepEqual(valuesOf('Canonical'), [`${platform.url}/.well-known/security.txt`])
    assert.deepEqual(valuesOf('Policy'), ['https://example.ma/security'])
    assert.deepEqual(valuesOf('Preferred-Languages'), ['fr, ar, en'])
    const expires = valuesOf('Expires')[0] ?? ''
    const days = (Date.parse(expires) - Date.now()) / 86_400_000
    assert.ok(days > 90 && days < 365, expires)
  })

  test('is absent without a contact', async () => {
    const without = await startPlatform()
    assert.equal((await without.call('GET', '/.well-known/security.txt')).status, 404)
    await without.stop()
  })
})

describe('the forms of the contract', () => {
  test('are served like openapi.json, to pages of any origin', async () => {
    const { headers: reference } = await call('GET', '/openapi.json')
    for (const [path, type] of [
      ['/openapi.yaml', 'application/yaml; charset=utf-8'],
      ['/postman.json', 'application/json; charset=utf-8'],
      ['/asyncapi.json', 'application/json; charset=utf-8'],
    ] as const) {
      const { status, headers, text } = await call('GET', path)
      assert.deepEqual([status, headers.get('content-type')], [200, type])
      assert.ok(text.includes(new URL(platform.url).host), `${path} names the public address of the server`)
      for (const name of ['cache-control', 'access-control-allow-origin', 'access-control-expose-headers'])
        assert.equal(headers.get(name), reference.get(name), `${path} ${name}`)
      const known = { headers: { 'if-none-match': headers.get('etag')! } }
      assert.equal((await call('GET', path, known)).status, 304)
    }
  })
})
