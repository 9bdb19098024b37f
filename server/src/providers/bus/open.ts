import type { Bus } from './index.ts'
import { ReconnectingBus } from './lasting.ts'
import { overPostgres } from './postgres.ts'
import { overRedis } from './redis.ts'

/** The configured bus: Redis or Valkey at CACHE_URL, otherwise the database. */
export const openBus = (
  { cacheUrl }: { cacheUrl: string | undefined },
  databaseUrl: string,
  log: { warn(about: object, message: string): void },
): Bus => new ReconnectingBus(cacheUrl === undefined ? overPostgres(databaseUrl) : overRedis(cacheUrl), log)
