/** Tokens are renewed this long before they expire, so that none expires in transit. */
const RENEWED_BEFORE_MS = 60_000

type Token = { value: string; until: number }
export type FetchToken = () => Promise<{ access_token: string; expires_in: number }>

/** The access token of a client. Concurrent calls share one request for it. */
export class Tokens {
  readonly #fetch: FetchToken
  #token: Token | undefined
  #pending: Promise<Token> | undefined

  constructor(fetch: FetchToken) {
    this.#fetch = fetch
  }

  /** @returns the token, and whether it is new: a refusal of a new token is final */
  async get(): Promise<{ value: string; isNew: boolean }> {
    if (this.#token && this.#token.until - RENEWED_BEFORE_MS > Date.now())
      return { value: this.#token.value, isNew: false }
    this.#pending ??= this.#renew()
    const { value } = await this.#pending
    return { value, isNew: true }
  }

  /** Drops a refused token, unless it was already replaced. */
  refused(value: string): void {
    if (this.#token?.value === value) this.#token = undefined
  }

  async #renew(): Promise<Token> {
    try {
      const { access_token, expires_in } = await this.#fetch()
      this.#token = { value: access_token, until: Date.now() + expires_in * 1000 }
      return this.#token
    } finally {
      this.#pending = undefined
    }
  }
}
