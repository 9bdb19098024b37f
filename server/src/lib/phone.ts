/**
 * A telephone number in E.164, as people write it: with spaces, dots, dashes, brackets, `00` for `+`, or as a national
 * number of Morocco (decision: "+212 assumed for national numbers").
 * @returns undefined for what is no number: a Moroccan one has nine digits that begin with 5, 6, 7 or 8
 *   (ANRT's numbering plan), any other 7 to 15 in all (ITU-T E.164)
 */
export function parsePhone(written: string): string | undefined {
  if (written.length > LONGEST) return undefined
  const bare = written
    .normalize('NFKC')
    .replace(/[٠-٩]/g, (digit) => String('٠١٢٣٤٥٦٧٨٩'.indexOf(digit)))
    .replace(/(?<=\d[\s.-]*)\(0\)/g, '') // +212 (0)6 …
    .replace(SEPARATORS, '')
  const national = /^(?:(?:\+|00)212)?0?([5-8]\d{8})$/.exec(bare)
  // Nine digits alone may be anybody's: it takes the 0 or the country to be a Moroccan number.
  if (national) return /^[+0]/.test(bare) ? `+212${national[1]}` : undefined
  const foreign = /^(?:\+|00)([1-9]\d{6,14})$/.exec(bare)?.[1]
  return foreign === undefined || foreign.startsWith('212') ? undefined : `+${foreign}`
}

const LONGEST = 40

/** Spaces, dots, slashes, brackets, dashes of all kinds, and what steers the direction of text. */
const SEPARATORS = /[\s./()\-\u2010-\u2015\u2212\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu
