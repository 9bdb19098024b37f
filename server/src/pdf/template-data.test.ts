import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { childAge, dateOf, dayCount, dayOf, hourOf, lastOf, momentOf } from './dates.ts'
import { printable, printableLines } from './printable.ts'

const spaced = ({ fr, ar }: { fr: string; ar: string }) => [fr, ar].map((words) => words.replaceAll('\u00a0', ' '))

describe('a date', () => {
  test('is the date in Morocco; in French, the first day of a month is an ordinal', () => {
    assert.deepEqual(spaced(dateOf('2026-11-30T23:59:59.000Z')), ['30 novembre 2026', '30 نونبر 2026'])
    assert.deepEqual(spaced(dateOf('2026-07-31T23:30:00.000Z')), ['1er août 2026', '1 غشت 2026'])
    assert.equal(dateOf('2026-12-01T09:30:00.000Z').short, '01/12/2026')
  })

  test('without a time is independent of the time zone', () => {
    assert.deepEqual(spaced(dayOf('1952-01-31')), ['31 janvier 1952', '31 يناير 1952'])
    assert.equal(dayOf('1984-05-17').short, '17/05/1984')
  })

  test('with a time of day is in Moroccan time', () => {
    assert.deepEqual(spaced(momentOf('2026-07-01T09:05:00.000Z')), [
      '1er juillet 2026 à 10:05',
      '1 يوليوز 2026 على الساعة 10:05',
    ])
    assert.equal(hourOf('2026-12-01T09:05:00.000Z'), '09:05')
  })

  test('can be computed as the last of several days, across months and years', () => {
    assert.equal(lastOf('2026-12-01', 1).short, '01/12/2026')
    assert.equal(lastOf('2026-12-28', 7).short, '03/01/2027')
    assert.equal(lastOf('2028-02-28', 2).short, '29/02/2028')
  })
})

test('the age of a child is in months below two years, and absent from 16 years', () => {
  const on = '2026-12-01T09:00:00.000Z'
  const ages = ['2026-12-01', '2025-06-02', '2025-06-01', '2024-12-02', '2024-12-01', '2019-05-17', '2010-12-02']
  assert.deepEqual(
    ages.map((born) => Object.values(childAge(born, on) ?? {}).join(' ')),
    [
      '0 mois 0 شهر',
      '17 mois 17 شهرًا',
      '18 mois 18 شهرًا',
      '23 mois 23 شهرًا',
      '2 ans سنتان',
      '7 ans 7 سنوات',
      '15 ans 15 سنة',
    ],
  )
  for (const born of ['2010-12-01', '1984-05-17', '2026-12-02']) assert.equal(childAge(born, on), null, born)
  assert.equal(childAge('2026-11-01', '2026-11-30T23:30:00.000Z')?.fr, '0 mois')
  assert.equal(childAge('2026-11-01', '2026-12-01T00:30:00.000Z')?.fr, '1 mois')
})

test('the noun for days agrees with its number in both languages', () => {
  const words = [1, 2, 3, 10, 11, 30, 99, 100, 102, 103, 111].map((count) => Object.values(dayCount(count)).join(' '))
  assert.deepEqual(words, [
    '1 jour يوم واحد',
    '2 jours يومان',
    '3 jours 3 أيام',
    '10 jours 10 أيام',
    '11 jours 11 يومًا',
    '30 jours 30 يومًا',
    '99 jours 99 يومًا',
    '100 jours 100 يوم',
    '102 jours 102 يوم',
    '103 jours 103 أيام',
    '111 jours 111 يومًا',
  ])
})

describe('printable text', () => {
  test('has no direction controls and control characters', () => {
    assert.equal(printable('a\u202eb\u0000c\u2067d\u0007\ue000?'), 'ab cd \ue000?')
    assert.deepEqual(printableLines('one\r\ntwo\n\n three\u2028four\u0000'), ['one', 'two', 'three', 'four'])
  })

  test('can break in long words', () => {
    assert.deepEqual(
      printable('x'.repeat(70))
        .split('\u200b')
        .map((part) => part.length),
      [32, 32, 6],
    )
    assert.equal(printable('Idrissi-Benabdellah'), 'Idrissi-Benabdellah')
  })

  test('has combining marks only on letters, at most eight on one letter', () => {
    for (const words of ['شُكْرًا جَزِيلًا', 'Ai\u0308t', '1\ufe0f\u20e3']) assert.equal(printable(words), words)
    assert.equal(printable(`a${'\u0301'.repeat(40)}b`), `a${'\u0301'.repeat(8)}b`)
    assert.equal(printable('\u0301a \u0301\u0316b \u200c\u0301c'), 'a b \u200cc')
    const letters = `${'x'.repeat(31)}e\u0301\u0316`
    assert.equal(printable(`${letters} y`), `${letters} y`)
    assert.equal(printable(`${letters}y`), `${letters}\u200by`)
  })

  test('is refused above the maximum length', () => {
    assert.throws(() => printable('x'.repeat(100_000)), RangeError)
  })
})
