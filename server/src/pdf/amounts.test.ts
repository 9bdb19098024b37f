import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { amount, amountInWords } from './amounts.ts'

/** Centimes, French and Arabic, reviewed by native writers of both. */
const golden = readFileSync(join(import.meta.dirname, 'amounts.test.tsv'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => line.split('\t') as [string, string, string])

describe('an amount', () => {
  test('is written in words as on a cheque, up to the largest', () => {
    assert.ok(golden.length > 250)
    for (const [centimes, fr, ar] of golden) assert.deepEqual(amountInWords(Number(centimes)), { fr, ar }, centimes)
  })

  test('is written in digits with a comma and non-breaking groups', () => {
    assert.deepEqual(amount(135_240), { fr: '1\u00a0352,40\u00a0MAD', ar: '1\u00a0352,40\u00a0درهم' })
    assert.equal(amount(5).fr, '0,05\u00a0MAD')
    assert.equal(amount(99_999).fr, '999,99\u00a0MAD')
    assert.equal(amount(100_000_000).fr, '1\u00a0000\u00a0000,00\u00a0MAD')
  })
})
