import type { Meta } from './call.ts'

/** One page of a list. */
export type Page<T> = {
  items: T[]
  /** Exact up to 10,000, then an estimate. Absent from lists with a cursor alone. */
  total: number | undefined
  /** Continues after this page; undefined at the end. */
  next: PageQuery | undefined
  meta: Meta
}
export type PageQuery = Record<string, unknown>

/**
 * A list: `for await` walks all of it, page by page; await it for the first page. Rows that are added meanwhile make no
 * other appear twice or be left out. With `after` and `wait` it does not end, but waits for more.
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

  /** The same, a page at a time. */
  async *pages(): AsyncGenerator<Page<T>, void, undefined> {
    for (let query: PageQuery | undefined = this.#query; query; ) {
      const page: Page<T> = await this.#fetch(query)
      yield page
      query = page.next
    }
  }

  /** The whole list, up to a number of items that its caller can keep in memory. */
  async all(limit: number): Promise<T[]> {
    const items: T[] = []
    for await (const item of this) if (items.push(item) >= limit) break
    return items
  }

  // biome-ignore lint/suspicious/noThenProperty: awaited, it is its first page
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

/** A page from the answer to a query. */
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
  // A list that is read forwards always has a cursor. It ends where it is empty, unless its caller waits for more.
  const forwards = 'after' in query && query.after !== undefined
  const isEnd = typeof cursor !== 'string' || (forwards && items.length === 0 && !query.wait)
  return {
    items,
    total: pagination?.total,
    next: isEnd ? undefined : { ...filters, [forwards ? 'after' : 'cursor']: cursor },
    meta,
  }
}
