import type { CompiledQuery } from 'kysely'
import type { Statement } from './flush.ts'
import { builder, type Composed } from './kysely.ts'

/** Stands in a query for a value that each run brings along. */
class Placeholder {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** A query that is composed and compiled once, and takes the values of each run by name. R is the type of its rows. */
export type Prepared<V, R = unknown> = ((values: V) => Statement) & { readonly row?: R }

/**
 * Composes a query once for all its runs. Doing so for each would cost more than all else that a point read does in
 * this process.
 * @param compose is given a placeholder for each value, of the value's own type; it may pass them on and nothing else
 */
export function prepared<V extends object, R = unknown>(compose: (values: V) => Composed): Prepared<V, R> {
  let compiled: CompiledQuery | undefined
  const compile = () =>
    compose(new Proxy({}, { get: (_, name) => new Placeholder(String(name)) }) as V).compile(builder) // see `compose`
  return (values) => {
    compiled ??= compile()
    const given = values as Record<string, unknown> // looked up by the names that the placeholders were asked for
    return {
      sql: compiled.sql,
      parameters: compiled.parameters.map((value) => (value instanceof Placeholder ? given[value.name] : value)),
    }
  }
}

/** Keeps what `make` makes for each key: one prepared query for each shape that a query can take. */
export function perShape<K extends readonly (string | boolean)[], T>(make: (...shape: K) => T): (...shape: K) => T {
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
