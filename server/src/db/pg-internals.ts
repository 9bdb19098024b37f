import { createRequire } from 'node:module'
import pg from 'pg'

// Internals of pg that its types omit. `flush.ts` needs them to send several statements under one Sync, which pg's API does
// not support. pg and pg-protocol are pinned to exact versions; pg-internals.test.ts fails if an upgrade removes an internal.

/** The connection that pg passes to a query to send it. */
export type Connection = { stream: { write(bytes: Buffer): void } }

/** The columns of a result: names and parsers. */
export type Columns = { fields: pg.FieldDef[]; _parsers: unknown; _prebuiltEmptyResultObject: unknown }

type RawResult = pg.QueryResult & Columns
type Result = new (rowMode: null, types: unknown) => RawResult

/** pg calls the methods for messages of the server: here for the results of several statements in turn. */
export const Query = pg.Query as unknown as new (config: {
  text: string
}) => {
  callback: (error: Error | null, results?: pg.QueryResult[]) => void
  /** Receives the next rows. */
  _result: RawResult
  _accumulateRows: boolean
  handleCommandComplete(message: unknown): void
  handleError(error: Error, connection: unknown): void
  handleReadyForQuery(connection: unknown): void
}

/** An empty result. @param types of a client: its type parsers */
export const newResult = (like: RawResult, types: unknown): RawResult => new (like.constructor as Result)(null, types)

export const typeParsersOf = (client: pg.ClientBase): unknown => (client as unknown as { _types: unknown })._types

/** Turns a parameter into text or bytes. */
export const { prepareValue } = createRequire(import.meta.url)('pg/lib/utils') as {
  prepareValue(value: unknown): unknown
}
