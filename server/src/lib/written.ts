/** Direction controls, which could affect the text after a name. */
const DIRECTION_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/gu

/** Whether a text has several lines. Other control characters do not count. */
export const hasSeveralLines = (words: string): boolean => /[\n\v\f\r\u0085\u2028\u2029]/.test(words)

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

/**
 * Texts that mail programs and messengers turn into links: a scheme, `www.`, an e-mail address, an IP address, a domain.
 * Initials do not match: `J.P.Alami`, `S.A.R.L.`
 */
const LINKS = [
  /:\/\/|www[.。．｡]|\S@\S|(\d{1,3}\.){3}\d/iu,
  /[\p{L}\p{N}-]{2}[.。．｡][\p{L}\p{N}-]{2}/u,
  /[\p{L}\p{N}-][.。．｡](\p{Ll}{2}|\p{L}{2,30}(:\d|[/?#]))/u,
]

/** Whether a text has a link or an address. */
export const hasLink = (words: string): boolean => LINKS.some((link) => link.test(words))

/** A text as one line without direction controls and control characters, safe for messages and headers. */
export const cleaned = (words: string): string =>
  words.toWellFormed().replace(DIRECTION_CONTROLS, '').replace(LINE_BREAKS, ' ').replace(/ {2,}/g, ' ').trim()
