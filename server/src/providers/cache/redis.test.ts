import assert from 'node:assert/strict'
import { connect, createServer, type Socket } from 'node:net'
import { after, describe, test } from 'node:test'
import { createClient } from '@redis/client'
import { eventually } from '../../../testing/eventually.ts'
import { startRedis, withoutRedis } from '../../../testing/redis.ts'
import type { Cache, Rule, Verdict } from './index.ts'
import { CacheError } from './index.ts'
import { openCache } from './open.ts'

const rule: Rule = { perMinute: 10, perDay: 1000, burstTo: 10, burstMs: 0 }
const startMs = Date.UTC(2026, 11, 1, 12)

/** A cache at an address, with its log lines. */
async function open(cacheUrl: string) {
  const logged: { err?: unknown; message: string }[] = []
  const cache = await openCache({ cacheUrl }, { warn: (about, message) => logged.push({ ...about, message }) })
  after(() => cache.close())
  const count = async (name: string, nowMs = startMs): Promise<Verdict> =>
    cache.count({ kind: 'client', name }, rule, { nowMs, counts: true })
  return { cache, count, logged }
}

/** The test's own connection, which may end with its server. */
async function operate(url: string) {
  const operator = createClient({ url, socket: { reconnectStrategy: false } })
  operator.on('error', () => {})
  await operator.connect()
  after(() => operator.destroy())
  return operator
}

const pingOf = (cache: Cache) =>
  cache.ping().then(
    () => 'ok',
    (error) => (error instanceof CacheError ? error.code : assert.fail(String(error))),
  )

const waysToStop = {
  'stopped gracefully': (redis: Awaited<ReturnType<typeof startRedis>>) => redis.end('SIGTERM'),
  killed: (redis: Awaited<ReturnType<typeof startRedis>>) => redis.end('SIGKILL'),
} as const

// The tests time out if anything waits for an unavailable Redis.
describe('an unavailable Redis', { skip: withoutRedis, timeout: 300_000 }, () => {
  for (const [name, stop] of Object.entries(waysToStop)) {
    test(`${name}: this process continues the count, and shares it again after the return`, async () => {
      const redis = await startRedis()
      const { cache, count, logged } = await open(redis.url)
      for (let n = 9; n >= 4; n--) assert.equal((await count('a')).remaining, n)
      assert.equal(await pingOf(cache), 'ok')
      await stop(redis)
      assert.partialDeepStrictEqual(await count('a'), { admitted: true, remaining: 3 })
      for (let n = 2; n >= 0; n--) assert.equal((await count('a')).remaining, n)
      assert.equal((await count('a')).admitted, false)
      await eventually(async () => (await pingOf(cache)) === 'connection_refused', 'the health code')
      assert.equal(logged.length, 1)
      assert.match(logged[0]!.message, /unavailable/)

      await redis.start()
      await eventually(async () => (await pingOf(cache)) === 'ok', 'reconnection')
      assert.equal(logged.length, 2)
      assert.match(logged[1]!.message, /available again/)
      assert.equal((await count('a')).admitted, false, 'Redis lost its data, but this server remembers')
      assert.equal((await count('b')).remaining, 9)
      const other = await open(redis.url)
      assert.equal((await other.count('b')).remaining, 8, 'shared again')
    })
  }

  test('frozen: concurrent requests wait until the timeout, later ones do not wait', async () => {
    const redis = await startRedis()
    const { cache, count, logged } = await open(redis.url)
    await count('a')
    redis.freeze()
    const verdicts = await Promise.all(Array.from({ length: 50 }, () => count('a')))
    assert.equal(verdicts.filter((verdict) => verdict.admitted).length, 9)
    const afterwards = cache.count({ kind: 'client', name: 'a' }, rule, { nowMs: startMs, counts: true })
    assert.ok(!(afterwards instanceof Promise), 'decided without waiting')
    assert.equal(await pingOf(cache), 'timeout')
    await new Promise((next) => setTimeout(next, 3000)) // time for other attempts
    assert.equal(logged.length, 1, 'not one log line for each attempt')
    redis.thaw()
    await eventually(async () => (await pingOf(cache)) === 'ok', 'reconnection')
    assert.equal(logged.length, 2)
  })

  test('slow for a moment: no count is lost, nothing is logged, and refused clients stay refused', async () => {
    const redis = await startRedis()
    const { cache, count, logged } = await open(redis.url)
    const other = await open(redis.url)
    for (let n = 0; n < 12; n++) await other.count('used up')
    assert.equal((await count('used up')).admitted, false)
    redis.freeze()
    assert.equal((await count('a')).remaining, 9)
    assert.equal((await count('used up')).admitted, false, 'although this server admitted none')
    for (let n = 8; n >= 5; n--) assert.equal((await count('a')).remaining, n)
    redis.thaw()
    await eventually(async () => (await pingOf(cache)) === 'ok', 'prompt answers')
    assert.equal((await other.count('a')).remaining, 4, 'uses sent meanwhile were counted')
    await new Promise((next) => setTimeout(next, 1500))
    assert.equal(await pingOf(cache), 'ok')
    assert.deepEqual(logged, [])
  })

  test('behind a proxy that drops all data: this process continues the count too', async () => {
    const redis = await startRedis()
    const { port } = new URL(redis.url)
    const sockets = new Set<Socket>()
    let dropsData = false
    const line = createServer((client) => {
      const upstream = connect(Number(port), '127.0.0.1')
      for (const socket of [client, upstream]) {
        sockets.add(socket)
        socket.on('error', () => {})
      }
      client.on('data', (bytes) => dropsData || upstream.write(bytes))
      upstream.on('data', (bytes) => client.write(bytes))
    }).listen(0, '127.0.0.1')
    after(() => {
      line.close()
      for (const socket of sockets) socket.destroy()
    })
    await new Promise((ready) => line.once('listening', ready))
    const address = line.address()
    assert.ok(address && typeof address === 'object')
    const { cache, count, logged } = await open(`redis://127.0.0.1:${address.port}`)
    assert.equal((await count('a')).remaining, 9)
    dropsData = true
    assert.equal((await count('a')).remaining, 8)
    assert.equal(await pingOf(cache), 'timeout')
    dropsData = false
    await eventually(async () => (await pingOf(cache)) === 'ok', 'reconnection')
    assert.equal(logged.length, 2)
  })

  test('unavailable at startup: the start does not wait, and the cache connects later', async () => {
    const redis = await startRedis()
    await redis.end()
    const { cache, count, logged } = await open(redis.url)
    assert.equal((await count('a')).remaining, 9)
    await eventually(async () => (await pingOf(cache)) === 'connection_refused', 'the health code')
    await redis.start()
    await eventually(async () => (await pingOf(cache)) === 'ok', 'the connection')
    assert.deepEqual(
      logged.map(({ message }) => /unavailable|available again/.exec(message)?.[0]),
      ['unavailable', 'available again'],
    )
  })

  test('one that answers but refuses writes counts as unavailable: out of memory, a replica', async () => {
    const redis = await startRedis()
    const operator = await operate(redis.url)
    for (const [refuses, writes] of [
      [
        ['CONFIG', 'SET', 'maxmemory', '1'],
        ['CONFIG', 'SET', 'maxmemory', '0'],
      ],
      [
        ['REPLICAOF', '127.0.0.1', '1'],
        ['REPLICAOF', 'NO', 'ONE'],
      ],
    ] as const) {
      const { cache, count, logged } = await open(redis.url)
      const name = refuses[0]
      assert.equal((await count(name)).remaining, 9)
      await operator.sendCommand([...refuses])
      assert.equal((await count(name)).remaining, 8)
      await eventually(async () => (await pingOf(cache)) === 'service_unavailable', 'the health code')
      await new Promise((next) => setTimeout(next, 2500))
      assert.equal(logged.length, 1, 'no repeated log lines meanwhile')
      await operator.sendCommand([...writes])
      await eventually(async () => (await pingOf(cache)) === 'ok', 'reconnection')
    }
  })

  test('loads the script again after a flush, without a log line', async () => {
    const redis = await startRedis()
    const { count, logged } = await open(redis.url)
    await count('a')
    await (await operate(redis.url)).sendCommand(['SCRIPT', 'FLUSH'])
    const verdicts = await Promise.all(Array.from({ length: 20 }, () => count('a')))
    assert.equal(verdicts.filter((verdict) => verdict.admitted).length, 9)
    assert.deepEqual(logged, [])
  })
})

describe('data in Redis', { skip: withoutRedis }, () => {
  test('is one small expiring key for each subject, with its own hash tag', async () => {
    const redis = await startRedis()
    const { cache, count } = await open(redis.url)
    const operator = await operate(redis.url)
    await count('ten_a/clinic')
    for (let n = 0; n < 60; n++)
      await cache.count(
        { kind: 'address', name: '203.0.113.1' },
        { ...rule, perMinute: 1e6, perDay: Infinity },
        {
          nowMs: startMs + n * 1000,
          counts: true,
        },
      )
    await cache.count({ kind: 'guess', name: '203.0.113.2' }, rule, { nowMs: startMs, counts: false })
    const keys = (await operator.keys('*')).sort()
    assert.deepEqual(keys, [
      'medina:count:{address/203.0.113.1}',
      'medina:count:{address/health}',
      'medina:count:{client/ten_a/clinic}',
    ])
    const halfADaySec = 12 * 3600
    const client = await operator.ttl(keys[2]!)
    assert.ok(client > halfADaySec - 60 && client <= halfADaySec, `${client} s, until the daily quota resets`)
    const address = await operator.ttl(keys[0]!)
    assert.ok(address > 110 && address <= 121, `${address} s`)
    for (const key of keys) assert.ok((await operator.strLen(key)) < 300)
  })

  test('is in the database of the URL, accessed with the user and password of the URL', async () => {
    const redis = await startRedis('--requirepass', 'for everybody')
    const { host } = new URL(redis.url)
    const operator = await operate(`redis://:for%20everybody@${host}/5`)
    await operator.sendCommand([
      'ACL',
      'SETUSER',
      'medina',
      'on',
      '>p@ss:wörd',
      '~medina:*',
      '+eval',
      '+evalsha',
      '+get',
      '+set',
      '+select',
    ])
    await operator.sendCommand(['ACL', 'SETUSER', 'reader', 'on', '>reader', '~*', '+@read', '+select', '+hello'])

    const known = await open(`redis://medina:${encodeURIComponent('p@ss:wörd')}@${host}/5`)
    assert.equal((await known.count('a')).remaining, 9)
    assert.deepEqual(known.logged, [])
    assert.deepEqual((await operator.keys('medina:count:{client/*')).length, 1)

    for (const credentials of ['medina:not-the-password@', '', 'reader:reader@']) {
      const refused = await open(`redis://${credentials}${host}/5`)
      assert.equal((await refused.count('a')).remaining, 9, 'the server counts by itself')
      assert.equal(await pingOf(refused.cache), 'auth_failed', credentials)
      assert.equal(refused.logged.length, 1)
      const { err, message } = refused.logged[0]!
      assert.doesNotMatch(`${message} ${(err as Error).stack}`, /not-the-password|reader:reader/)
    }
  })
})
