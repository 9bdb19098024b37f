/**
 * The forms of a counted noun. All nouns here are masculine, so 3 to 10 take the feminine number; `many` is the
 * accusative after 11 to 99, `round` the genitive after hundreds, thousands and millions.
 */
export type CountedNoun = { one: string; two: string; few: string; many: string; round: string }

export const dirhams = { one: 'درهم واحد', two: 'درهمان', few: 'دراهم', many: 'درهمًا', round: 'درهم' }
export const centimes = { one: 'سنتيم واحد', two: 'سنتيمان', few: 'سنتيمات', many: 'سنتيمًا', round: 'سنتيم' }
export const days = {
  one: 'يوم واحد',
  two: 'يومان',
  few: 'أيام',
  many: 'يومًا',
  round: 'يوم',
}
export const months = { one: 'شهر واحد', two: 'شهران', few: 'أشهر', many: 'شهرًا', round: 'شهر' }
/** Feminine: for counts in digits only. */
export const years = { one: 'سنة واحدة', two: 'سنتان', few: 'سنوات', many: 'سنة', round: 'سنة' }

/** A counted power of ten: before a noun (construct: ألفا درهم), and before "and" (ألفان ومائة درهم). */
type Scale = { value: number; construct: (times: number) => string; absolute: (times: number) => string }

const units = ['', 'واحد', 'اثنان', 'ثلاثة', 'أربعة', 'خمسة', 'ستة', 'سبعة', 'ثمانية', 'تسعة', 'عشرة']
const teens = ['', 'أحد', 'اثنا', ...units.slice(3, 10)].map((unit) => `${unit} عشر`)
const tens = ['', '', 'عشرون', 'ثلاثون', 'أربعون', 'خمسون', 'ستون', 'سبعون', 'ثمانون', 'تسعون']
const hundreds = ['', 'مائة', '', 'ثلاثمائة', 'أربعمائة', 'خمسمائة', 'ستمائة', 'سبعمائة', 'ثمانمائة', 'تسعمائة']

const AND = ' و'

const countedScale = (value: number, noun: CountedNoun, construct: Partial<CountedNoun>): Scale => ({
  value,
  construct: (times) => counted(times, { ...noun, ...construct }),
  absolute: (times) => counted(times, noun),
})

/** Largest first. */
const scales: Scale[] = [
  countedScale(
    1_000_000,
    { one: 'مليون', two: 'مليونان', few: 'ملايين', many: 'مليونًا', round: 'مليون' },
    { two: 'مليونا', many: 'مليون' },
  ),
  countedScale(
    1000,
    { one: 'ألف', two: 'ألفان', few: 'آلاف', many: 'ألفًا', round: 'ألف' },
    { two: 'ألفا', many: 'ألف' },
  ),
  {
    value: 100,
    construct: (times) => (times === 2 ? 'مائتا' : hundreds[times]!),
    absolute: (times) => (times === 2 ? 'مائتان' : hundreds[times]!),
  },
]

/**
 * A count in Arabic words, in the nominative: `ألف وثلاثمائة واثنان وخمسون درهمًا`.
 * @param count whole, 0 to 999,999,999
 */
export function counted(count: number, noun: CountedNoun): string {
  if (count === 0) return `صفر ${noun.round}`
  const scale = scales.find(({ value }) => count >= value)
  if (!scale) return belowHundred(count, noun)
  const times = Math.floor(count / scale.value)
  const rest = count % scale.value
  // One and two never precede a noun as numbers: 102 dirhams are "a hundred dirhams and two dirhams".
  if (rest > 2) return `${scale.absolute(times)}${AND}${counted(rest, noun)}`
  const round = `${scale.construct(times)} ${noun.round}`
  return rest === 0 ? round : `${round}${AND}${belowHundred(rest, noun)}`
}

function belowHundred(count: number, noun: CountedNoun): string {
  if (count === 1) return noun.one
  if (count === 2) return noun.two
  if (count <= 10) return `${units[count]} ${noun.few}`
  if (count < 20) return `${teens[count - 10]} ${noun.many}`
  const [ten, unit] = [tens[Math.floor(count / 10)]!, count % 10]
  return `${unit === 0 ? ten : `${units[unit]}${AND}${ten}`} ${noun.many}`
}

/** A count in digits with the form of its noun: `7 أيام`, `15 يومًا`, `100 يوم`. */
export function countedInDigits(count: number, noun: CountedNoun): string {
  if (count === 1) return noun.one
  if (count === 2) return noun.two
  const last = count % 100
  const form = last >= 3 && last <= 10 ? noun.few : last >= 11 ? noun.many : noun.round
  return `${count} ${form}`
}
