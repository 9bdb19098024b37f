import type { Words } from './words/en.ts'

let current: Words | undefined

/** Sets the language of the page, before anything is shown. */
export function speak(words: Words): void {
  current = words
}

/** The texts of the frame and of all screens. Those of an area are in its folder. */
export const words = (): Words => current!

/** A text with values for its `{names}`. */
export const fill = (text: string, values: Record<string, string | number>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))

/** A text by number, with `{n}`: languages have different plural forms (Unicode CLDR). */
export function count(forms: Plural, n: number): string {
  const { locale } = words()
  const form = forms[new Intl.PluralRules(locale).select(n)] ?? forms.other
  return fill(form, { n: new Intl.NumberFormat(locale).format(n) })
}

export type Plural = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }
