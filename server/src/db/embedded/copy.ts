import type { Home } from './home.ts'
import { stopPostmasterOf } from './postmaster.ts'
import { startIn } from './start.ts'

/**
 * Starts PostgreSQL on data that were copied, which completes them from their log, has a look taken, stops it in order,
 * and hands the data over: they need no log any more. Afterwards, and should we be killed, `home` is removed.
 * @param home a throwaway one
 */
export async function completeCopy(
  home: Home,
  look: (ownerUrl: string) => Promise<void>,
  take: () => Promise<void>,
): Promise<void> {
  const postgres = await startIn(home, { wal_level: 'replica', max_wal_senders: '10', autovacuum: 'off' })
  try {
    await look(postgres.url)
    await stopPostmasterOf(home.data)
    await take()
  } finally {
    await postgres.stop()
  }
}
