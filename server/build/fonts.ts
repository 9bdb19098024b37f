import { copyFile, mkdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'

/** The fonts of documents by package; system fonts are never used. */
const FONTS = {
  'noto-sans': ['400Regular/NotoSans_400Regular.ttf', '600SemiBold/NotoSans_600SemiBold.ttf'],
  'ibm-plex-sans-arabic': [
    '400Regular/IBMPlexSansArabic_400Regular.ttf',
    '600SemiBold/IBMPlexSansArabic_600SemiBold.ttf',
  ],
  'noto-sans-tifinagh': ['400Regular/NotoSansTifinagh_400Regular.ttf'],
}

/** Copies the fonts, each with its licence, as the licence demands. */
export async function buildFonts(folder: string): Promise<void> {
  const { resolve } = createRequire(import.meta.url)
  await mkdir(folder)
  for (const [name, files] of Object.entries(FONTS)) {
    const from = (file: string) => resolve(`@expo-google-fonts/${name}/${file}`)
    for (const file of files) await copyFile(from(file), join(folder, basename(file)))
    await copyFile(from('LICENSE_FONT'), join(folder, `${name}-LICENSE.txt`))
  }
}
