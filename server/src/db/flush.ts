import { createRequire } from 'node:module'
import pg from 'pg'
import { serialize } from 'pg-protocol'

/** A statement ready to send: Kysely's CompiledQuery is one. */
export type Statement = { sql: string; parameters: readonly unknown[] }

/** The connection was lost or could not be made: nothing is wrong with the request, and it may be repeated. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'
  constructor(cause: unknown) {
    super('The database cannot be reached.', { cause })
  }
}

/**
 * Errors of the classes 08 (connection), 53 (resources) and 57P (shutdown), and 25006 (read-only), are the server's state,
 * not the statement's fault.
 */
export function asUnavailable(error: unknown): unknown {
  if (error instanceof DatabaseUnavailable) return error
  if (error instanceof pg.DatabaseError)
    return /^(08|53|57P|25006)/.test(error.code ?? '') ? new DatabaseUnavailable(error) : error
  return new DatabaseUnavailable(error)
}

/** SQLSTATE of "cached plan must not change result type". */
const PLAN_CHANGED = '0A000'

// What pg's Query and Connection offer to a Submittable and its published types leave out. pg is pinned, and
// database.test.ts holds every behaviour that is relied upon here.
type Wire = {
  stream: { write(bytes: Buffer): void }
  /** Ours: the named statements that this connection has parsed, with their columns once they are known. */
  statements?: Map<string, Columns | undefined>
}
/** What a result knows of its columns: names, and how each is read. */
type Columns = { fields: unknown[]; _parsers: unknown; _prebuiltEmptyResultObject: unknown }
type RawResult = pg.QueryResult & Columns & { _types: unknown }
type QueryInternals = {
  new (config: {
    text: string
  }): {
    callback: (error: Error | null, results?: pg.QueryResult[]) => void
    _result: RawResult
    _accumulateRows: boolean
    handleCommandComplete(message: unknown): void
    handleError(error: Error, wire: unknown): void
    handleReadyForQuery(wire: unknown): void
  }
}
const PgQuery = pg.Query as unknown as QueryInternals
const { prepareValue } = createRequire(import.meta.url)('pg/lib/utils') as { prepareValue(value: unknown): unknown }

// The same text has the same name on every connection. Texts are few, because lists of values travel as arrays; should
// something generate texts without end, the later ones go unnamed.
const names = new Map<string, string>()
function nameOf(text: string): string {
  const name = names.get(text)
  if (name !== undefined) return name
  if (names.size >= 2000) return ''
  const fresh = `q${names.size}`
  names.set(text, fresh)
  return fresh
}

/**
 * Several statements under one protocol Sync: one round trip, and outside a transaction block one implicit transaction.
 * Settles at ReadyForQuery, for a deferred constraint may fail there.
 */
class Flush extends PgQuery {
  #statements: { sql: string; values: unknown[] }[]
  #types: unknown
  #results: pg.QueryResult[] = []
  #failed = false
  #names: string[] = []
  #known = new Map<string, Columns | undefined>()
  #parsedHere: string[] = []

  constructor(statements: readonly Statement[], types: unknown) {
    super({ text: statements[0]!.sql })
    // Converted before anything is sent: a value that cannot be must not leave the connection waiting for an answer.
    this.#statements = statements.map(({ sql, parameters }) => ({
      sql,
      values: parameters.map((value) => prepareValue(value)),
    }))
    this.#types = types
    this._accumulateRows = true
  }

  submit(wire: Wire): null {
    wire.statements ??= new Map()
    const known = wire.statements
    this.#known = known
    const messages: Buffer[] = []
    for (const { sql, values } of this.#statements) {
      const statement = nameOf(sql)
      this.#names.push(statement)
      if (statement === '' || !known.has(statement)) {
        // An earlier Parse may have succeeded in a flush that then failed; closing what is not there is no error.
        messages.push(serialize.close({ type: 'S', name: statement }), serialize.parse({ name: statement, text: sql }))
        this.#parsedHere.push(statement)
      }
      messages.push(serialize.bind({ statement, values }))
      // What the columns are is asked once for each statement of a connection.
      if (!known.get(statement)) messages.push(serialize.describe({ type: 'P', name: '' }))
      messages.push(serialize.execute({ portal: '', rows: 0 }))
    }
    messages.push(serialize.sync())
    for (const name of this.#parsedHere) if (name !== '') known.set(name, undefined)
    this.#expect(0)
    wire.stream.write(Buffer.concat(messages))
    return null
  }

  override handleCommandComplete(message: unknown): void {
    super.handleCommandComplete(message)
    const done = this._result
    const name = this.#names[this.#results.push(done) - 1]!
    // The columns alone: kept whole, a result would keep people's rows for as long as the connection lives.
    if (done.fields.length > 0 && this.#known.has(name) && !this.#known.get(name)) {
      const { fields, _parsers, _prebuiltEmptyResultObject } = done
      this.#known.set(name, { fields, _parsers, _prebuiltEmptyResultObject })
    }
    this.#expect(this.#results.length)
  }

  override handleError(error: Error, wire: unknown): void {
    this.#failed = true
    for (const name of this.#parsedHere) this.#known.delete(name)
    // A migration changed what a statement gives: all are parsed anew.
    if ((error as pg.DatabaseError).code === PLAN_CHANGED) this.#known.clear()
    super.handleError(error, wire)
  }

  override handleReadyForQuery(): void {
    if (!this.#failed) this.callback(null, this.#results)
  }

  /** Makes ready for the rows of a statement. */
  #expect(at: number): void {
    const Result = this._result.constructor as new (rowMode: null, types: unknown) => RawResult
    this._result = new Result(null, this.#types)
    const columns = this.#known.get(this.#names[at] ?? '')
    if (!columns) return
    this._result.fields = columns.fields as RawResult['fields']
    this._result._parsers = columns._parsers
    this._result._prebuiltEmptyResultObject = columns._prebuiltEmptyResultObject
  }
}

/**
 * Sends statements in one flush and gives their results by position.
 * @throws {DatabaseUnavailable} when the connection fails; otherwise pg's DatabaseError
 */
export function flush(client: pg.ClientBase, statements: readonly Statement[]): Promise<pg.QueryResult[]> {
  return new Promise((resolve, reject) => {
    const types = (client as unknown as { _types: unknown })._types // the client's type parsers, as its own queries use
    const unit = new Flush(statements, types)
    unit.callback = (error, results) => (error ? reject(asUnavailable(error)) : resolve(results!))
    client.query(unit as unknown as pg.Submittable) // what pg calls of one is all there; its type names other fields
  })
}
