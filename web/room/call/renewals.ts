/** Limits renewals, because with a wrong clock every new token would be expired. */
const MAX_RENEWALS = 3

/** Requests new tokens, up to a limit. */
export class Renewals {
  readonly #renew: (() => Promise<string | undefined>) | undefined
  #count = 0

  constructor(renew: (() => Promise<string | undefined>) | undefined) {
    this.#renew = renew
  }

  /** @returns undefined if there is no further token. @throws while the API is unreachable; that attempt does not count */
  async next(): Promise<string | undefined> {
    if (!this.#renew || this.#count >= MAX_RENEWALS) return undefined
    const token = await this.#renew()
    this.#count++
    return token
  }

  /** Resets the limit, because the last token was accepted. */
  reset(): void {
    this.#count = 0
  }
}
