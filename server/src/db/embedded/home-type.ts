import type { Account } from './account.ts'

/**
 * The folder of one embedded database. It contains `data` (the only part that PostgreSQL's account owns), `password`, `port`,
 * `postgresql.log` and `claim`.
 */
export type Home = {
  folder: string
  data: string
  /** The account that PostgreSQL runs as. */
  account: Account | undefined
  /** Its location, for log output. */
  line: string
  throwaway: boolean
  log: Log
  /** Releases the claim. */
  release(): void
}

export type Log = (line: string) => void
