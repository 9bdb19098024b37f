import type pg from 'pg'
import { asUnavailable } from './flush.ts'

/** Settings of PostgreSQL for one session. */
export type SessionSettings = Record<string, string | number>

/** The watchdog does not watch a connection of the pool yet. */
const LIMIT_MS = 5000

/**
 * Applies settings to a new connection, by a statement: PgBouncer refuses a startup message with such parameters.
 * @throws {DatabaseUnavailable} if the connection is lost
 */
export async function configureSession(client: pg.ClientBase, settings: SessionSettings): Promise<void> {
  const names = Object.keys(settings)
  const calls = names.map((_, index) => `set_config($${2 * index + 1}, $${2 * index + 2}, false)`)
  const values = names.flatMap((name) => [name, String(settings[name])])
  try {
    const query = { text: `select ${calls.join(', ')}`, values, query_timeout: LIMIT_MS } // which the types omit
    await client.query(query)
  } catch (error) {
    throw asUnavailable(error)
  }
}
