import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { licencesPage } from '../../scripts/licences.ts'

const root = resolve(import.meta.dirname, '../..')
const packageAt = async (path: string) => JSON.parse(await readFile(resolve(root, path), 'utf8'))

/** The names in the first column of `docs/dependencies.md`; `…/` continues the scope of the name before. */
async function documented(): Promise<Set<string>> {
  const text = await readFile(resolve(root, 'docs/dependencies.md'), 'utf8')
  const rows = text.matchAll(/^\| (`[^|]*) \|/gm)
  return new Set(
    [...rows].flatMap(([, names]) => {
      let scope = ''
      return [...names!.matchAll(/`([^`]+)`/g)].map(([, name]) => {
        scope = /^(@[^/]+)\//.exec(name!)?.[1] ?? scope
        return name!.replace('…', scope)
      })
    }),
  )
}

test('docs/dependencies.md lists every dependency', async () => {
  const [tree, server, names] = [
    await packageAt('package.json'),
    await packageAt('server/package.json'),
    await documented(),
  ]
  const installed = [tree.devDependencies, tree.dependencies, server.dependencies].flatMap(Object.keys)
  const ownOrTypes = /^@medina-care\/|^@types\//
  const missing = installed.filter((name) => !ownOrTypes.test(name) && !names.has(name))
  assert.deepEqual(missing, [])
})

test('docs/dependencies.md lists nothing of the server that is not installed', async () => {
  const { dependencies, optionalDependencies } = await packageAt('server/package.json')
  const installed = Object.keys({ ...dependencies, ...optionalDependencies })
  const text = await readFile(resolve(root, 'docs/dependencies.md'), 'utf8')
  const [server] = text.split('| development | for |')
  const names = [...server!.matchAll(/^\| `([^`]+)`/gm)].map(([, name]) => name!.replace('/*', '/'))
  assert.ok(names.length > 20)
  assert.deepEqual(
    names.filter((name) => !installed.some((one) => one === name || (name.endsWith('/') && one.startsWith(name)))),
    [],
  )
})

test('docs/licences.md lists the licence of each package, and all of them allow any use', async () => {
  const page = await readFile(resolve(root, 'docs/licences.md'), 'utf8')
  assert.equal(page, licencesPage(), 'run `npm run licences`')
  const licences = [...page.matchAll(/^\| `.*` \| \S+ \| (.*) \|$/gm)].map(([, licence]) => licence!)
  assert.ok(licences.length > 100)
  const free = /^(MIT|MIT-0|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|OFL-1\.1|Unlicense)$/
  const wrong = licences.filter(
    (licence) =>
      !licence
        .replace(/[()]/g, '')
        .split(/ (?:AND|OR) /)
        .every((one) => free.test(one)),
  )
  assert.deepEqual(wrong, [])
})
