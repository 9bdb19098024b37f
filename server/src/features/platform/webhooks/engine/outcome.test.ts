import assert from 'node:assert/strict'
import { test } from 'node:test'
import { outcomeOf } from './outcome.ts'

test('retries a minute, ten minutes and an hour after failures, up to 5 % late and never early', () => {
  for (const [attempt, sec] of [
    [1, 60],
    [2, 600],
    [3, 3600],
  ] as const) {
    const failed = { error: 'http_error', status: 500 } as const
    assert.deepEqual(outcomeOf(attempt, [failed], 0), { state: 'PENDING', delaySec: sec, gone: false })
    assert(Math.abs(outcomeOf(attempt, [failed], 1).delaySec - sec * 1.05) < 1e-6)
  }
  assert.equal(outcomeOf(4, [{ error: 'timeout', status: null }], 0).state, 'FAILED')
})

test('a success ends a delivery on any attempt; 410 holds it', () => {
  for (const attempt of [1, 2, 3, 4])
    assert.equal(outcomeOf(attempt, [{ error: null, status: 204 }], 0).state, 'SUCCEEDED')
  const gone = { error: 'http_error', status: 410 } as const
  assert.deepEqual(outcomeOf(1, [gone], 0), { state: 'HELD', delaySec: 60, gone: true })
  assert.deepEqual(outcomeOf(1, [gone, gone], 0), { state: 'HELD', delaySec: 60, gone: true })
  assert.equal(outcomeOf(1, [gone, { error: 'timeout', status: null }], 0).gone, false)
  assert.equal(outcomeOf(1, [gone, { error: null, status: 200 }], 0).state, 'SUCCEEDED')
})
