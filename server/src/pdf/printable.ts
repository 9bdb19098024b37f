import { cleaned } from '../lib/written.ts'

/** Characters of one text that a page has room for; the bounds of the API are narrower. */
const MOST = 10_000
/** More marks than any script sets on one letter, and marks on none: fonts take time by the square of their number. */
const PILED = /(\p{M}{8})\p{M}+/gu
const STRAY = /(^|[\s\p{Cf}])\p{M}+/gu
/** Letters without a space after which a line may break all the same: no text runs out of its column. */
const UNBROKEN = /\S{32}\p{M}*(?=[^\s\p{M}])/gu
const ZERO_WIDTH_SPACE = '\u200b'

/**
 * A text as a page can carry it: without control characters, without what turns text around, and without marks that stand
 * on no letter.
 * @throws {RangeError} for a text that would take pages
 */
export function printable(words: string): string {
  if (words.length > MOST) throw new RangeError(`A text of ${words.length} characters is too long to be printed.`)
  const marked = cleaned(words).replace(PILED, '$1').replace(STRAY, '$1')
  return marked.replace(UNBROKEN, (letters) => letters + ZERO_WIDTH_SPACE)
}

/** The same of words on several lines. */
export function printableLines(words: string): string[] {
  if (words.length > MOST) throw new RangeError(`A text of ${words.length} characters is too long to be printed.`)
  const lines = words.split(/\r\n|[\n\r\u2028\u2029]/).map(printable)
  return lines.filter((line) => line !== '')
}
