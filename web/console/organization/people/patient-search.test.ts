import assert from 'node:assert/strict'
import { test } from 'node:test'
import { patientFilters } from './patient-search.ts'

test('the format of the input selects the searched field', () => {
  for (const [typed, filters] of [
    ['Amine El Fassi', { name: 'Amine El Fassi' }],
    [' khadija ', { name: 'khadija' }],
    ['أمينة', { name: 'أمينة' }],
    ['06 61 23 45 67', { phone: '06 61 23 45 67' }],
    ['+212661234567', { phone: '+212661234567' }],
    ['BK 123456', { nationalId: 'BK 123456' }],
    ['14/7/1951', { birthDate: '1951-07-14' }],
    ['1951-07-14', { birthDate: '1951-07-14' }],
    [' - ', undefined],
    ['', undefined],
  ] as const)
    assert.deepEqual(patientFilters(typed, true), filters, typed)
  assert.deepEqual(patientFilters('06 61 23 45 67', false), { name: '06 61 23 45 67' })
})
