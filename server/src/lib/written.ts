/** What makes text run the other way, past where it ends: a name could turn what follows it around. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/gu

/** What ends a line, or is no text at all. */
const BREAKS = /[\p{Cc}\u2028\u2029]+/gu

/**
 * Whatever leaves a mark. Spaces do not, nor what Unicode has programs show as nothing (soft hyphens, joiners, fillers of
 * the Korean script), nor the empty pattern of Braille, the marks of annotations and the musical note without a head.
 */
const MARK = /[^\s\p{Z}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb\u{1d159}]/u

/** Whether there is nothing to see in a text, however long it is. */
export const isBlank = (words: string): boolean => !MARK.test(words)

/** Whether a text moves what stands around it. */
export const turnsText = (words: string): boolean => words.search(TURNS) !== -1

/** Whether a text is more than a line, or has signs in it that are none of writing. */
export const breaksLine = (words: string): boolean => words.search(BREAKS) !== -1

/** Somebody's words as a message can carry them: one line, that turns nothing around and begins no header. */
export const cleaned = (words: string): string =>
  words.toWellFormed().replace(TURNS, '').replace(BREAKS, ' ').replace(/ {2,}/g, ' ').trim()
