import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'

/** The folder of the templates. They cannot read files outside it. */
export const WORKSPACE = join(import.meta.dirname, '../../templates')

/** All fonts, copied from their packages by server/build/fonts.ts. */
const FONTS = join(import.meta.dirname, '../../dist/fonts')

/** The packages that affect rendering. */
const DECIDING = ['@myriaddreamin/typst-ts-node-compiler', 'n2words', 'qr']

const require = createRequire(import.meta.url)

export const readFonts = (): Buffer[] => filesOf(FONTS, '.ttf').map((path) => readFileSync(path))

/** Code in other folders that formats dates, texts and serial numbers. */
const FORMATTING = ['moroccan-time.ts', 'written.ts', 'serial.ts'].map((file) =>
  join(import.meta.dirname, '../lib', file),
)

/** A hash of everything that affects rendering: templates, code, packages and fonts. */
export function editionNow(): string {
  const hash = createHash('sha256')
  const code = [import.meta.dirname, join(import.meta.dirname, 'templates')].flatMap((folder) =>
    filesOf(folder, '.ts').filter((path) => !/(\.test|-testing)\.ts$/.test(path)),
  )
  for (const path of [...filesOf(WORKSPACE, '.typ'), ...code, ...FORMATTING, ...filesOf(FONTS, '.ttf')]) {
    const bytes = readFileSync(path)
    hash.update(`${basename(path)} ${bytes.length}\n`).update(bytes)
  }
  const { dependencies } = require('../../package.json') as { dependencies: Record<string, string> }
  const versions = DECIDING.map((name) => [name, dependencies[name]])
  return hash.update(JSON.stringify(versions)).digest('hex').slice(0, 16)
}

const filesOf = (folder: string, ending: string): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith(ending))
    .sort()
    .map((file) => join(folder, file))
