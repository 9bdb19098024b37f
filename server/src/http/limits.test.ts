import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, test } from 'node:test'
import { newPerson, newTenant } from '../../testing/factories.ts'
import { type Answer, type Platform, startPlatform } from '../../testing/harness.ts'

const json = { 'content-type': 'application/json' }
const form = { 'content-type': 'application/x-www-form-urlencoded' }

function assertLimitsOn({ headers }: Pick<Answer, 'headers'>, what: string): void {
  for (const name of ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'])
    assert.match(headers.get(name) ?? 'absent', /^\d+$/, `${name} of ${what}`)
  assert.ok(headers.get('x-request-id'), what)
}

describe('every answer carries rate-limit headers', async () => {
  const platform = await startPlatform()
  const token = await platform.tokenOf('sandbox-admin')
  const bearer = { authorization: `Bearer ${token}` }
  type LimitedRequest = [method: string, path: string, status: number, init?: { headers?: object; body?: string }]
  const requests: LimitedRequest[] = [
    ['GET', '/api/users/me', 200, { headers: bearer }],
    ['GET', '/api/v1/users/me', 200, { headers: bearer }],
    ['GET', '/api/users/me', 401],
    ['GET', '/api/users/me', 401, { headers: { authorization: 'Bearer forged' } }],
    ['GET', '/api/appointments/apt_absent', 404, { headers: bearer }],
    ['GET', '/api/appointments?page=0', 422, { headers: bearer }],
    ['POST', '/api/appointments', 400, { headers: { ...bearer, ...json }, body: '{' }],
    ['POST', '/api/appointments', 413, { headers: { ...bearer, ...json }, body: `"${'x'.repeat(1_100_000)}"` }],
    ['POST', '/api/appointments', 415, { headers: { ...bearer, ...form }, body: 'a=b' }],
    ['PATCH', '/api/appointments', 405, { headers: bearer }],
    ['OPTIONS', '/api/appointments', 405],
    ['HEAD', '/api/health', 200],
    ['GET', '/api/nowhere', 404],
    ['POST', '/api/nowhere', 404, { headers: json, body: '{' }],
    ['POST', '/api/nowhere', 404, { headers: { 'content-type': 'application/xml' }, body: '<a/>' }],
    ['GET', '/api/%zz', 404],
    ['GET', `/api/appointments/${'a'.repeat(300)}`, 404, { headers: bearer }],
    ['GET', '/api/health', 200],
    ['GET', '/api/health/db', 200],
    ['GET', '/api/health/cache', 200],
    ['GET', '/', 302],
    ['GET', '/docs', 200],
    ['GET', '/docs/site.css', 200],
    ['GET', '/openapi.json', 200],
    ['GET', '/.well-known/jwks.json', 200],
    ['GET', '/.well-known/oauth-authorization-server', 200],
    ['POST', '/api/auth/token', 400],
    ['POST', '/api/auth/token', 401, { headers: form, body: 'grant_type=x&client_id=a&client_secret=b' }],
    ['POST', '/api/auth/introspect', 422, { headers: json, body: '{}' }],
    ['POST', '/api/internal/appointment-confirmed', 403],
  ]
  for (const [method, path, status, init] of requests) {
    test(`${method} ${path.slice(0, 60)}: ${status}`, async () => {
      const response = await fetch(platform.url + path, { method, redirect: 'manual', ...init } as RequestInit)
      assert.equal(response.status, status)
      assertLimitsOn(response, path)
    })
  }

  test('an internal error: 500', async () => {
    await platform.owner.query('alter table appointments rename to elsewhere')
    const answer = await platform.call('GET', '/api/appointments', { token })
    await platform.owner.query('alter table elsewhere rename to appointments')
    assert.equal(answer.status, 500)
    assertLimitsOn(answer, 'a 500')
  })

  test('a failed probe, and a platform under maintenance: 503', async () => {
    const resting = await startPlatform({ MAINTENANCE: '1' }, platform.ownerUrl)
    await resting.services.video.close()
    for (const path of ['/api/health/video', '/api/users/me', '/api/nowhere']) {
      const answer = await resting.call('GET', path)
      assert.equal(answer.status, 503, path)
      assertLimitsOn(answer, path)
      assert.match(answer.headers.get('retry-after')!, /^[1-9]\d*$/)
    }
  })

  test('a stopping server: it finishes running requests, and answers those that still arrive', async () => {
    const stopping = await startPlatform({}, platform.ownerUrl)
    const own = await stopping.tokenOf('sandbox-admin')
    await new Promise((next) => setTimeout(next, 1000)) // until the token's status is loaded again
    const locker = await platform.owner.connect()
    await locker.query('begin; lock table users')
    const { hostname, port } = new URL(stopping.url)
    const open = () => {
      const socket = connect(Number(port), hostname).setEncoding('utf8')
      let received = ''
      socket.on('data', (chunk) => {
        received += chunk
      })
      const closed = once(socket, 'close').then(() => received)
      return { closed, send: (head: string) => socket.write(`GET ${head}\r\nhost: x\r\n\r\n`) }
    }
    const [busy, idle] = [open(), open()]
    busy.send(`/api/users/me HTTP/1.1\r\nauthorization: Bearer ${own}`)
    await new Promise((next) => setTimeout(next, 200))
    const stopped = stopping.stop()
    await new Promise((next) => setTimeout(next, 100))
    idle.send('/api/health HTTP/1.1')
    const second = await idle.closed
    await locker.query('commit')
    locker.release()
    const first = await busy.closed
    await stopped
    for (const answer of [first, second]) {
      assert.match(answer, /^HTTP\/1.1 200 /)
      assert.match(answer, /x-ratelimit-remaining: \d+\r\n/i)
      assert.match(answer, /\r\nconnection: close\r\n/i)
    }
  })
})

test('429 carries Retry-After in whole seconds, and tokens of one client share their count', async () => {
  const platform = await startPlatform({ RATE_LIMIT_PRO: '2/100000' })
  const tokens = [await platform.tokenOf('sandbox-b-admin'), await platform.tokenOf('sandbox-b-admin')]
  const request = (n: number) => platform.call('GET', '/api/users/me', { token: tokens[n % 2]! })
  assert.equal((await request(0)).headers.get('x-ratelimit-remaining'), '1')
  assert.equal((await request(1)).headers.get('x-ratelimit-remaining'), '0')
  for (let n = 0; n < 4; n++) assert.equal((await request(n)).status, 200, 'the burst')
  const refused = await request(0)
  assert.equal(refused.status, 429)
  assert.equal(refused.body.error.code, 'TOO_MANY_REQUESTS')
  assert.equal(refused.headers.get('x-ratelimit-limit'), '2')
  assert.equal(refused.headers.get('x-ratelimit-remaining'), '0')
  const retryAfter = refused.headers.get('retry-after')!
  assert.match(retryAfter, /^[1-9]\d*$/)
  await platform.advance(Number(retryAfter))
  assert.equal((await request(0)).status, 200, 'admitted after Retry-After')
})

test('X-RateLimit-Reset of a refused call is its Retry-After', async () => {
  const platform = await startPlatform({ RATE_LIMIT_ADDRESS: '2' })
  const request = () => platform.call('GET', '/api/users/me')
  await request()
  await platform.advance(30)
  const admitted = await request()
  assert.equal(admitted.headers.get('retry-after'), null)
  const refused = await request()
  assert.equal(refused.status, 429)
  assert.equal(refused.headers.get('x-ratelimit-reset'), refused.headers.get('retry-after'))
})

test('calls without a token are counted by address on all routes, until Retry-After has passed', async () => {
  const platform = await startPlatform({ RATE_LIMIT_ADDRESS: '6' })
  const paths = ['/api/nowhere', '/docs', '/api/health', '/.well-known/jwks.json', '/api/users/me', '/api/health/db']
  for (const [n, path] of paths.entries()) {
    const answer = await platform.call('GET', path)
    assert.notEqual(answer.status, 429, path)
    assert.equal(answer.headers.get('x-ratelimit-remaining'), String(5 - n), path)
  }
  for (const path of paths) assert.equal((await platform.call('GET', path)).status, 429, path)
  const asForm = await fetch(`${platform.url}/api/auth/token`, { method: 'POST', headers: form, body: 'grant_type=x' })
  assert.equal(asForm.status, 429)
  await platform.advance(Number(asForm.headers.get('retry-after')))
  assert.equal((await platform.call('GET', '/api/health')).status, 200)
})

describe('X-Forwarded-For', () => {
  const asker = (platform: Platform) => async (forwarded: string) =>
    (await platform.call('GET', '/api/health', { headers: { 'x-forwarded-for': forwarded } })).status

  test('is ignored when no proxy is trusted', async () => {
    const request = asker(await startPlatform({ RATE_LIMIT_ADDRESS: '2' }))
    assert.deepEqual(
      [await request('203.0.113.1'), await request('203.0.113.2'), await request('203.0.113.3')],
      [200, 200, 429],
    )
  })

  test('identifies the caller by the last address before a trusted proxy, ignoring those in front', async () => {
    const request = asker(await startPlatform({ RATE_LIMIT_ADDRESS: '2', TRUSTED_PROXIES: '127.0.0.1/32' }))
    assert.equal(await request('203.0.113.1'), 200)
    assert.equal(await request('198.51.100.1, 203.0.113.1'), 200)
    assert.equal(await request('198.51.100.2, 203.0.113.1'), 429, 'a forged first address does not make a new caller')
    assert.equal(await request('203.0.113.1, 203.0.113.2'), 200, 'nor impersonate another one')
    assert.equal(await request('203.0.113.1:51234'), 429, 'nor does a port')
    assert.equal(await request('nonsense, 203.0.113.3'), 200)
    assert.equal(await request('nonsense'), 200)
  })

  test('is followed through a chain of proxies up to the first that is not trusted', async () => {
    const platform = await startPlatform({
      RATE_LIMIT_ADDRESS: '2',
      TRUSTED_PROXIES: '127.0.0.1/32,10.0.0.0/8,fd00::/8',
    })
    const request = asker(platform)
    assert.equal(await request('203.0.113.1, 10.0.0.7'), 200)
    assert.equal(await request('198.51.100.1, 203.0.113.1, fd00::7, 10.0.0.7'), 200)
    assert.equal(await request('198.51.100.2, 203.0.113.1, 10.0.0.8'), 429)
    assert.equal(await request('203.0.113.1, 198.51.100.3, 10.0.0.8'), 200)
    assert.equal(await request('203.0.113.9, nonsense, 10.0.0.8'), 200, 'nonsense is not trusted and causes no error')
  })

  test('counts IPv6 callers by /64', async () => {
    const request = asker(await startPlatform({ RATE_LIMIT_ADDRESS: '2', TRUSTED_PROXIES: '127.0.0.1/32' }))
    assert.equal(await request('2001:db8:1:2::1'), 200)
    assert.equal(await request('2001:db8:1:2:ffff::2'), 200)
    assert.equal(await request('2001:db8:1:2:1:2:3:4'), 429)
    assert.equal(await request('2001:db8:1:3::1'), 200)
  })
})

describe('the limit of guesses', () => {
  const guess = (platform: Platform, client_secret: string) =>
    platform.call('POST', '/api/auth/token', {
      body: { grant_type: 'client_credentials', client_id: 'sandbox-admin', client_secret },
    })

  test('checks thirty secrets of a client, even concurrent ones, then refuses even the right one', async () => {
    const platform = await startPlatform()
    const answers = await Promise.all(Array.from({ length: 80 }, (_, n) => guess(platform, `wrong-${n}`)))
    const statuses = answers.map(({ status }) => status)
    assert.equal(statuses.filter((status) => status === 401).length, 30)
    assert.equal(statuses.filter((status) => status === 429).length, 50)
    for (const answer of answers) assertLimitsOn(answer, String(answer.status))
    const right = await guess(platform, 'sandbox-admin-secret')
    assert.equal(right.status, 429)
    await platform.advance(Number(right.headers.get('retry-after')))
    assert.equal((await guess(platform, 'sandbox-admin-secret')).status, 200)
  })

  test('does not count right secrets, even concurrent ones', async () => {
    const platform = await startPlatform()
    const answers = await Promise.all(Array.from({ length: 80 }, () => guess(platform, 'sandbox-admin-secret')))
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
  })

  test('applies to the internal token too', async () => {
    const platform = await startPlatform()
    const present = (token: string) =>
      platform.call('POST', '/api/internal/appointment-confirmed', {
        headers: { 'x-internal-token': token },
        body: { appointmentId: 'apt_absent' },
      })
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => present(`wrong-${n}`)))
    assert.equal(answers.filter(({ status }) => status === 403).length, 30)
    assert.equal(answers.filter(({ status }) => status === 429).length, 20)
    assert.equal((await present('sandbox-internal-token')).status, 429)
  })
})

test('an Enterprise tenant’s agreed burst takes effect within a second for all its clients', async () => {
  const platform = await startPlatform({ RATE_LIMIT_ENTERPRISE: '4/unlimited' })
  const tenantId = await newTenant(platform)
  const [one, another] = [await newPerson(platform, tenantId, 'ADMIN'), await newPerson(platform, tenantId, 'ADMIN')]
  const admitted = async (token: string) => {
    let count = 0
    while ((await platform.call('GET', '/api/users/me', { token })).status === 200) count++
    return count
  }
  assert.equal(await admitted(one.token), 4, 'no burst without an agreement')
  await platform.owner.query('update tenants set burst_factor = 2.5, burst_sec = 20 where tenant_id = $1', [tenantId])
  await new Promise((next) => setTimeout(next, 1000))
  assert.equal(await admitted(another.token), 10)
  await platform.advance(181)
  assert.equal(await admitted(one.token), 10)
})

test('the database accepts a burst only for Enterprise, complete and within bounds', async () => {
  const { owner } = await startPlatform()
  const set = (values: string, plan = 'ENTERPRISE') =>
    owner.query(`update tenants set ${values} where tenant_id = (select min(tenant_id) from tenants where plan = $1)`, [
      plan,
    ])
  for (const [values, plan, constraint] of [
    ['burst_factor = 2, burst_sec = 10', 'PRO', 'tenants_burst_of_enterprise'],
    ['burst_factor = 2', 'ENTERPRISE', 'tenants_burst_is_whole'],
    ['burst_factor = 0.5, burst_sec = 10', 'ENTERPRISE', 'tenants_burst_factor_check'],
    ['burst_factor = 2, burst_sec = 0', 'ENTERPRISE', 'tenants_burst_sec_check'],
  ] as const)
    await assert.rejects(set(values, plan), { constraint }, values)
})
