// Writes dist/medina.js, the whole program in one file, into the given folder or this one.
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'

const outfile = join(process.argv[2] ?? import.meta.dirname, 'dist/medina.js')
await build({
  entryPoints: [join(import.meta.dirname, 'src/main.ts')],
  outfile,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  legalComments: 'none',
})
chmodSync(outfile, 0o755)
