// Builds server/dist: `node server/build/build.ts DIGEST`. scripts/prepare.mjs runs it when its sources have changed. The
// digest of the sources goes into the manifest.
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { buildDocumentation } from './documentation/build.ts'
import { buildFonts } from './fonts.ts'

const server = resolve(import.meta.dirname, '..')
const draft = join(server, `.dist-${process.pid}`)
await mkdir(draft)
await buildFonts(join(draft, 'fonts'))
await buildDocumentation(join(draft, 'documentation'))
await writeFile(join(draft, 'manifest.json'), `${JSON.stringify({ digest: process.argv[2] ?? '' })}\n`)

await rm(join(server, 'dist'), { recursive: true, force: true })
await rename(draft, join(server, 'dist'))
