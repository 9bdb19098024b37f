/** Why a request is ended when the server stops. */
export const STOPPING = new Error('The server is stopping.')

/** Lets all requests under way be ended at once, and those that would follow. */
export class Cuts {
  #open = new Set<AbortController>()
  #stopping = false

  /** Runs one request, with what ends it. */
  async during<T>(request: (cut: AbortController) => Promise<T>): Promise<T> {
    const cut = new AbortController()
    if (this.#stopping) cut.abort(STOPPING)
    this.#open.add(cut)
    try {
      return await request(cut)
    } finally {
      this.#open.delete(cut)
    }
  }

  stop(): void {
    this.#stopping = true
    for (const cut of this.#open) cut.abort(STOPPING)
  }
}
