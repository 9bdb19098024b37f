import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { generated } from './run.ts'

const root = join(import.meta.dirname, '../..')

test('the libraries are committed as generated from openapi.json', () => {
  for (const [path, text] of Object.entries(generated()))
    assert.equal(
      readFileSync(join(root, path), 'utf8'),
      text,
      `${path} is stale: run \`npm run clients\` and commit it`,
    )
})
