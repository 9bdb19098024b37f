import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AdaptiveLimit } from './adaptive-limit.ts'

const bounds = { least: 1, start: 10, most: 64 }

/** Rounds of as many concurrent requests as the limit permits. */
function run(limit: AdaptiveLimit, rounds: number, given: { tookMs: number; succeeded?: boolean; inFlight?: number }) {
  const { tookMs, succeeded = true, inFlight } = given
  for (let round = 0; round < rounds; round++) {
    const startedAt = now
    now += tookMs
    const count = limit.value
    for (let n = 0; n < count; n++)
      limit.record({ startedAt, endedAt: now, succeeded, inFlight: inFlight ?? count - n })
  }
}
let now = 0

test('a limit grows to its maximum while responses are quick', () => {
  const limit = new AdaptiveLimit(bounds)
  run(limit, 1, { tookMs: 20 })
  assert(limit.value > 10 && limit.value < 20, `${limit.value}`)
  run(limit, 100, { tookMs: 20 })
  assert.equal(limit.value, 64)
})

test('an unused limit does not grow', () => {
  const limit = new AdaptiveLimit(bounds)
  run(limit, 100, { tookMs: 20, inFlight: 4 })
  assert.equal(limit.value, 10)
})

test('slow responses reduce a limit step by step to its start', () => {
  const limit = new AdaptiveLimit(bounds)
  run(limit, 100, { tookMs: 20 })
  run(limit, 1, { tookMs: 400 })
  assert.equal(limit.value, 48, 'once for concurrent requests')
  run(limit, 100, { tookMs: 400 })
  assert.equal(limit.value, 10)
})

test('failures reduce a limit to the least, and successes raise it again', () => {
  const limit = new AdaptiveLimit(bounds)
  run(limit, 1, { tookMs: 20, succeeded: false })
  assert.equal(limit.value, 5)
  run(limit, 10, { tookMs: 20, succeeded: false })
  assert.equal(limit.value, 1)
  run(limit, 1, { tookMs: 400 })
  assert.equal(limit.value, 1, 'not by slow ones')
  run(limit, 100, { tookMs: 20 })
  assert.equal(limit.value, 64)
})
