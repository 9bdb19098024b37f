import { copyFile, cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { build } from 'esbuild'
import type { Document } from '../../src/http/openapi/document.ts'
import { introduction } from '../../src/http/openapi/prose.ts'
import { palette } from '../../src/http/pages/palette.ts'
import { siteOf } from './site.ts'

/** In cascade order. */
const STYLES = ['base', 'bar', 'contents', 'page', 'fields', 'samples', 'small-screens']

const root = resolve(import.meta.dirname, '../../..')

/** Writes the pages of /docs for each mode, from the Markdown files and the committed openapi.json, which is the sandbox's. */
export async function buildDocumentation(folder: string): Promise<void> {
  const sandbox: Document = JSON.parse(await readFile(join(root, 'openapi.json'), 'utf8'))
  const description = introduction(sandbox.servers[0]!.url, false)
  const production: Document = { ...sandbox, info: { ...sandbox.info, description } }
  await writePages(join(folder, 'sandbox'), sandbox, true)
  await writePages(join(folder, 'production'), production, false)

  const styles = await Promise.all(STYLES.map((name) => readFile(own(`styles/${name}.css`), 'utf8')))
  await writeFile(join(folder, 'site.css'), [palette, ...styles].join('\n'))
  await build({
    entryPoints: [join(root, 'web/documentation/documentation.ts')],
    outfile: join(folder, 'site.js'),
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'safari15',
    charset: 'utf8',
    logLevel: 'error',
  })
  await copyFile(own('icon.svg'), join(folder, 'icon.svg'))
  await cp(join(root, 'docs/pictures'), join(folder, 'pictures'), { recursive: true })
}

async function writePages(folder: string, document: Document, isSandbox: boolean): Promise<void> {
  const { pages, findable } = siteOf(document, isSandbox)
  for (const { path, html } of pages) {
    const file = join(folder, `${path === '/docs' ? 'index' : path.replace('/docs/', '')}.html`)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, html)
  }
  await writeFile(join(folder, 'search.json'), JSON.stringify(findable))
}

const own = (name: string) => join(import.meta.dirname, name)
