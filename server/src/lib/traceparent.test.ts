import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTraceparent } from './traceparent.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const SPAN = '00f067aa0ba902b7'

test('a traceparent is read in its version, and every later one', () => {
  assert.equal(readTraceparent(`00-${TRACE}-${SPAN}-01`), `00-${TRACE}-${SPAN}-01`)
  assert.equal(readTraceparent(`00-${TRACE}-${SPAN}-00`), `00-${TRACE}-${SPAN}-00`)
  assert.equal(readTraceparent(`00-${TRACE}-${SPAN}-03`), `00-${TRACE}-${SPAN}-01`, 'only the flag that is defined')
  assert.equal(readTraceparent(`cc-${TRACE}-${SPAN}-01-what-the-future-brings`), `00-${TRACE}-${SPAN}-01`)
})

test('an invalid traceparent is ignored', () => {
  for (const header of [
    undefined,
    ['two', 'headers'],
    '',
    'a text',
    `ff-${TRACE}-${SPAN}-01`,
    `00-${TRACE}-${SPAN}-01-more`,
    `00-${TRACE}-${SPAN}`,
    `00-${'0'.repeat(32)}-${SPAN}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE.toUpperCase()}-${SPAN}-01`,
    `00-${TRACE}-${SPAN}-0x`,
    `00-${TRACE}-${SPAN}-01\r\nx: y`,
  ])
    assert.equal(readTraceparent(header), undefined, String(header))
})
