import pg from 'pg'
import { StartError } from './start-error.ts'
import { Watchdog } from './watchdog.ts'

/** @throws {StartError} with one line, if the database cannot be reached or refuses the role */
export async function connectAtStart(url: string, applicationName: string): Promise<pg.Client> {
  const connection = { connectionString: url, connectionTimeoutMillis: 5000, application_name: applicationName }
  const client = new pg.Client(connection)
  client.on('error', () => {}) // the running query reports it
  new Watchdog(connection).watch(client)
  try {
    await client.connect()
    return client
  } catch (error) {
    throw new StartError(`The database cannot be reached at ${withoutPassword(url)}: ${reasonOf(error)}`, {
      cause: error,
    })
  }
}

/** Asserts that a role can sign in, and is subject to row-level security. @throws {StartError} */
export async function assertUsable(url: string): Promise<void> {
  const client = await connectAtStart(url, 'medina-care start')
  try {
    const { rows } = await client.query<{ name: string; bypasses: boolean }>(
      'select rolname as name, rolsuper or rolbypassrls as bypasses from pg_roles where rolname = current_user',
    )
    const { name, bypasses } = rows[0]!
    if (bypasses)
      throw new StartError(
        `The role ${name} bypasses the isolation of organisations. DATABASE_APP_URL must name medina_app, DATABASE_WORKER_URL medina_worker.`,
      )
  } finally {
    await client.end()
  }
}

export function reasonOf(error: unknown): string {
  // Node tries every address of a host and reports all errors under an empty message.
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ')
  return error instanceof Error ? error.message : String(error)
}

function withoutPassword(url: string): string {
  const shown = new URL(url)
  if (shown.password) shown.password = '…'
  return decodeURI(shown.href)
}
