/** What makes text run the other way, past where it ends: a name could turn what follows it around. */
export const TURNS = /[\u202a-\u202e\u2066-\u2069]/gu

/** What ends a line, or is no text at all. */
export const BREAKS = /[\p{Cc}\u2028\u2029]+/gu

/** Somebody's words as a message can carry them: one line, that turns nothing around and begins no header. */
export const cleaned = (words: string): string =>
  words.toWellFormed().replace(TURNS, '').replace(BREAKS, ' ').replace(/ {2,}/g, ' ').trim()
