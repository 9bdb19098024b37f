import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forOlderBrowsers } from './older-browsers.ts'

test('colours that differ by light are said for both, and for what is dark at any hour', () => {
  const css = forOlderBrowsers(':root {\n  --ink: light-dark(#17211f, #e3eae8);\n  --mono: monospace;\n}\n')
  assert.match(css, /^:root \{\n {2}--ink: #17211f;\n {2}--mono: monospace;\n\}/)
  assert.match(css, /@media \(prefers-color-scheme: dark\) \{ :root \{ --ink: #e3eae8; \} \}/)
  assert.match(css, /\.night \{ color-scheme: dark; --ink: #e3eae8; \}/)
})

test('a stylesheet without such colours stays as it is', () => {
  assert.equal(forOlderBrowsers('a { color: #fff; }'), 'a { color: #fff; }')
})
