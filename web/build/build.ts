// Builds the pages into web/dist: `node web/build/build.ts DIGEST`, which scripts/prepare.mjs runs when their sources have
// changed. The digest of the sources goes into the manifest.
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { build, type Metafile, type Plugin } from 'esbuild'
import { withoutLightDark } from './older-browsers.ts'

const web = resolve(import.meta.dirname, '..')
const entries = {
  fr: `${web}/room/fr.ts`,
  ar: `${web}/room/ar.ts`,
  en: `${web}/room/en.ts`,
  style: `${web}/room/style/room.css`,
}

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
const { metafile } = await build({
  entryPoints: entries,
  outdir: join(draft, 'room'),
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  target: 'safari15',
  minify: true,
  charset: 'utf8',
  legalComments: 'none',
  sourcemap: 'linked',
  metafile: true,
  logLevel: 'error',
  plugins: [olderBrowsers],
})
const manifest = { digest: process.argv[2] ?? '', entries: entriesOf(metafile) }
await writeFile(join(draft, 'room', 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`)

// A running server keeps the files of the previous build in memory.
await rm(join(web, 'dist'), { recursive: true, force: true })
await rename(draft, join(web, 'dist'))

/** By the name of an entry point: its file, and its static imports. */
function entriesOf({ outputs }: Metafile) {
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
