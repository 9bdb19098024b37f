import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Statement } from './flush.ts'
import { builder, type Composed } from './kysely.ts'

/** A spread copy would have no placeholders, and the query would run without its values. */
function refuseSpread(): never {
  throw new Error('The values of a prepared query cannot be spread: name each value that the query needs.')
}

/** Takes the place of a value in a compiled query; each run supplies the value. */
class Placeholder {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** A query that is compiled once and takes the values of each run by name. R is the type of its rows. */
export type Prepared<V, R = unknown> = ((values: V) => Statement) & {
  readonly row?: R
  /** Composes the query with an expression for each value. */
  readonly compose: (values: V) => Composed
}

/**
 * Compiles a query once for all its runs: compilation costs more than all other work of a point read in this process.
 * @param compose receives a placeholder for each value. It has the value's type, but may only be passed on to the query
 */
export function prepared<V extends object, R = unknown>(compose: (values: V) => Composed): Prepared<V, R> {
  let compiled: CompiledQuery | undefined
  const compile = () =>
    compose(new Proxy({}, { get: (_, name) => new Placeholder(String(name)), ownKeys: refuseSpread }) as V) // see `compose`
      .compile(builder)
  const run = (values: V): Statement => {
    compiled ??= compile()
    const given = values as Record<string, unknown> // looked up by the names of the placeholders
    return {
      sql: compiled.sql,
      parameters: compiled.parameters.map((value) => (value instanceof Placeholder ? given[value.name] : value)),
    }
  }
  return Object.assign(run, { compose })
}

/**
 * Prepares an insert of a few rows, with a parameter for each value. It is compiled once for each number of rows. PostgreSQL
 * reads parameters faster than rows as JSON.
 * @param fields of a row, in the order of the columns
 * @param compose receives the rows of a `values` list
 */
export function preparedRows<R extends object>(
  fields: readonly (keyof R)[],
  compose: (rows: RawBuilder<unknown>) => Composed,
): (rows: readonly R[]) => Statement {
  const row = sql`(${sql.join(fields.map(() => null))})`
  const textFor = memoizeByShape((count: number) => compose(sql.join(Array(count).fill(row))).compile(builder).sql)
  return (rows) => ({
    sql: textFor(rows.length),
    parameters: rows.flatMap((values) => fields.map((field) => values[field])),
  })
}

/** Memoizes `make`, which prepares a query for a shape. */
export function memoizeByShape<K extends readonly (string | boolean | number)[], T>(
  make: (...shape: K) => T,
): (...shape: K) => T {
  const made = new Map<string, T>()
  return (...shape) => {
    const key = shape.join()
    const known = made.get(key)
    if (known !== undefined) return known
    const fresh = make(...shape)
    made.set(key, fresh)
    return fresh
  }
}
