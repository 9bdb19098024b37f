import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { endings } from '@medina-care/protocol/constants.ts'

const docs = resolve(import.meta.dirname, '../../../docs')
const page = readFileSync(resolve(docs, 'room.md'), 'utf8')

test('docs/room.md lists every close code and reason of the server', () => {
  const [, table] = /<!-- endings -->\n(.*?)\n<!-- \/endings -->/s.exec(page) ?? []
  const rows = table!.split('\n').slice(2)
  const listed = rows.map((row) => row.split('|').map((cell) => cell.trim())).map(([, code, reason]) => [code, reason])
  assert.deepEqual(
    listed,
    Object.values(endings).map(({ code, reason }) => [String(code), reason]),
  )
})

test('docs/room.md has no broken links', () => {
  const titles = [...page.matchAll(/^#+ (.+)$/gm)].map(([, title]) => title!.toLowerCase().replaceAll(' ', '-'))
  for (const [, to = ''] of page.matchAll(/\]\(([^)]+)\)/g)) {
    if (to.startsWith('#')) assert.ok(titles.includes(to.slice(1)), to)
    else assert.ok(existsSync(resolve(docs, to.split('#')[0]!)), to)
  }
})
