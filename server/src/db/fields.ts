import { isDeepStrictEqual } from 'node:util'

/** The column of each field of a resource. */
type Columns = Readonly<Record<string, string>>
type Shown<T> = T extends Date ? string : T

/** The fields of a row as the API shows them, with times as text. */
export function toFields<C extends Columns, R extends Record<C[keyof C], unknown>>(columns: C, row: R) {
  const shown: Partial<Record<keyof C, unknown>> = {}
  for (const field in columns) {
    const value = row[columns[field]!]
    shown[field] = value instanceof Date ? value.toISOString() : value
  }
  return shown as { [F in keyof C]: Shown<R[C[F]]> } // the loop sets every field
}

/** The columns of the given fields, without undefined ones. The compiler refuses fields without a column. */
export function toColumns<C extends Columns, G extends { [F in keyof G]: F extends keyof C ? unknown : never }>(
  columns: C,
  given: G,
) {
  const values: Record<string, unknown> = {}
  for (const field in columns) {
    const value = (given as Partial<Record<string, unknown>>)[field] // may be absent
    if (value !== undefined) values[columns[field]!] = value
  }
  return values as { [F in keyof G as C[F & keyof C]]?: Exclude<G[F], undefined> } // every field has a column
}

/** The columns that differ, with their values in `after`. */
export function changedColumns<R extends object>(before: R, after: R): Partial<R> {
  const changed = { ...after }
  for (const column in changed) if (isDeepStrictEqual(after[column], before[column])) delete changed[column]
  return changed
}
