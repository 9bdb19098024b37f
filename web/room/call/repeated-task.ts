/** Runs a task one at a time. Requests during a run cause one more run. */
export class RepeatedTask {
  readonly #task: () => Promise<void>
  #running: Promise<void> | undefined
  #mustRepeat = false

  constructor(task: () => Promise<void>) {
    this.#task = task
  }

  /** @returns the end of the current run */
  run(): Promise<void> {
    if (this.#running) this.#mustRepeat = true
    else
      this.#running = this.#task().then(() => {
        this.#running = undefined
        if (!this.#mustRepeat) return
        this.#mustRepeat = false
        void this.run()
      })
    return this.#running
  }
}
