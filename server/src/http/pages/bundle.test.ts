import assert from 'node:assert/strict'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { bundle } from './bundle.ts'

const room = resolve(import.meta.dirname, '../../../../web/room')
const entries = { fr: `${room}/fr.ts`, style: `${room}/style/room.css` }

test('where nobody develops there are no source maps, and no word of one', async () => {
  const { files } = await bundle(entries, false)
  assert.ok(files.size > 2)
  for (const [name, { plain }] of files) {
    assert.doesNotMatch(name, /\.map$/)
    assert.ok(!plain.includes('sourceMappingURL='), name)
  }
})

test('what is imported later is a file of its own, which a page does not ask for at once', async () => {
  const { files, entry } = await bundle(entries, true)
  const { file, imports } = entry('fr')
  const large = [...files].filter(([name, { packed }]) => name.endsWith('.js') && packed.length > 100_000)
  assert.equal(large.length, 1)
  assert.ok(![file, ...imports].includes(large[0]![0]))
  for (const one of [file, ...imports, entry('style').file]) assert.ok(files.has(one), one)
  assert.ok(files.has(`${file}.map`))
})
