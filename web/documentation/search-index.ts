import MiniSearch, { type SearchResult } from 'minisearch'

/** A result of the search. */
export type Findable = {
  url: string
  title: string
  kind: 'operation' | 'guide' | 'event' | 'error' | 'schema'
  /** Further words under which it is found: its names in the API, and translations of its title. */
  words: string
  text: string
}

/** What is searched first: an operation by its name, before texts that mention it. */
const WEIGHTS = { title: 6, words: 3, text: 1 }
const KINDS: Record<Findable['kind'], number> = { operation: 1.4, guide: 1.2, event: 1, error: 1, schema: 0.6 }
const MAX_RESULTS = 30

export type Search = (asked: string) => Findable[]

/** Searches by the beginnings of words, and if nothing has them, with small mistakes. The best results come first. */
export function searchIn(all: Findable[]): Search {
  const index = new MiniSearch<Findable & { id: number }>({
    fields: Object.keys(WEIGHTS),
    processTerm: normalised,
    tokenize: (text) => text.split(/[^\p{L}\p{N}\p{M}]+/u),
    searchOptions: {
      boost: WEIGHTS,
      boostDocument: (id) => KINDS[all[id as number]!.kind],
      prefix: (term) => term.length > 1,
      combineWith: 'AND',
    },
  })
  index.addAll(all.map((one, id) => ({ ...one, id })))
  return (asked) => {
    const exact = index.search(asked)
    const found = exact.length > 0 ? exact : index.search(asked, { fuzzy: (term) => (term.length > 3 ? 0.2 : false) })
    return found.slice(0, MAX_RESULTS).map(({ id }: SearchResult) => all[id as number]!)
  }
}

/**
 * A word without case, accents, Arabic vowel signs and article, forms of the same Arabic letter, and the plural's s, so that
 * "Rendez-vous", "الموعد" and "appointments" are found however they are written.
 */
export function normalised(word: string): string | null {
  const bare = word
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[أإآٱ]/g, 'ا')
    .replace(/ى/g, 'ي')
    .replace(/ة/g, 'ه')
  const stem = bare.length > 4 ? bare.replace(/^ال/, '').replace(/([a-z]{3})s$/, '$1') : bare
  return stem === '' ? null : stem
}
