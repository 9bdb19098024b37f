/** A clock that is wrong would make every new token an expired one, for ever. */
const MAX_RENEWALS = 3

/** New tokens for one who wants in, so many at most. */
export class Renewals {
  readonly #renew: (() => Promise<string | undefined>) | undefined
  #count = 0

  constructor(renew: (() => Promise<string | undefined>) | undefined) {
    this.#renew = renew
  }

  /** @returns undefined when there is none to be had. @throws while nobody answers, which is no renewal */
  async next(): Promise<string | undefined> {
    if (!this.#renew || this.#count >= MAX_RENEWALS) return undefined
    const token = await this.#renew()
    this.#count++
    return token
  }

  /** The last one was taken. */
  settled(): void {
    this.#count = 0
  }
}
