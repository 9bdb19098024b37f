import type { Config } from '../../config.ts'
import type { Bus } from './index.ts'
import { LastingBus } from './lasting.ts'
import { overPostgres } from './postgres.ts'
import { overRedis } from './redis.ts'

/** The bus that the configuration asks for: Redis or Valkey at CACHE_URL, else the database. */
export const openBus = (
  { cacheUrl }: Pick<Config, 'cacheUrl'>,
  databaseUrl: string,
  log: { warn(about: object, message: string): void },
): Bus => new LastingBus(cacheUrl === undefined ? overPostgres(databaseUrl) : overRedis(cacheUrl), log)
