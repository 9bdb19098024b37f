/** Whether a proxy should send requests to this server. It becomes false before a stop, while requests are still accepted. */
export class Readiness {
  #draining = false

  get isDraining(): boolean {
    return this.#draining
  }

  drain(): void {
    this.#draining = true
  }
}
