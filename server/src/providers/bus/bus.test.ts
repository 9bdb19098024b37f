import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { eventually } from '../../testing/eventually.ts'
import { asOwner, newDatabase } from '../../testing/harness.ts'
import { type Redis, startRedis, withoutRedis } from '../../testing/redis.ts'
import { startWay } from '../../testing/way-to-database.ts'
import type { Bus } from './index.ts'
import { type Connect, ReconnectingBus } from './lasting.ts'
import { LocalBus } from './local-testing.ts'
import { overPostgres } from './postgres.ts'
import { overRedis } from './redis.ts'

const silent = { warn() {} }

const ownerUrl = await newDatabase()
const redis: Redis | undefined = withoutRedis ? undefined : await startRedis()

type Kind = {
  name: string
  skip: string | false
  connect?: () => Connect
  /** Terminates all connections. */
  cut?: () => Promise<unknown>
}
const kinds: Kind[] = [
  { name: 'this process', skip: false },
  {
    name: 'PostgreSQL',
    skip: false,
    connect: () => overPostgres(ownerUrl),
    cut: () =>
      asOwner(ownerUrl, (owner) =>
        owner.query(
          `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'medina-care bus'`,
        ),
      ),
  },
  {
    name: 'Redis',
    skip: withoutRedis,
    connect: () => overRedis(redis!.url),
    cut: async () => {
      await redis!.end('SIGKILL')
      await redis!.start()
    },
  },
]

async function open(t: TestContext, connect?: () => Connect): Promise<Bus[]> {
  const one = connect ? new ReconnectingBus(connect(), silent) : new LocalBus()
  const other = connect ? new ReconnectingBus(connect(), silent) : new LocalBus(one as LocalBus)
  t.after(() => Promise.all([one.close(), other.close()]))
  // Messages published before the connections exist are lost.
  await Promise.all([one, other].map((bus) => bus.subscribe('open', () => {}).ready))
  return [one, other]
}

for (const { name, skip, connect, cut } of kinds) {
  describe(`over ${name}`, { skip }, () => {
    test('delivers each message to all subscribers, the publisher included, in order and unchanged', async (t) => {
      const [one, other] = await open(t, connect)
      const texts = [
        '',
        'same',
        'same',
        'موعد 🩺'.repeat(9000),
        '🩺'.repeat(16_000),
        `x${'🩺'.repeat(15_999)}`,
        'é'.repeat(32_000),
      ]
      texts.push(...Array.from({ length: 200 }, (_, n) => `${n} `.repeat(n)), JSON.stringify({ a: '\0\n\ud800"' }))
      const heard: string[][] = [[], [], []]
      await one!.subscribe('room_1', (text) => heard[0]!.push(text)).ready
      await other!.subscribe('room_1', (text) => heard[1]!.push(text)).ready
      await other!.subscribe('room_2', (text) => heard[2]!.push(text)).ready
      for (const text of texts) one!.publish('room_1', text)
      await eventually(() => heard[0]!.length === texts.length && heard[1]!.length === texts.length, 'all texts')
      assert.deepEqual(heard, [texts, texts, []])
    })

    test('delivers nothing after a subscription ends, while others on the same server continue', async (t) => {
      const [one, other] = await open(t, connect)
      const heard: string[] = []
      const first = other!.subscribe('room', () => heard.push('first'))
      const second = other!.subscribe('room', () => heard.push('second'))
      await Promise.all([first.ready, second.ready])
      first.end()
      first.end()
      one!.publish('room', '1')
      await eventually(() => heard.length > 0)
      second.end()
      await one!.subscribe('end', () => heard.push('end')).ready
      one!.publish('room', '2')
      one!.publish('end', '3')
      await eventually(() => heard.includes('end'))
      assert.deepEqual(heard, ['second', 'end'])
    })

    test('reconnects after a broken connection, and notifies the watchers', { skip: !cut }, async (t) => {
      const [one, other] = await open(t, connect)
      const heard: string[] = []
      const seen: boolean[] = []
      await other!.subscribe('room', (text) => heard.push(text)).ready
      other!.watch((isUp) => seen.push(isUp))
      await cut!()
      await eventually(() => seen.length === 2, 'reconnection')
      assert.deepEqual(seen, [false, true])
      const late = other!.subscribe('later', (text) => heard.push(text))
      await late.ready
      await eventually(async () => {
        one!.publish('room', 'again')
        one!.publish('later', 'too')
        await pause(20)
        return heard.includes('again') && heard.includes('too')
      }, 'messages after reconnection')
    })
  })
}

test('replaces an idle connection to PostgreSQL that has gone silent', async (t) => {
  const way = await startWay(ownerUrl)
  const [bus] = await open(t, () => overPostgres(way.url))
  const [other] = await open(t, () => overPostgres(ownerUrl))
  const heard: string[] = []
  await bus!.subscribe('room', (text) => heard.push(text)).ready
  way.forget()
  await eventually(async () => {
    other!.publish('room', 'again')
    await pause(100)
    return heard.length > 0
  }, 'texts to arrive again')
})

test('a bus that never connects does not block its callers', async (t) => {
  const seen: boolean[] = []
  const bus = new ReconnectingBus(overRedis('redis://127.0.0.1:1'), silent)
  bus.watch((isUp) => seen.push(isUp))
  t.after(() => bus.close())
  await bus.subscribe('room', () => {}).ready
  bus.publish('room', 'lost')
  assert.deepEqual(seen, [false])
})
