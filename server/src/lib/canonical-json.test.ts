import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canonicalJson } from './canonical-json.ts'

test('serializes the example of RFC 8785, section 3.2.2, as in section 3.2.3', () => {
  const given = {
    numbers: [333333333.3333333, 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
    string: '\u20ac$\u000F\u000aA\'\u0042\u0022\u005c\\"/',
    literals: [null, true, false],
  }
  assert.equal(
    canonicalJson(given),
    String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
  )
})

test('sorts keys by UTF-16 units, as in the RFC’s example', () => {
  const keys = { '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\ud83d\ude00': 5, '\u0080': 6, '\u00f6': 7 }
  assert.equal(Object.values(JSON.parse(canonicalJson(keys))).length, 7)
  assert.deepEqual([...canonicalJson(keys).matchAll(/:(\d)/g)].map(([, n]) => n).join(''), '2467153')
})

test('is independent of the order of insertion', () => {
  assert.equal(canonicalJson({ b: { d: 1, c: [] }, a: {} }), '{"a":{},"b":{"c":[],"d":1}}')
})
