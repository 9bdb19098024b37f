import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays, clockOf, dayOf, instantOf, isDay, minutesOf, snap, weekOf } from './morocco.ts'

const at = (text: string) => Date.parse(text)
const iso = (ms: number) => new Date(ms).toISOString()

test('until 2026 a day in Morocco began at 23:00 UTC of the day before', () => {
  assert.equal(dayOf(at('2026-06-22T22:59:59Z')), '2026-06-22')
  assert.equal(dayOf(at('2026-06-22T23:00:00Z')), '2026-06-23')
  assert.equal(minutesOf(at('2026-06-22T23:00:00Z')), 0)
  assert.equal(minutesOf(at('2026-06-23T08:05:59Z')), 9 * 60 + 5)
  assert.equal(iso(instantOf('2026-06-23', 9 * 60)), '2026-06-23T08:00:00.000Z')
})

test('since 20 September 2026 clocks always show UTC, also in Ramadan', () => {
  assert.equal(minutesOf(at('2026-09-20T00:59:00Z')), 119)
  assert.equal(minutesOf(at('2026-09-20T01:00:00Z')), 60)
  for (const day of ['2026-11-23', '2027-02-20', '2027-07-01']) {
    assert.equal(iso(instantOf(day, 9 * 60)), `${day}T09:00:00.000Z`)
    assert.equal(dayOf(at(`${day}T23:59:59Z`)), day)
  }
})

test('during Ramadan clocks show UTC', () => {
  assert.equal(minutesOf(at('2026-03-02T09:00:00Z')), 9 * 60)
  assert.equal(iso(instantOf('2026-03-02', 9 * 60)), '2026-03-02T09:00:00.000Z')
  assert.equal(iso(instantOf('2026-03-02', 0)), '2026-03-02T00:00:00.000Z')
})

test('an hour that occurs twice before Ramadan means its first occurrence', () => {
  // 15 February 2026, 03:00 is 02:00 again.
  assert.equal(iso(instantOf('2026-02-15', 2 * 60 + 30)), '2026-02-15T01:30:00.000Z')
  assert.equal(minutesOf(at('2026-02-15T01:30:00Z')), 2 * 60 + 30)
  assert.equal(minutesOf(at('2026-02-15T02:30:00Z')), 2 * 60 + 30)
  assert.equal(iso(instantOf('2026-02-15', 9 * 60)), '2026-02-15T09:00:00.000Z')
  assert.equal(instantOf('2026-02-16', 0) - instantOf('2026-02-15', 0), 25 * 3_600_000)
})

test('a time in the hour that is skipped after Ramadan means the same minute an hour later', () => {
  // 22 March 2026, 02:00 is 03:00.
  assert.equal(iso(instantOf('2026-03-22', 2 * 60 + 30)), '2026-03-22T02:30:00.000Z')
  assert.equal(minutesOf(instantOf('2026-03-22', 2 * 60 + 30)), 3 * 60 + 30)
  assert.equal(instantOf('2026-03-23', 0) - instantOf('2026-03-22', 0), 23 * 3_600_000)
})

test('every quarter of an hour of a year converts to a day and minutes and back', () => {
  for (let ms = at('2026-01-01T00:00:00Z'); ms < at('2027-01-01T00:00:00Z'); ms += 900_000) {
    const found = instantOf(dayOf(ms), minutesOf(ms))
    assert.ok(found === ms || found === ms - 3_600_000, iso(ms))
  }
})

test('a week begins on Monday', () => {
  const week = ['2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26', '2026-11-27', '2026-11-28', '2026-11-29']
  for (const day of week) assert.deepEqual(weekOf(day), week)
  assert.equal(addDays('2026-12-31', 1), '2027-01-01')
  assert.equal(addDays('2026-03-01', -1), '2026-02-28')
})

test('accepts only existing dates', () => {
  for (const text of ['2026-11-23', '2028-02-29']) assert.equal(isDay(text), true, text)
  for (const text of ['', 'today', '2026-02-30', '2026-13-01', '2026-1-1', '2026-11-23T10:00']) {
    assert.equal(isDay(text), false, text)
  }
})

test('formats minutes as a clock, and snaps them to steps', () => {
  assert.deepEqual([0, 65, 1439, 1440].map(clockOf), ['00:00', '01:05', '23:59', '00:00'])
  assert.deepEqual(
    [52, 53, 58].map((minutes) => snap(minutes, 5)),
    [50, 55, 60],
  )
})
