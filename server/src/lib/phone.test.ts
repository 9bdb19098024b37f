import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parsePhone } from './phone.ts'

test('normalizes Moroccan numbers in any notation', () => {
  for (const written of [
    '+212612345678',
    '+212 6 12 34 56 78',
    '+212-612-345678',
    '+212 (0)6 12 34 56 78',
    '+2120612345678',
    '00212612345678',
    '00 212 6.12.34.56.78',
    '0612345678',
    '06 12 34 56 78',
    '06-12-34-56-78',
    '06\u00a012\u202f34\u00a056 78',
    '(06) 12/34/56/78',
    '06\u201112\u201134\u201156\u201178',
    '\u202a+212612345678\u202c',
    '٠٦١٢٣٤٥٦٧٨',
    '+２１２612345678',
  ])
    assert.equal(parsePhone(written), '+212612345678', written)
})

test('reads Arabic digits and ignores invisible characters', () => {
  for (const written of ['٠٦١٢٣٤٥٦٧٨', '۰۶۱۲۳۴۵۶۷۸', '\u061c+212 6\u200b12 34\u2060 56 78'])
    assert.equal(parsePhone(written), '+212612345678', written)
})

test('recognises Moroccan numbers by their first digit', () => {
  assert.equal(parsePhone('0522 12 34 56'), '+212522123456')
  assert.equal(parsePhone('0712345678'), '+212712345678')
  assert.equal(parsePhone('0801234567'), '+212801234567')
  for (const unknown of ['0112345678', '0912345678', '+212412345678', '00212312345678'])
    assert.equal(parsePhone(unknown), undefined, unknown)
})

test('keeps foreign country codes', () => {
  assert.equal(parsePhone('+33 1 23 45 67 89'), '+33123456789')
  assert.equal(parsePhone('0033 6 12 34 56 78'), '+33612345678')
  assert.equal(parsePhone('+1 (202) 555-0123'), '+12025550123')
  assert.equal(parsePhone('+683 4000'), '+6834000')
})

test('accepts only assigned country codes and global networks', () => {
  for (const foreignNumber of [
    '+77012345678',
    '+201001234567',
    '+213551234567',
    '+34612345678',
    '+3934712345678',
    '+35312345678',
  ])
    assert.equal(parsePhone(foreignNumber), foreignNumber)
  for (const foreignNumber of [
    '+97150123456',
    '+886912345678',
    '+998901234567',
    '+870773112345',
    '+881612345678',
    '+38312345678',
  ])
    assert.equal(parsePhone(foreignNumber), foreignNumber)
  for (const nowhere of [
    '+999999999999999',
    '+2104567890',
    '+2591234567',
    '+2821234567',
    '+38412345678',
    '+4221234567',
  ])
    assert.equal(parsePhone(nowhere), undefined, nowhere)
  for (const nowhere of ['+6711234567', '+6931234567', '+8001234567', '+8881234567', '+9791234567', '+9901234567'])
    assert.equal(parsePhone(nowhere), undefined, nowhere)
})

test('refuses invalid numbers', () => {
  for (const written of [
    '',
    ' ',
    '+',
    '0',
    '00',
    '612345678',
    '212612345678',
    '06123456789',
    '061234567',
    '+21261234567',
    '+2126123456789',
    '+0612345678',
    '+000212612345678',
    '06 12 34 56 78 poste 3',
    '++212612345678',
    '06+12345678',
    '+123456',
    '+1234567890123456',
    '+33x123456789',
    `06${' '.repeat(60)}12345678`,
  ])
    assert.equal(parsePhone(written), undefined, written)
})
