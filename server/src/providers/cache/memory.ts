import { randomUUID } from 'node:crypto'
import type { Cache } from './index.ts'

/** Keeps values in this process. */
export class MemoryCache implements Cache {
  #values = new Map<string, string>()

  async ping(): Promise<void> {
    const value = randomUUID()
    this.#values.set('ping', value)
    if (this.#values.get('ping') !== value) throw new Error('The cache lost a value.')
  }

  async close(): Promise<void> {
    this.#values.clear()
  }
}
