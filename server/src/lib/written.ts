/** Direction controls, which could affect the text after a name. */
const DIRECTION_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/gu

/** Line breaks and control characters. */
const LINE_BREAKS = /[\p{Cc}\u2028\u2029]+/gu

/**
 * Visible characters: no spaces, no default ignorables (soft hyphens, joiners, Hangul fillers), and not the blank Braille
 * pattern, interlinear annotation marks and the null note head.
 */
const MARK = /[^\s\p{Z}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb\u{1d159}]/u

/** Whether a text has no visible character. */
export const isBlank = (words: string): boolean => !MARK.test(words)

/** Whether a text has direction controls. */
export const hasDirectionControls = (words: string): boolean => words.search(DIRECTION_CONTROLS) !== -1

/** Whether a text has line breaks or control characters. */
export const hasLineBreak = (words: string): boolean => words.search(LINE_BREAKS) !== -1

/** A text as one line without direction controls and control characters, safe for messages and headers. */
export const cleaned = (words: string): string =>
  words.toWellFormed().replace(DIRECTION_CONTROLS, '').replace(LINE_BREAKS, ' ').replace(/ {2,}/g, ' ').trim()
