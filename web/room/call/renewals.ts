/** Limits renewals: a wrong clock would make every new token expired. */
const MAX_RENEWALS = 3

/** Requests new tokens, up to a limit. */
export class Renewals {
  readonly #renew: (() => Promise<string | undefined>) | undefined
  #count = 0

  constructor(renew: (() => Promise<string | undefined>) | undefined) {
    this.#renew = renew
  }

  /** @returns undefined if there is no further token. @throws while the API is unreachable, which does not count */
  async next(): Promise<string | undefined> {
    if (!this.#renew || this.#count >= MAX_RENEWALS) return undefined
    const token = await this.#renew()
    this.#count++
    return token
  }

  /** The last token was accepted. */
  settled(): void {
    this.#count = 0
  }
}
