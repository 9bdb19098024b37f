import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { startRedis, withoutRedis } from '../../testing/redis.ts'
import type { Actor } from '../actor.ts'
import { Clock } from '../lib/clock.ts'
import type { Cache } from '../providers/cache/index.ts'
import { MemoryCache } from '../providers/cache/memory.ts'
import { RedisCache } from '../providers/cache/redis.ts'
import { RateLimits } from './rate-limit.ts'

const quotas = {
  STARTER: { perMinute: 60, perDay: 100 },
  PRO: { perMinute: 10, perDay: 100_000 },
  ENTERPRISE: { perMinute: 5, perDay: Number.POSITIVE_INFINITY },
}

/** A clock that moves only when set. */
class Steps extends Clock {
  ms = Date.UTC(2026, 11, 1)
  override nowMs = () => this.ms
}

/** The limits of one server, whose clock may differ from another's. */
function server(cache: Cache) {
  const clock = new Steps()
  return {
    clock,
    limits: new RateLimits(clock, cache, { quotas, addressPerMinute: 3, formsPerMinute: 2, guessesPerMinute: 30 }),
  }
}

let callers = 0
/** A caller that has not been counted yet. */
const caller = (plan: Actor['plan'], burst?: Actor['burst']) => {
  const clientId = `client-${++callers}`
  return { tenantId: 'ten_a', clientId, plan, ...(burst && { burst }) }
}
type Caller = ReturnType<typeof caller>

async function admitted(limits: RateLimits, caller: Caller, times: number): Promise<number> {
  let count = 0
  for (let n = 0; n < times; n++) if ((await limits.checkClient(caller)).admitted) count++
  return count
}

type Row = [name: string, holds: (open: () => ReturnType<typeof server>) => Promise<void>]

/** Rules that hold in memory and in Redis. */
const table: Row[] = [
  [
    'a plan without burst admits its minute and then waits for the window to slide',
    async (open) => {
      const { clock, limits } = open()
      const one = caller('ENTERPRISE')
      const countRequest = () => limits.checkClient(one)
      for (let n = 4; n >= 0; n--)
        assert.deepEqual(await countRequest(), {
          admitted: true,
          limit: 5,
          remaining: n,
          resetSec: 60,
          retryAfterSec: 0,
        })
      assert.deepEqual(await countRequest(), {
        admitted: false,
        limit: 5,
        remaining: 0,
        resetSec: 60,
        retryAfterSec: 60,
      })
      clock.ms += 30_000
      assert.partialDeepStrictEqual(await countRequest(), { admitted: false, resetSec: 30, retryAfterSec: 30 })
      clock.ms += 30_000
      assert.equal((await countRequest()).admitted, true)
      const another = { ...one, clientId: `${one.clientId}b` }
      assert.equal((await limits.checkClient(another)).admitted, true, 'another client has its own count')
      assert.equal((await limits.checkClient({ ...one, tenantId: 'ten_b' })).remaining, 4, 'another tenant too')
    },
  ],
  [
    'a burst exceeds the limit for its duration, and is available again only after a whole minute within the limit',
    async (open) => {
      const { clock, limits } = open()
      const one = caller('PRO')
      assert.equal(await admitted(limits, one, 100), 30, 'three times the limit')
      clock.ms += 61_000
      assert.equal(await admitted(limits, one, 100), 10, 'no second burst so soon')
      clock.ms += 119_999
      assert.equal(await admitted(limits, one, 100), 10, 'nor a millisecond before the minute is over')
      clock.ms += 121_000
      assert.equal(await admitted(limits, one, 10), 10)
      assert.equal(await admitted(limits, one, 5), 5, 'a new burst')
      clock.ms += 29_000
      assert.equal(await admitted(limits, one, 5), 5, 'it lasts')
      clock.ms += 2000
      assert.equal(await admitted(limits, one, 5), 0, 'its 30 seconds are over')
    },
  ],
  [
    'a burst begins when the limit is exceeded, not with the first request of the minute',
    async (open) => {
      const { clock, limits } = open()
      const one = caller('STARTER')
      assert.equal(await admitted(limits, one, 60), 60)
      clock.ms += 40_000
      assert.equal(await admitted(limits, one, 10), 10)
      clock.ms += 9999
      assert.equal(await admitted(limits, one, 1), 1)
      clock.ms += 1
      assert.equal(await admitted(limits, one, 1), 0)
    },
  ],
  [
    'a tenant’s own burst replaces its plan’s',
    async (open) => {
      const { clock, limits } = open()
      const one = caller('ENTERPRISE', { factor: 2.5, sec: 20 })
      assert.equal(await admitted(limits, one, 8), 8)
      clock.ms += 19_999
      assert.equal(await admitted(limits, one, 10), 4, '2.5 times 5, rounded down')
      assert.equal(await admitted(limits, caller('ENTERPRISE'), 10), 5, 'others have none')
    },
  ],
  [
    'a day ends at 00:00 UTC',
    async (open) => {
      const { clock, limits } = open()
      const one = caller('STARTER')
      clock.ms += 23 * 3_600_000
      let count = 0
      for (let minute = 0; minute < 5; minute++, clock.ms += 61_000) count += await admitted(limits, one, 60)
      assert.equal(count, 100)
      const refused = await limits.checkClient(one)
      assert.ok(refused.retryAfterSec > 3000 && refused.retryAfterSec <= 3600)
      clock.ms += refused.retryAfterSec * 1000 - 1000
      assert.equal((await limits.checkClient(one)).admitted, false)
      clock.ms += 1000
      assert.equal((await limits.checkClient(one)).admitted, true)
    },
  ],
  [
    'the remaining count is never above what is left of the day',
    async (open) => {
      const { clock, limits } = open()
      const one = caller('STARTER')
      await admitted(limits, one, 50)
      clock.ms += 61_000
      await admitted(limits, one, 45)
      assert.equal((await limits.checkClient(one)).remaining, 4)
    },
  ],
  [
    'a caller is admitted after Retry-After, and not a second earlier',
    async (open) => {
      const { clock, limits } = open()
      clock.ms += 86_400_000 - 95_000 // so that the day's end comes in between
      const one = caller('STARTER')
      let refusals = 0
      for (let n = 0; n < 400; n++) {
        clock.ms += (n * 7919) % 700
        const verdict = await limits.checkClient(one)
        if (verdict.admitted) continue
        refusals++
        assert.ok(verdict.retryAfterSec >= 1, `${verdict.retryAfterSec}`)
        clock.ms += (verdict.retryAfterSec - 1) * 1000
        const secondBegan = Math.floor(clock.ms / 1000)
        assert.equal((await limits.checkClient(one)).admitted, false, 'a second too early')
        clock.ms += 1000
        assert.equal(Math.floor(clock.ms / 1000), secondBegan + 1)
        assert.equal((await limits.checkClient(one)).admitted, true)
      }
      assert.ok(refusals > 3, `${refusals}`)
    },
  ],
  [
    'after the day’s quota, Retry-After also covers a minute window that is full at midnight',
    async (open) => {
      const { clock, limits } = open()
      const one = caller('STARTER')
      clock.ms += 86_400_000 - 70_000
      assert.equal(await admitted(limits, one, 40), 40)
      clock.ms += 65_000
      assert.equal(await admitted(limits, one, 100), 60, 'the day’s hundred')
      const { retryAfterSec } = await limits.checkClient(one)
      assert.equal(retryAfterSec, 60, 'midnight, five seconds away, is not enough')
      clock.ms += 60_000
      assert.equal((await limits.checkClient(one)).admitted, true)
    },
  ],
  [
    'with a clock slightly behind, counting continues and Retry-After is longer by the difference',
    async (open) => {
      const { clock, limits } = open()
      const one = caller('ENTERPRISE')
      await admitted(limits, one, 3)
      clock.ms -= 2000
      assert.equal(await admitted(limits, one, 10), 2)
      assert.partialDeepStrictEqual(await limits.checkClient(one), { resetSec: 62, retryAfterSec: 62 })
      clock.ms += 61_000
      assert.equal((await limits.checkClient(one)).admitted, false)
      clock.ms += 1000
      assert.equal((await limits.checkClient(one)).admitted, true)
    },
  ],
  [
    'after a clock was set back permanently, counting restarts',
    async (open) => {
      const { clock, limits } = open()
      const [one, other] = [caller('ENTERPRISE'), caller('STARTER')]
      clock.ms += 3 * 86_400_000
      assert.equal(await admitted(limits, one, 10), 5)
      for (let minute = 0; minute < 3; minute++, clock.ms += 121_000) await admitted(limits, other, 60)
      assert.equal(await admitted(limits, other, 1), 0, 'its day is used up')
      clock.ms -= 3 * 86_400_000
      assert.equal(await admitted(limits, one, 10), 5)
      assert.equal(await admitted(limits, other, 60), 60)
    },
  ],
  [
    'concurrent requests are admitted as often as sequential ones',
    async (open) => {
      const { limits } = open()
      const one = caller('PRO')
      const verdicts = await Promise.all(Array.from({ length: 200 }, () => limits.checkClient(one)))
      assert.equal(verdicts.filter((verdict) => verdict.admitted).length, 30)
    },
  ],
  [
    'addresses are counted separately, IPv6 by /64',
    async (open) => {
      const { clock, limits } = open()
      clock.ms += ++callers * 3_600_000 // other rows use the same addresses
      const countRequest = async (address: string) => (await limits.checkAddress(address)).admitted
      for (let n = 0; n < 3; n++) assert.equal(await countRequest(`2001:db8::${n}`), true)
      assert.equal(await countRequest('2001:db8::ffff:1'), false)
      assert.equal(await countRequest('2001:db8:0:1::1'), true)
      assert.equal((await limits.peekAddress('2001:db8:0:1::2')).remaining, 2)
      assert.equal((await limits.peekAddress('2001:db8:0:1::2')).remaining, 2, 'peekAddress does not count')
      assert.equal(await countRequest('203.0.113.1'), true)
    },
  ],
  [
    'thirty wrong guesses a minute are checked, even if concurrent; a right one after them is refused',
    async (open) => {
      const { clock, limits } = open()
      clock.ms += ++callers * 3_600_000
      const [guesser, honest] = ['198.51.100.7', '198.51.100.8']
      const guesses = await Promise.all(Array.from({ length: 100 }, () => limits.checkGuess(guesser, { wrong: true })))
      assert.equal(guesses.filter((verdict) => verdict.admitted).length, 30)
      assert.equal((await limits.checkGuess(guesser, { wrong: false })).admitted, false)
      for (let n = 0; n < 200; n++) assert.equal((await limits.checkGuess(honest, { wrong: false })).admitted, true)
      clock.ms += 60_000
      assert.equal((await limits.checkGuess(guesser, { wrong: false })).admitted, true)
    },
  ],
]

describe('in memory', () => {
  for (const [name, holds] of table) test(name, () => holds(() => server(new MemoryCache())))

  test('the verdict is synchronous', () => {
    assert.ok(!(server(new MemoryCache()).limits.checkAddress('203.0.113.1') instanceof Promise))
  })
})

describe('in Redis', { skip: withoutRedis }, async () => {
  if (withoutRedis) return
  const redis = await startRedis()
  const warnings: string[] = []
  const open = () => RedisCache.open(redis.url, { warn: (_about, message) => warnings.push(message) })
  const caches = await Promise.all([open(), open()])
  after(() => Promise.all(caches.map((cache) => cache.close())))
  for (const [name, holds] of table) test(name, () => holds(() => server(caches[0])))

  test('two servers share one count, although their clocks differ slightly', async () => {
    const [firstServer, secondServer] = caches.map(server) as [ReturnType<typeof server>, ReturnType<typeof server>]
    secondServer.clock.ms -= 1500
    const one = caller('PRO')
    assert.equal((await firstServer.limits.checkClient(one)).admitted, true)
    const verdicts = await Promise.all(
      Array.from({ length: 99 }, (_, n) => (n % 2 ? firstServer : secondServer).limits.checkClient(one)),
    )
    assert.equal(verdicts.filter((verdict) => verdict.admitted).length, 29)
    assert.partialDeepStrictEqual(await firstServer.limits.checkClient(one), { admitted: false, retryAfterSec: 60 })
    for (let sec = 0; sec < 60; sec++) {
      firstServer.clock.ms += 1000
      secondServer.clock.ms += 1000
      assert.equal((await secondServer.limits.checkClient(one)).admitted, false)
      if (sec < 59) assert.equal((await firstServer.limits.checkClient(one)).admitted, false)
    }
    assert.equal((await firstServer.limits.checkClient(one)).admitted, true)
  })

  test('gives the same verdicts as memory for thousands of random requests', async () => {
    const [shared, own] = [server(caches[0]), server(new MemoryCache())]
    const random = sequence(20_261_201)
    const seen = { admitted: 0, refused: 0 }
    for (let n = 0, one = caller('PRO'); n < 6000; n++) {
      if (n % 500 === 0) one = n % 1000 ? caller('STARTER') : caller('ENTERPRISE', { factor: 1.7, sec: 7 })
      const stepMs = random() < 0.03 ? Math.floor((random() - 0.2) * 150_000) : Math.floor(random() * 9000)
      shared.clock.ms += stepMs
      own.clock.ms += stepMs
      const [secondServer, firstServer] = [await shared.limits.checkClient(one), await own.limits.checkClient(one)]
      assert.deepEqual(secondServer, firstServer, `after ${n} uses`)
      seen[firstServer.admitted ? 'admitted' : 'refused']++
    }
    assert.ok(seen.admitted > 1000 && seen.refused > 1000, JSON.stringify(seen))
  })

  test('logged no warnings', () => assert.deepEqual(warnings, []))
})

/** Reproducible pseudo-random numbers from 0 to 1 (mulberry32). */
function sequence(seed: number): () => number {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}
