import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isBetweenHostAndPatient, TogetherClock } from './media.ts'

test('reports the duration of uninterrupted media', () => {
  let now = 1000.4
  const clock = new TogetherClock(() => now)
  assert.deepEqual(clock.report(), { type: 'media', connected: false, forMs: 0 })
  assert.deepEqual(clock.set(true), { type: 'media', connected: true, forMs: 0 })
  now += 90_000
  assert.equal(clock.set(true), undefined)
  // Includes the time during which the server was down.
  assert.deepEqual(clock.report(), { type: 'media', connected: true, forMs: 90_000 })
  assert.deepEqual(clock.set(false), { type: 'media', connected: false, forMs: 0 })
  now += 5000
  assert.equal(clock.set(false), undefined)
  clock.set(true)
  now += 1500
  assert.equal(clock.report().forMs, 1500)
})

test('counts only the link between practitioner and patient', () => {
  const person = (role: 'host' | 'patient' | 'guest' | 'observer') => ({ peerId: role, role, name: role })
  const pairs = (['host', 'patient', 'guest', 'observer'] as const).flatMap((one, _, all) =>
    all.filter((other) => isBetweenHostAndPatient(person(one), person(other))).map((other) => `${one} ${other}`),
  )
  assert.deepEqual(pairs, ['host patient', 'patient host'])
})
