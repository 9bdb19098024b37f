import { normalized } from '../../../../lib/normalized.ts'

/** Particles in Moroccan names, which have no initial. */
const PARTICLES = new Set([
  ...[
    'el',
    'al',
    'ben',
    'bin',
    'ibn',
    'bint',
    'bent',
    'ait',
    'ould',
    'oulad',
    'abou',
    'abu',
    'sidi',
    'moulay',
    'lalla',
  ],
  ...['de', 'du', 'des', 'la', 'le', 'les', 'da', 'di', 'van', 'von', 'd', 'l'],
  ...['بن', 'ابن', 'بنت', 'أبو', 'ابو', 'آيت', 'ايت', 'ولد', 'سيدي', 'مولاي', 'لالة', 'آل', 'ال'],
])

const MAX_INITIALS = 3

/**
 * The initials of a name. The reader of a document can compare them, but does not learn the name. Amina El Fassi: `A. F.`;
 * أمينة الفاسي: `أ. ف.`.
 */
export function initialsOf(name: string): string {
  const words = normalized(name, 'NFC').match(/\p{L}[\p{L}\p{M}]*/gu) ?? []
  const significant = words.filter((word) => !PARTICLES.has(unaccented(word)))
  const chosen = significant.length > 0 ? significant : words
  return chosen
    .slice(0, MAX_INITIALS)
    .map((word, at) => `${initialOf(word, at)}.`)
    .join(' ')
}

/** The Arabic article is written as part of the word and is skipped, except in a first name, which has no article. */
const initialOf = (word: string, at: number): string =>
  (at === 0 ? word : word.replace(/^ال(?=.{2})/u, '')).match(/\p{L}/u)![0].toUpperCase()

/** Removes the accents of Latin letters: Aït becomes Ait. */
const unaccented = (word: string): string =>
  normalized(normalized(word.toLowerCase(), 'NFD').replace(/[\u0300-\u0308]/g, ''), 'NFC')
