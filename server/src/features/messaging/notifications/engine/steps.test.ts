import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Claimed } from './claim.ts'
import { notComposed } from './steps.ts'

test('a message that could not be rendered is tried again after a minute, four times', () => {
  let attempt = 0
  for (; attempt < 4; attempt++) {
    const step = notComposed({ attempt, given_up: [] } as unknown as Claimed)
    assert.partialDeepStrictEqual(step, { attempt: attempt + 1, next_in_sec: 60, last_error: 'internal_error' })
  }
  const last = notComposed({ attempt, channel: 'SMS', given_up: [] } as unknown as Claimed)
  assert.partialDeepStrictEqual(last, { status: 'FAILED', next_in_sec: null, last_error: 'internal_error' })
})
