import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Declaration } from './catalog.ts'
import { textFaultsOf } from './checks.ts'

const declaration: Declaration = {
  purpose: 'SERVICE',
  variables: { name: 'text', lots: 'count' },
  optional: { at: 'time' },
}
const faults = (text: string, subject = '') =>
  textFaultsOf({ subject, text }, declaration).map(({ path, message }) => `${path} ${message}`)

test('accepts a text that uses the variables of its template', () => {
  assert.deepEqual(faults('{name} {lots, plural, one {# lot} other {# lots of {recipientName}}}[ at {at}] [!]'), [])
  assert.deepEqual(faults('{lots}', 'For {name}'), [])
  assert.deepEqual(faults(`{name} {lots}${' [x]'.repeat(100)}`), [])
})

test('reports unknown, misused and missing variables', () => {
  assert.deepEqual(faults('{nom} {at} {name, plural, other {#}}'), [
    'text uses {nom}, which is not a variable of this template',
    'text uses {name} in a plural, but it is not a count',
    'text uses the optional {at} outside of [ and ]',
    'text does not use {lots}',
  ])
  assert.deepEqual(faults('{name} {lots}', '{constructor}'), [
    'subject uses {constructor}, which is not a variable of this template',
  ])
})

test('a variable that the sender fills in stands alone, so that a text cannot carry it to another site', () => {
  const visit: Declaration = {
    purpose: 'SERVICE',
    variables: {},
    optional: { link: 'link', at: 'time' },
    added: ['link'],
  }
  const faultsOf = (text: string) => textFaultsOf({ subject: '', text }, visit).map(({ message }) => message)
  for (const text of ['[{link}]', 'Video: [{link}]', 'a[ Video:\n{link}]\n\nb', '[ {at}][ {link}]', '[{link} {at}]'])
    assert.deepEqual(faultsOf(text), [], text)
  for (const text of [
    'https://example.com/?[{link}]',
    '[https://example.com/?{link}]',
    '[{link}.example.com]',
    '[x\ufeff{link}]',
    '[{at}{link}]',
  ])
    assert.deepEqual(faultsOf(text), ['must have spaces or line breaks around {link}'], text)
})

for (const [text, message] of [
  ['{name', 'text has a { without a variable name and }'],
  ['name}', 'text has an unmatched }'],
  ['a ] b', 'text has an unmatched ]'],
  ['[ {name}', 'text lacks a ]'],
  ['{na me}', 'text has a { without a variable name and }'],
  ['{{name}}', 'text has a { without a variable name and }'],
  ['{lots, plural, other {#}', 'text has an unterminated plural'],
  ['{lots, plural, one {#}}', 'text has a plural without the form other'],
  [
    '{lots, plural, some {#} other {#}}',
    'text has a plural form some, which is not one of zero, one, two, few, many, other',
  ],
  ['{lots, plural, other {#', 'text lacks a }'],
  ['['.repeat(10_000), 'text nests brackets too deeply'],
  ['{lots, plural, other {'.repeat(500), 'text nests brackets too deeply'],
] as const)
  test(`a text with ${text.slice(0, 40)} is malformed`, () => assert.deepEqual(faults(text), [message]))
