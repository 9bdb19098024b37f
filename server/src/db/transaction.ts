import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import type pg from 'pg'
import { DatabaseUnavailable, flush, type Statement } from './flush.ts'
import { type Composed, type Db, kyselyOver, noStream, shaped } from './kysely.ts'

/**
 * Runs work in one transaction on a connection, which is released in any case.
 * @returns what the work gave, and what is to follow now that it is committed
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
  if (!connection) throw new Error('This needs the handle of a transaction.')
  return connection
}

/**
 * Adds a statement to the transaction whose answer nobody waits for. It leaves with the next awaited statement, or with
 * the commit; its failure fails that one.
 */
export function later(tx: Db, query: Composed | Statement): void {
  connectionOf(tx).add('compile' in query ? query.compile(tx) : query)
}

/**
 * Gathers rows of a transaction, which leave in one statement with its commit: what a statement costs beside its rows is
 * paid once, however much is done in the transaction.
 * @returns what adds a row
 */
export function gathering<R>(statementOf: (rows: R[]) => Statement): (tx: Db, row: R) => void {
  const gathered = new WeakMap<TransactionConnection, R[]>()
  return (tx, row) => {
    const connection = connectionOf(tx)
    connection.assertOpen()
    const rows = gathered.get(connection)
    if (rows) return void rows.push(row)
    const begun = [row]
    gathered.set(connection, begun)
    connection.last.push(() => statementOf(begun))
  }
}

/** Sends a prepared statement on a transaction, behind what was waiting, and gives its rows. */
export async function rowsOf<R>(tx: Db, statement: Statement): Promise<R[]> {
  return (await connectionOf(tx).send(statement)).rows
}

/** Has something done in this process once the transaction has committed, and never if it has not. */
export function afterCommit(tx: Db, follow: () => void): void {
  connectionOf(tx).afterwards.push(follow)
}

/** Takes a lock that lasts to the end of the transaction, as a statement of its own: what follows sees what the winner wrote. */
export function lockLater(tx: Db, ...key: string[]): void {
  later(tx, { sql: 'select pg_advisory_xact_lock(hashtextextended($1, 0))', parameters: [key.join(':')] })
}

class TransactionConnection implements DatabaseConnection {
  readonly afterwards: (() => void)[] = []
  /** Statements that are made when all else has been said, and leave with the commit. */
  readonly last: (() => Statement)[] = []
  #client: pg.PoolClient
  #waiting: Statement[]
  /** Whether it was given anything to do. */
  #used = false
  #begun = false
  #ended = false

  constructor(client: pg.PoolClient, openings: readonly Statement[]) {
    this.#client = client
    this.#waiting = [{ sql: 'begin', parameters: [] }, ...openings]
  }

  /** A handle kept beyond its transaction would otherwise write into somebody else's. */
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
