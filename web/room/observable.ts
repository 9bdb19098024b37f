/** Notifies listeners of changes, once per microtask. */
export class Observable<Snapshot> {
  #listeners = new Set<(now: Snapshot) => void>()
  #make: () => Snapshot
  #now: Snapshot | undefined
  #isDue = false

  constructor(make: () => Snapshot) {
    this.#make = make
  }

  get now(): Snapshot {
    this.#now ??= this.#make()
    return this.#now
  }

  subscribe(listener: (now: Snapshot) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Removes all listeners. */
  close(): void {
    this.#listeners.clear()
  }

  notify(): void {
    this.#now = undefined
    if (this.#isDue) return
    this.#isDue = true
    queueMicrotask(() => {
      this.#isDue = false
      for (const listener of this.#listeners) listener(this.now)
    })
  }
}
