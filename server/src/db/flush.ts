import { createHash } from 'node:crypto'
import pg from 'pg'
import { serialize } from 'pg-protocol'
import { type Columns, type Connection, newResult, prepareValue, Query, typeParsersOf } from './pg-internals.ts'

/** A statement ready to send: Kysely's CompiledQuery is one. */
export type Statement = { sql: string; parameters: readonly unknown[] }

/** The connection failed or could not be opened. The request is valid and may be retried. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'
  constructor(cause: unknown) {
    super('The database cannot be reached.', { cause })
  }
}

/**
 * Errors caused by the state of the database instead of the statement: 08 connection, 53 resources, 57P shutdown, 25006
 * read-only. After 25P03 (idle transaction timeout) and 25P04 (transaction timeout) the server closes the connection.
 */
const UNAVAILABLE = /^(08|53|57P|25006|25P03|25P04)/

export function asUnavailable(error: unknown): unknown {
  if (error instanceof DatabaseUnavailable) return error
  if (error instanceof pg.DatabaseError && !UNAVAILABLE.test(error.code ?? '')) return error
  return new DatabaseUnavailable(error)
}

/** SQLSTATE of "cached plan must not change result type". */
const PLAN_CHANGED = '0A000'

/** The statements that each connection has prepared, with their columns once known. */
const preparedBy = new WeakMap<Connection, Map<string, Columns | undefined>>()

// The names of prepared statements: digests of their texts, so that a session that several processes share by mistake never
// runs another statement. Lists are passed as arrays, so the number of texts is bounded. Statements above the limit stay unnamed.
const names = new Map<string, string>()
function nameOf(text: string): string {
  const name = names.get(text)
  if (name !== undefined) return name
  if (names.size >= 2000) return ''
  const fresh = createHash('sha256').update(text).digest('base64url')
  names.set(text, fresh)
  return fresh
}

/**
 * Several statements under one protocol Sync: one round trip, and outside a transaction block one implicit transaction.
 * Settles at ReadyForQuery, because a deferred constraint may fail until then.
 */
class Flush extends Query {
  #statements: { sql: string; values: unknown[] }[]
  #types: unknown
  #results: pg.QueryResult[] = []
  #failed = false
  #names: string[] = []
  #known = new Map<string, Columns | undefined>()
  #parsedHere: string[] = []

  constructor(statements: readonly Statement[], types: unknown) {
    super({ text: statements[0]!.sql })
    // Converted before anything is sent: a conversion that fails later would leave the connection waiting.
    this.#statements = statements.map(({ sql, parameters }) => ({
      sql,
      values: parameters.map((value) => prepareValue(value)),
    }))
    this.#types = types
    this._accumulateRows = true
  }

  submit(connection: Connection): null {
    const known = preparedBy.get(connection) ?? new Map<string, Columns | undefined>()
    preparedBy.set(connection, known)
    this.#known = known
    const messages: Buffer[] = []
    for (const { sql, values } of this.#statements) {
      const statement = nameOf(sql)
      this.#names.push(statement)
      if (statement === '' || !known.has(statement)) {
        // An earlier Parse may have succeeded in a failed flush. Closing an unknown statement is not an error.
        messages.push(serialize.close({ type: 'S', name: statement }), serialize.parse({ name: statement, text: sql }))
        this.#parsedHere.push(statement)
      }
      messages.push(serialize.bind({ statement, values }))
      // Columns are described once for each statement of a connection.
      if (!known.get(statement)) messages.push(serialize.describe({ type: 'P', name: '' }))
      messages.push(serialize.execute({ portal: '', rows: 0 }))
    }
    messages.push(serialize.sync())
    for (const name of this.#parsedHere) if (name !== '') known.set(name, undefined)
    this.#expect(0)
    connection.stream.write(Buffer.concat(messages))
    return null
  }

  override handleCommandComplete(message: unknown): void {
    super.handleCommandComplete(message)
    const done = this._result
    const name = this.#names[this.#results.push(done) - 1]!
    // Only the columns: a cached result would keep personal data in memory.
    if (done.fields.length > 0 && this.#known.has(name) && !this.#known.get(name)) {
      const { fields, _parsers, _prebuiltEmptyResultObject } = done
      this.#known.set(name, { fields, _parsers, _prebuiltEmptyResultObject })
    }
    this.#expect(this.#results.length)
  }

  override handleError(error: Error, connection: unknown): void {
    this.#failed = true
    for (const name of this.#parsedHere) this.#known.delete(name)
    // A migration changed the columns of a statement: parse all statements again.
    if ((error as pg.DatabaseError).code === PLAN_CHANGED) this.#known.clear()
    super.handleError(error, connection)
  }

  override handleReadyForQuery(): void {
    if (!this.#failed) this.callback(null, this.#results)
  }

  /** Prepares for the rows of a statement. */
  #expect(at: number): void {
    this._result = Object.assign(newResult(this._result, this.#types), this.#known.get(this.#names[at] ?? ''))
  }
}

/**
 * Sends statements in one flush and returns their results by position.
 * @throws {DatabaseUnavailable} when the connection fails; otherwise pg's DatabaseError
 */
export function flush(client: pg.ClientBase, statements: readonly Statement[]): Promise<pg.QueryResult[]> {
  return new Promise((resolve, reject) => {
    const query = new Flush(statements, typeParsersOf(client))
    query.callback = (error, results) => (error ? reject(asUnavailable(error)) : resolve(results!))
    client.query(query as unknown as pg.Submittable) // has all methods that pg calls; the type differs
  })
}
