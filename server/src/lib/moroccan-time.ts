import type { Language } from './channels.ts'

/** The name of the Moroccan time zone in the tz database. */
export const MOROCCAN_TIME_ZONE = 'Africa/Casablanca'

/** Latin digits in Arabic too, as usual in Morocco. */
export const locales = { fr: 'fr-MA', ar: 'ar-MA-u-nu-latn', en: 'en-GB' } as const satisfies Record<Language, string>

const formats = new Map<string, Intl.DateTimeFormat>()

function format(at: Date, locale: string, options: Intl.DateTimeFormatOptions): string {
  const key = `${locale} ${JSON.stringify(options)}`
  const known = formats.get(key) ?? new Intl.DateTimeFormat(locale, { timeZone: MOROCCAN_TIME_ZONE, ...options })
  formats.set(key, known)
  return known.format(at)
}

/** The parts of a time that are shown. */
export type TimeParts = Omit<Intl.DateTimeFormatOptions, 'timeZone' | 'hour12'>

/** A time on the wall clock of a time zone, such as that of a place. */
export const timeIn = (at: Date, language: Language, timeZone: string, parts: TimeParts): string =>
  format(at, locales[language], { ...parts, timeZone, hour12: false })

/** The date in Morocco: `2026-12-01`. */
export const localDay = (at: Date): string => format(at, 'en-CA', { dateStyle: 'short' })

/** The year in Morocco. */
export const localYear = (at: Date): number => Number(localDay(at).slice(0, 4))

/** The first moment of a date in Morocco, which is at most an hour ahead of UTC. */
export function midnight(day: string): Date {
  const utc = new Date(`${day}T00:00:00Z`)
  const earlier = new Date(utc.getTime() - 3_600_000)
  return localDay(earlier) === day ? earlier : utc
}

/** The minute of the day in Morocco, 0 at midnight. */
export function localMinute(at: Date): number {
  const [hours, minutes] = format(at, 'en-GB', { timeStyle: 'short' }).split(':').map(Number)
  return hours! * 60 + minutes!
}

/** `mardi 1 décembre 2026 à 09:30` */
export const dayAndHour = (at: Date, language: Language): string =>
  format(at, locales[language], { dateStyle: 'full', timeStyle: 'short', hour12: false })

/** `mardi 1 décembre 2026` */
export const day = (at: Date, language: Language): string => format(at, locales[language], { dateStyle: 'full' })

/** `1 décembre 2026` */
export const date = (at: Date, language: Language): string => format(at, locales[language], { dateStyle: 'long' })

/** `09:30` */
export const hour = (at: Date, language: Language): string =>
  format(at, locales[language], { timeStyle: 'short', hour12: false })

/** Local times in Morocco: UTC+1, except during Ramadan and since 20 September 2026. */
const known = [
  ['2024-03-20T12:00:00Z', '12:00'],
  ['2024-05-01T12:00:00Z', '13:00'],
  ['2026-09-19T12:00:00Z', '13:00'],
  ['2026-09-21T12:00:00Z', '12:00'],
  ['2027-07-01T12:00:00Z', '12:00'],
] as const

/** @returns a date for which this process's time zone data is outdated */
export const timeZoneDataFault = (): string | undefined =>
  known.find(([at, shown]) => hour(new Date(at), 'fr') !== shown)?.[0].slice(0, 10)
