import type { Language } from '../messages/channels.ts'

/** Where people live who are written to, unless they say otherwise. */
export const TIME_ZONE = 'Africa/Casablanca'

/** Latin digits in Arabic too: that is how Morocco writes them. */
export const locales = { fr: 'fr-MA', ar: 'ar-MA-u-nu-latn', en: 'en-GB' } as const satisfies Record<Language, string>

const formats = new Map<string, Intl.DateTimeFormat>()

function format(at: Date, locale: string, options: Intl.DateTimeFormatOptions): string {
  const key = `${locale} ${Object.values(options).join()}`
  const known = formats.get(key) ?? new Intl.DateTimeFormat(locale, { timeZone: TIME_ZONE, ...options })
  formats.set(key, known)
  return known.format(at)
}

/** The day of a moment in Morocco: `2026-12-01`. */
export const localDay = (at: Date): string => format(at, 'en-CA', { dateStyle: 'short' })

/** The minute of the day in Morocco, 0 at midnight. */
export function localMinute(at: Date): number {
  const [hours, minutes] = format(at, 'en-GB', { timeStyle: 'short' }).split(':').map(Number)
  return hours! * 60 + minutes!
}

/** `mardi 1 décembre 2026 à 09:30` */
export const dayAndHour = (at: Date, language: Language): string =>
  format(at, locales[language], { dateStyle: 'full', timeStyle: 'short', hour12: false })

/** `09:30` */
export const hour = (at: Date, language: Language): string =>
  format(at, locales[language], { timeStyle: 'short', hour12: false })

/** `mardi 1 décembre 2026` */
export const day = (at: Date, language: Language): string => format(at, locales[language], { dateStyle: 'full' })
