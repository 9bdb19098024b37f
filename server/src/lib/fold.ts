import { normalized } from './normalized.ts'

/**
 * Folds spellings of a word to one form: without case, accents, vowel signs, tatweel, hamza or the Arabic article, with
 * one form of each letter and one space between words. `fold('FÈS') = fold('fes')`, `fold('الرِّباط') = fold('رباط')`.
 * Latin and Arabic spellings of a name stay different. `fold()` in SQL does the same; a test compares the two.
 */
export function fold(text: string): string {
  return normalized(text, 'NFKD')
    .replace(DROPPED, '')
    .toLowerCase()
    .replace(/[œæßøłđıςٱةىیکڭگ٠-٩۰-۹]/gu, (letter) => LETTERS[letter]!)
    .replace(BETWEEN_WORDS, ' ')
    .replace(/(^| )ال(?=[^ ]{3})/gu, '$1') // at least three letters must follow the article
    .trim()
}

/** Marks, tatweel, hamza, apostrophes of all kinds, and direction controls. */
const DROPPED =
  /[\u0300-\u036f\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed\u0640\u0621'`\u02bb-\u02bf\u2018\u2019\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu

/** ASCII and Latin-1 except letters and digits, and the punctuation of both scripts. */
const BETWEEN_WORDS =
  /[\t\n\v\f\r\u0020-\u002f\u003a-\u0060\u007b-\u00bf\u00d7\u00f7\u060c\u061b\u061f\u066a-\u066d\u06d4\u2000-\u206f\u2e00-\u2e7f\u3000-\u303f]+/gu

/** Letters without a decomposition; the Moroccan kaf of Agadir has several spellings. */
const LETTERS: Record<string, string> = {
  ...{ œ: 'oe', æ: 'ae', ß: 'ss', ø: 'o', ł: 'l', đ: 'd', ı: 'i', ς: 'σ' },
  ...{ ٱ: 'ا', ة: 'ه', ى: 'ي', ی: 'ي', ک: 'ك', ڭ: 'ك', گ: 'ك' },
  ...Object.fromEntries([...'٠١٢٣٤٥٦٧٨٩'].map((digit, at) => [digit, String(at)])),
  ...Object.fromEntries([...'۰۱۲۳۴۵۶۷۸۹'].map((digit, at) => [digit, String(at)])),
}
