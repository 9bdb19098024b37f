import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Clock } from '../lib/clock.ts'
import { startPlatform } from '../testing/harness.ts'
import { RateLimits } from './rate-limit.ts'

const quotas = {
  STARTER: { perMinute: 60, perDay: 100 },
  PRO: { perMinute: 10, perDay: 100_000 },
  ENTERPRISE: { perMinute: 5, perDay: Number.POSITIVE_INFINITY },
}

/** A clock that stands still between steps. */
class Steps extends Clock {
  ms = Date.UTC(2026, 11, 1)
  override nowMs = () => this.ms
}

function start() {
  const clock = new Steps()
  return { clock, limits: new RateLimits(clock, { quotas, addressPerMinute: 3 }) }
}

test('a plan without burst admits its minute and then waits for the window to slide', () => {
  const { clock, limits } = start()
  const ask = () => limits.ofClient('ten_a', 'client', 'ENTERPRISE')
  for (let n = 4; n >= 0; n--) assert.partialDeepStrictEqual(ask(), { admitted: true, limit: 5, remaining: n })
  assert.partialDeepStrictEqual(ask(), { admitted: false, remaining: 0, retryAfterSec: 60 })
  clock.ms += 30_000
  assert.equal(ask().admitted, false)
  clock.ms += 30_000
  assert.equal(ask().admitted, true)
  assert.equal(
    limits.ofClient('ten_a', 'another', 'ENTERPRISE').admitted,
    true,
    'another client has a count of its own',
  )
})

test('a burst goes beyond the limit for its time, and comes back only after a whole minute within the limit', () => {
  const { clock, limits } = start()
  const admitted = (times: number) =>
    Array.from({ length: times }, () => limits.ofClient('ten_a', 'c', 'PRO').admitted).filter(Boolean).length
  assert.equal(admitted(100), 30, 'three times the limit')
  clock.ms += 61_000
  assert.equal(admitted(100), 10, 'no second burst so soon')
  clock.ms += 121_000
  assert.equal(admitted(10), 10)
  assert.equal(admitted(5), 5, 'a new burst')
  clock.ms += 31_000
  assert.equal(admitted(5), 0, 'its 30 seconds are over')
})

test('a day ends at 00:00 UTC', () => {
  const { clock, limits } = start()
  clock.ms += 23 * 3_600_000
  let admitted = 0
  for (let minute = 0; minute < 5; minute++, clock.ms += 61_000) {
    for (let n = 0; n < 60; n++) if (limits.ofClient('t', 'c', 'STARTER').admitted) admitted++
  }
  assert.equal(admitted, 100)
  const refused = limits.ofClient('t', 'c', 'STARTER')
  assert.ok(refused.retryAfterSec > 3000 && refused.retryAfterSec <= 3600)
  clock.ms += refused.retryAfterSec * 1000
  assert.equal(limits.ofClient('t', 'c', 'STARTER').admitted, true)
})

test('over HTTP the limits are on every answer, and 429 says in whole seconds when to come back', async () => {
  const platform = await startPlatform({ RATE_LIMIT_PRO: '2/100000', RATE_LIMIT_ADDRESS: '20' })
  const token = await platform.tokenOf('sandbox-b-admin')
  const ask = () => platform.call('GET', '/api/users/me', { token })
  for (const remaining of ['1', '0']) assert.equal((await ask()).headers.get('x-ratelimit-remaining'), remaining)
  for (let n = 0; n < 4; n++) assert.equal((await ask()).status, 200, 'the burst')
  const refused = await ask()
  assert.equal(refused.status, 429)
  assert.equal(refused.body.error.code, 'TOO_MANY_REQUESTS')
  assert.match(refused.headers.get('retry-after')!, /^[1-9]\d*$/)
  assert.equal(refused.headers.get('x-ratelimit-limit'), '2')
  for (let n = 0; n < 19; n++)
    assert.equal(
      (await platform.call('GET', '/api/health', { headers: { 'x-forwarded-for': `203.0.113.${n}` } })).status,
      200,
    )
  assert.equal(
    (await platform.call('GET', '/api/health', { headers: { 'x-forwarded-for': '203.0.113.99' } })).status,
    429,
    'nobody trusts the header',
  )
})

test('behind a proxy that is trusted, addresses count one by one', async () => {
  const platform = await startPlatform({ RATE_LIMIT_ADDRESS: '2', TRUSTED_PROXIES: '127.0.0.0/8' })
  const ask = async (address: string) =>
    (await platform.call('GET', '/api/health', { headers: { 'x-forwarded-for': address } })).status
  assert.deepEqual(
    [await ask('203.0.113.1'), await ask('203.0.113.1'), await ask('203.0.113.1'), await ask('203.0.113.2')],
    [200, 200, 429, 200],
  )
})
