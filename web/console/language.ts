import type { Words } from './words/en.ts'

let current: Words | undefined

/** Sets the language of the page before the first render. */
export function speak(words: Words): void {
  current = words
}

/** The texts of the frame and those shared by all screens. Texts of an area are in its folder. */
export const words = (): Words => current!

/**
 * The texts of an area, which are loaded with its first screen.
 * @param loaders import the texts of each language
 */
export function areaWords<W>(loaders: Record<Words['language'], () => Promise<{ words: W }>>) {
  let loaded: W | undefined
  return {
    loadWords: async (language: Words['language']): Promise<void> => {
      loaded ??= (await loaders[language]()).words
    },
    text: (): W => loaded!,
  }
}

/** Replaces `{names}` in a text by values. */
export const fill = (text: string, values: Record<string, string | number>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))

/** The plural form of a text for a number, with `{n}` replaced. Languages have different plural forms (Unicode CLDR). */
export function count(forms: Plural, n: number): string {
  const { locale } = words()
  const form = forms[new Intl.PluralRules(locale).select(n)] ?? forms.other
  return fill(form, { n: new Intl.NumberFormat(locale).format(n) })
}

export type Plural = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }
