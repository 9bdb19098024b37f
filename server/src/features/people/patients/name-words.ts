import { fold } from '../../../lib/fold.ts'

/** Particles of names, folded; `person_key()` in SQL joins the same to the next word. */
const PARTICLE = /(?<=^| )(el|al|ben|bel|bent|bint|ibn|abd|ait|bou|ould|بن|بنت|عبد|ايت|بو|ولد) /gu

/** In the order of the database's collation "C". */
const inByteOrder = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))

/** The words of a search: folded, with particles joined to the next word, without those that begin another one. */
export function wordsOf(search: string): string[] {
  const words = [...new Set(fold(search).replace(PARTICLE, '$1').split(' '))].filter((word) => word !== '')
  return words.filter((word) => !words.some((other) => other !== word && other.startsWith(word))).toSorted(inByteOrder)
}

/**
 * How the words are searched: the two longest by the index of pairs, which has them in the order of the alphabet, the
 * others among the names that this finds.
 */
export type NameSearch = { word: string; other?: string; rest?: string[] }

export function nameSearchOf(search: string): NameSearch {
  const words = wordsOf(search)
  const longest = words.toSorted((a, b) => b.length - a.length).slice(0, 2)
  const [first, second] = longest.toSorted(inByteOrder)
  const rest = words.filter((word) => !longest.includes(word))
  return {
    word: second ?? first!, // a search has a word
    ...(second !== undefined && { other: first! }),
    ...(rest.length > 0 && { rest }),
  }
}
