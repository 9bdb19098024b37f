import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import packageJson from '../package.json' with { type: 'json' }
import { allOperations } from '../server/src/app.ts'
import { endpoints } from '../server/src/endpoints.ts'
import { asyncApi } from '../server/src/http/descriptions/asyncapi.ts'
import { postman } from '../server/src/http/descriptions/postman.ts'
import { yaml } from '../server/src/http/descriptions/yaml.ts'
import { openApi } from '../server/src/http/openapi.ts'

/** The committed API documents of the sandbox by path, which can be read without a server. */
export function committedTexts(): Record<string, string> {
  const operations = allOperations().map(({ operation }) => operation)
  const { version } = packageJson
  const document = openApi({ operations, endpoints, publicUrl: 'http://localhost:3000', sandbox: true, version })
  return {
    'openapi.json': `${lines(document)}\n`,
    'openapi.yaml': yaml(document),
    'postman.json': `${lines(postman(document), 3)}\n`,
    'asyncapi.json': `${lines(asyncApi(document))}\n`,
  }
}

export const pathOf = (name: string): string => resolve(import.meta.dirname, '..', name)

/** Formats JSON with one line for each parameter list, body, response and field, because deeper indentation doubles the file. */
function lines(value: object, depth = 5, indent = ''): string {
  const line = JSON.stringify(value)
  if (depth === 0 || line.length <= 120 || line[0] !== '{') return line
  const fields = Object.entries(value).map(
    ([key, inner]) => `${indent} ${JSON.stringify(key)}:${lines(inner, depth - 1, `${indent} `)}`,
  )
  return `{\n${fields.join(',\n')}\n${indent}}`
}

if (import.meta.main) for (const [name, text] of Object.entries(committedTexts())) writeFileSync(pathOf(name), text)
