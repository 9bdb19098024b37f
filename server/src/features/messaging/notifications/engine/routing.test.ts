import assert from 'node:assert/strict'
import { test } from 'node:test'
import { channels } from '../../../../lib/channels.ts'
import type { Claimed } from './claim.ts'
import { route } from './routing.ts'

const waitAt = (time: string, from: string, to: string) => {
  const message = {
    ...{ purpose: 'SERVICE', disabled: false, consented: true, given_up: [], opt_outs: [], wanted_channel: null },
    ...{ email: 'a@test.example', phone: null, preferred_channel: null },
    ...{ quiet_from: from, quiet_to: to, now: new Date(time) },
  } as unknown as Claimed // the fields that routing reads
  const routing = route(message, new Set(channels))
  return 'waitSec' in routing ? routing.waitSec : 0
}

test('quiet hours are in Moroccan time, may span midnight, and include their first minute but not their end', () => {
  const HOUR = 3600
  // Since 2026-09-20 Morocco uses UTC.
  for (const [time, from, to, sec] of [
    ['2026-12-01T21:59:59Z', '22:00:00', '08:00:00', 0],
    ['2026-12-01T22:00:00Z', '22:00:00', '08:00:00', 10 * HOUR],
    ['2026-12-01T23:30:30Z', '22:00:00', '08:00:00', 8.5 * HOUR - 30],
    ['2026-12-02T00:00:00Z', '22:00:00', '08:00:00', 8 * HOUR],
    ['2026-12-02T07:59:59Z', '22:00:00', '08:00:00', 1],
    ['2026-12-02T08:00:00Z', '22:00:00', '08:00:00', 0],
    ['2026-12-01T13:00:00Z', '12:00:00', '14:00:00', HOUR],
    ['2026-12-01T14:00:00Z', '12:00:00', '14:00:00', 0],
    ['2026-12-01T11:59:00Z', '12:00:00', '14:00:00', 0],
    // Before, it was UTC+1.
    ['2026-06-01T20:59:00Z', '22:00:00', '08:00:00', 0],
    ['2026-06-01T21:00:00Z', '22:00:00', '08:00:00', 10 * HOUR],
  ] as const)
    assert.equal(waitAt(time, from, to), sec, `${time} in ${from} to ${to}`)
})
