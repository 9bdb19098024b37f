import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { eventually } from '../../testing/eventually.ts'
import { newPerson, newTenant } from '../../testing/factories.ts'
import { type Platform, startPlatform } from '../../testing/harness.ts'
import { startRedis, withoutRedis } from '../../testing/redis.ts'

const settings = { RATE_LIMIT_ENTERPRISE: '20/unlimited', RATE_LIMIT_ADDRESS: '200' }

describe('two servers that share Redis', { skip: withoutRedis }, async () => {
  if (withoutRedis) return
  const redis = await startRedis()
  const one = await startPlatform({ ...settings, CACHE_URL: redis.url })
  const other = await startPlatform({ ...settings, CACHE_URL: redis.url, PUBLIC_URL: one.url }, one.ownerUrl)
  const tenantId = await newTenant(one)

  const request = (platform: Platform, path: string, init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${platform.config.port}${path}`, init)
  const me = (platform: Platform, token: string) =>
    request(platform, '/api/users/me', { headers: { authorization: `Bearer ${token}` } })
  const admittedOf = async (responses: Promise<Response>[]) =>
    (await Promise.all(responses)).filter(({ status }) => status === 200).length

  test('share the count of a client', async () => {
    const { token } = await newPerson(one, tenantId, 'ADMIN')
    assert.equal((await me(one, token)).headers.get('x-ratelimit-remaining'), '19')
    assert.equal((await me(other, token)).headers.get('x-ratelimit-remaining'), '18')
    const requests = Array.from({ length: 40 }, (_, n) => me(n % 2 ? one : other, token))
    assert.equal(await admittedOf(requests), 18)
  })

  test('together check thirty wrong guesses of an address, even if concurrent', async () => {
    const guess = (platform: Platform, secret: string) =>
      request(platform, '/api/auth/token', {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'client_credentials',
          client_id: 'sandbox-admin',
          client_secret: secret,
        }),
      })
    const answers = await Promise.all(Array.from({ length: 60 }, (_, n) => guess(n % 2 ? one : other, `wrong-${n}`)))
    assert.equal(answers.filter(({ status }) => status === 401).length, 30)
    for (const platform of [one, other]) assert.equal((await guess(platform, 'sandbox-admin-secret')).status, 429)
  })

  test('share the count of an address', async () => {
    const remaining = Number((await request(one, '/api/health')).headers.get('x-ratelimit-remaining'))
    assert.equal((await request(other, '/api/health')).headers.get('x-ratelimit-remaining'), String(remaining - 1))
    const requests = Array.from({ length: remaining + 20 }, (_, n) => request(n % 2 ? one : other, '/api/health'))
    assert.equal(await admittedOf(requests), remaining - 1)
  })

  test('count separately while Redis is down, report it, and share the count again once it is back', async () => {
    await one.advance(120)
    other.services.clock.runAheadBy(one.services.clock.aheadByMs)
    const { token } = await newPerson(one, tenantId, 'ADMIN')
    const probe = async (platform: Platform) =>
      (await (await request(platform, '/api/health/cache')).json()) as { ok: boolean; error?: string }
    assert.partialDeepStrictEqual(await probe(one), { ok: true, service: 'cache' })
    for (let n = 0; n < 5; n++) await me(one, token)
    await redis.end('SIGKILL')
    const admitted = await Promise.all(
      [one, other].map((platform) => admittedOf(Array.from({ length: 30 }, () => me(platform, token)))),
    )
    assert.deepEqual(admitted, [15, 20], 'each remembers its own count')
    await new Promise((next) => setTimeout(next, 1600))
    for (const platform of [one, other])
      assert.deepEqual(await probe(platform), { ok: false, error: 'connection_refused' })
    const lateServer = await startPlatform({ ...settings, CACHE_URL: redis.url, PUBLIC_URL: one.url }, one.ownerUrl)
    assert.equal((await me(lateServer, token)).status, 200, 'a server started meanwhile works')

    await redis.start()
    for (const platform of [one, other, lateServer])
      await eventually(async () => (await probe(platform)).ok, 'Redis to come back')
    const fresh = await newPerson(one, tenantId, 'ADMIN')
    const together = Array.from({ length: 60 }, (_, n) => me([one, other, lateServer][n % 3]!, fresh.token))
    assert.equal(await admittedOf(together), 20)
  })
})
