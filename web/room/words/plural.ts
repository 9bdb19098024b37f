/** Formats a count in the plural form of the language; `#` stands for the number. */
export function plural(
  locale: string,
  forms: Partial<Record<Intl.LDMLPluralRule, string>> & { other: string },
): (n: number) => string {
  const rules = new Intl.PluralRules(locale)
  const numbers = new Intl.NumberFormat(locale === 'ar' ? 'ar-MA' : locale)
  return (n) => (forms[rules.select(n)] ?? forms.other).replace('#', numbers.format(n))
}
