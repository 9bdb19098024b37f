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
  return `${JSON.stringify(openApi({ operations, endpoints, publicUrl: 'http://localhost:3000', sandbox: true, version }), null, 2)}\n`
}

if (import.meta.main) writeFileSync(path, committedText())
