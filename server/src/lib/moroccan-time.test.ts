import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, test } from 'node:test'
import { day, dayAndHour, hour, localDay, localMinute, localYear, timeZoneDataFault } from './moroccan-time.ts'

const formatted = (at: string) => {
  const moment = new Date(at)
  return [dayAndHour(moment, 'fr'), dayAndHour(moment, 'ar'), dayAndHour(moment, 'en')]
}

describe('a time in Morocco', () => {
  // [UTC, French, Arabic, English]
  const golden = [
    // The clocks go back for good on 20 September 2026, at two o'clock in the morning.
    [
      '2026-09-19T08:30:00Z',
      'samedi 19 septembre 2026 à 09:30',
      'السبت، 19 شتنبر 2026 في 09:30',
      'Saturday, 19 September 2026 at 09:30',
    ],
    [
      '2026-09-20T00:59:59Z',
      'dimanche 20 septembre 2026 à 01:59',
      'الأحد، 20 شتنبر 2026 في 01:59',
      'Sunday, 20 September 2026 at 01:59',
    ],
    [
      '2026-09-20T01:00:00Z',
      'dimanche 20 septembre 2026 à 01:00',
      'الأحد، 20 شتنبر 2026 في 01:00',
      'Sunday, 20 September 2026 at 01:00',
    ],
    [
      '2026-09-20T23:30:00Z',
      'dimanche 20 septembre 2026 à 23:30',
      'الأحد، 20 شتنبر 2026 في 23:30',
      'Sunday, 20 September 2026 at 23:30',
    ],
    [
      '2026-09-21T08:30:00Z',
      'lundi 21 septembre 2026 à 08:30',
      'الاثنين، 21 شتنبر 2026 في 08:30',
      'Monday, 21 September 2026 at 08:30',
    ],
    // Ramadan of 2024: back on 10 March, forward on 14 April.
    [
      '2024-03-10T01:59:00Z',
      'dimanche 10 mars 2024 à 02:59',
      'الأحد، 10 مارس 2024 في 02:59',
      'Sunday, 10 March 2024 at 02:59',
    ],
    [
      '2024-03-10T02:00:00Z',
      'dimanche 10 mars 2024 à 02:00',
      'الأحد، 10 مارس 2024 في 02:00',
      'Sunday, 10 March 2024 at 02:00',
    ],
    [
      '2024-03-25T12:00:00Z',
      'lundi 25 mars 2024 à 12:00',
      'الاثنين، 25 مارس 2024 في 12:00',
      'Monday, 25 March 2024 at 12:00',
    ],
    [
      '2024-04-14T01:59:00Z',
      'dimanche 14 avril 2024 à 01:59',
      'الأحد، 14 أبريل 2024 في 01:59',
      'Sunday, 14 April 2024 at 01:59',
    ],
    [
      '2024-04-14T02:00:00Z',
      'dimanche 14 avril 2024 à 03:00',
      'الأحد، 14 أبريل 2024 في 03:00',
      'Sunday, 14 April 2024 at 03:00',
    ],
    // Ramadan does not change clocks any more.
    [
      '2027-02-20T12:00:00Z',
      'samedi 20 février 2027 à 12:00',
      'السبت، 20 فبراير 2027 في 12:00',
      'Saturday, 20 February 2027 at 12:00',
    ],
    [
      '2027-08-01T00:00:00Z',
      'dimanche 1 août 2027 à 00:00',
      'الأحد، 1 غشت 2027 في 00:00',
      'Sunday, 1 August 2027 at 00:00',
    ],
  ] as const

  for (const [at, ...texts] of golden) test(`${at} is ${texts[2]}`, () => assert.deepEqual(formatted(at), texts))

  test('has the local day, minute and year', () => {
    const before = new Date('2026-09-19T23:30:00Z')
    assert.deepEqual([localDay(before), localMinute(before), hour(before, 'fr')], ['2026-09-20', 30, '00:30'])
    const after = new Date('2026-09-20T23:30:00Z')
    assert.deepEqual([localDay(after), localMinute(after), hour(after, 'ar')], ['2026-09-20', 23 * 60 + 30, '23:30'])
    assert.deepEqual(
      (['fr', 'ar', 'en'] as const).map((language) => day(before, language)),
      ['dimanche 20 septembre 2026', 'الأحد، 20 شتنبر 2026', 'Sunday, 20 September 2026'],
    )
    assert.deepEqual(
      [localYear(new Date('2025-12-31T23:00:00Z')), localYear(new Date('2026-12-31T23:59:59Z'))],
      [2026, 2026],
    )
  })

  test('is correct in the installed time zone data', () => assert.equal(timeZoneDataFault(), undefined))
})

test('no other module formats times or computes Moroccan days', () => {
  const src = resolve(import.meta.dirname, '..')
  const others = globSync('**/*.{ts,sql}', { cwd: resolve(src, '..') }).filter(
    // The default time zone of a place is a name, with which the database computes nothing.
    (file) => !/\.test\.ts$|\/moroccan-time\.ts$|\/0084_places_and_visit_types\.sql$/.test(file),
  )
  assert.ok(others.length > 100)
  const wrong = others.filter((file) =>
    /DateTimeFormat|toLocale\w*String|Africa\/|at time zone '(?!UTC)/.test(
      readFileSync(resolve(src, '..', file), 'utf8'),
    ),
  )
  assert.deepEqual(wrong, [])
})
