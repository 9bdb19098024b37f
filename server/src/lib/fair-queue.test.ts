import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { FairQueue, type FairQueueOptions, type IsWanted, NO_TENANT, NotRun } from './fair-queue.ts'

/** A queue with a clock that only `finish` and `pass` move. */
function simulated(options: Partial<FairQueueOptions> = {}) {
  let nowMs = 0
  const queue = new FairQueue({ places: 1, shareOf: () => 1, timeoutMs: 60_000, nowMs: () => nowMs, ...options })
  const started: string[] = []
  const running = new Map<symbol, { endsAt: number; end: () => void }>()
  return {
    queue,
    started,
    running,
    pass: (ms: number) => {
      nowMs += ms
    },
    call(
      tenantId: string,
      ms: number,
      { kind = 'any', isWanted }: { kind?: string; isWanted?: IsWanted } = {},
    ): Promise<void> {
      const work = () => {
        started.push(tenantId)
        return new Promise<void>((end) => {
          running.set(Symbol(), { endsAt: nowMs + ms, end })
        })
      }
      return queue.run(tenantId, kind, work, isWanted)
    },
    /** Ends running calls, the earliest first, until none runs. */
    async finish(): Promise<void> {
      for (await turn(); running.size > 0; await turn()) {
        const [call, { endsAt, end }] = [...running].sort(([, a], [, b]) => a.endsAt - b.endsAt)[0]!
        running.delete(call)
        nowMs = Math.max(nowMs, endsAt)
        end()
      }
    },
  }
}

const times = (count: number, work: () => Promise<void>) => Promise.all(Array.from({ length: count }, work))
const rejectsAs = (reason: NotRun['reason']) => (error: unknown) => error instanceof NotRun && error.reason === reason

describe('a fair queue', () => {
  test('runs the calls of one tenant in the order of arrival, as many at once as there are places', async () => {
    const { queue } = simulated({ places: 3, shareOf: () => 1 })
    const order: number[] = []
    let running = 0
    const calls = Array.from({ length: 9 }, (_, n) =>
      queue.run('a', 'any', async () => {
        order.push(n)
        assert.ok(++running <= 3)
        await turn()
        running--
      }),
    )
    assert.deepEqual(order, [0, 1, 2])
    await Promise.all(calls)
    assert.deepEqual(order, [0, 1, 2, 3, 4, 5, 6, 7, 8])
  })

  test('lets a tenant with a long queue wait for another with few calls', async () => {
    const { call, started, finish } = simulated()
    const all = [times(20, () => call('flood', 10)), turn().then(() => times(3, () => call('other', 10)))]
    await turn()
    await finish()
    await Promise.all(all)
    const last = started.lastIndexOf('other')
    assert.ok(last < 8, started.join(' '))
    assert.equal(started.length, 23)
  })

  test('gives two waiting tenants the same time, whatever their calls cost', async () => {
    const { call, started, finish } = simulated()
    const all = [times(40, () => call('dear', 50)), times(400, () => call('cheap', 5))]
    await finish()
    await Promise.all(all)
    const first = started.slice(0, 220)
    const expensiveCount = first.filter((name) => name === 'dear').length
    const [expensiveTime, cheapTime] = [50 * expensiveCount, 5 * (first.length - expensiveCount)]
    assert.ok(Math.abs(expensiveTime - cheapTime) < 150, `${expensiveTime} ms and ${cheapTime} ms`)
  })

  test('does not charge a tenant for time that no other wanted', async () => {
    const { call, started, finish } = simulated()
    const lone = times(50, () => call('early', 100))
    await finish()
    await lone
    started.length = 0
    const all = [times(10, () => call('early', 10)), times(10, () => call('late', 10))]
    await finish()
    await Promise.all(all)
    const half = started.slice(0, 10).filter((name) => name === 'early').length
    assert.ok(half >= 4 && half <= 6, started.join(' '))
  })

  test('limits a kind of a tenant to its share while another tenant is active, and no longer', async () => {
    const { queue, call, running, pass, finish } = simulated({
      places: 8,
      shareOf: (kind) => (kind === 'lists' ? 1 : 2),
    })
    queue.note('other')
    const flood = times(20, () => call('flood', 10, { kind: 'lists' }))
    await turn()
    assert.equal(running.size, 1)
    const writes = times(20, () => call('flood', 10, { kind: 'writes' }))
    await turn()
    assert.equal(running.size, 3)
    const other = call('other', 10)
    await turn()
    assert.equal(running.size, 4)
    await finish()
    await Promise.all([flood, writes, other])
    pass(2001)
    const lone = times(20, () => call('flood', 10))
    await turn()
    assert.equal(running.size, 8)
    await finish()
    await lone
  })

  test('starts a call beyond the share when other tenants become inactive, although no running call ends', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const { queue, started, pass, call, finish } = simulated({ places: 2 })
    queue.note('b')
    const calls = [call('a', 1), call('a', 1)]
    const advance = async () => {
      pass(2000)
      t.mock.timers.tick(2000)
      await turn()
    }
    queue.note('b')
    assert.deepEqual(started, ['a'])
    pass(1000)
    queue.note('b') // still active when the queue is examined
    await advance()
    await advance()
    assert.deepEqual(started, ['a', 'a'])
    await finish()
    await Promise.all(calls)
  })

  test('does not limit calls without a tenant, which limit no tenant either', async () => {
    const { queue, call, running, finish } = simulated({ places: 6, shareOf: () => 1 })
    queue.note('other')
    const without = times(3, () => call(NO_TENANT, 10))
    await turn()
    assert.equal(running.size, 3)
    await finish()
    await without
    const { call: callAlone, running: runningAlone, ...alone } = simulated({ places: 6, shareOf: () => 1 })
    const all = [callAlone(NO_TENANT, 10), times(5, () => callAlone('lone', 10))]
    await turn()
    assert.equal(runningAlone.size, 6)
    await alone.finish()
    await Promise.all(all)
  })

  test('skips a call whose caller has left', async () => {
    const { call, started, finish } = simulated()
    let isThere = true
    const calls = [call('a', 10), call('left', 10, { isWanted: () => isThere }), call('b', 10)]
    isThere = false
    const ended = Promise.allSettled(calls)
    await finish()
    const [, left] = await ended
    assert.ok(left!.status === 'rejected' && rejectsAs('unwanted')(left!.reason))
    assert.deepEqual(started, ['a', 'b'])
  })

  test('refuses a call that waits too long, and later ones find their place', async () => {
    const { call, started, finish } = simulated({ timeoutMs: 20 })
    const first = call('a', 10)
    await assert.rejects(call('b', 10), rejectsAs('timeout'))
    await finish()
    await first
    const third = call('c', 10)
    await finish()
    await third
    assert.deepEqual(started, ['a', 'c'])
  })

  test('refuses waiting and later calls when it is closed', async () => {
    const { queue, call, finish } = simulated()
    const first = call('a', 10)
    const waiting = assert.rejects(call('a', 10), rejectsAs('closed'))
    queue.close()
    await waiting
    await assert.rejects(call('b', 10), rejectsAs('closed'))
    await finish()
    await first
  })

  test('frees the places of failed calls', async () => {
    const queue = new FairQueue({ places: 3, shareOf: () => 1, timeoutMs: 60_000 })
    const failing = Array.from({ length: 100 }, (_, n) =>
      assert.rejects(
        queue.run(`tenant ${n % 7}`, 'any', async () => {
          if (n % 2) await turn()
          throw new Error('failed')
        }),
        /failed/,
      ),
    )
    await Promise.all(failing)
    const { promise, resolve } = Promise.withResolvers<void>()
    let running = 0
    const work = async () => {
      if (++running === 3) resolve()
      await promise
    }
    await Promise.all(['a', 'b', 'c'].map((tenantId) => queue.run(tenantId, 'any', work)))
  })
})
