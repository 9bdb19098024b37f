import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startPlatform } from '../../testing/harness.ts'

const SITE = 'https://www.example.ma'
const platform = await startPlatform({
  MARKETING_ORIGINS: `${SITE}, http://localhost:5173`,
  RATE_LIMIT_FORMS: '40',
})
const { call } = platform
const lead = { name: 'Amine', email: 'amine@example.ma', source: 'DEMO_FORM' }
const from = (origin: string, more: Record<string, string> = {}) => ({ origin, ...more })
const corsHeaders = (headers: Headers) => [...headers.keys()].filter((name) => name.startsWith('access-control-'))

test('answers preflights from the marketing site with the allowed methods and headers', async () => {
  for (const [path, method] of [
    ['/api/leads', 'POST'],
    ['/api/v1/leads', 'POST'],
  ] as const) {
    const answer = await call('OPTIONS', path, {
      headers: from(SITE, {
        'access-control-request-method': method,
        'access-control-request-headers': 'content-type,idempotency-key',
      }),
    })
    assert.equal(answer.status, 204, path)
    assert.equal(answer.text, '')
    assert.equal(answer.headers.get('access-control-allow-origin'), SITE)
    assert.equal(answer.headers.get('access-control-allow-methods'), method)
    assert.match(answer.headers.get('access-control-allow-headers')!, /Content-Type.*Idempotency-Key/)
    assert.equal(answer.headers.get('access-control-max-age'), '7200')
    assert.equal(answer.headers.get('access-control-allow-credentials'), null)
    assert.equal(answer.headers.get('vary'), 'Origin')
    assert.ok(answer.headers.has('x-ratelimit-limit'))
  }
})

test('lets the marketing site read answers, rate limits and errors', async () => {
  for (const [origin, body, status] of [
    [SITE, lead, 201],
    ['http://localhost:5173', lead, 201],
    [SITE, { name: '' }, 422],
    [SITE, { ...lead, metadata: { a: 'x'.repeat(20_000) } }, 413],
  ] as const) {
    const answer = await call('POST', '/api/leads', { body, headers: from(origin) })
    assert.equal(answer.status, status)
    assert.equal(answer.headers.get('access-control-allow-origin'), origin)
    assert.equal(answer.headers.get('vary'), 'Origin')
    const exposed = answer.headers.get('access-control-expose-headers')!.toLowerCase().split(', ')
    for (const name of ['x-request-id', 'retry-after', 'x-ratelimit-limit', 'x-ratelimit-remaining'])
      assert.ok(exposed.includes(name), name)
  }
  const raw = await call('POST', '/api/leads', { raw: '{', headers: from(SITE) })
  assert.equal(raw.status, 400)
  assert.equal(raw.headers.get('access-control-allow-origin'), SITE)
})

test('sends no CORS headers to similar-looking origins, or without an Origin header', async () => {
  for (const origin of [
    'null',
    '*',
    'https://example.ma',
    'https://www.example.ma.evil.com',
    'https://evilwww.example.ma',
    'https://www.example.ma:8443',
    'http://www.example.ma',
    'https://www.example.ma/',
    'https://WWW.example.ma',
    'https://www.example.ma, https://evil.com',
    'http://localhost:5174',
  ]) {
    const preflight = await call('OPTIONS', '/api/leads', {
      headers: from(origin, { 'access-control-request-method': 'POST' }),
    })
    assert.equal(preflight.status, 204, origin)
    assert.deepEqual(corsHeaders(preflight.headers), [], origin)
    const answer = await call('POST', '/api/leads', { body: { name: '' }, headers: from(origin) })
    assert.equal(answer.status, 422, origin)
    assert.deepEqual(corsHeaders(answer.headers), [], origin)
    assert.equal(answer.headers.get('vary'), 'Origin', origin)
  }
  const plain = await call('POST', '/api/leads', { body: { name: '' } })
  assert.deepEqual(corsHeaders(plain.headers), [])
  assert.equal(plain.headers.get('vary'), 'Origin')
})

test('lets every origin read public resources: the directory, the API description and its reference', async () => {
  for (const path of ['/api/public/doctors', '/openapi.json', '/docs', '/docs/icon.svg'])
    for (const origin of [SITE, 'https://another.example', 'null']) {
      const preflight = await call('OPTIONS', path, {
        headers: from(origin, { 'access-control-request-method': 'GET' }),
      })
      assert.equal(preflight.status, 204, path)
      assert.equal(preflight.headers.get('access-control-allow-origin'), '*')
      assert.equal(preflight.headers.get('access-control-allow-methods'), 'GET')
      const answer = await call('GET', path, { headers: from(origin) })
      assert.deepEqual([answer.status, answer.headers.get('access-control-allow-origin')], [200, '*'])
      assert.match(answer.headers.get('access-control-expose-headers')!, /ETag/)
      assert.equal(answer.headers.get('access-control-allow-credentials'), null)
      const headers = from(origin, { 'if-none-match': answer.headers.get('etag')! })
      const known = await call('GET', path, { headers })
      assert.deepEqual([known.status, known.headers.get('access-control-allow-origin')], [304, '*'])
    }
})

test('sends no CORS headers on other routes', async () => {
  for (const path of ['/api/doctors', '/api/appointments', '/api/users/me', '/api/auth/token', '/api/health']) {
    const preflight = await call('OPTIONS', path, {
      headers: from(SITE, { 'access-control-request-method': 'GET' }),
    })
    assert.equal(preflight.status, 405, path)
    assert.deepEqual(corsHeaders(preflight.headers), [], path)
    const answer = await call('GET', path, { headers: from(SITE) })
    assert.deepEqual(corsHeaders(answer.headers), [], path)
    assert.equal(answer.headers.get('vary'), null, path)
  }
  const staff = await call('GET', '/api/leads', {
    token: await platform.tokenOf('sandbox-admin'),
    headers: from(SITE),
  })
  assert.equal(staff.status, 200)
  assert.deepEqual(corsHeaders(staff.headers), [], 'the list shares the path of the form, but is not cross-origin')
})

test('lets the marketing site read 429 and Retry-After', async () => {
  for (let sent = 0; sent < 40; sent++) await call('POST', '/api/leads', { body: lead, headers: from(SITE) })
  const refused = await call('POST', '/api/leads', { body: lead, headers: from(SITE) })
  assert.equal(refused.status, 429)
  assert.equal(refused.headers.get('access-control-allow-origin'), SITE)
  assert.ok(refused.headers.has('retry-after'))
})

test('lets the marketing site read 503 under maintenance', async () => {
  const away = await startPlatform({ MARKETING_ORIGINS: SITE, MAINTENANCE: '1' })
  const answer = await away.call('POST', '/api/leads', { body: lead, headers: from(SITE) })
  assert.equal(answer.status, 503)
  assert.equal(answer.headers.get('access-control-allow-origin'), SITE)
})

test('allows no origin when none is configured', async () => {
  const closed = await startPlatform()
  const answer = await closed.call('OPTIONS', '/api/leads', {
    headers: from(SITE, { 'access-control-request-method': 'POST' }),
  })
  assert.deepEqual(corsHeaders(answer.headers), [])
})
