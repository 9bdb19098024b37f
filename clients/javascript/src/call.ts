/** The metadata of a response. */
export type Meta = {
  status: number
  /** The id of the request. Quote it in support requests. */
  requestId: string | undefined
  /** The version of the record, for `ifMatch` of an update. */
  etag: string | undefined
  /** Whether this is the stored response to an earlier call with the same idempotency key. */
  replayed: boolean
  /** Requests allowed in a minute, those that remain, and seconds until all are available again. */
  rateLimit: { limit: number; remaining: number; resetSec: number } | undefined
  headers: Headers
}

/** A call in progress. Await it for its record, or `withMeta()` for the record with the metadata of the response. */
export class Call<T> implements Promise<T> {
  readonly [Symbol.toStringTag] = 'Call'
  readonly #answered: Promise<{ data: T; meta: Meta }>

  constructor(answered: Promise<{ data: T; meta: Meta }>) {
    this.#answered = answered
  }

  withMeta(): Promise<{ data: T; meta: Meta }> {
    return this.#answered
  }

  // biome-ignore lint/suspicious/noThenProperty: it is a promise
  then<A = T, B = never>(
    fulfilled?: ((value: T) => A | PromiseLike<A>) | null,
    rejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#answered.then(({ data }) => data).then(fulfilled, rejected)
  }

  catch<B = never>(rejected?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<T | B> {
    return this.then(undefined, rejected)
  }

  finally(settled?: (() => void) | null): Promise<T> {
    return this.then().finally(settled)
  }
}

export const metaOf = (status: number, headers: Headers): Meta => {
  const number = (name: string) => Number(headers.get(name) ?? Number.NaN)
  const limit = number('x-ratelimit-limit')
  return {
    status,
    requestId: headers.get('x-request-id') ?? undefined,
    etag: headers.get('etag') ?? undefined,
    replayed: headers.get('idempotency-replayed') === 'true',
    rateLimit: Number.isNaN(limit)
      ? undefined
      : { limit, remaining: number('x-ratelimit-remaining'), resetSec: number('x-ratelimit-reset') },
    headers,
  }
}
