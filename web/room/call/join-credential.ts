import type { Store } from '../store.ts'

/** The credential for a join: the API's token, or the server's resume token, which survives a reload and the token's expiry. */
export class JoinCredential {
  #store: Store
  #key: string
  #token: string | undefined
  #resumeToken: string | undefined
  #isResuming = false

  constructor(store: Store, roomId: string, token: string | undefined) {
    this.#store = store
    this.#key = `medina-room-pass:${roomId}`
    this.#token = token
    const before = store.read(this.#key) as { token?: string; resumeToken: string } | undefined
    // A different token may belong to another user of the same device.
    if (before && (token === undefined || before.token === token)) this.#resumeToken = before.resumeToken
  }

  /** The token for the next join. Undefined if a new one is needed. */
  show(): string | undefined {
    this.#isResuming = this.#resumeToken !== undefined
    return this.#resumeToken ?? this.#token
  }

  granted(resumeToken: string): void {
    this.#resumeToken = resumeToken
    this.#store.write(this.#key, { token: this.#token, resumeToken })
  }

  /**
   * Handles a refusal of the last token.
   * @returns whether it was the stored resume token, so that the link's token may still work
   */
  isRefusedBy(verdict: string): boolean {
    if (verdict !== 'invalid' && verdict !== 'renew') return false
    if (this.#isResuming) this.forget()
    else this.#token = undefined
    return this.#isResuming
  }

  renewed(token: string): void {
    this.#token = token
  }

  forget(): void {
    this.#resumeToken = undefined
    this.#store.write(this.#key, undefined)
  }
}
