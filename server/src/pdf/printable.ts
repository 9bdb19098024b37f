import { cleaned } from '../lib/written.ts'

/** Characters of one text that a page has room for; the bounds of the API are narrower. */
const MOST = 10_000
/** Letters without a space after which a line may break all the same: no text runs out of its column. */
const UNBROKEN = /\S{32}(?=\S)/gu
const ZERO_WIDTH_SPACE = '\u200b'

/**
 * Somebody's words as a page can carry them: without control characters and without what turns text around.
 * @throws {RangeError} for a text that would take pages
 */
export function printable(words: string): string {
  if (words.length > MOST) throw new RangeError(`A text of ${words.length} characters is too long to be printed.`)
  return cleaned(words).replace(UNBROKEN, (letters) => letters + ZERO_WIDTH_SPACE)
}

/** The same of words on several lines. */
export function printableLines(words: string): string[] {
  if (words.length > MOST) throw new RangeError(`A text of ${words.length} characters is too long to be printed.`)
  const lines = words.split(/\r\n|[\n\r\u2028\u2029]/).map(printable)
  return lines.filter((line) => line !== '')
}
