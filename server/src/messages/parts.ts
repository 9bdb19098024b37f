/**
 * A part of a text: words; `{name}`, the value of a variable; `{name, plural, one {# lot} other {# lots}}`, a plural (ICU
 * MessageFormat; `#` is the number); or `[…]`, a group that is omitted if an optional variable in it is absent.
 */
export type Part =
  | string
  | { variable: string }
  | { count: string; forms: Partial<Record<PluralForm, Part[]>> & { other: Part[] } }
  | { group: Part[] }

/** The plural forms of CLDR, which defines the numbers of each form in each language. */
const pluralForms = ['zero', 'one', 'two', 'few', 'many', 'other'] as const
export type PluralForm = (typeof pluralForms)[number]

/** The message is a predicate: "has an unmatched }". */
export class MalformedText extends Error {
  override name = 'MalformedText'
}

/** @throws {MalformedText} */
export const partsOf = (text: string): Part[] => new Reader(text).all()

/** The variables of a text, in order of first use. */
export const variablesIn = (parts: Part[]): string[] => [
  ...new Set(
    parts.flatMap((part) => {
      if (typeof part === 'string') return []
      if ('variable' in part) return [part.variable]
      if ('group' in part) return variablesIn(part.group)
      return [part.count, ...Object.values(part.forms).flatMap(variablesIn)]
    }),
  ),
]

/** The variables that select plural forms. */
export const countsIn = (parts: Part[]): string[] =>
  parts.flatMap((part) => {
    if (typeof part === 'string' || 'variable' in part) return []
    return 'group' in part ? countsIn(part.group) : [part.count, ...Object.values(part.forms).flatMap(countsIn)]
  })

const BEGINS_PLURAL = /\{(\w+), ?plural, ?/y
const NAMES_VARIABLE = /\{(\w+)\}/y
const BEGINS_FORM = /\s*(\w+) ?\{/y
const ENDS_PLURAL = /\s*\}/y
const WORDS = /[^{}[\]]+/y

/** More than any text needs, and far too few to exhaust the stack. */
const MAX_DEPTH = 10

class Reader {
  readonly #text: string
  #at = 0
  #depth = 0

  constructor(text: string) {
    this.#text = text
  }

  all(): Part[] {
    const parts = this.#upTo(undefined)
    if (this.#at < this.#text.length) throw new MalformedText(`has an unmatched ${this.#text[this.#at]}`)
    return parts
  }

  /** Parts up to the closing character, which is left for the caller. */
  #upTo(counted: string | undefined): Part[] {
    if (++this.#depth > MAX_DEPTH) throw new MalformedText('nests brackets too deeply')
    const parts: Part[] = []
    for (;;) {
      const words = this.#take(WORDS)?.[0]
      if (words !== undefined) parts.push(...(counted === undefined ? [words] : numbered(words, counted)))
      else if (this.#text[this.#at] === '{') parts.push(this.#placeholder())
      else if (this.#text[this.#at] === '[') parts.push(this.#group(counted))
      else break
    }
    this.#depth--
    return parts
  }

  #placeholder(): Part {
    const name = this.#take(NAMES_VARIABLE)?.[1]
    if (name !== undefined) return { variable: name }
    const count = this.#take(BEGINS_PLURAL)?.[1]
    if (count === undefined) throw new MalformedText('has a { without a variable name and }')
    return { count, forms: this.#forms(count) }
  }

  #forms(count: string): Extract<Part, { count: string }>['forms'] {
    const forms: Partial<Record<PluralForm, Part[]>> = {}
    for (let named = this.#take(BEGINS_FORM); named; named = this.#take(BEGINS_FORM)) {
      const form = pluralForms.find((one) => one === named![1])
      if (form === undefined)
        throw new MalformedText(`has a plural form ${named[1]}, which is not one of ${pluralForms.join(', ')}`)
      forms[form] = this.#upTo(count)
      this.#close('}')
    }
    if (!this.#take(ENDS_PLURAL)) throw new MalformedText('has an unterminated plural')
    const { other } = forms
    if (other === undefined) throw new MalformedText('has a plural without the form other')
    return { ...forms, other }
  }

  #group(counted: string | undefined): Part {
    this.#close('[')
    const group = this.#upTo(counted)
    this.#close(']')
    return { group }
  }

  #close(sign: string): void {
    if (this.#text[this.#at] !== sign) throw new MalformedText(`lacks a ${sign}`)
    this.#at++
  }

  #take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at
    const taken = pattern.exec(this.#text)
    if (taken) this.#at = pattern.lastIndex
    return taken
  }
}

/** Words within a plural, with each # replaced by the number. */
const numbered = (words: string, count: string): Part[] =>
  words
    .split('#')
    .flatMap((piece, at) => [...(at === 0 ? [] : [{ variable: count }]), ...(piece === '' ? [] : [piece])])
