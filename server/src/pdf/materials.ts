import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'

/** The folder of the templates. They cannot read files outside it. */
export const WORKSPACE = join(import.meta.dirname, '../../templates')

/** All fonts; system fonts are never used. */
const FONTS = [
  'noto-sans/400Regular/NotoSans_400Regular.ttf',
  'noto-sans/600SemiBold/NotoSans_600SemiBold.ttf',
  'ibm-plex-sans-arabic/400Regular/IBMPlexSansArabic_400Regular.ttf',
  'ibm-plex-sans-arabic/600SemiBold/IBMPlexSansArabic_600SemiBold.ttf',
  'noto-sans-tifinagh/400Regular/NotoSansTifinagh_400Regular.ttf',
]
/** The packages that affect rendering. */
const DECIDING = /^(@myriaddreamin\/typst-ts-node-compiler|@expo-google-fonts\/.*|n2words|qr)$/

const require = createRequire(import.meta.url)

export const readFonts = (): Buffer[] =>
  FONTS.map((font) => readFileSync(require.resolve(`@expo-google-fonts/${font}`)))

/** Code in other folders that formats dates, texts and serial numbers. */
const FORMATTING = ['moroccan-time.ts', 'written.ts', 'serial.ts'].map((file) =>
  join(import.meta.dirname, '../lib', file),
)

/** A hash of everything that affects rendering: templates, code, packages and fonts. */
export function editionNow(): string {
  const hash = createHash('sha256')
  const filesOf = (folder: string, ending: string) =>
    readdirSync(folder)
      .filter((file) => file.endsWith(ending) && !/(\.test|-testing)\.ts$/.test(file))
      .sort()
      .map((file) => join(folder, file))
  const code = [import.meta.dirname, join(import.meta.dirname, 'templates')].flatMap((folder) => filesOf(folder, '.ts'))
  for (const path of [...filesOf(WORKSPACE, '.typ'), ...code, ...FORMATTING]) {
    const bytes = readFileSync(path)
    hash.update(`${basename(path)} ${bytes.length}\n`).update(bytes)
  }
  const { dependencies } = require('../../package.json') as { dependencies: Record<string, string> }
  const versions = Object.entries(dependencies).filter(([name]) => DECIDING.test(name))
  return hash.update(JSON.stringify(versions)).digest('hex').slice(0, 16)
}
