import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isWished, offerEnd } from './rules.ts'

const wish = { first_day: '2027-03-01', last_day: '2027-03-05', weekdays: [1, 5], from_min: 9 * 60, to_min: 12 * 60 }

test('a wish includes its first and last day, and the times at which it begins and ends', () => {
  for (const [start, end, expected] of [
    ['2027-03-01T09:00', '2027-03-01T09:30', true],
    ['2027-03-05T11:30', '2027-03-05T12:00', true],
    ['2027-03-01T08:59', '2027-03-01T09:29', false],
    ['2027-03-05T11:31', '2027-03-05T12:01', false],
    ['2027-02-26T10:00', '2027-02-26T10:30', false],
    ['2027-03-08T10:00', '2027-03-08T10:30', false],
    ['2027-03-02T10:00', '2027-03-02T10:30', false],
  ] as const) {
    const [startTime, endTime] = [start, end].map((time) => new Date(`${time}Z`))
    assert.equal(isWished(wish, startTime!, endTime!, 'UTC'), expected, `${start} to ${end}`)
  }
})

test('a wish without weekdays and times includes all, by the clock of the place', () => {
  const anyTime = { ...wish, weekdays: null, from_min: null, to_min: null }
  const night = [new Date('2027-02-28T23:30Z'), new Date('2027-02-28T23:50Z')] as const
  assert.equal(isWished(anyTime, ...night, 'UTC'), false)
  assert.equal(isWished(anyTime, ...night, 'Europe/Paris'), true, 'the first day has begun there')
})

test('an offer lasts two hours, or half an hour if the visit is at most a day away', () => {
  const now = new Date('2027-03-01T09:00Z')
  const lasts = (aheadMs: number) => offerEnd(new Date(now.getTime() + aheadMs), now).getTime() - now.getTime()
  assert.equal(lasts(24 * 3_600_000), 30 * 60_000)
  assert.equal(lasts(24 * 3_600_000 + 1), 2 * 3_600_000)
})
