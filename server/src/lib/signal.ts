/** Wakes one waiter. A signal sent while none waits is kept for the next wait. */
export class Signal {
  #isSet = false
  #wake: (() => void) | undefined

  send(): void {
    this.#isSet = true
    this.#wake?.()
  }

  /** Resolves at the next signal, or after this time. */
  async wait(ms: number): Promise<void> {
    if (!this.#isSet) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms)
        this.#wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
    this.#isSet = false
    this.#wake = undefined
  }
}
