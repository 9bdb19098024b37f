import type { Home } from './home-type.ts'
import { stopPostmasterOf } from './postmaster.ts'
import { startIn } from './start.ts'

/**
 * Starts PostgreSQL on copied data, which completes them from their WAL, calls `look`, shuts it down, and calls `take`; the
 * data need no WAL any more. Afterwards, and if this process is killed, `home` is removed.
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
