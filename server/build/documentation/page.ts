import type { Findable } from '../../../web/documentation/search-index.ts'
import type { Method } from '../../src/http/openapi/document.ts'
import type { Html } from '../../src/lib/html.ts'

/** A page of the documentation. */
export type Page = {
  path: string
  /** Its title in the contents. */
  label: string
  title: string
  /** Whether it shows samples, in a language that the reader chooses. */
  hasSamples: boolean
  /** Its sections in the contents, which show them on this page only. */
  sections: Section[]
  body: Html
  /** What the search finds on it. */
  findable: Findable[]
}

export type Section = { id: string; label: Html | string; method?: Method }

/** A part of the contents with its pages. */
export type Part = { title: string; pages: Page[] }

/** A text as a part of an address. */
export const slugOf = (title: string): string => title.toLowerCase().replace(/[^a-z0-9]+/g, '-')
