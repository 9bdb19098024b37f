import type { Language } from '../../../lib/channels.ts'

type Names = Readonly<Record<Language, string>>
type Rule = {
  month: number
  day: number
  /** The number of days; by default one. */
  days?: number
  /** The first Gregorian year. */
  since?: number
  names: Names
}

/**
 * Holidays on the same day of each year: decrees 2.77.169 and 2.04.426 with their changes. The Throne and the Youth were celebrated
 * on other days until 2000. The Amazigh New Year dates from decrees 2.23.688 and 2.23.1000, Unity Day from 2.25.1140 and 2.26.14.
 */
const fixed = {
  NEW_YEAR: { month: 1, day: 1, names: { fr: 'Nouvel An', ar: 'رأس السنة الميلادية', en: 'New Year’s Day' } },
  INDEPENDENCE_MANIFESTO: {
    month: 1,
    day: 11,
    names: {
      fr: 'Manifeste de l’Indépendance',
      ar: 'ذكرى تقديم وثيقة الاستقلال',
      en: 'Independence Manifesto Day',
    },
  },
  AMAZIGH_NEW_YEAR: {
    month: 1,
    day: 14,
    since: 2024,
    names: { fr: 'Nouvel An amazigh', ar: 'رأس السنة الأمازيغية', en: 'Amazigh New Year' },
  },
  LABOUR_DAY: { month: 5, day: 1, names: { fr: 'Fête du Travail', ar: 'عيد الشغل', en: 'Labour Day' } },
  THRONE_DAY: { month: 7, day: 30, since: 2001, names: { fr: 'Fête du Trône', ar: 'عيد العرش', en: 'Throne Day' } },
  OUED_ED_DAHAB: {
    month: 8,
    day: 14,
    names: { fr: 'Journée de Oued Ed-Dahab', ar: 'ذكرى استرجاع إقليم وادي الذهب', en: 'Oued Ed-Dahab Day' },
  },
  REVOLUTION: {
    month: 8,
    day: 20,
    names: {
      fr: 'Révolution du Roi et du Peuple',
      ar: 'ذكرى ثورة الملك والشعب',
      en: 'Revolution of the King and the People',
    },
  },
  YOUTH_DAY: {
    month: 8,
    day: 21,
    since: 2001,
    names: { fr: 'Fête de la Jeunesse', ar: 'عيد الشباب', en: 'Youth Day' },
  },
  UNITY_DAY: { month: 10, day: 31, since: 2026, names: { fr: 'Fête de l’Unité', ar: 'عيد الوحدة', en: 'Unity Day' } },
  GREEN_MARCH: { month: 11, day: 6, names: { fr: 'Marche verte', ar: 'ذكرى المسيرة الخضراء', en: 'Green March' } },
  INDEPENDENCE_DAY: {
    month: 11,
    day: 18,
    names: { fr: 'Fête de l’Indépendance', ar: 'عيد الاستقلال', en: 'Independence Day' },
  },
} as const satisfies Record<string, Rule>

/** Holidays of the Hijri calendar. */
const religious = {
  ISLAMIC_NEW_YEAR: { month: 1, day: 1, names: { fr: '1er Moharram', ar: 'فاتح محرم', en: 'Islamic New Year' } },
  MAWLID: { month: 3, day: 12, days: 2, names: { fr: 'Aïd Al-Mawlid', ar: 'عيد المولد النبوي', en: 'Mawlid' } },
  EID_AL_FITR: { month: 10, day: 1, days: 2, names: { fr: 'Aïd Al-Fitr', ar: 'عيد الفطر', en: 'Eid al-Fitr' } },
  EID_AL_ADHA: { month: 12, day: 10, days: 2, names: { fr: 'Aïd Al-Adha', ar: 'عيد الأضحى', en: 'Eid al-Adha' } },
} as const satisfies Record<string, Rule>

const ramadan = {
  RAMADAN: { month: 9, day: 1, days: 30, names: { fr: 'Ramadan', ar: 'رمضان', en: 'Ramadan' } },
} as const satisfies Record<string, Rule>

const rules = { ...fixed, ...religious, ...ramadan }
export type Code = keyof typeof rules
export const codes = Object.keys(rules) as Code[] // the keys of `rules`
const fixedCodes = Object.keys(fixed) as (keyof typeof fixed)[] // and of its parts
const religiousCodes = Object.keys(religious) as (keyof typeof religious)[]

/** Nearer to the days that Morocco announces than `islamic-umalqura`: see docs/decisions/0093-holidays.md. */
const HIJRI = 'islamic-civil'

/** A holiday, or Ramadan, on its calculated days, which are dates such as `2027-03-10`. */
export type Occasion = {
  /** `hol_throne_day_2027`, `hol_eid_al_fitr_1448`: with the Hijri year if it depends on the moon. */
  id: string
  code: Code
  year: number
  firstDay: string
  lastDay: string
  names: Names
  /** Whether it begins when the new moon is seen, and so may begin a day earlier or later than calculated. */
  dependsOnMoon: boolean
}

const isFixed = (code: Code): code is keyof typeof fixed => Object.hasOwn(fixed, code)

const idOf = (code: Code, year: number): string => `hol_${code.toLowerCase()}_${year}`

/** @param year Hijri if the occasion depends on the moon */
export function occasionOf(code: Code, year: number): Occasion {
  const { month, day, names, days = 1 }: Rule = rules[code]
  const dependsOnMoon = !isFixed(code)
  const date = { year, month, day, calendar: dependsOnMoon ? HIJRI : 'iso8601' }
  const firstDay = Temporal.PlainDate.from(date).withCalendar('iso8601').toString()
  return { id: idOf(code, year), code, year, firstDay, lastDay: addDays(firstDay, days - 1), names, dependsOnMoon }
}

/** The occasions of the Hijri calendar that begin in a Gregorian year. */
function movable(given: readonly Code[], year: number): Occasion[] {
  const hijriYear = (month: number, day: number) => new Temporal.PlainDate(year, month, day).withCalendar(HIJRI).year
  const years = new Set([hijriYear(1, 1), hijriYear(7, 1), hijriYear(12, 31)])
  return given
    .flatMap((code) => [...years].map((one) => occasionOf(code, one)))
    .filter(({ firstDay }) => firstDay.startsWith(`${year}-`))
}

/** The holidays that begin in a Gregorian year. */
export function holidaysOf(year: number): Occasion[] {
  const inForce = fixedCodes.filter((code) => isInForce(code, year)).map((code) => occasionOf(code, year))
  return [...inForce, ...movable(religiousCodes, year)]
}

/** The months of Ramadan that begin in a Gregorian year: one, or two as in 2030. They end on the eve of Eid al-Fitr. */
export const ramadanOf = (year: number): Occasion[] => movable(['RAMADAN'], year)

function isInForce(code: Code, year: number): boolean {
  const { since = 1970 }: Rule = rules[code]
  return since <= year
}

/** The occasion with an id; undefined if there is none from 1970 to 2100. */
export function findOccasion(id: string): Occasion | undefined {
  const [, name, digits] = /^hol_([a-z_]+)_(\d{4})$/.exec(id) ?? []
  const code = codes.find((one) => one.toLowerCase() === name)
  if (code === undefined) return undefined
  const found = occasionOf(code, Number(digits))
  const year = Number(found.firstDay.slice(0, 4))
  return year >= 1970 && year <= 2100 && isInForce(code, year) ? found : undefined
}

/** @param day a date such as `2027-03-10` */
export const addDays = (day: string, days: number): string => Temporal.PlainDate.from(day).add({ days }).toString()
