import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Document } from '../../server/src/http/openapi/document.ts'
import { cli } from './cli.ts'
import { modelOf } from './model.ts'
import { php } from './php.ts'
import { python } from './python.ts'
import { typescript } from './typescript.ts'

const root = join(import.meta.dirname, '../..')

/** The generated files of all libraries, by path. */
export function generated(): Record<string, string> {
  const document = JSON.parse(readFileSync(join(root, 'openapi.json'), 'utf8')) as Document
  const model = modelOf(document)
  return { ...typescript(model), ...python(model), ...php(model), ...cli(model) }
}

if (import.meta.main)
  for (const [path, text] of Object.entries(generated())) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
