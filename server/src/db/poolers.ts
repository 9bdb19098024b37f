import pg from 'pg'
import { connectAtStart } from './connect-at-start.ts'
import { StartError } from './start-error.ts'

/** A pooler that hands out its sessions in turn may need several transactions until it reuses one. */
const OTHERS_AT_MOST = 8

/**
 * Asserts that a connection keeps its session, which session locks and settings need.
 * @param setting the name of the setting with this URL
 * @throws {StartError} if the URL leads to a pooler in transaction mode
 */
export async function assertKeepsSession(url: string, setting: string): Promise<void> {
  const client = await connectAtStart(url, 'medina-care start')
  try {
    const session = await sessionOf(client)
    if (session === (client as { processID?: number }).processID) return // a pooler invents process ids
    const isShared = await whileOthersWork(
      url,
      session,
      async (reused) => reused || (await sessionOf(client)) !== session,
    )
    if (isShared)
      throw new StartError(
        `${setting} leads to a pooler in transaction mode. Set DATABASE_DIRECT_URL to the database itself; see "Poolers" in docs/operating.md.`,
      )
  } finally {
    await client.end()
  }
}

/**
 * Asserts that prepared statements work in each transaction.
 * @param url of the pooler, with the application's role
 * @throws {StartError} if the pooler loses them when the session changes
 */
export async function assertKeepsStatements(url: string): Promise<void> {
  const client = await connectAtStart(url, 'medina-care start')
  const statement = { name: 'medina-care start', text: 'select pg_backend_pid() as pid' }
  try {
    const [{ pid }] = (await client.query<{ pid: number }>(statement)).rows as [{ pid: number }]
    await whileOthersWork(url, pid, () => client.query(statement))
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && error.code === INVALID_STATEMENT_NAME)) throw error
    throw new StartError(
      'The pooler in DATABASE_URL loses prepared statements. Use PgBouncer 1.21 or newer with max_prepared_statements; see "Poolers" in docs/operating.md.',
    )
  } finally {
    await client.end()
  }
}

const INVALID_STATEMENT_NAME = '26000'

async function sessionOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]!.pid
}

/**
 * Runs work while transactions of other connections hold sessions.
 * @param session the one to reuse
 * @param work is told whether another connection got the session
 */
async function whileOthersWork<T>(url: string, session: number, work: (reused: boolean) => Promise<T>): Promise<T> {
  const others: pg.Client[] = []
  try {
    let reused = false
    while (!reused && others.length < OTHERS_AT_MOST) {
      const other = await connectAtStart(url, 'medina-care start')
      others.push(other)
      await other.query('begin')
      reused = (await sessionOf(other)) === session
    }
    // The pooler may have no other session than these.
    if (reused) await Promise.all(others.splice(0, others.length - 1).map((other) => other.end()))
    return await work(reused)
  } finally {
    await Promise.all(others.map((other) => other.end()))
  }
}
