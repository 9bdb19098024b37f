import type { Cache } from './index.ts'
import { MemoryCache } from './memory.ts'

/** The configured cache: Redis or Valkey at CACHE_URL, whose library is loaded only then, otherwise this process's memory. */
export async function openCache(
  { cacheUrl }: { cacheUrl: string | undefined },
  log: { warn(about: object, message: string): void },
): Promise<Cache> {
  if (cacheUrl === undefined) return new MemoryCache()
  const { RedisCache } = await import('./redis.ts')
  return RedisCache.open(cacheUrl, log)
}
