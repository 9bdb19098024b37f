import assert from 'node:assert/strict'
import { test } from 'node:test'
import { segmentsOf } from './gsm.ts'

test('counts SMS parts as networks do', () => {
  for (const [text, segments] of [
    ['', 1],
    ['é'.repeat(160), 1],
    ['é'.repeat(161), 2],
    ['a'.repeat(306), 2],
    ['a'.repeat(307), 3],
    ['€'.repeat(80), 1],
    ['€'.repeat(81), 2],
    ['م'.repeat(70), 1],
    ['م'.repeat(71), 2],
    ['م'.repeat(135), 3],
    ['👩'.repeat(35), 1],
    ['👩'.repeat(36), 2],
    [`${'a'.repeat(70)}ê`, 2],
  ] as const)
    assert.equal(segmentsOf(text), segments, text.slice(0, 3) + text.length)
})
