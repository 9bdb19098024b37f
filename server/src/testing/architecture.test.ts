import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { test } from 'node:test'

const src = resolve(import.meta.dirname, '..')

/** The folders whose values each folder may import, beside its own. Types may be imported from anywhere. */
const mayImport: Record<string, string[]> = {
  lib: [],
  db: ['lib'],
  audit: ['db', 'lib'],
  backup: ['audit', 'db', 'lib', 'providers'],
  events: ['db', 'lib'],
  messages: ['db', 'lib'],
  pdf: ['lib'],
  providers: ['lib'],
  http: ['audit', 'db', 'events', 'lib', 'providers'],
  jobs: ['audit', 'db', 'lib'],
  features: ['audit', 'db', 'events', 'http', 'jobs', 'lib', 'messages', 'pdf'],
}
/** Shared files outside the folders. */
const shared = ['actor.ts', 'errors.ts', 'config.ts', 'context.ts', 'log.ts']

type Import = { from: string; to: string; typeOnly: boolean }

const files = globSync('**/*.ts', { cwd: src }).filter(
  (file) => !file.endsWith('.test.ts') && !file.startsWith('testing/') && !file.includes('-testing'),
)
const imports: Import[] = files.flatMap((from) =>
  [...readFileSync(join(src, from), 'utf8').matchAll(/^(?:import|export) (type )?[^'"]*?from '(\.[^']+)'/gm)].map(
    ([, typeOnly, path]) => ({
      from,
      to: relative(src, join(src, dirname(from), path!)),
      typeOnly: typeOnly !== undefined,
    }),
  ),
)
const folderOf = (file: string) => (file.includes('/') ? file.split('/')[0]! : '')
const featureOf = (file: string) => (file.startsWith('features/') ? file.split('/')[1] : undefined)
const shown = ({ from, to }: Import) => `${from} → ${to}`

test('folders import only from the folders below them', () => {
  assert.ok(imports.length > 100)
  const wrong = imports.filter(({ from, to, typeOnly }) => {
    const [importer, imported] = [folderOf(from), folderOf(to)]
    if (typeOnly || importer === '' || importer === imported || shared.includes(to)) return false
    return !mayImport[importer]?.includes(imported)
  })
  assert.deepEqual(wrong.map(shown), [])
})

test('features import only the actions of other features', () => {
  const wrong = imports.filter(
    ({ from, to }) =>
      featureOf(from) && featureOf(to) && featureOf(from) !== featureOf(to) && !to.endsWith('/actions.ts'),
  )
  assert.deepEqual(wrong.map(shown), [])
})

test('the pages and the server share the protocol alone', () => {
  const root = resolve(src, '../..')
  const all = globSync('{web,protocol}/**/*.ts', { cwd: root, exclude: ['**/node_modules/**', 'web/dist/**'] })
  assert.ok(all.length > 50)
  // A test of the build serves the page as the server does.
  const wrong = all.filter((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    const outside = file.startsWith('protocol/') ? /from '(?!\.\/|zod')/ : /from '[^']*server\/src/
    return outside.test(text) && file !== 'web/build/build.test.ts'
  })
  assert.deepEqual(wrong, [])
})

test('there are no import cycles', () => {
  const next = new Map<string, string[]>()
  for (const { from, to, typeOnly } of imports) if (!typeOnly) next.set(from, [...(next.get(from) ?? []), to])
  const cycles: string[] = []
  const done = new Set<string>()
  const walk = (file: string, path: string[]) => {
    if (path.includes(file)) return void cycles.push([...path.slice(path.indexOf(file)), file].join(' → '))
    if (done.has(file)) return
    for (const other of next.get(file) ?? []) walk(other, [...path, file])
    done.add(file)
  }
  for (const file of files) walk(file, [])
  assert.deepEqual(cycles, [])
})
