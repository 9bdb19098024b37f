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

/** A handle for queries: the lanes of a tenant, or an open transaction. */
export type Db = Kysely<Schema>

/** A query of Kysely's builder or its `sql` template. */
export type Composed = { compile(db: Db): CompiledQuery }

/** Builds queries without running them. */
export const builder: Db = kyselyOver({
  executeQuery: () => Promise.reject(new Error('This query builder has no connection.')),
  streamQuery: noStream,
})

/** Converts a result to Kysely's type. */
export function shaped<R>(result: pg.QueryResult): QueryResult<R> {
  if (result.command === 'SELECT') return { rows: result.rows }
  return { rows: result.rows, numAffectedRows: BigInt(result.rowCount ?? 0) }
}

// biome-ignore lint/correctness/useYield: Kysely requires the method; we page with cursors instead.
export async function* noStream(): AsyncIterableIterator<never> {
  throw new Error('Streaming is not supported: page with a cursor.')
}

/** Kysely over a connection that the caller manages. */
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
