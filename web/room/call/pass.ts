import type { Kept } from '../kept.ts'

/** What one joins by: a token of the API, or what the server gave for coming back, which outlives both token and reload. */
export class Pass {
  #kept: Kept
  #key: string
  #token: string | undefined
  #resumeToken: string | undefined
  #isResuming = false

  constructor(kept: Kept, roomId: string, token: string | undefined) {
    this.#kept = kept
    this.#key = `medina-room-pass:${roomId}`
    this.#token = token
    const before = kept.read(this.#key) as { token?: string; resumeToken: string } | undefined
    // Another token may be somebody else's: two people can follow their links on one device.
    if (before && (token === undefined || before.token === token)) this.#resumeToken = before.resumeToken
  }

  /** What to join by now; undefined when a new token is needed. */
  show(): string | undefined {
    this.#isResuming = this.#resumeToken !== undefined
    return this.#resumeToken ?? this.#token
  }

  granted(resumeToken: string): void {
    this.#resumeToken = resumeToken
    this.#kept.write(this.#key, { token: this.#token, resumeToken })
  }

  /**
   * What was shown last is not taken, by a verdict of the line.
   * @returns whether that was what was kept for coming back, so that what there is besides may be taken
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
    this.#kept.write(this.#key, undefined)
  }
}
