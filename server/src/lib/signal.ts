/** Lets one sleeper be woken. A ring while nobody sleeps is kept for the next sleep. */
export class Bell {
  #rung = false
  #wake: (() => void) | undefined

  ring(): void {
    this.#rung = true
    this.#wake?.()
  }

  /** Sleeps until the bell rings, and at most this long. */
  async sleep(ms: number): Promise<void> {
    if (!this.#rung) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms)
        this.#wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
    this.#rung = false
    this.#wake = undefined
  }
}
