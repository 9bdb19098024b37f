import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
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

test('a page that was shown keeps its scripts and styles when an upgrade replaces its folder', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'medina-page-'))
  await mkdir(join(parent, 'page'))
  const contents = { 'fr-1.js': 'one', 'later-1.js': 'two', 'style-1.css': 'three' }
  const manifest = { entries: { fr: { file: 'fr-1.js', imports: [] } } }
  for (const [name, content] of Object.entries({ ...contents, 'manifest.json': JSON.stringify(manifest) }))
    await writeFile(join(parent, 'page', name), content)
  const { files, entry } = await findBuilt('page', parent)
  assert.deepEqual(entry('fr'), manifest.entries.fr)
  await rm(parent, { recursive: true })
  const kept = [...files].map(([name, file]) => [name, gunzipSync(file().packed).toString()])
  assert.deepEqual(Object.fromEntries(kept), contents)
})
