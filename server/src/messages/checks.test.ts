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

test('a text that names what its template takes has no fault', () => {
  assert.deepEqual(faults('{name} {lots, plural, one {# lot} other {# lots of {recipientName}}}[ at {at}] [!]'), [])
  assert.deepEqual(faults('{lots}', 'For {name}'), [])
  assert.deepEqual(faults(`{name} {lots}${' [x]'.repeat(100)}`), [])
})

test('what a text names wrongly, or not at all, is named', () => {
  assert.deepEqual(faults('{nom} {at} {name, plural, other {#}}'), [
    'text names {nom}, which is not a variable of this template',
    'text makes a plural of {name}, which is not a count',
    'text names {at}, which may be absent, outside of [ and ]',
    'text does not name {lots}',
  ])
  assert.deepEqual(faults('{name} {lots}', '{constructor}'), [
    'subject names {constructor}, which is not a variable of this template',
  ])
})

for (const [text, says] of [
  ['{name', 'text has a { that is followed by no name and }'],
  ['name}', 'text has a } that nothing opened'],
  ['a ] b', 'text has a ] that nothing opened'],
  ['[ {name}', 'text lacks a ]'],
  ['{na me}', 'text has a { that is followed by no name and }'],
  ['{{name}}', 'text has a { that is followed by no name and }'],
  ['{lots, plural, other {#}', 'text has a plural that does not end'],
  ['{lots, plural, one {#}}', 'text has a plural without other'],
  [
    '{lots, plural, some {#} other {#}}',
    'text has a plural with some, which is none of zero, one, two, few, many, other',
  ],
  ['{lots, plural, other {#', 'text lacks a }'],
  ['['.repeat(10_000), 'text has too many brackets within each other'],
  ['{lots, plural, other {'.repeat(500), 'text has too many brackets within each other'],
] as const)
  test(`a text with ${text.slice(0, 40)} is malformed`, () => assert.deepEqual(faults(text), [says]))
