import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withoutLightDark } from './older-browsers.ts'

test('rewrites light-dark() to a light value, a dark value in a media query, and a dark value for .night', () => {
  const css = withoutLightDark(':root {\n  --ink: light-dark(#17211f, #e3eae8);\n  --mono: monospace;\n}\n')
  assert.match(css, /^:root \{\n {2}--ink: #17211f;\n {2}--mono: monospace;\n\}/)
  assert.match(css, /@media \(prefers-color-scheme: dark\) \{ :root \{ --ink: #e3eae8; \} \}/)
  assert.match(css, /\.night \{ color-scheme: dark; --ink: #e3eae8; \}/)
})

test('does not change a stylesheet without light-dark()', () => {
  assert.equal(withoutLightDark('a { color: #fff; }'), 'a { color: #fff; }')
})
