import { normalized } from '../../../lib/normalized.ts'

/** Words of names that go before the one that matters, in the spellings of Morocco. */
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

const MOST = 3

/**
 * What is shown of a name to whoever holds a document: enough to compare, too little to learn it. `A. F.` of Amina El
 * Fassi, `أ. ف.` of أمينة الفاسي.
 */
export function initialsOf(name: string): string {
  const words = normalized(name, 'NFC').match(/\p{L}[\p{L}\p{M}]*/gu) ?? []
  const telling = words.filter((word) => !PARTICLES.has(unaccented(word)))
  const chosen = telling.length > 0 ? telling : words
  return chosen
    .slice(0, MOST)
    .map((word, at) => `${initialOf(word, at)}.`)
    .join(' ')
}

/** The Arabic article is written as a part of its word; a first name that begins with its letters has none. */
const initialOf = (word: string, at: number): string =>
  (at === 0 ? word : word.replace(/^ال(?=.{2})/u, '')).match(/\p{L}/u)![0].toUpperCase()

/** Without the accents of Latin letters: Aït is Ait. */
const unaccented = (word: string): string =>
  normalized(normalized(word.toLowerCase(), 'NFD').replace(/[\u0300-\u0308]/g, ''), 'NFC')
