import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Claimed } from './claim.ts'
import { InFlight, MAX_CLAIM_ROWS } from './in-flight.ts'

const claimed = (id: string, count: number, { slots = 10, turn = 10, failing = false } = {}) =>
  Array.from({ length: count }, () => ({ endpoint_id: id, failing, slots, turn }) as Claimed)

/** A request of an endpoint, from one time to another. */
function answer(slots: InFlight, id: string, startedAt: number, atMs: number, succeeded: boolean): void {
  slots.take(claimed(id, 1), MAX_CLAIM_ROWS, startedAt)
  slots.free(id, startedAt, { atMs, succeeded })
}

const trusted = (slots: InFlight, nowMs: number) => slots.nextClaim(nowMs).trusted

test('an endpoint is trusted from its first success for a minute, and not by a failure', () => {
  const slots = new InFlight()
  answer(slots, 'whk_1', 0, 10, false)
  assert.deepEqual(trusted(slots, 10), [])
  answer(slots, 'whk_1', 20, 30, true)
  assert.deepEqual(trusted(slots, 30), ['whk_1'])
  answer(slots, 'whk_1', 40, 50, false)
  assert.deepEqual(trusted(slots, 60_029), ['whk_1'])
  assert.deepEqual(trusted(slots, 60_030), [], 'the failure did not prolong it')
})

test('an endpoint is not trusted while it is failing, or while a request takes more than two seconds', () => {
  const slots = new InFlight()
  answer(slots, 'whk_1', 0, 10, true)
  slots.take(claimed('whk_1', 1), MAX_CLAIM_ROWS, 20)
  assert.deepEqual(trusted(slots, 2020), ['whk_1'])
  assert.deepEqual(trusted(slots, 2021), [])
  slots.free('whk_1', 20, { atMs: 2030, succeeded: true })
  assert.deepEqual(trusted(slots, 2030), ['whk_1'])
  slots.take(claimed('whk_1', 1, { failing: true }), MAX_CLAIM_ROWS, 2040)
  assert.deepEqual(trusted(slots, 2040), [])
})

test('only the endpoints with the most recent successes are remembered', () => {
  const slots = new InFlight()
  for (let n = 0; n < 256; n++) answer(slots, `whk_${n}`, n, n + 1, true)
  answer(slots, 'whk_0', 300, 301, true)
  answer(slots, 'whk_new', 310, 311, true)
  const remembered = trusted(slots, 311)
  assert.equal(remembered.length, 256)
  assert.deepEqual([remembered.includes('whk_1'), remembered.at(-2), remembered.at(-1)], [false, 'whk_0', 'whk_new'])
})

test('a claim takes a fourth of the free slots; urgent ones have their own', () => {
  const slots = new InFlight()
  assert.partialDeepStrictEqual(slots.nextClaim(0), { urgent: 16, ordinary: 64, slowShare: 10 })
  slots.take(claimed('whk_1', 250), 250, 0)
  assert.partialDeepStrictEqual(slots.nextClaim(0), { urgent: 16, ordinary: 2, slowShare: 0 })
  slots.take(claimed('whk_2', 10), 10, 0)
  assert.partialDeepStrictEqual(slots.nextClaim(0), { urgent: 12, ordinary: 0 })
})

test('there may be more to claim at once after a full claim, or for an endpoint that has used its turn but not its slots', () => {
  const slots = new InFlight()
  assert.equal(slots.take(claimed('whk_1', 3), 64, 0), false)
  assert.equal(slots.take(claimed('whk_1', 3), 3, 0), true)
  assert.equal(slots.take([], 0, 0), false, 'nothing was requested')
  assert.equal(slots.take(claimed('whk_1', 5, { slots: 10, turn: 5 }), 64, 0), true)
  assert.equal(slots.take(claimed('whk_1', 5, { slots: 5, turn: 5 }), 64, 0), false)
})

test('a delivery may have waited for a slot if the endpoint used all of its slots, or the last claim was short', () => {
  const slots = new InFlight()
  slots.take(claimed('whk_1', 2, { slots: 2 }), 64, 0)
  slots.take(claimed('whk_2', 1, { slots: 2 }), 64, 0)
  assert.deepEqual([slots.free('whk_1', 0), slots.free('whk_2', 0)], [true, false])
  slots.take(claimed('whk_2', 2), 2, 0)
  assert.equal(slots.free('whk_2', 0), true)
  slots.nextClaim(0)
  assert.equal(slots.free('whk_2', 0), false)
})

test('an answered request frees its slot; nothing more is claimed once too many results are unrecorded', () => {
  const slots = new InFlight()
  answer(slots, 'whk_1', 0, 10, true)
  slots.take(claimed('whk_1', 3), MAX_CLAIM_ROWS, 20)
  assert.partialDeepStrictEqual(slots.nextClaim(20), { trusted: ['whk_1'], requests: [3] })
  slots.free('whk_1', 20, { atMs: 30, succeeded: true })
  assert.partialDeepStrictEqual(slots.nextClaim(30), { requests: [2], limits: [10], ordinary: 64 })
  for (let n = 2; n < 255; n++) answer(slots, 'whk_1', 40, 50, true)
  assert.partialDeepStrictEqual(slots.nextClaim(50), { urgent: 16, ordinary: 64 })
  answer(slots, 'whk_1', 40, 50, true)
  assert.partialDeepStrictEqual(slots.nextClaim(50), { urgent: 0, ordinary: 0 })
  slots.recorded()
  assert.partialDeepStrictEqual(slots.nextClaim(50), { urgent: 16, ordinary: 64 })
})
