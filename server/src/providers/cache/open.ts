import type { Cache } from './index.ts'
import { MemoryCache } from './memory.ts'
import { RedisCache } from './redis.ts'

/** The configured cache: Redis or Valkey at CACHE_URL, otherwise this process's memory. */
export async function openCache(
  { cacheUrl }: { cacheUrl: string | undefined },
  log: { warn(about: object, message: string): void },
): Promise<Cache> {
  return cacheUrl === undefined ? new MemoryCache() : RedisCache.open(cacheUrl, log)
}
