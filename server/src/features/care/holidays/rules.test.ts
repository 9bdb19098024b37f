import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { addDays, findOccasion } from './calendar.ts'
import { type Decision, observe, observedBetween, specialDaysBetween } from './rules.ts'

const at = (code: string, year: number, decided: Partial<Decision>): Decision => ({
  code,
  year,
  first_day: null,
  observed: null,
  ...decided,
})
const between = (from: string, to: string, decisions: Decision[] = []) =>
  observedBetween(from, to, decisions).map(({ id, firstDay, lastDay }) => [id, firstDay, lastDay])

describe('observed holidays', () => {
  test('are those with a day in the range, in order', () => {
    assert.deepEqual(between('2025-03-01', '2025-04-01'), [
      ['hol_ramadan_1446', '2025-03-01', '2025-03-30'],
      ['hol_eid_al_fitr_1446', '2025-03-31', '2025-04-01'],
    ])
    assert.deepEqual(between('2025-03-30', '2025-03-30'), [['hol_ramadan_1446', '2025-03-01', '2025-03-30']])
    assert.deepEqual(between('2025-04-02', '2025-04-30'), [])
  })

  test('are found on moved days, also in another year than the calculated day', () => {
    const moved = [at('EID_AL_ADHA', 1428, { first_day: '2008-01-01' })] // calculated: 2007-12-20
    assert.deepEqual(between('2008-01-02', '2008-01-05', moved), [['hol_eid_al_adha_1428', '2008-01-01', '2008-01-02']])
    assert.deepEqual(between('2007-12-15', '2007-12-31', moved), [])
  })

  test('move the end of Ramadan with Eid al-Fitr', () => {
    const decisions = [
      at('RAMADAN', 1446, { first_day: '2025-03-02' }),
      at('EID_AL_FITR', 1446, { first_day: '2025-04-01' }),
    ]
    assert.deepEqual(between('2025-03-01', '2025-04-03', decisions), [
      ['hol_ramadan_1446', '2025-03-02', '2025-03-31'],
      ['hol_eid_al_fitr_1446', '2025-04-01', '2025-04-02'],
    ])
  })

  test('follow the latest decision of an earlier year', () => {
    const decisions = [
      at('THRONE_DAY', 2029, { observed: true }),
      at('THRONE_DAY', 2026, { observed: false }),
      at('THRONE_DAY', 2028, {}),
    ]
    const observed = [2025, 2026, 2027, 2028, 2029, 2030].map(
      (year) => observe(findOccasion(`hol_throne_day_${year}`)!, decisions).observed,
    )
    assert.deepEqual(observed, [true, false, false, false, true, true])
    assert.ok(observe(findOccasion('hol_youth_day_2027')!, decisions).observed, 'another holiday')
  })
})

describe('special days', () => {
  test('are each day of observed holidays and of Ramadan in the range', () => {
    const { closed, ramadan } = specialDaysBetween('2025-03-29', '2025-03-31', [])
    assert.deepEqual([...closed], ['2025-03-31'])
    assert.deepEqual([...ramadan], ['2025-03-29', '2025-03-30'])
    assert.equal(specialDaysBetween('2025-01-01', '2025-12-31', []).ramadan.size, 30)
    assert.equal(specialDaysBetween('2025-01-01', '2025-12-31', []).closed.size, 17)
  })

  test('omit holidays that the organisation does not observe', () => {
    const decisions = [at('EID_AL_FITR', 1446, { observed: false }), at('RAMADAN', 1446, { observed: false })]
    const { closed, ramadan } = specialDaysBetween('2025-03-01', '2025-04-02', decisions)
    assert.deepEqual([closed.size, ramadan.size], [0, 0])
  })

  test('start and end with the year', () => {
    const day = '2025-12-31'
    assert.deepEqual([...specialDaysBetween(day, addDays(day, 1), []).closed], ['2026-01-01'])
  })
})
