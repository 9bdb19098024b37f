import assert from 'node:assert/strict'
import { test } from 'node:test'
import { atMoroccanClock, moroccanClock } from './morocco.ts'

for (const [at, clock] of [
  ['2026-02-10T12:00:00Z', '2026-02-10T13:00'], // UTC+1
  ['2026-03-01T12:00:00Z', '2026-03-01T12:00'], // Ramadan
  ['2026-09-19T12:00:00Z', '2026-09-19T13:00'],
  ['2026-09-21T12:00:00Z', '2026-09-21T12:00'], // UTC since the day before
  ['2026-12-31T23:59:00Z', '2026-12-31T23:59'],
] as const)
  test(`at ${at} a clock in Morocco shows ${clock}, and back`, () => {
    assert.equal(moroccanClock(Date.parse(at)), clock)
    assert.equal(atMoroccanClock(clock), Date.parse(at))
  })

test('what is no time has none', () => assert.equal(atMoroccanClock(''), Number.NaN))
