import type { Bus, Subscription } from './index.ts'

type Listeners = Map<string, Set<(text: string) => void>>

/** A bus within this process, between servers that a test starts in it. Each server has its own instance. */
export class LocalBus implements Bus {
  #listeners: Listeners
  #watchers = new Set<(isUp: boolean) => void>()
  #isUp = true

  /** @param beside another server's bus, to connect to */
  constructor(beside?: LocalBus) {
    this.#listeners = beside ? beside.#listeners : new Map()
  }

  publish(channel: string, text: string): void {
    if (!this.#isUp) return
    setImmediate(() => {
      for (const listener of [...(this.#listeners.get(channel) ?? [])]) listener(text)
    })
  }

  subscribe(channel: string, listener: (text: string) => void): Subscription {
    const listeners = this.#listeners.get(channel) ?? new Set()
    const whileUp = (text: string) => {
      if (this.#isUp) listener(text)
    }
    this.#listeners.set(channel, listeners.add(whileUp))
    return { ready: Promise.resolve(), end: () => void listeners.delete(whileUp) }
  }

  watch(onChange: (isUp: boolean) => void): void {
    this.#watchers.add(onChange)
  }

  /** Simulates the loss and return of this server's connection. */
  turn(isUp: boolean): void {
    this.#isUp = isUp
    for (const watcher of this.#watchers) watcher(isUp)
  }

  async close(): Promise<void> {}
}
