// Builds the pages into web/dist: `node web/build/build.ts DIGEST`. scripts/prepare.mjs runs it when their sources have
// changed. The digest of the sources goes into the manifest.
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { build, type Metafile, type Plugin } from 'esbuild'
import { withoutLightDark } from './older-browsers.ts'

const web = resolve(import.meta.dirname, '..')
const pages = ['room', 'console'] as const

/** A page has an entry point for each language, and one style. */
const entriesOf = (page: string): Record<string, string> => ({
  fr: `${web}/${page}/fr.ts`,
  ar: `${web}/${page}/ar.ts`,
  en: `${web}/${page}/en.ts`,
  style: `${web}/${page}/style/${page}.css`,
})

const olderBrowsers: Plugin = {
  name: 'older browsers',
  setup({ onLoad }) {
    onLoad({ filter: /\.css$/ }, async ({ path }) => ({
      contents: withoutLightDark(await readFile(path, 'utf8')),
      loader: 'css',
    }))
  },
}

const draft = join(web, `.dist-${process.pid}`)
for (const page of pages) {
  const entries = entriesOf(page)
  const { metafile } = await build({
    entryPoints: entries,
    outdir: join(draft, page),
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    jsx: 'automatic',
    target: 'safari15',
    minify: true,
    charset: 'utf8',
    legalComments: 'none',
    sourcemap: 'linked',
    define: { 'process.env.NODE_ENV': '"production"' },
    metafile: true,
    logLevel: 'error',
    alias: { react: 'preact/compat' }, // 50 kB fewer before the first screen of the console
    plugins: [olderBrowsers],
  })
  const manifest = { digest: process.argv[2] ?? '', entries: builtEntries(entries, metafile) }
  await writeFile(join(draft, page, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}

// A running server keeps the files of the previous build in memory.
await rm(join(web, 'dist'), { recursive: true, force: true })
await rename(draft, join(web, 'dist'))

/** The file and the static imports of each entry point. */
function builtEntries(entries: Record<string, string>, { outputs }: Metafile) {
  const importsOf = (path: string): string[] =>
    outputs[path]!.imports.filter(({ kind }) => kind === 'import-statement').flatMap(({ path }) => [
      path,
      ...importsOf(path),
    ])
  return Object.fromEntries(
    Object.entries(entries).map(([name, source]) => {
      const [path] = Object.entries(outputs).find(
        ([, { entryPoint }]) => entryPoint !== undefined && resolve(entryPoint) === source,
      )!
      return [name, { file: basename(path), imports: [...new Set(importsOf(path))].map((one) => basename(one)) }]
    }),
  )
}
