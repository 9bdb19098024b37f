/** A run of marks that Unicode does not let a text of any language have (UAX #15, section 13). */
const LONG_RUN = /([\p{M}\uff9e\uff9f]{30})(?=[\p{M}\uff9e\uff9f])/gu

/** Has no width, and ends a run of marks: they are sorted within what it separates. */
const COMBINING_GRAPHEME_JOINER = '\u034f'

/**
 * A text in a normal form, in time linear in its length: each run of combining marks is sorted by insertion, and one of
 * 60,000 takes 5 s. Runs of more than 30 are divided as Unicode's stream-safe format says; no word is written with them.
 */
export const normalized = (text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string =>
  text.replace(LONG_RUN, `$1${COMBINING_GRAPHEME_JOINER}`).normalize(form)
