import assert from 'node:assert/strict'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, test } from 'node:test'
import packageJson from '../../package.json' with { type: 'json' }

/** docs/recipes.md: each step names an existing file, a text in it, and the check that fails without the step. */
const root = resolve(import.meta.dirname, '../..')
const page = readFileSync(resolve(root, 'docs/recipes.md'), 'utf8')

const namedIn = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, name]) => name!)
const isPath = (name: string) => name.includes('/')
const isCommand = (name: string) => name.startsWith('npm run ')

for (const recipe of page.split(/^## /m).slice(1)) {
  const [title, ...lines] = recipe.split('\n')
  describe(title!, () => {
    for (const step of lines
      .join('\n')
      .split(/^\d+\. /m)
      .slice(1)) {
      const [edit, failure] = step.split('\n\n')[0]!.split(' — ')
      const names = namedIn(edit!)
      const paths = names.filter(isPath)
      test(paths[0] ?? step, () => {
        assert.notEqual(paths.length, 0, 'a step names its file')
        for (const path of paths) {
          const isNew = edit!.includes(`\`${path}\`, a new file`)
          assert.equal(statSync(resolve(root, path)).isDirectory(), isNew)
          const text = isNew ? '' : readFileSync(resolve(root, path), 'utf8')
          for (const place of isNew ? [] : names.filter((name) => !isPath(name) && !isCommand(name)))
            assert.match(text, new RegExp(`\\b${place}\\b`), `${path} has no ${place}`)
        }
        const failures = namedIn(failure ?? '')
        assert.notEqual(failures.length, 0, 'a step names what fails without it')
        for (const name of failures) assert.match(name, /^npm run typecheck$|\.test\.ts$/)
      })
    }
  })
}

test('names only existing files and commands', () => {
  const names = namedIn(page)
  for (const path of names.filter(isPath)) assert.ok(existsSync(resolve(root, path)), path)
  for (const command of names.filter(isCommand))
    assert.ok(command.replace('npm run ', '') in packageJson.scripts, command)
})
