import { cleaned } from '../lib/written.ts'

/** Maximum characters of a text on a page; the API's limits are lower. */
const MAX_LENGTH = 10_000
/**
 * More combining marks on a letter than any script uses, and marks without a letter. Text shaping takes quadratic time in their
 * number. Unicode classifies U+FF9E and U+FF9F (half-width voiced sound marks) as letters, but they combine like marks.
 */
const PILED = /([\p{M}\uff9e\uff9f]{8})[\p{M}\uff9e\uff9f]+/gu
const STRAY = /(^|[\s\p{Cf}])[\p{M}\uff9e\uff9f]+/gu
/** A line may break after this many characters without a space, so that text stays in its column. */
const UNBROKEN = /\S{32}\p{M}*(?=[^\s\p{M}])/gu
const ZERO_WIDTH_SPACE = '\u200b'

/**
 * A text without control characters, direction controls and stray marks.
 * @throws {RangeError} for a text above the maximum length
 */
export function printable(words: string): string {
  if (words.length > MAX_LENGTH) throw new RangeError(`A text of ${words.length} characters is too long to be printed.`)
  const marked = cleaned(words).replace(PILED, '$1').replace(STRAY, '$1')
  return marked.replace(UNBROKEN, (letters) => letters + ZERO_WIDTH_SPACE)
}

/** The printable lines of a multi-line text. */
export function printableLines(words: string): string[] {
  if (words.length > MAX_LENGTH) throw new RangeError(`A text of ${words.length} characters is too long to be printed.`)
  const lines = words.split(/\r\n|[\n\r\u2028\u2029]/).map(printable)
  return lines.filter((line) => line !== '')
}

/** Formats a value; null stays null. */
export const optional = <T, S>(value: T | null, show: (value: T) => S): S | null =>
  value === null ? null : show(value)
