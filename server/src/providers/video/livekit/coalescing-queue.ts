/**
 * Runs one task at a time for each key. Requests that arrive during a run are merged into a single following run, so
 * that a thousand requests cause two runs.
 */
export class CoalescingQueue<W> {
  readonly #work: (key: string, what: W) => Promise<void>
  readonly #join: (one: W, other: W) => W
  readonly #last = new Map<string, { what: W; hasBegun: boolean; done: Promise<void> }>()

  constructor(work: (key: string, what: W) => Promise<void>, join: (one: W, other: W) => W) {
    this.#work = work
    this.#join = join
  }

  /** Resolves once the run that includes this request is done. */
  request(key: string, what: W): Promise<void> {
    const last = this.#last.get(key)
    if (last && !last.hasBegun) {
      last.what = this.#join(last.what, what)
      return last.done
    }
    const turn = { what, hasBegun: false, done: Promise.resolve() }
    const work = () => {
      turn.hasBegun = true
      return this.#work(key, turn.what)
    }
    turn.done = (last?.done ?? Promise.resolve()).then(work, work).finally(() => {
      if (this.#last.get(key) === turn) this.#last.delete(key)
    })
    this.#last.set(key, turn)
    return turn.done
  }
}
