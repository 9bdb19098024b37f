/** A token that is not renewed before a request would arrive with it expired. */
const RENEWED_BEFORE_MS = 60_000

type Token = { value: string; until: number }
export type FetchToken = () => Promise<{ access_token: string; expires_in: number }>

/** The access token of a client: fetched when it is needed, by one request however many calls wait for it. */
export class Tokens {
  readonly #fetch: FetchToken
  #token: Token | undefined
  #pending: Promise<Token> | undefined

  constructor(fetch: FetchToken) {
    this.#fetch = fetch
  }

  /** @returns whether it was fetched for this call, and a refusal of it is final */
  async get(): Promise<{ value: string; isNew: boolean }> {
    if (this.#token && this.#token.until - RENEWED_BEFORE_MS > Date.now())
      return { value: this.#token.value, isNew: false }
    this.#pending ??= this.#renew()
    const { value } = await this.#pending
    return { value, isNew: true }
  }

  /** Forgets a token that was refused, unless it was replaced meanwhile. */
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
