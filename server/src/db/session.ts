import type pg from 'pg'
import { asUnavailable, type Statement } from './flush.ts'

/** Settings of PostgreSQL for one session. */
export type SessionSettings = Record<string, string | number>

/** How connections get their settings. */
export type Setup = {
  /** Call it with each new connection. @throws {DatabaseUnavailable} if the connection is lost */
  configure(client: pg.ClientBase): Promise<void>
  /** Statements at the start of each transaction, and of each flush outside one. */
  openings: Statement[]
}

/** Keepalives end a backend and its locks soon after this machine has left the network. */
const keepalives: SessionSettings = {
  tcp_keepalives_idle: 10,
  tcp_keepalives_interval: 5,
  tcp_keepalives_count: 4,
}

/** The watchdog does not watch a connection of the pool yet. */
const LIMIT_MS = 5000

/** For sessions of this process alone: each gets its settings once. */
export const setupOfSessions = (settings: SessionSettings): Setup => ({
  configure: (client) => configureSession(client, settings),
  openings: [],
})

/** For a pooler in transaction mode, where the next transaction may run in another session. */
export const setupOfTransactions = (settings: SessionSettings): Setup => ({
  configure: async () => {},
  openings: [settingsStatement(settings, true)],
})

/** Applies settings by a statement: PgBouncer refuses a startup message with such parameters. */
async function configureSession(client: pg.ClientBase, settings: SessionSettings): Promise<void> {
  const { sql, parameters } = settingsStatement({ ...settings, ...keepalives }, false)
  try {
    const query = { text: sql, values: [...parameters], query_timeout: LIMIT_MS } // which the types omit
    await client.query(query)
  } catch (error) {
    throw asUnavailable(error)
  }
}

function settingsStatement(settings: SessionSettings, isLocal: boolean): Statement {
  const names = Object.keys(settings)
  const calls = names.map((_, index) => `set_config($${2 * index + 1}, $${2 * index + 2}, ${isLocal})`)
  return { sql: `select ${calls.join(', ')}`, parameters: names.flatMap((name) => [name, String(settings[name])]) }
}
