import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Document } from '../../src/http/openapi/document.ts'
import { introduction } from '../../src/http/openapi/prose.ts'
import { palette } from '../../src/http/pages/palette.ts'
import { referencePage } from './page.ts'

/** In cascade order. */
const STYLES = ['base', 'contents', 'page', 'fields', 'copying', 'small-screens']

/** Writes the pages of /docs, one for each mode, from the committed openapi.json, which is the sandbox's. */
export async function buildReference(folder: string): Promise<void> {
  const sandbox: Document = JSON.parse(await readFile(resolve(import.meta.dirname, '../../../openapi.json'), 'utf8'))
  const description = introduction(sandbox.servers[0]!.url, false)
  const production: Document = { ...sandbox, info: { ...sandbox.info, description } }
  await mkdir(folder)
  await writeFile(join(folder, 'sandbox.html'), referencePage(sandbox))
  await writeFile(join(folder, 'production.html'), referencePage(production))
  const styles = await Promise.all(STYLES.map((name) => readFile(own(`styles/${name}.css`), 'utf8')))
  await writeFile(join(folder, 'reference.css'), [palette, ...styles].join('\n'))
  for (const name of ['reference.js', 'icon.svg']) await copyFile(own(name), join(folder, name))
}

const own = (name: string) => join(import.meta.dirname, name)
