/**
 * One piece of work at a time for each key. What is asked for while one goes on is joined into a single one behind it, so
 * that a thousand calls cause two.
 */
export class Turns<W> {
  readonly #work: (key: string, what: W) => Promise<void>
  readonly #join: (one: W, other: W) => W
  readonly #last = new Map<string, { what: W; hasBegun: boolean; done: Promise<void> }>()

  constructor(work: (key: string, what: W) => Promise<void>, join: (one: W, other: W) => W) {
    this.#work = work
    this.#join = join
  }

  /** Resolves once it is done, whoever else has asked for it as well. */
  ask(key: string, what: W): Promise<void> {
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
