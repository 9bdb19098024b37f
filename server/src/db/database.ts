import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type RawBuilder,
} from 'kysely'
import pg from 'pg'
import { asUnavailable, DatabaseUnavailable, flush, type Statement } from './flush.ts'
import { Lanes } from './lanes.ts'
import type { Schema } from './schema.ts'

/** What a query runs on: the lanes of a tenant, or an open transaction. */
export type Db = Kysely<Schema>

/** A query of Kysely's builder or a piece of its `sql`. */
export type Composed = { compile(db: Db): CompiledQuery }

/** Builds queries that something else will send. */
export const builder: Db = kyselyOver({
  executeQuery: () => Promise.reject(new Error('This query is for composing; it has no connection.')),
  streamQuery: noStream,
})

export type DatabaseOptions = {
  url: string
  /** Connections that one unit of work has to itself. */
  poolSize: number
  /** Connections that point reads share. */
  laneCount: number
  /** Whether business time may run ahead of real time: the sandbox only. */
  testClock: boolean
  applicationName: string
  onLost?: (error: Error) => void
  /** Called after every transaction that committed: there may be something to deliver. */
  onCommit?: () => void
}

/**
 * The application's connections. Every unit of work opens by naming its tenant, so that row-level security shows it
 * that tenant's rows and no others.
 */
export class Database {
  readonly pool: pg.Pool
  readonly #lanes: Lanes
  readonly #testClock: boolean
  readonly #onCommit: () => void
  readonly #readers = new Map<string, Db>()

  constructor(options: DatabaseOptions) {
    const connection = {
      connectionString: options.url,
      application_name: options.applicationName,
      connectionTimeoutMillis: 5000,
      statement_timeout: 5000,
      lock_timeout: 2000,
      idle_in_transaction_session_timeout: 10_000,
      keepAlive: true,
      // A statement's shape decides how it is run, not its values: a list would be planned anew for each of its calls.
      options: '-c plan_cache_mode=force_generic_plan',
    }
    const onLost = options.onLost ?? (() => {})
    this.pool = new pg.Pool({ ...connection, max: options.poolSize, idleTimeoutMillis: 60_000 })
    // Without these two listeners a terminated backend would end the process.
    this.pool.on('error', onLost)
    this.pool.on('connect', (client) => client.on('error', onLost))
    // Lanes write nothing but audit rows of reads and refusals; those may trail a crash of the database by a moment.
    const laneConnection = { ...connection, options: `${connection.options} -c synchronous_commit=off` }
    this.#lanes = new Lanes(laneConnection, options.laneCount, (tenantId) => this.#opening(tenantId), onLost)
    this.#testClock = options.testClock
    this.#onCommit = options.onCommit ?? (() => {})
  }

  /** Queries of a tenant that need no transaction of their own: point reads over the shared lanes. */
  reader(tenantId: string): Db {
    let reader = this.#readers.get(tenantId)
    if (!reader) {
      reader = kyselyOver({
        executeQuery: async <R>(query: CompiledQuery) => shaped<R>(await this.onLane(tenantId, query)),
        streamQuery: noStream,
      })
      if (this.#readers.size >= 10_000) this.#readers.clear()
      this.#readers.set(tenantId, reader)
    }
    return reader
  }

  /** A short statement of a tenant that may safely be run twice, over a shared lane; it is committed when this settles. */
  onLane(tenantId: string, statement: Statement): Promise<pg.QueryResult> {
    return this.#lanes.send(tenantId, statement)
  }

  /** Statements of a tenant in one flush on a connection of their own, for those that may take long: one transaction. */
  async alone(tenantId: string, statements: readonly Statement[]): Promise<pg.QueryResult[]> {
    const client = await this.#connect()
    let broken: Error | undefined
    try {
      return (await flush(client, [this.#opening(tenantId), ...statements])).slice(1)
    } catch (error) {
      if (error instanceof DatabaseUnavailable) broken = error
      throw error
    } finally {
      client.release(broken)
    }
  }

  /** A statement that precedes the tenant: it sees what its `security definer` function shows, and nothing else. */
  async beforeTenant<R>(query: RawBuilder<R>): Promise<R[]> {
    return (await this.#lanes.send(BEFORE_TENANT, query.compile(builder))).rows
  }

  /**
   * One transaction of a tenant: commits when the work is done, rolls back when it throws. The opening travels with the
   * first statement that is awaited, and what was given to `later` with the next one or with the commit.
   */
  async inTransaction<T>(tenantId: string, work: (tx: Db) => Promise<T>): Promise<T> {
    const client = await this.#connect()
    const connection = new TransactionConnection(client, this.#opening(tenantId))
    const tx = kyselyOver(connection)
    transactions.set(tx, connection)
    let broken: Error | undefined
    let result: T
    try {
      result = await work(tx)
      await connection.commit()
    } catch (error) {
      broken = await connection.rollback(error)
      throw error
    } finally {
      client.release(broken)
    }
    for (const follow of connection.afterwards) follow()
    this.#onCommit()
    return result
  }

  async close(): Promise<void> {
    await Promise.all([this.pool.end(), this.#lanes.close()])
  }

  async #connect(): Promise<pg.PoolClient> {
    try {
      return await this.pool.connect()
    } catch (error) {
      throw asUnavailable(error)
    }
  }

  #opening(tenantId: string): Statement {
    return { sql: this.#testClock ? openInSandbox : open, parameters: [tenantId] }
  }
}

/** Signing keys, clients and tokens are looked up before there is a tenant. */
const BEFORE_TENANT = ''

const open = `select set_config('app.tenant', $1, true)`
const openInSandbox = `select set_config('app.tenant', $1, true),
  set_config('app.clock_offset', coalesce((select ahead_by::text from test_clock), ''), true)`

const transactions = new WeakMap<Db, TransactionConnection>()

/**
 * Adds a statement to the transaction whose answer nobody waits for. It leaves with the next awaited statement, or with
 * the commit; its failure fails that one.
 */
export function later(tx: Db, query: Composed | Statement): void {
  const connection = transactions.get(tx)
  if (!connection) throw new Error('`later` needs a transaction.')
  connection.add('compile' in query ? query.compile(tx) : query)
}

/** Sends a prepared statement on a transaction, behind what was waiting, and gives its rows. */
export async function rowsOf<R>(tx: Db, statement: Statement): Promise<R[]> {
  const connection = transactions.get(tx)
  if (!connection) throw new Error('`rowsOf` needs a transaction.')
  return (await connection.send(statement)).rows
}

/** Has something done in this process once the transaction has committed, and never if it has not. */
export function afterCommit(tx: Db, follow: () => void): void {
  const connection = transactions.get(tx)
  if (!connection) throw new Error('`afterCommit` needs a transaction.')
  connection.afterwards.push(follow)
}

/** Takes a lock that lasts to the end of the transaction, as a statement of its own: what follows sees what the winner wrote. */
export function lockLater(tx: Db, ...key: string[]): void {
  later(tx, { sql: 'select pg_advisory_xact_lock(hashtextextended($1, 0))', parameters: [key.join(':')] })
}

class TransactionConnection implements DatabaseConnection {
  readonly afterwards: (() => void)[] = []
  #client: pg.PoolClient
  #waiting: Statement[]
  #begun = false
  #ended = false

  constructor(client: pg.PoolClient, opening: Statement) {
    this.#client = client
    this.#waiting = [{ sql: 'begin', parameters: [] }, opening]
  }

  add(statement: Statement): void {
    // A handle kept beyond its transaction would otherwise write into somebody else's.
    if (this.#ended) throw new Error('This transaction has ended.')
    this.#waiting.push(statement)
  }

  async send(statement: Statement): Promise<pg.QueryResult> {
    this.add(statement)
    return (await this.#flush()).at(-1)!
  }

  executeQuery = async <R>(query: CompiledQuery): Promise<QueryResult<R>> => shaped<R>(await this.send(query))

  streamQuery = noStream

  async commit(): Promise<void> {
    if (!this.#begun && this.#waiting.length === 2) return this.#end()
    this.add({ sql: 'commit', parameters: [] })
    const results = await this.#flush()
    this.#end()
    if (results.at(-1)!.command !== 'COMMIT') throw new Error('The transaction was rolled back.')
  }

  /** @returns the error that makes the connection unfit for another unit of work, if it is */
  async rollback(cause: unknown): Promise<Error | undefined> {
    const begun = this.#begun && !this.#ended
    this.#end()
    if (cause instanceof DatabaseUnavailable) return cause
    if (!begun) return undefined
    try {
      await this.#client.query('rollback')
      return undefined
    } catch (error) {
      return error as Error // pg rejects with an Error
    }
  }

  #flush(): Promise<pg.QueryResult[]> {
    const statements = this.#waiting
    this.#waiting = []
    this.#begun = true
    return flush(this.#client, statements)
  }

  #end(): void {
    this.#ended = true
  }
}

function shaped<R>(result: pg.QueryResult): QueryResult<R> {
  if (result.command === 'SELECT') return { rows: result.rows }
  return { rows: result.rows, numAffectedRows: BigInt(result.rowCount ?? 0) }
}

// biome-ignore lint/correctness/useYield: Kysely asks for the method; we page with cursors instead.
async function* noStream(): AsyncIterableIterator<never> {
  throw new Error('Streaming is not offered: page with a cursor.')
}

function kyselyOver(connection: DatabaseConnection): Db {
  const refuse = async () => {
    throw new Error('Transactions are opened by Database.inTransaction.')
  }
  const driver: Driver = {
    init: async () => {},
    acquireConnection: async () => connection,
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    releaseConnection: async () => {},
    destroy: async () => {},
  }
  return new Kysely<Schema>({
    dialect: {
      createDriver: () => driver,
      createAdapter: () => new PostgresAdapter(),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createIntrospector: (db) => new PostgresIntrospector(db),
    },
  })
}
