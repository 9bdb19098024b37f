/**
 * Runs one task at a time for each key. Requests that arrive during a run are merged into a single next run, so that a
 * thousand requests cause two runs.
 */
export class CoalescingQueue<W> {
  readonly #run: (key: string, task: W) => Promise<void>
  readonly #merge: (one: W, other: W) => W
  readonly #last = new Map<string, { task: W; hasBegun: boolean; done: Promise<void> }>()

  constructor(run: (key: string, task: W) => Promise<void>, merge: (one: W, other: W) => W) {
    this.#run = run
    this.#merge = merge
  }

  /** Resolves once the run that includes this request is done. */
  request(key: string, task: W): Promise<void> {
    const last = this.#last.get(key)
    if (last && !last.hasBegun) {
      last.task = this.#merge(last.task, task)
      return last.done
    }
    const next = { task, hasBegun: false, done: Promise.resolve() }
    const run = () => {
      next.hasBegun = true
      return this.#run(key, next.task)
    }
    next.done = (last?.done ?? Promise.resolve()).then(run, run).finally(() => {
      if (this.#last.get(key) === next) this.#last.delete(key)
    })
    this.#last.set(key, next)
    return next.done
  }
}
