import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import type pg from 'pg'
import { DatabaseUnavailable, flush, type Statement } from './flush.ts'
import { type Composed, type Db, kyselyOver, noStream, shaped } from './kysely.ts'

/**
 * Runs work in one transaction on a connection, and releases it.
 * @returns the result of the work, and the callbacks to run after the commit
 */
export async function transact<T>(
  client: pg.PoolClient,
  openings: readonly Statement[],
  work: (tx: Db) => Promise<T>,
): Promise<{ result: T; afterwards: (() => void)[] }> {
  const connection = new TransactionConnection(client, openings)
  const tx = kyselyOver(connection)
  transactions.set(tx, connection)
  let broken: Error | undefined
  try {
    const result = await work(tx)
    await connection.commit()
    return { result, afterwards: connection.afterwards }
  } catch (error) {
    broken = await connection.rollback(error)
    throw error
  } finally {
    client.release(broken)
  }
}

const transactions = new WeakMap<Db, TransactionConnection>()

function connectionOf(tx: Db): TransactionConnection {
  const connection = transactions.get(tx)
  if (!connection) throw new Error('The handle of a transaction is required.')
  return connection
}

/**
 * Adds a statement to the transaction without awaiting its result. It is sent with the next awaited statement or the commit.
 * If it fails, so does that one.
 */
export function defer(tx: Db, query: Composed | Statement): void {
  connectionOf(tx).add('compile' in query ? query.compile(tx) : query)
}

/**
 * Collects the rows of a transaction and inserts them in one statement with its commit, to pay the cost of a statement once.
 * @returns a function that adds a row
 */
export function collectRows<R>(statementOf: (rows: R[]) => Statement): (tx: Db, row: R) => void {
  const gathered = new WeakMap<TransactionConnection, R[]>()
  return (tx, row) => {
    const connection = connectionOf(tx)
    connection.assertOpen()
    const rows = gathered.get(connection)
    if (rows) return void rows.push(row)
    const fresh = [row]
    gathered.set(connection, fresh)
    connection.last.push(() => statementOf(fresh))
  }
}

/** Runs a prepared statement in a transaction, after its deferred statements, and returns the rows. */
export async function rowsOf<R>(tx: Db, statement: Statement): Promise<R[]> {
  return (await connectionOf(tx).send(statement)).rows
}

/** Runs a callback in this process after the transaction has committed. */
export function afterCommit(tx: Db, follow: () => void): void {
  connectionOf(tx).afterwards.push(follow)
}

/**
 * Takes a lock until the end of the transaction. It is a separate statement, so that later statements see the writes of the
 * previous holder.
 */
export function deferLock(tx: Db, ...key: string[]): void {
  defer(tx, { sql: 'select pg_advisory_xact_lock(hashtextextended($1, 0))', parameters: [key.join(':')] })
}

/** The same, shared with other transactions that share it. */
export function deferSharedLock(tx: Db, ...key: string[]): void {
  defer(tx, { sql: 'select pg_advisory_xact_lock_shared(hashtextextended($1, 0))', parameters: [key.join(':')] })
}

class TransactionConnection implements DatabaseConnection {
  readonly afterwards: (() => void)[] = []
  /** Builders of statements that are sent with the commit. */
  readonly last: (() => Statement)[] = []
  #client: pg.PoolClient
  #waiting: Statement[]
  /** Whether any statement was added. */
  #used = false
  #begun = false
  #ended = false

  constructor(client: pg.PoolClient, openings: readonly Statement[]) {
    this.#client = client
    this.#waiting = [{ sql: 'begin', parameters: [] }, ...openings]
  }

  /** A handle kept after its transaction would otherwise write into another one. */
  assertOpen(): void {
    if (this.#ended) throw new Error('This transaction has ended.')
  }

  add(statement: Statement): void {
    this.assertOpen()
    this.#used = true
    this.#waiting.push(statement)
  }

  async send(statement: Statement): Promise<pg.QueryResult> {
    this.add(statement)
    return (await this.#flush()).at(-1)!
  }

  executeQuery = async <R>(query: CompiledQuery): Promise<QueryResult<R>> => shaped<R>(await this.send(query))

  streamQuery = noStream

  async commit(): Promise<void> {
    for (const make of this.last) this.add(make())
    if (!this.#used) return this.#end()
    this.add({ sql: 'commit', parameters: [] })
    const results = await this.#flush()
    this.#end()
    if (results.at(-1)!.command !== 'COMMIT') throw new Error('The transaction was rolled back.')
  }

  /** @returns the error that makes the connection unusable, if any */
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
