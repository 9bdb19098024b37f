import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type pg from 'pg'
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

/** A result as Kysely has it. */
export function shaped<R>(result: pg.QueryResult): QueryResult<R> {
  if (result.command === 'SELECT') return { rows: result.rows }
  return { rows: result.rows, numAffectedRows: BigInt(result.rowCount ?? 0) }
}

// biome-ignore lint/correctness/useYield: Kysely asks for the method; we page with cursors instead.
export async function* noStream(): AsyncIterableIterator<never> {
  throw new Error('Streaming is not offered: page with a cursor.')
}

/** Kysely over a connection that somebody else opens and closes. */
export function kyselyOver(connection: DatabaseConnection): Db {
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
