import type { Home } from './home-type.ts'
import { stopPostmasterOf } from './postmaster.ts'
import { startIn } from './start.ts'

/**
 * Starts PostgreSQL on copied data, to complete them from their WAL, calls `inspect`, and stops PostgreSQL. The data then need
 * no WAL. Calls `copy`, and removes `home`, also if this process is killed.
 * @param home a throwaway home
 */
export async function completeCopy(
  home: Home,
  inspect: (ownerUrl: string) => Promise<void>,
  copy: () => Promise<void>,
): Promise<void> {
  const postgres = await startIn(home, { wal_level: 'replica', max_wal_senders: '10', autovacuum: 'off' })
  try {
    await inspect(postgres.url)
    await stopPostmasterOf(home.data)
    await copy()
  } finally {
    await postgres.stop()
  }
}
