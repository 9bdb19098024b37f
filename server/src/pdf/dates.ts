import { date, hour, localDay } from '../lib/moroccan-time.ts'
import { frenchCount } from './amounts.ts'
import { counted, countedInDigits, days, months, years } from './arabic-numbers.ts'
import type { Bilingual } from './template.ts'

const DAY_MS = 86_400_000

/** Prevents line breaks within a date. */
const nonBreaking = (words: string): string => words.replaceAll(' ', '\u00a0')

/** In French, the first day of a month is an ordinal. */
const inFrench = (at: Date): string => nonBreaking(date(at, 'fr').replace(/^1 /, '1er '))
const inArabic = (at: Date): string => nonBreaking(date(at, 'ar'))

/** A date for a sentence (`1er décembre 2026`), and for a field: `01/12/2026` in both languages. */
type Day = Bilingual & { short: string }

/** The date of a time in Morocco. */
export const dateOf = (at: string | Date): Day => {
  const moment = new Date(at)
  const short = localDay(moment).split('-').reverse().join('/')
  return { fr: inFrench(moment), ar: inArabic(moment), short }
}

/** A calendar date, `2026-12-01`. */
export const dayOf = (day: string): Day => dateOf(noon(day))

/** The date and time in Morocco. */
export const momentOf = (at: string | Date): Bilingual => {
  const moment = new Date(at)
  return {
    fr: `${inFrench(moment)} ${nonBreaking(`à ${hour(moment, 'fr')}`)}`,
    ar: `${inArabic(moment)} ${nonBreaking(`على الساعة ${hour(moment, 'ar')}`)}`,
  }
}

/** `09:30`, in Morocco. */
export const hourOf = (at: string): string => hour(new Date(at), 'fr')

/** `7 jours` */
export const dayCount = (count: number): Bilingual => ({
  fr: `${count} jour${count < 2 ? '' : 's'}`,
  ar: countedInDigits(count, days),
})

const ADULT_YEARS = 16

/**
 * The age of a child in Morocco, by which a pharmacy checks a dose: `18 mois` below two years, then `7 ans`. Null from 16 years,
 * and for a birth date in the future.
 * @param birthDate a calendar date
 */
export function childAge(birthDate: string, at: string | Date): Bilingual | null {
  const [born, today] = [birthDate, localDay(new Date(at))].map((one) => one.split('-').map(Number))
  const [year, month, day] = born!.map((part, index) => today![index]! - part) as [number, number, number]
  const ageInMonths = year * 12 + month - (day < 0 ? 1 : 0)
  if (ageInMonths < 0 || ageInMonths >= ADULT_YEARS * 12) return null
  if (ageInMonths < 24) return { fr: `${ageInMonths} mois`, ar: countedInDigits(ageInMonths, months) }
  const age = Math.floor(ageInMonths / 12)
  return { fr: `${age} ans`, ar: countedInDigits(age, years) }
}

/** `sept jours` */
export const dayCountInWords = (count: number): Bilingual => ({
  fr: frenchCount(count, 'jour'),
  ar: counted(count, days),
})

/** The last of `count` days, `from` being the first. */
export const lastOf = (from: string, count: number): Day =>
  dateOf(new Date(noon(from).getTime() + (count - 1) * DAY_MS))

const noon = (day: string): Date => new Date(`${day}T12:00:00Z`)
