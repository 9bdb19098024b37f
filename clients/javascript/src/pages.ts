import type { Meta } from './call.ts'

/** A page of a list. */
export type Page<T> = {
  items: T[]
  /** Exact up to 10,000, then an estimate. Absent from lists that only have a cursor. */
  total: number | undefined
  /** The query for the next page. Undefined at the end. */
  next: PageQuery | undefined
  meta: Meta
}
export type PageQuery = Record<string, unknown>

/**
 * A list. `for await` iterates over all of it, page by page. Await it for the first page. Rows that are added meanwhile cause no
 * duplicates and no gaps. With `after` and `wait` it does not end, but waits for more.
 */
export class Pages<T> implements AsyncIterable<T>, PromiseLike<Page<T>> {
  readonly #fetch: (query: PageQuery) => Promise<Page<T>>
  readonly #query: PageQuery

  constructor(fetch: (query: PageQuery) => Promise<Page<T>>, query: PageQuery) {
    this.#fetch = fetch
    this.#query = query
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    for await (const page of this.pages()) yield* page.items
  }

  /** Iterates page by page. */
  async *pages(): AsyncGenerator<Page<T>, void, undefined> {
    for (let query: PageQuery | undefined = this.#query; query; ) {
      const page: Page<T> = await this.#fetch(query)
      yield page
      query = page.next
    }
  }

  /** Reads the whole list into memory, up to a number of items. */
  async all(limit: number): Promise<T[]> {
    const items: T[] = []
    for await (const item of this) if (items.push(item) >= limit) break
    return items
  }

  // biome-ignore lint/suspicious/noThenProperty: awaiting it returns the first page
  then<A = Page<T>, B = never>(
    fulfilled?: ((value: Page<T>) => A | PromiseLike<A>) | null,
    rejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#fetch(this.#query).then(fulfilled, rejected)
  }
}

type Answered = {
  pagination?: { page: number; totalPages: number; total?: number; nextCursor?: string | null }
  nextCursor?: string | null
}

/** Converts the response to a query to a page. */
export function pageOf<T>(
  answer: Answered & Record<string, unknown>,
  field: string,
  query: PageQuery,
  meta: Meta,
): Page<T> {
  const { pagination } = answer
  const { page: _, ...filters } = query
  const items = answer[field] as T[]
  const cursor = pagination ? pagination.nextCursor : answer.nextCursor
  // A list in ascending order always has a cursor. An empty page is its end, unless the caller waits for more.
  const forwards = 'after' in query && query.after !== undefined
  const isEnd = typeof cursor !== 'string' || (forwards && items.length === 0 && !query.wait)
  return {
    items,
    total: pagination?.total,
    next: isEnd ? undefined : { ...filters, [forwards ? 'after' : 'cursor']: cursor },
    meta,
  }
}
