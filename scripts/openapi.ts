import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import packageJson from '../package.json' with { type: 'json' }
import { allOperations } from '../server/src/app.ts'
import { endpoints } from '../server/src/endpoints.ts'
import { openApi } from '../server/src/http/openapi.ts'

/** The sandbox's document in the repository, for reading without a server. */
export const path = resolve(import.meta.dirname, '../openapi.json')

export function committedText(): string {
  const operations = allOperations().map(({ operation }) => operation)
  const { version } = packageJson
  return `${lines(openApi({ operations, endpoints, publicUrl: 'http://localhost:3000', sandbox: true, version }))}\n`
}

/** One line for each parameter list, body, response and field of a component: indenting deeper doubles the file. */
function lines(value: object, depth = 5, indent = ''): string {
  const line = JSON.stringify(value)
  if (depth === 0 || line.length <= 120 || line[0] !== '{') return line
  const fields = Object.entries(value).map(
    ([key, inner]) => `${indent} ${JSON.stringify(key)}:${lines(inner, depth - 1, `${indent} `)}`,
  )
  return `{\n${fields.join(',\n')}\n${indent}}`
}

if (import.meta.main) writeFileSync(path, committedText())
