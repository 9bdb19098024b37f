import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { words as ar } from '../words/ar.ts'
import { words as en } from '../words/en.ts'
import { words as fr } from '../words/fr.ts'
import { formatsFor, initialsOf } from './formats.ts'

const [inFrench, inArabic, inEnglish] = [fr, ar, en].map(formatsFor) as [
  ReturnType<typeof formatsFor>,
  ReturnType<typeof formatsFor>,
  ReturnType<typeof formatsFor>,
]

test('a timer shows minutes, and hours if there are any', () => {
  for (const [sec, shown] of [
    [0, '00:00'],
    [-3, '00:00'],
    [59.9, '00:59'],
    [252, '04:12'],
    [3600, '1:00:00'],
    [36_061, '10:01:01'],
  ] as const)
    assert.equal(inFrench.timer(sec), shown)
})

describe('a duration', () => {
  test('is written to the minute, or to the second below a minute', () => {
    assert.equal(inEnglish.duration(45), '45 seconds')
    assert.equal(inEnglish.duration(1342), '22 minutes')
    assert.equal(inEnglish.duration(3599), '1 hour')
    assert.equal(inEnglish.duration(7380).replaceAll(/[\s,]+/g, ' '), '2 hours 3 minutes')
    assert.equal(inFrench.duration(60).replaceAll(/\s/g, ' '), '1 minute')
    assert.equal(inFrench.duration(1342).replaceAll(/\s/g, ' '), '22 minutes')
  })

  test('uses Arabic plural forms', () => {
    assert.deepEqual([1, 2, 3, 11].map(inArabic.minutes), ['دقيقة', 'دقيقتان', '3 دقائق', '11 دقيقة'])
  })
})

describe('the lobby', () => {
  test('is counted with the plural forms of the language', () => {
    assert.equal(fr.lobby.count(1), '1 personne attend')
    assert.equal(fr.lobby.count(2), '2 personnes attendent')
    assert.equal(en.lobby.count(1), '1 person is waiting')
    assert.deepEqual(
      [1, 2, 3, 11, 100].map((n) => ar.lobby.count(n)),
      ['شخص واحد ينتظر', 'شخصان ينتظران', '3 أشخاص ينتظرون', '11 شخصًا ينتظرون', '100 شخص ينتظرون'],
    )
  })
})

const initials: [name: string, shown: string][] = [
  ['Youssef Benali', 'YB'],
  ['Dr Amina El Fassi', 'AF'],
  ['dr. amina', 'A'],
  ['Élodie', 'É'],
  ['د. أمينة الفاسي', 'أ ف'],
  ['علي', 'ع'],
  ['يوسف', 'ي'],
  ['<b>', 'B'],
  ['   ', ''],
  ['', ''],
]
for (const [name, shown] of initials)
  test(`the initials of ${JSON.stringify(name)} are “${shown}”`, () => assert.equal(initialsOf(name), shown))
