import { readFile } from 'node:fs/promises'
import { basename, extname, resolve } from 'node:path'
import { build, type Metafile, type Plugin } from 'esbuild'
import { type Asset, asset } from '../reference/asset.ts'
import { forOlderBrowsers } from './older-browsers.ts'

/** Scripts and styles of a page that are written in several files, as a browser gets them. */
export type Bundle = {
  /** By file name, which has the hash of what is in the file. */
  files: Map<string, Asset>
  /** What an entry point became, and what it imports at once: a page names both, so that they come together. */
  entry(name: string): { file: string; imports: string[] }
}

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
}

/**
 * Makes a page's files, in memory.
 * @param entries by name: scripts and stylesheets
 * @param forDevelopers with source maps
 */
export async function bundle(entries: Record<string, string>, forDevelopers: boolean): Promise<Bundle> {
  const { outputFiles, metafile } = await build({
    entryPoints: entries,
    outdir: '/',
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'safari15',
    minify: true,
    charset: 'utf8',
    legalComments: 'none',
    sourcemap: forDevelopers && 'linked',
    write: false,
    metafile: true,
    logLevel: 'silent',
    plugins: [olderBrowsers],
  })
  const files = new Map(
    outputFiles.map(({ path, contents }) => [basename(path), asset(types[extname(path)]!, Buffer.from(contents))]),
  )
  const made = entriesOf(metafile, entries)
  return { files, entry: (name) => made.get(name)! }
}

function entriesOf({ outputs }: Metafile, entries: Record<string, string>) {
  const importsOf = (path: string): string[] =>
    outputs[path]!.imports.filter(({ kind }) => kind === 'import-statement').flatMap((one) => [
      one.path,
      ...importsOf(one.path),
    ])
  return new Map(
    Object.entries(entries).map(([name, source]) => {
      const [path] = Object.entries(outputs).find(
        ([, { entryPoint }]) => entryPoint !== undefined && resolve(entryPoint) === resolve(source),
      )!
      return [name, { file: basename(path), imports: [...new Set(importsOf(path))].map((one) => basename(one)) }]
    }),
  )
}

const olderBrowsers: Plugin = {
  name: 'older browsers',
  setup({ onLoad }) {
    onLoad({ filter: /\.css$/ }, async ({ path }) => ({
      contents: forOlderBrowsers(await readFile(path, 'utf8')),
      loader: 'css',
    }))
  },
}
