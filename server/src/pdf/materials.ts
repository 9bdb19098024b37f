import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'

/** Where the templates are, and nothing beside them: they cannot read what is outside. */
export const WORKSPACE = join(import.meta.dirname, '../../templates')

/** All the fonts that there are: the machine's own are never used. */
const FONTS = [
  'noto-sans/400Regular/NotoSans_400Regular.ttf',
  'noto-sans/600SemiBold/NotoSans_600SemiBold.ttf',
  'ibm-plex-sans-arabic/400Regular/IBMPlexSansArabic_400Regular.ttf',
  'ibm-plex-sans-arabic/600SemiBold/IBMPlexSansArabic_600SemiBold.ttf',
  'noto-sans-tifinagh/400Regular/NotoSansTifinagh_400Regular.ttf',
]
/** The packages that decide how a document looks. */
const DECIDING = /^(@myriaddreamin\/typst-ts-node-compiler|@expo-google-fonts\/.*|n2words|qr)$/

const require = createRequire(import.meta.url)

export const readFonts = (): Buffer[] =>
  FONTS.map((font) => readFileSync(require.resolve(`@expo-google-fonts/${font}`)))

/** Code of other folders that decides how days, texts and serial numbers are written. */
const WRITING = ['moroccan-time.ts', 'written.ts', 'serial.ts'].map((file) => join(import.meta.dirname, '../lib', file))

/** A name of all that makes a document of its content: the templates, the code, packages and fonts. */
export function editionNow(): string {
  const hash = createHash('sha256')
  const filesOf = (folder: string, ending: string) =>
    readdirSync(folder)
      .filter((file) => file.endsWith(ending) && !/(\.test|-testing)\.ts$/.test(file))
      .sort()
      .map((file) => join(folder, file))
  for (const path of [...filesOf(WORKSPACE, '.typ'), ...filesOf(import.meta.dirname, '.ts'), ...WRITING]) {
    const bytes = readFileSync(path)
    hash.update(`${basename(path)} ${bytes.length}\n`).update(bytes)
  }
  const { dependencies } = require('../../package.json') as { dependencies: Record<string, string> }
  const versions = Object.entries(dependencies).filter(([name]) => DECIDING.test(name))
  return hash.update(JSON.stringify(versions)).digest('hex').slice(0, 16)
}
