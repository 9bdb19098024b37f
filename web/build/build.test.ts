import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findBuilt } from '../../server/src/http/pages/built.ts'

test('a dynamic import is a separate file that the page does not load initially', async () => {
  const { files, entry } = await findBuilt('room')
  const large = [...files].filter(([name, file]) => name.endsWith('.js') && file().packed.length > 100_000)
  assert.equal(large.length, 1)
  for (const language of ['fr', 'ar', 'en']) {
    const { file, imports } = entry(language)
    assert.ok(![file, ...imports].includes(large[0]![0]))
    for (const name of [file, ...imports, `${file}.map`]) assert.ok(files.has(name), name)
  }
  assert.ok(files.has(entry('style').file))
})

test('a page that was not built causes a start error', async () => {
  await assert.rejects(findBuilt('absent'), { name: 'StartError', message: /^The pages are not built\./ })
})
