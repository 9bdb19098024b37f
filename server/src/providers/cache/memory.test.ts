import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Rule, Subject } from './index.ts'
import { MemoryCache } from './memory.ts'

const rule: Rule = { perMinute: 2, perDay: 3, burstTo: 2, burstMs: 0 }
const noon = Date.UTC(2026, 11, 1, 12)
const use = (cache: MemoryCache, kind: Subject['kind'], name: string, nowMs = noon, quota = rule) =>
  cache.count({ kind, name }, quota, { nowMs, counts: true })

test('remembers 100,000 subjects of a kind, and evicts the least recently used one', () => {
  const cache = new MemoryCache()
  for (const name of ['first', 'second']) for (let n = 0; n < 2; n++) use(cache, 'client', name)
  for (let n = 0; n < 99_998; n++) use(cache, 'client', `other ${n}`)
  assert.equal(use(cache, 'client', 'first').admitted, false, 'remembered, and seen again')
  use(cache, 'client', 'one more')
  assert.ok(cache.size <= 100_000)
  assert.equal(use(cache, 'client', 'first').admitted, false)
  assert.equal(use(cache, 'client', 'second').admitted, true)
})

test('a caller that uses ever new addresses evicts no client and no guesser', () => {
  const cache = new MemoryCache()
  for (const kind of ['client', 'guess'] as const) for (let n = 0; n < 2; n++) use(cache, kind, 'a')
  for (let n = 0; n < 150_000; n++) use(cache, 'address', `${n}`)
  assert.equal(use(cache, 'client', 'a').admitted, false)
  assert.equal(use(cache, 'guess', 'a').admitted, false)
})

test('drops counters that no longer matter as new ones arrive', () => {
  const cache = new MemoryCache()
  const unlimited = { ...rule, perDay: Number.POSITIVE_INFINITY }
  for (let n = 0; n < 1000; n++) use(cache, 'address', `${n}`, noon, unlimited)
  for (let n = 0; n < 1000; n++) use(cache, 'client', `${n}`)
  assert.equal(cache.size, 2000)
  for (let n = 1000; n < 2000; n++) use(cache, 'address', `${n}`, noon + 119_000, unlimited)
  assert.equal(cache.size, 3000, 'a burst may still depend on them')
  for (let n = 2000; n < 3000; n++) use(cache, 'address', `${n}`, noon + 240_000, unlimited)
  assert.equal(cache.size, 2000, 'only the last addresses are left')
  use(cache, 'client', 'new', noon + 240_000)
  assert.equal(cache.size, 2001, 'the daily quota of the others still runs')
  for (let n = 0; n < 500; n++) use(cache, 'client', `of the next day ${n}`, noon + 86_400_000)
  assert.ok(cache.size <= 1502, `${cache.size}`)
})

test('a use that does not count is not remembered', () => {
  const cache = new MemoryCache()
  const verdict = cache.count({ kind: 'guess', name: 'a' }, rule, { nowMs: noon, counts: false })
  assert.deepEqual(verdict, { admitted: true, limit: 2, remaining: 2, resetSec: 0, retryAfterSec: 0 })
  assert.equal(cache.size, 0)
})
