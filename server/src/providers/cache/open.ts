import type { Cache } from './index.ts'
import { MemoryCache } from './memory.ts'

/** The cache that the configuration asks for: this process's memory. */
export const openCache = (): Cache => new MemoryCache()
