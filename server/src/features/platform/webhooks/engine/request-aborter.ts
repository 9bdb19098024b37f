/** The abort reason of requests when the server stops. */
export const STOPPING = new Error('The server is stopping.')

/** Aborts all requests in flight, and those that start later, when the server stops. */
export class RequestAborter {
  #open = new Set<AbortController>()
  #stopping = false

  /** Runs one request with a controller that aborts it. */
  async run<T>(request: (controller: AbortController) => Promise<T>): Promise<T> {
    const controller = new AbortController()
    if (this.#stopping) controller.abort(STOPPING)
    this.#open.add(controller)
    try {
      return await request(controller)
    } finally {
      this.#open.delete(controller)
    }
  }

  abortAll(): void {
    this.#stopping = true
    for (const controller of this.#open) controller.abort(STOPPING)
  }
}
