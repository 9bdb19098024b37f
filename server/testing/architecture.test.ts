import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { test } from 'node:test'

const src = resolve(import.meta.dirname, '../src')

/**
 * The layers from the lowest, with what each may import besides its own files, types included. Files that are
 * not listed are the composition root, which may import everything and which no layer imports.
 */
const mayImport: Record<string, string[]> = {
  lib: ['actor.ts', 'errors.ts'],
  'conflict-details.ts': [],
  'errors.ts': ['conflict-details.ts'],
  'actor.ts': ['errors.ts'],
  access: ['actor.ts', 'errors.ts'],
  pdf: ['lib'],
  db: ['actor.ts', 'lib', 'pdf/content.ts'],
  audit: ['db', 'lib'],
  'unit-of-work.ts': ['actor.ts', 'audit', 'db', 'lib'],
  events: ['access', 'actor.ts', 'db', 'lib', 'unit-of-work.ts'],
  providers: ['lib'],
  messages: ['db', 'lib', 'providers', 'unit-of-work.ts'],
  config: ['lib', 'messages', 'providers'],
  'config.ts': ['config', 'db', 'lib', 'messages', 'providers'],
  backup: ['audit', 'config.ts', 'db', 'lib', 'providers'],
  jobs: ['audit', 'db', 'lib', 'unit-of-work.ts'],
  moving: ['audit', 'backup', 'config.ts', 'db', 'jobs', 'lib', 'providers'],
  http: [
    ...['actor.ts', 'audit', 'config.ts', 'conflict-details.ts', 'db', 'errors.ts', 'events', 'lib', 'messages'],
    ...['pdf/content.ts', 'providers', 'unit-of-work.ts'],
  ],
  features: [
    ...[
      'access',
      'actor.ts',
      'audit',
      'config.ts',
      'conflict-details.ts',
      'db',
      'errors.ts',
      'events',
      'http',
      'jobs',
      'lib',
      'messages',
      'pdf',
    ],
    ...['providers', 'unit-of-work.ts'],
  ],
}

type Import = { from: string; to: string; typeOnly: boolean }

const files = globSync('**/*.ts', { cwd: src }).filter(
  (file) => !/\.test\.ts$|-testing\.ts$|(^|\/)testing\.ts$/.test(file),
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
const layerOf = (file: string) => file.split('/')[0]!
/** Area and feature, such as `care/appointments`. */
const featureOf = (file: string) => (file.startsWith('features/') ? file.split('/').slice(1, 3).join('/') : '')
const edgeOf = ({ from, to }: Import) => `${from} → ${to}`

/** Features import only types from providers. */
const isAllowed = ({ from, to, typeOnly }: Import): boolean => {
  const layer = layerOf(from)
  const allowed = mayImport[layer]
  if (!allowed || layerOf(to) === layer) return true
  if (layer === 'features' && layerOf(to) === 'providers' && !typeOnly) return false
  return allowed.includes(layerOf(to)) || allowed.includes(to)
}

test('folders import only from the folders below them, types included', () => {
  assert.ok(imports.length > 100)
  assert.deepEqual(imports.filter((one) => !isAllowed(one)).map(edgeOf), [])
})

test('the allowed imports between layers contain no cycle', () => {
  assert.deepEqual(
    cyclesOf(new Map(Object.entries(mayImport).map(([layer, allowed]) => [layer, allowed.map(layerOf)]))),
    [],
  )
})

test('features import only the actions of other features', () => {
  const wrong = imports.filter(
    ({ from, to }) =>
      featureOf(from) && featureOf(to) && featureOf(from) !== featureOf(to) && !to.endsWith('/actions.ts'),
  )
  assert.deepEqual(wrong.map(edgeOf), [])
})

test('features do not import each other in a cycle, types included', () => {
  const featureImports = imports.filter(({ from, to }) => featureOf(from) && featureOf(to))
  assert.deepEqual(cyclesOf(graphOf(featureImports.map(({ from, to }) => [featureOf(from), featureOf(to)]))), [])
})

test('the pages and the server share only protocol/', () => {
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

test('actions name the services that they use', () => {
  const wrong = files.filter((file) => featureOf(file) && readFileSync(join(src, file), 'utf8').includes('FullContext'))
  assert.deepEqual(wrong, [])
})

test('features ask the access table instead of comparing roles', () => {
  const comparison = /\brole\s*[!=]==\s*'[A-Z]+'/
  const wrong = files.filter((file) => featureOf(file) && comparison.test(readFileSync(join(src, file), 'utf8')))
  assert.deepEqual(wrong, [])
})

test('files do not import each other in a cycle, types included', () => {
  assert.deepEqual(cyclesOf(graphOf(imports.map(({ from, to }) => [from, to]))), [])
})

function graphOf(edges: [string, string][]): Map<string, string[]> {
  const next = new Map<string, string[]>()
  for (const [from, to] of edges) if (from !== to) next.set(from, [...(next.get(from) ?? []), to])
  return next
}

function cyclesOf(next: Map<string, string[]>): string[] {
  const cycles: string[] = []
  const done = new Set<string>()
  const walk = (node: string, path: string[]) => {
    if (path.includes(node)) return void cycles.push([...path.slice(path.indexOf(node)), node].join(' → '))
    if (done.has(node)) return
    for (const other of next.get(node) ?? []) walk(other, [...path, node])
    done.add(node)
  }
  for (const node of next.keys()) walk(node, [])
  return cycles
}
